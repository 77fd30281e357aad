package member_test

import (
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/personal"
)

var (
	id      = ident.ID{1}
	subject = ident.ID{2}
	now     = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

	registered = member.Registered{
		Member: id, Subject: subject, Name: personal.Plain("Ada"), Email: personal.Plain("ada@example.org"), Lang: "fr",
		Shows: []member.Part{member.PartBio, member.PartLocation, member.PartSkills, member.PartPages, member.PartCampaigns}, At: now,
	}
)

func register() member.Register {
	return member.Register{Member: id, Subject: subject, Name: " Ada ", Email: "ada@example.org", Lang: "fr", Now: now}
}

func TestRegister(t *testing.T) {
	given := func(e ...member.Event) domaintest.History[member.State, member.Event] {
		return domaintest.Given(t, member.Decider, e...)
	}
	given().When(register().Decide).Then(registered).When(register().Decide).ThenNothing()

	c := register()
	c.Name, c.Email, c.Lang = " ", "", "de"
	given().When(c.Decide).ThenRefused("required full_name", "required email", "unknown_language lang")
	c = register()
	c.Name, c.Email = strings.Repeat("é", member.MaxName), strings.Repeat("a", member.MaxEmail+1)
	given().When(c.Decide).ThenRefused("too_long email")

	c = register()
	c.Name = " "
	called := registered
	called.Name = personal.Plain("ada")
	given().When(c.Decide).Then(called)
}

func TestReviseProfile(t *testing.T) {
	c := member.ReviseProfile{Name: "Ada L. ", Bio: "Engines", Location: " London", Lang: "en", Now: now}
	domaintest.Given(t, member.Decider).When(c.Decide).ThenRefused("member_not_found")
	h := domaintest.Given(t, member.Decider, member.Event(registered))
	h.When(c.Decide).Then(member.ProfileRevised{
		Member: id, Subject: subject, Name: personal.Plain("Ada L."), Bio: personal.Plain("Engines"),
		Location: personal.Plain("London"), Lang: "en", At: now,
	})
	h.When(member.ReviseProfile{Name: "Ada", Lang: "es", Now: now}.Decide).Then(member.ProfileRevised{
		Member: id, Subject: subject, Name: personal.Plain("Ada"), Lang: "es", At: now,
	})
	h.When(member.ReviseProfile{Name: "🐘", Lang: "es", Now: now}.Decide).ThenRefused("letters_required display_name") // Found52
	h.When(member.ReviseProfile{Name: " ", Lang: "fr", Now: now}.Decide).Then(member.ProfileRevised{
		Member: id, Subject: subject, Lang: "fr", At: now,
	})
	h.When(member.ReviseProfile{
		Bio: strings.Repeat("b", member.MaxBio+1), Location: strings.Repeat("c", member.MaxLocation+1), Lang: "xx",
	}.Decide).ThenRefused("too_long bio", "too_long location", "unknown_language lang")
}

// Skills stand each once, one a line; too long ones and too many are refused.
func TestReviseProfile_Skills(t *testing.T) {
	revise := func(skills ...string) func(member.State) ([]member.Event, error) {
		return member.ReviseProfile{Name: "Ada", Skills: skills, Lang: "fr", Now: now}.Decide
	}
	h := domaintest.Given(t, member.Decider, member.Event(registered))
	h.When(revise(" Sewing ", "", "sewing", "Van\nlicence")).Then(member.ProfileRevised{
		Member: id, Subject: subject, Name: personal.Plain("Ada"), Skills: personal.Plain("Sewing\nVan licence"), Lang: "fr", At: now,
	})
	h.When(revise(strings.Repeat("é", member.MaxSkill+1))).ThenRefused("too_long skills")
	h.When(revise(strings.Split("abcdefghijklm", "")...)).ThenRefused("too_many_skills skills")
}

// Whoever registers shows the parts that their registration names; whoever registered before there were parts shows name and
// picture alone, until they choose.
func TestChooseVisibility(t *testing.T) {
	choose := func(part member.Part, shown bool) func(member.State) ([]member.Event, error) {
		return member.ChooseVisibility{Part: part, Shown: shown, Now: now}.Decide
	}
	chosen := func(part member.Part, shown bool) member.Event {
		return member.VisibilityChosen{Member: id, Part: part, Shown: shown, At: now}
	}
	domaintest.Given(t, member.Decider).When(choose(member.PartBio, true)).ThenRefused("member_not_found")
	h := domaintest.Given(t, member.Decider, member.Event(registered))
	h.When(choose("money", true)).ThenRefused("not_one_of part")
	for _, part := range []member.Part{member.PartName, member.PartBio, member.PartLocation, member.PartSkills, member.PartPages,
		member.PartCampaigns} {
		h.When(choose(part, true)).ThenNothing()
		h.When(choose(part, false)).Then(chosen(part, false)).When(choose(part, false)).ThenNothing()
	}
	for _, part := range []member.Part{member.PartGiven, member.PartFollowing, member.PartListed} {
		h.When(choose(part, false)).ThenNothing()
		h.When(choose(part, true)).Then(chosen(part, true))
	}

	before := registered
	before.Shows = nil
	h = domaintest.Given(t, member.Decider, member.Event(before))
	h.When(choose(member.PartName, true)).ThenNothing()
	for _, part := range []member.Part{member.PartBio, member.PartLocation, member.PartSkills, member.PartPages,
		member.PartCampaigns, member.PartGiven, member.PartFollowing, member.PartListed} {
		h.When(choose(part, false)).ThenNothing()
	}
}

func TestSkipOnboarding(t *testing.T) {
	skip := func(skipped bool) func(member.State) ([]member.Event, error) {
		return member.SkipOnboarding{Skipped: skipped, Now: now}.Decide
	}
	domaintest.Given(t, member.Decider).When(skip(true)).ThenRefused("member_not_found")
	h := domaintest.Given(t, member.Decider, member.Event(registered))
	h.When(skip(false)).ThenNothing()
	h.When(skip(true)).Then(member.OnboardingSkipped{Member: id, Skipped: true, At: now}).When(skip(true)).ThenNothing().
		When(skip(false)).Then(member.OnboardingSkipped{Member: id, At: now}).When(skip(false)).ThenNothing()
}

func TestChangeAvatar(t *testing.T) {
	change := func(upload string) func(member.State) ([]member.Event, error) {
		return member.ChangeAvatar{Upload: upload, Now: now}.Decide
	}
	domaintest.Given(t, member.Decider).When(change("a")).ThenRefused("member_not_found")
	h := domaintest.Given(t, member.Decider, member.Event(registered))
	h.When(change("")).ThenNothing()
	h.When(change("a")).Then(member.AvatarChanged{Member: id, Upload: "a", At: now}).When(change("a")).ThenNothing().
		When(change("b")).Then(member.AvatarChanged{Member: id, Upload: "b", At: now}).
		When(change("")).Then(member.AvatarChanged{Member: id, At: now}).When(change("")).ThenNothing()
}

func TestChooseTheme(t *testing.T) {
	choose := func(theme string) func(member.State) ([]member.Event, error) {
		return member.ChooseTheme{Theme: theme, Now: now}.Decide
	}
	domaintest.Given(t, member.Decider).When(choose("dark")).ThenRefused("member_not_found")
	h := domaintest.Given(t, member.Decider, member.Event(registered))
	h.When(choose("pink")).ThenRefused("not_one_of theme")
	h.When(choose("dark")).Then(member.ThemeChosen{Member: id, Theme: "dark", At: now}).When(choose("dark")).ThenNothing()
	h.When(choose("system")).Then(member.ThemeChosen{Member: id, Theme: "system", At: now})
}

func TestChooseTracking(t *testing.T) {
	choose := func(allowed bool) func(member.State) ([]member.Event, error) {
		return member.ChooseTracking{Allowed: allowed, Now: now}.Decide
	}
	domaintest.Given(t, member.Decider).When(choose(true)).ThenRefused("member_not_found")
	h := domaintest.Given(t, member.Decider, member.Event(registered))
	h.When(choose(false)).ThenNothing()
	agreed := h.When(choose(true)).Then(member.TrackingChosen{Member: id, Allowed: true, At: now})
	agreed.When(choose(true)).ThenNothing().When(choose(false)).Then(member.TrackingChosen{Member: id, At: now})
}

func TestChooseLanguage(t *testing.T) {
	choose := func(lang string) func(member.State) ([]member.Event, error) {
		return member.ChooseLanguage{Lang: lang, Now: now}.Decide
	}
	domaintest.Given(t, member.Decider).When(choose("en")).ThenRefused("member_not_found")
	h := domaintest.Given(t, member.Decider, member.Event(registered))
	h.When(choose("de")).ThenRefused("unknown_language lang")
	h.When(choose("fr")).ThenNothing()
	h.When(choose("es")).Then(member.LanguageChosen{Member: id, Lang: "es", At: now}).When(choose("es")).ThenNothing()
	var revised member.Event = member.ProfileRevised{Member: id, Subject: subject, Name: personal.Plain("Ada"), Lang: "en", At: now}
	domaintest.Given(t, member.Decider, member.Event(registered), revised).When(choose("en")).ThenNothing()
}
