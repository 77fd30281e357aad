package operations

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/disclosure"
	"github.com/callup/callup/domain/ident"
)

// Disclosure is somebody about to look at personal data in the log.
type Disclosure struct {
	Reason    string
	Selection string // the command and its filters; it names nobody
	By        string // the account of the person who looks
}

// ReadPersonalData records that personal data is about to be shown, and why. Nothing may be shown before it has
// returned without an error. It refuses to go without a reason.
var ReadPersonalData = command.Define("read-personal-data", "Record that personal data is about to be shown, and why",
	command.Operator, readPersonalData).Creating()

func readPersonalData(ctx context.Context, c *command.Call, in Disclosure) (command.Done, error) {
	id := ident.Thing(disclosure.Category, c.ID)
	record := disclosure.Record{
		Disclosure: id, Subject: ident.Pair("disclosure-subject", id.String()), Reason: in.Reason, Selection: in.Selection,
		By: in.By, Now: c.Now(),
	}
	if _, err := record.Decide(false); err != nil { // before a key is made that would seal nothing
		return command.Done{}, err
	}
	if err := c.Keys.Ensure(ctx, record.Subject, "disclosure"); err != nil {
		return command.Done{}, err
	}
	return command.On(ctx, c, disclosure.Decider, id, record.Decide, command.Fresh())
}
