package erasing

import (
	"context"
	"errors"
	"fmt"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
)

// EraseAgain asks for a person to be erased of whom a list says that they were, as a backup made before brings them back.
// A guest is found by the subject of what they wrote, since the list names nobody. Without grace a request begins at once.
// It tells whether anything is kept of the person here that is not erased yet.
func (e *Process) EraseAgain(
	ctx context.Context, env command.Envelope, kind erasure.Kind, id, subject ident.ID, grace bool,
) (s erasure.State, found bool, err error) {
	if kind == erasure.Member {
		s, _, err = e.EraseMember(ctx, env, id, erasure.ByOperator)
	} else {
		s, _, err = e.ask(ctx, eraseGuest, env, func(ctx context.Context) (erasure.Request, error) {
			email, known, err := e.address(ctx, Whose{Subject: subject})
			if err == nil && !known {
				err = ErrNobody
			}
			return erasure.Request{Kind: erasure.Guest, By: erasure.ByOperator, Subject: subject, Email: email}, err
		})
	}
	switch {
	case errors.Is(err, ErrNobody), errors.Is(err, member.ErrNotFound), errors.Is(err, erasure.ErrErased):
		return s, false, nil
	case err != nil:
		return s, false, fmt.Errorf("erase %s %s again: %w", kind, subject, err)
	case s.Status == erasure.Done:
		return s, false, nil
	case !grace && s.Status == erasure.Waiting:
		_, err = e.Begin(ctx, env.Child("begin"), s.ID)
	}
	return s, true, err
}
