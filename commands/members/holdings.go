package members

import (
	"context"
	"strings"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
)

// Holdings are what members say of themselves. It is sealed with their own key, which goes with them: nothing has to be
// found or ended.
func Holdings() erasing.Holdings {
	return erasing.Holdings{
		Area: "members",
		Others: []any{
			member.AvatarChanged{}, member.LanguageChosen{}, member.ThemeChosen{}, member.TrackingChosen{}, member.OnboardingSkipped{},
			member.Registered{}, member.EmailChanged{}, member.ProfileRevised{}, member.VisibilityChosen{},
		},
		Address: func(ctx context.Context, s *command.Service, who erasing.Whose) (email string, known bool, err error) {
			if who.Member.IsNil() {
				return "", false, nil
			}
			for r, err := range s.OpenedEvents(ctx, member.Category, who.Member) {
				if err != nil {
					return "", known, err
				}
				switch e := r.Event.(type) {
				case member.Registered:
					email, known = e.Email.String(), true
				case member.EmailChanged:
					email = e.Email.String()
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
	Earlier  []EarlierEmail    `json:"earlier_emails"`
	Profiles []ExportedProfile `json:"profiles"`

	OnboardingSkipped bool   `json:"onboarding_skipped"`
	Theme             string `json:"theme,omitempty"`
	TrackingAllowed   bool   `json:"tracking_allowed"`

	Shows []member.Part `json:"shows_members" doc:"The parts of their page that members see"`
}

// EarlierEmail is an address at which a member was reached until a moment.
type EarlierEmail struct {
	Until time.Time `json:"until"`
	Email string    `json:"email"`
}

// ExportedProfile is a member's profile from a moment on.
type ExportedProfile struct {
	From     time.Time `json:"from"`
	Name     string    `json:"name"`
	Bio      string    `json:"bio,omitempty"`
	Location string    `json:"location,omitempty"`
	Skills   []string  `json:"skills,omitempty"`
	Lang     string    `json:"lang"`
}

func export(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
	if p.Member.IsNil() {
		return nil, nil //nolint:nilnil // a guest has no profile
	}
	out, shows := Exported{Member: p.Member, Earlier: []EarlierEmail{}}, member.Visibility{}
	for r, err := range s.OpenedEvents(ctx, member.Category, p.Member) {
		if err != nil {
			return nil, err
		}
		switch e := r.Event.(type) {
		case member.Registered:
			out.Email, shows = e.Email.String(), member.VisibilityAt(e)
			out.Profiles = append(out.Profiles, ExportedProfile{From: e.At, Name: e.Name.String(), Lang: e.Lang})
		case member.EmailChanged:
			out.Earlier = append(out.Earlier, EarlierEmail{Until: e.At, Email: out.Email})
			out.Email = e.Email.String()
		case member.ProfileRevised:
			out.Profiles = append(out.Profiles, ExportedProfile{
				From: e.At, Name: e.Name.String(), Bio: e.Bio.String(), Location: e.Location.String(),
				Skills: strings.FieldsFunc(e.Skills.String(), func(r rune) bool { return r == '\n' }), Lang: e.Lang,
			})
		case member.VisibilityChosen:
			shows = shows.With(e.Part, e.Shown)
		case member.OnboardingSkipped:
			out.OnboardingSkipped = e.Skipped
		case member.ThemeChosen:
			out.Theme = e.Theme
		case member.TrackingChosen:
			out.TrackingAllowed = e.Allowed
		case member.LanguageChosen:
			if len(out.Profiles) > 0 {
				latest := out.Profiles[len(out.Profiles)-1]
				latest.From, latest.Lang = e.At, e.Lang
				out.Profiles = append(out.Profiles, latest)
			}
		}
	}
	out.Shows = shows.Parts()
	return out, nil
}
