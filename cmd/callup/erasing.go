package main

import (
	"context"
	"slices"

	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/commandkeys"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/projections/projector"
)

// erasing wires what erases people. A place outside the log and the projections where somebody's words, name or address
// can come to lie needs its line here.
func (s *services) erasing() *erasing.Process {
	keys := commandkeys.New(s.pool)
	return erasing.New(erasing.Config{
		Service: s.commands, Keys: s.keys, Accounts: s.accounts, Customers: s.payments, Builds: projector.NewBuildPositions(s.pool, s.all),
		Grace: s.cfg.ErasureGrace,
		Purges: []erasing.Purge{
			{What: "failures", Run: func(ctx context.Context, t erasing.Traces) (int64, error) {
				return reactors.Forget(ctx, s.pool, slices.Concat([]ident.ID{t.Member}, t.Campaigns, t.Gifts, t.Received))
			}},
			{What: "mails", Run: func(ctx context.Context, t erasing.Traces) (int64, error) {
				return s.outbox.Forget(ctx, mailKeys(t), t.Email, t.From, t.Until)
			}},
			{What: "command keys", Run: func(ctx context.Context, t erasing.Traces) (int64, error) { return keys.Forget(ctx, t.Member) }},
			{What: "payments", Run: func(ctx context.Context, t erasing.Traces) (int64, error) {
				return s.payments.Forget(ctx, t.Gifts, t.Received)
			}},
			// last: until then nobody can take the address anew
			{What: "accounts", Run: func(ctx context.Context, t erasing.Traces) (int64, error) {
				return s.accounts.Forget(ctx, t.Member, t.Email, t.From, t.Until)
			}},
		},
	})
}

// mailKeys are those of every mail about the person's gifts, and about gifts to campaigns of theirs, whose titles stand
// in the mails of others too.
func mailKeys(t erasing.Traces) []string {
	var keys []string
	for _, id := range slices.Concat(t.Gifts, t.Received) {
		keys = append(keys, mail.CompletedKey(id.String()))
	}
	for _, id := range slices.Concat(t.Refunds, t.Returned) {
		keys = append(keys, mail.RefundedKey(id.String()))
	}
	for _, id := range t.Returned {
		keys = append(keys, mail.ReturnedKey(id.String()))
	}
	return keys
}
