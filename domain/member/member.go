// Package member is the rules of a member: who registered and what the profile says. Credentials are not here: they
// are ordinary tables, never events.
package member

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Category of the streams of members.
const Category = "member"

// Limits of a profile's words, in characters.
const (
	MaxName     = 120
	MaxBio      = 500
	MaxLocation = 120
	MaxEmail    = 254
	MaxSkill    = 40
	MaxSkills   = 12 // how many
)

// SubjectOf is the subject of a member's personal text: it follows from the member's id.
func SubjectOf(id ident.ID) ident.ID { return ident.Pair("member-subject", id.String()) }

// Event is what happened to a member.
//
//sumtype:decl
type Event interface{ memberEvent() }

// Registered brings a member into being.
type Registered struct {
	Member  ident.ID      `json:"member"`
	Subject ident.ID      `json:"subject"` // whose key seals everything about this member
	Name    personal.Text `json:"name" personal:"subject"`
	Email   personal.Text `json:"email" personal:"subject"`
	Lang    string        `json:"lang"`
	Shows   []Part        `json:"shows,omitempty"` // of their page, beside the name, until they choose; none in version 1
	At      time.Time     `json:"at"`
}

// ProfileRevised replaces what the member shows of themselves.
type ProfileRevised struct {
	Member   ident.ID      `json:"member"`
	Subject  ident.ID      `json:"subject"`
	Name     personal.Text `json:"name" personal:"subject"`
	Bio      personal.Text `json:"bio" personal:"subject"`
	Location personal.Text `json:"location" personal:"subject"`
	Skills   personal.Text `json:"skills" personal:"subject"` // one a line; none in version 1
	Lang     string        `json:"lang"`
	At       time.Time     `json:"at"`
}

// LanguageChosen says in which language a member reads from now on.
type LanguageChosen struct {
	Member ident.ID  `json:"member"`
	Lang   string    `json:"lang"`
	At     time.Time `json:"at"`
}

// ThemeChosen says in which colours a member looks at Callup from now on: "light", "dark" or as the "system" has them.
type ThemeChosen struct {
	Member ident.ID  `json:"member"`
	Theme  string    `json:"theme"`
	At     time.Time `json:"at"`
}

// TrackingChosen says whether a member agrees that what they press is counted. Until they say so, they don't.
type TrackingChosen struct {
	Member  ident.ID  `json:"member"`
	Allowed bool      `json:"allowed"`
	At      time.Time `json:"at"`
}

// OnboardingSkipped says that a member wants to be shown no first steps, or, not skipped, that they want to see them again.
type OnboardingSkipped struct {
	Member  ident.ID  `json:"member"`
	Skipped bool      `json:"skipped"`
	At      time.Time `json:"at"`
}

// EmailChanged says at which address a member is reached, and signs in, from now on: they showed that it is theirs.
type EmailChanged struct {
	Member  ident.ID      `json:"member"`
	Subject ident.ID      `json:"subject"`
	Email   personal.Text `json:"email" personal:"subject"`
	At      time.Time     `json:"at"`
}

// AvatarChanged says which picture of themselves a member shows from now on.
type AvatarChanged struct {
	Member ident.ID  `json:"member"`
	Upload string    `json:"upload"` // names an upload of the kind "avatar"; empty: no picture any more
	At     time.Time `json:"at"`
}

func (Registered) memberEvent()        {}
func (AvatarChanged) memberEvent()     {}
func (EmailChanged) memberEvent()      {}
func (LanguageChosen) memberEvent()    {}
func (ThemeChosen) memberEvent()       {}
func (TrackingChosen) memberEvent()    {}
func (ProfileRevised) memberEvent()    {}
func (OnboardingSkipped) memberEvent() {}

// EmailIn finds the address that an event sets, and whose it is.
func EmailIn(e Event) (subject ident.ID, email personal.Text, sets bool) {
	switch e := any(e).(type) {
	case Registered:
		return e.Subject, e.Email, true
	case EmailChanged:
		return e.Subject, e.Email, true
	}
	return ident.Nil, personal.Text{}, false
}

// State is what the rules need to know of a member.
type State struct {
	Exists  bool
	ID      ident.ID
	Subject ident.ID
	Lang    string
	Theme   string // empty until one is chosen
	Skipped bool   // the first steps
	Tracked bool   // what they press is counted
	Avatar  string // the upload that is shown; empty without one
	Shows   Visibility
}

// Decider folds a member's events into its state.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve: func(s State, e Event) State {
		switch e := e.(type) {
		case Registered:
			s = State{Exists: true, ID: e.Member, Subject: e.Subject, Lang: e.Lang, Shows: VisibilityAt(e)}
		case ProfileRevised:
			s.Lang = e.Lang
		case LanguageChosen:
			s.Lang = e.Lang
		case ThemeChosen:
			s.Theme = e.Theme
		case TrackingChosen:
			s.Tracked = e.Allowed
		case VisibilityChosen:
			s.Shows = s.Shows.With(e.Part, e.Shown)
		case OnboardingSkipped:
			s.Skipped = e.Skipped
		case EmailChanged: // no rule asks for the address
		case AvatarChanged:
			s.Avatar = e.Upload
		}
		return s
	},
}

// ErrNotFound refuses a command to a member who does not exist.
var ErrNotFound = domain.Refuse(domain.NotFound, "member_not_found", "there is no such member")

// Register brings a member into being.
type Register struct {
	Member, Subject ident.ID
	Name, Email     string
	Lang            string
	Now             time.Time
}

// Decide refuses words out of bounds; registering twice changes nothing. Who came without a name is called by what stands
// before the @ of their address.
func (c Register) Decide(s State) ([]Event, error) {
	if s.Exists {
		return nil, nil
	}
	if strings.TrimSpace(c.Name) == "" {
		c.Name, _, _ = strings.Cut(c.Email, "@")
	}
	var faults domain.Refusals
	faults = check(faults, "full_name", c.Name, true, MaxName)
	faults = check(faults, "email", c.Email, true, MaxEmail)
	faults = known(faults, c.Lang)
	if err := faults.OrNil(); err != nil {
		return nil, err
	}
	return []Event{Registered{
		Member: c.Member, Subject: c.Subject, Name: text(c.Name), Email: text(c.Email), Lang: c.Lang, Shows: shownAtFirst,
		At: c.Now,
	}}, nil
}

// ChangeEmail has a member be reached at another address.
type ChangeEmail struct {
	Email string
	Now   time.Time
}

// Decide refuses an address out of bounds. Whose it is, is not decided here.
func (c ChangeEmail) Decide(s State) ([]Event, error) {
	if !s.Exists {
		return nil, ErrNotFound
	}
	if err := check(nil, "email", c.Email, true, MaxEmail).OrNil(); err != nil {
		return nil, err
	}
	return []Event{EmailChanged{Member: s.ID, Subject: s.Subject, Email: text(c.Email), At: c.Now}}, nil
}

// ReviseProfile replaces the profile.
type ReviseProfile struct {
	Name, Bio, Location string
	Skills              []string // each once, in the order in which they are shown
	Lang                string
	Now                 time.Time
}

// Decide refuses words out of bounds. A profile may be without any, its name included.
func (c ReviseProfile) Decide(s State) ([]Event, error) {
	if !s.Exists {
		return nil, ErrNotFound
	}
	var faults domain.Refusals
	faults = check(faults, "display_name", c.Name, false, MaxName)
	if r := domain.RefuseUnnamed("display_name", c.Name); r != nil {
		faults = append(faults, r)
	}
	faults = check(faults, "bio", c.Bio, false, MaxBio)
	faults = check(faults, "location", c.Location, false, MaxLocation)
	skills := skillsOf(c.Skills)
	if len(skills) > MaxSkills {
		faults = append(faults, domain.RefuseField("skills", "too_many_skills", "there are too many skills").With("max", MaxSkills))
	}
	for _, skill := range skills {
		if utf8.RuneCountInString(skill) > MaxSkill {
			faults = append(faults, domain.RefuseField("skills", "too_long", "this is too long").With("max", MaxSkill))
			break
		}
	}
	faults = known(faults, c.Lang)
	if err := faults.OrNil(); err != nil {
		return nil, err
	}
	return []Event{ProfileRevised{
		Member: s.ID, Subject: s.Subject, Name: text(c.Name), Bio: text(c.Bio), Location: text(c.Location),
		Skills: personal.Plain(strings.Join(skills, "\n")), Lang: c.Lang, At: c.Now,
	}}, nil
}

// ChooseLanguage changes the language a member reads in, and nothing else of the profile.
type ChooseLanguage struct {
	Lang string
	Now  time.Time
}

// Decide refuses a language that the product does not have; choosing the same again changes nothing.
func (c ChooseLanguage) Decide(s State) ([]Event, error) {
	if !s.Exists {
		return nil, ErrNotFound
	}
	if err := known(nil, c.Lang).OrNil(); err != nil {
		return nil, err
	}
	if c.Lang == s.Lang {
		return nil, nil
	}
	return []Event{LanguageChosen{Member: s.ID, Lang: c.Lang, At: c.Now}}, nil
}

// ChooseTheme changes the colours a member looks at Callup in.
type ChooseTheme struct {
	Theme string
	Now   time.Time
}

// Decide refuses a theme that the product does not have; choosing the same again changes nothing.
func (c ChooseTheme) Decide(s State) ([]Event, error) {
	if !s.Exists {
		return nil, ErrNotFound
	}
	switch c.Theme {
	case "light", "dark", "system":
	default:
		return nil, domain.RefuseField("theme", "not_one_of", "the theme must be light, dark or system")
	}
	if c.Theme == s.Theme {
		return nil, nil
	}
	return []Event{ThemeChosen{Member: s.ID, Theme: c.Theme, At: c.Now}}, nil
}

// ChooseTracking agrees that what a member presses is counted, or withdraws it.
type ChooseTracking struct {
	Allowed bool
	Now     time.Time
}

// Decide records the choice; choosing the same again changes nothing.
func (c ChooseTracking) Decide(s State) ([]Event, error) {
	if !s.Exists {
		return nil, ErrNotFound
	}
	if c.Allowed == s.Tracked {
		return nil, nil
	}
	return []Event{TrackingChosen{Member: s.ID, Allowed: c.Allowed, At: c.Now}}, nil
}

// SkipOnboarding hides the first steps, or shows them again.
type SkipOnboarding struct {
	Skipped bool
	Now     time.Time
}

// Decide changes nothing for who sees, or skipped, them already.
func (c SkipOnboarding) Decide(s State) ([]Event, error) {
	if !s.Exists {
		return nil, ErrNotFound
	}
	if c.Skipped == s.Skipped {
		return nil, nil
	}
	return []Event{OnboardingSkipped{Member: s.ID, Skipped: c.Skipped, At: c.Now}}, nil
}

// ChangeAvatar shows another picture of a member, or none.
type ChangeAvatar struct {
	Upload string // empty: none
	Now    time.Time
}

// Decide changes nothing for who shows that picture, or none, already.
func (c ChangeAvatar) Decide(s State) ([]Event, error) {
	if !s.Exists {
		return nil, ErrNotFound
	}
	if c.Upload == s.Avatar {
		return nil, nil
	}
	return []Event{AvatarChanged{Member: s.ID, Upload: c.Upload, At: c.Now}}, nil
}

// skillsOf are skills without the empty ones and those that were named before, however they are written.
func skillsOf(skills []string) (out []string) {
	seen := map[string]bool{}
	for _, skill := range skills {
		skill = strings.Join(strings.Fields(skill), " ")
		if key := strings.ToLower(skill); skill != "" && !seen[key] {
			seen[key] = true
			out = append(out, skill)
		}
	}
	return out
}

func text(s string) personal.Text { return personal.Plain(strings.TrimSpace(s)) }

func known(faults domain.Refusals, lang string) domain.Refusals {
	if lang != "en" && lang != "fr" && lang != "es" {
		return append(faults, domain.RefuseField("lang", "unknown_language", "the language must be en, fr or es"))
	}
	return faults
}

func check(faults domain.Refusals, field, v string, required bool, limit int) domain.Refusals {
	n := utf8.RuneCountInString(strings.TrimSpace(v))
	if required && n == 0 {
		return append(faults, domain.RefuseField(field, "required", "this is required"))
	}
	if n > limit {
		return append(faults, domain.RefuseField(field, "too_long", "this is too long").With("max", limit))
	}
	return faults
}
