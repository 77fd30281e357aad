package erasing

import (
	"context"
	"errors"
	"fmt"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/eventstore"
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
			email, err := e.addressOf(ctx, subject)
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

// addressOf opens the address a guest gave under, found by reading the log. Error: ErrNobody.
func (e *Process) addressOf(ctx context.Context, subject ident.ID) (email string, err error) {
	found := false
	_, err = e.s.Search(ctx, eventstore.Position{}, []any{donation.Started{}}, func(r command.Read) error {
		if g, ok := r.Event.(donation.Started); !ok || g.Supporter != subject {
			return nil
		}
		found = true
		opened, err := e.s.Open(ctx, r.Recorded)
		if err != nil {
			return err
		}
		if g, ok := opened.(donation.Started); ok && g.Email.String() != "" {
			email = g.Email.String()
			return errAddressFound
		}
		return nil
	})
	switch {
	case errors.Is(err, errAddressFound):
		return email, nil
	case err == nil && !found:
		return "", ErrNobody
	}
	return "", err
}

// errAddressFound ends the search for an address.
var errAddressFound = errors.New("the address is found")
