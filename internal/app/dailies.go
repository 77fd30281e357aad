package app

import (
	"context"

	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/readapi/notifications"
	"github.com/callup/callup/readapi/read"
)

// dailies wires what writes daily mails: the log says who wants one, of which kinds and since when; the read tables say what
// happened, once they reflect the log.
func (s *Services) dailies(queries *read.Service) reactors.Dailies {
	return reactors.Dailies{
		Config: s.reacting, Now: Now, Mails: s.Outbox, Open: s.Accounts.Open,
		Told: func(ctx context.Context, a ports.DailyAsked) ([]ports.DailyTold, bool, error) {
			return notifications.Daily(ctx, queries, a)
		},
	}
}
