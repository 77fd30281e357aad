package members

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/notification"
)

// Holdings are what members say of themselves. It is sealed with their own key, which goes with them: nothing has to be
// found or ended.
func Holdings() erasing.Holdings {
	return erasing.Holdings{
		Area: "members",
		Others: []any{
			member.AvatarChanged{}, member.LanguageChosen{}, member.OnboardingSkipped{}, member.Registered{}, member.ProfileRevised{},
			notification.AccountTouched{}, notification.ChannelChosen{}, notification.Read{},
		},
		Address: func(ctx context.Context, s *command.Service, who erasing.Whose) (email string, known bool, err error) {
			if who.Member.IsNil() {
				return "", false, nil
			}
			for r, err := range s.OpenedEvents(ctx, member.Category, who.Member) {
				if err != nil {
					return "", known, err
				}
				if e, ok := r.Event.(member.Registered); ok {
					email, known = e.Email.String(), true
				}
			}
			return email, known, nil
		},
		Export: export,
	}
}

// Exported is what a member said of themselves, from the first version to the last.
type Exported struct {
	Member   ident.ID          `json:"member"`
	Email    string            `json:"email"`
	Profiles []ExportedProfile `json:"profiles"`

	OnboardingSkipped bool `json:"onboarding_skipped"`

	Notifications ExportedNotifications `json:"notifications"`
}

// ExportedNotifications is how a member is told things, up to when they read them, and what they were told of their account.
type ExportedNotifications struct {
	ReadUpTo *time.Time      `json:"read_up_to,omitempty"`
	Off      []ExportedOff   `json:"off,omitempty"`
	Account  []ExportedTouch `json:"account,omitempty"`
}

// ExportedOff is a kind of notification that the member switched off on a channel.
type ExportedOff struct {
	Kind    notification.Kind    `json:"kind"`
	Channel notification.Channel `json:"channel"`
}

// ExportedTouch is something that happened to the member's account.
type ExportedTouch struct {
	At   time.Time          `json:"at"`
	What notification.Touch `json:"what"`
}

// ExportedProfile is a member's profile from a moment on.
type ExportedProfile struct {
	From     time.Time `json:"from"`
	Name     string    `json:"name"`
	Bio      string    `json:"bio,omitempty"`
	Location string    `json:"location,omitempty"`
	Lang     string    `json:"lang"`
}

func export(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
	if p.Member.IsNil() {
		return nil, nil //nolint:nilnil // a guest has no profile
	}
	out := Exported{Member: p.Member}
	var err error
	if out.Notifications, err = exportNotifications(ctx, s, p.Member); err != nil {
		return nil, err
	}
	for r, err := range s.OpenedEvents(ctx, member.Category, p.Member) {
		if err != nil {
			return nil, err
		}
		switch e := r.Event.(type) {
		case member.Registered:
			out.Email = e.Email.String()
			out.Profiles = append(out.Profiles, ExportedProfile{From: e.At, Name: e.Name.String(), Lang: e.Lang})
		case member.ProfileRevised:
			out.Profiles = append(out.Profiles, ExportedProfile{
				From: e.At, Name: e.Name.String(), Bio: e.Bio.String(), Location: e.Location.String(), Lang: e.Lang,
			})
		case member.OnboardingSkipped:
			out.OnboardingSkipped = e.Skipped
		case member.LanguageChosen:
			if len(out.Profiles) > 0 {
				latest := out.Profiles[len(out.Profiles)-1]
				latest.From, latest.Lang = e.At, e.Lang
				out.Profiles = append(out.Profiles, latest)
			}
		}
	}
	return out, nil
}

func exportNotifications(ctx context.Context, s *command.Service, m ident.ID) (ExportedNotifications, error) {
	var out ExportedNotifications
	state := notification.Decider.Initial()
	for r, err := range s.OpenedEvents(ctx, notification.Category, m) {
		if err != nil {
			return out, err
		}
		e, ok := r.Event.(notification.Event)
		if !ok {
			continue
		}
		state = notification.Decider.Evolve(state, e)
		if touched, ok := e.(notification.AccountTouched); ok {
			out.Account = append(out.Account, ExportedTouch{At: touched.At, What: touched.What})
		}
	}
	if !state.UpTo.IsZero() {
		out.ReadUpTo = &state.UpTo
	}
	for _, off := range state.Off {
		out.Off = append(out.Off, ExportedOff(off))
	}
	return out, nil
}
