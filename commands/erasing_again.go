package commands

import (
	"context"
	"errors"
	"fmt"

	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
)

// EraseAgain asks for a person to be erased of whom a list says that they were, as a backup made before brings them back.
// A guest is found by the subject of what they wrote, since the list names nobody. Without grace a request begins at once.
// It tells whether anything is kept of the person here that is not erased yet.
func (e *Erasures) EraseAgain(ctx context.Context, env Envelope, kind erasure.Kind, id, subject ident.ID, grace bool) (s erasure.State, found bool, err error) {
	if kind == erasure.Member {
		s, _, err = e.EraseMember(ctx, env, id, erasure.ByOperator)
	} else {
		s, _, err = e.request(ctx, "erase-guest", env, func(ctx context.Context) (erasure.Request, error) {
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
func (e *Erasures) addressOf(ctx context.Context, subject ident.ID) (string, error) {
	started := catalog.TypeName[donation.Started](e.s.h.cat)
	at, found := eventstore.Position{}, false
	for {
		page, err := e.s.h.store.ReadAll(ctx, at, readAtOnce, eventstore.Filter{Types: []string{started}})
		if err != nil {
			return "", fmt.Errorf("read the log after %s: %w", at, err)
		}
		for _, r := range page.Events {
			if r.Type != started { // a store may give more than was asked for
				continue
			}
			event, err := e.s.h.cat.Decode(r)
			if err != nil {
				return "", err
			}
			if g, ok := event.(donation.Started); !ok || g.Supporter != subject {
				continue
			}
			found = true
			opened, err := e.s.h.cat.Open(ctx, e.s.h.keys, r)
			if err != nil {
				return "", err
			}
			if g, ok := opened.(donation.Started); ok && g.Email.String() != "" {
				return g.Email.String(), nil
			}
		}
		if at = page.Next; page.End {
			break
		}
	}
	if !found {
		return "", ErrNobody
	}
	return "", nil
}
