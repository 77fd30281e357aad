package commands

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/disclosure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// ReadPersonalData is somebody about to look at personal data in the log.
type ReadPersonalData struct {
	Reason    string
	Selection string // the command and its filters; it names nobody
}

// ReadPersonalData records that personal data is about to be shown, and why. Nothing may be shown before it has
// returned without an error. It refuses to go without a reason.
func (s *Service) ReadPersonalData(ctx context.Context, env command.Envelope, c ReadPersonalData) (eventstore.Position, error) {
	return observed(ctx, s, "read-personal-data", env, func(ctx context.Context) (eventstore.Position, error) {
		id := ident.Thing(disclosure.Category, env.ID)
		record := disclosure.Record{
			Disclosure: id, Subject: ident.Pair("disclosure-subject", id.String()), Reason: c.Reason, Selection: c.Selection, Now: s.now(),
		}
		if _, err := record.Decide(false); err != nil { // before a key is made that would seal nothing
			return eventstore.Position{}, err
		}
		if err := s.keys.Ensure(ctx, record.Subject, "disclosure"); err != nil {
			return eventstore.Position{}, err
		}
		res, err := command.Execute(ctx, s.h, disclosure.Decider, id, env, record.Decide, command.Fresh())
		return res.Position, err
	})
}
