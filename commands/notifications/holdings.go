package notifications

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notification"
)

// Holdings are what members chose to be told, how far they read it, and what they were told of their account. It holds no words:
// nothing has to be found or ended.
func Holdings() erasing.Holdings {
	return erasing.Holdings{
		Area:   "notifications",
		Others: []any{notification.AccountTouched{}, notification.ChannelChosen{}, notification.Read{}},
		Export: export,
	}
}

// Exported is what a member chose to be told, how far they read it, and what they were told of their account. What else they
// were told are facts of gifts and campaigns.
type Exported struct {
	ReadUpTo *time.Time      `json:"read_up_to,omitempty"`
	Read     []ExportedRead  `json:"read,omitempty"` // of what came later
	Off      []ExportedOff   `json:"off,omitempty"`
	Daily    []ExportedDaily `json:"daily,omitempty"`
	TimeZone string          `json:"time_zone,omitempty"`
	Account  []ExportedTouch `json:"account,omitempty"`
}

// ExportedRead is a time of which the member has read what they were told.
type ExportedRead struct {
	From time.Time `json:"from"`
	UpTo time.Time `json:"up_to"`
}

// ExportedOff is a kind of notification that the member switched off on a channel.
type ExportedOff struct {
	Kind    notice.Kind    `json:"kind"`
	Channel notice.Channel `json:"channel"`
}

// ExportedDaily is a kind of notification that waits for the member's daily mail.
type ExportedDaily struct {
	Kind notice.Kind `json:"kind"`
	From time.Time   `json:"from"`
}

// ExportedTouch is something that happened to the member's account.
type ExportedTouch struct {
	At   time.Time          `json:"at"`
	What notification.Touch `json:"what"`
}

func export(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
	if p.Member.IsNil() {
		return nil, nil //nolint:nilnil // a guest is told nothing here
	}
	var out Exported
	state, told := notification.Decider.Initial(), false
	for r, err := range s.OpenedEvents(ctx, notification.Category, p.Member) {
		if err != nil {
			return nil, err
		}
		e, ok := r.Event.(notification.Event)
		if !ok {
			continue
		}
		told, state = true, notification.Decider.Evolve(state, e)
		if touched, ok := e.(notification.AccountTouched); ok {
			out.Account = append(out.Account, ExportedTouch{At: touched.At, What: touched.What})
		}
	}
	if !told {
		return nil, nil //nolint:nilnil // they chose nothing and read nothing
	}
	if !state.UpTo.IsZero() {
		out.ReadUpTo = &state.UpTo
	}
	for _, span := range state.Apart {
		out.Read = append(out.Read, ExportedRead(span))
	}
	for _, off := range state.Off {
		out.Off = append(out.Off, ExportedOff(off))
	}
	for _, kind := range state.Daily {
		out.Daily = append(out.Daily, ExportedDaily{Kind: kind.Kind, From: kind.From})
	}
	out.TimeZone = state.TimeZone
	return out, nil
}
