package app

import (
	"context"

	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/readapi/notifications"
	"github.com/callup/callup/readapi/read"
)

// dailies wires what writes daily mails: it is told by the log what members want, and by the read tables what they were told.
func (s *Services) dailies(queries *read.Service) reactors.Dailies {
	return reactors.Dailies{
		Config: s.reacting, Now: Now, Mails: s.Outbox, Open: s.Accounts.Open,
		Told: func(ctx context.Context, a reactors.DailyAsked) ([]reactors.DailyTold, bool, error) {
			told, behind, err := notifications.Daily(ctx, queries, notifications.Asked(a))
			out := make([]reactors.DailyTold, len(told))
			for i, t := range told {
				out[i] = reactors.DailyTold(t)
			}
			return out, behind, err
		},
	}
}
