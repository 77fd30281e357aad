package erasing

import (
	"context"
	"errors"

	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/auth"
)

// Export is everything that is kept of a person, by area.
type Export map[string]any

// Exported are the areas that an Export can hold.
func (e *Process) Exported() (areas []string) {
	for _, h := range e.c.Holdings {
		if h.Export != nil {
			areas = append(areas, h.Area)
		}
	}
	return areas
}

// ExportMember gives everything that is kept of a member, with what they gave as a guest under the same address. Error:
// member.ErrNotFound.
func (e *Process) ExportMember(ctx context.Context, id ident.ID) (Export, error) {
	subject := member.SubjectOf(id)
	contact, err := e.c.Accounts.Contact(ctx, id)
	known := err == nil
	if errors.Is(err, auth.ErrNoMember) {
		contact.Email, known, err = e.address(ctx, Whose{Member: id, Subject: subject})
	}
	if err != nil {
		return nil, err
	}
	if !known {
		return nil, member.ErrNotFound
	}
	persons := []erasure.Subject{{ID: subject, Kind: erasure.OfMember}}
	if contact.Email != "" {
		guest, found, err := e.c.Keys.FindGuest(ctx, contact.Email)
		if err != nil {
			return nil, err
		}
		if found {
			persons = append(persons, erasure.Subject{ID: guest, Kind: erasure.OfGuest})
		}
	}
	return e.export(ctx, Person{Belongings: NewBelongings(id, persons), Member: id, Email: contact.Email})
}

// HoldsGuest tells whether anything is kept of a guest with an address: ExportGuest would give it.
func (e *Process) HoldsGuest(ctx context.Context, email string) (bool, error) {
	_, _, err := e.guest(ctx, email)
	if errors.Is(err, ErrNobody) || errors.Is(err, ErrIsMember) {
		return false, nil
	}
	return err == nil, err
}

// ExportGuest gives everything that is kept of a guest, found by their address. Errors: ErrNobody, ErrIsMember.
func (e *Process) ExportGuest(ctx context.Context, email string) (Export, error) {
	normal, persons, err := e.guest(ctx, email)
	if err != nil {
		return nil, err
	}
	return e.export(ctx, Person{Belongings: NewBelongings(ident.Nil, persons), Email: normal})
}

// guest finds whose words a guest with an address wrote. Errors: ErrNobody, ErrIsMember.
func (e *Process) guest(ctx context.Context, email string) (normal string, persons []erasure.Subject, err error) {
	a, err := e.c.Accounts.Address(ctx, email)
	if err != nil {
		return "", nil, err
	}
	if !a.Member.IsNil() {
		return "", nil, ErrIsMember
	}
	guest, found, err := e.c.Keys.FindGuest(ctx, a.Normal)
	if err != nil {
		return "", nil, err
	}
	if !found && !a.Waiting {
		return "", nil, ErrNobody
	}
	if found {
		persons = append(persons, erasure.Subject{ID: guest, Kind: erasure.OfGuest})
	}
	return a.Normal, persons, nil
}

func (e *Process) export(ctx context.Context, p Person) (Export, error) {
	err := e.look(ctx, p.Belongings)
	if errors.Is(err, errTooMany) {
		_, err = e.scan(ctx, eventstore.Position{}, p.Belongings)
	}
	if err != nil {
		return nil, err
	}
	out := Export{}
	for _, h := range e.c.Holdings {
		if h.Export == nil {
			continue
		}
		part, err := h.Export(ctx, e.s, p)
		if err != nil {
			return nil, err
		}
		if part != nil {
			out[h.Area] = part
		}
	}
	return out, nil
}
