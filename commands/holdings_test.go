package commands_test

import (
	"slices"
	"testing"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/commands/members"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/inquiry"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/thread"
	"github.com/callup/callup/eventstore/catalog"
)

// Every event that belongs to somebody is known to the area that answers for it when the person is erased, or asks for what
// is kept of them.
func TestHoldings_KnowEveryEventThatBelongsToSomebody(t *testing.T) {
	t.Parallel()
	cat := catalog.New()
	found, other := map[string]string{}, map[string]string{}
	for _, h := range commands.Holdings(nil) {
		for where, types := range map[*map[string]string][]any{&found: h.Events, &other: h.Others} {
			for _, event := range types {
				name, err := cat.NameOf(event)
				must(t, err)
				if (*where)[name] != "" {
					t.Errorf("both %s and %s answer for %s", (*where)[name], h.Area, name)
				}
				(*where)[name] = h.Area
			}
		}
	}
	// whose ids are found, or given
	streams := []string{
		campaign.Category, donation.Category, member.Category, inquiry.Category, erasure.Category, "pledge", // of time, and of things
		post.Category, comment.Category, "page", thread.Category,
	}
	for _, name := range cat.Types() {
		field, nobody := cat.Whose(name)
		known := found[name] != "" || other[name] != ""
		switch {
		case nobody && known:
			t.Errorf("%s is said to be nobody's in eventstore/catalog/types.go, but Holdings of an area know it: one of the two is wrong",
				name)
		case nobody:
		case !known:
			t.Errorf("%s belongs to somebody (by %q), and no Holdings know it: add it to Events, or to Others, in the holdings.go of "+
				"its area",
				name, field)
		case found[name] == "" && !slices.Contains(streams, field):
			t.Errorf("%s leads to a person by %q, and nothing is found by it: "+
				"add it to Events, and to See, in the holdings.go of its area",
				name, field)
		}
	}
}

// What is found, ended, counted and exported of an area is declared whole.
func TestHoldings_AreWhole(t *testing.T) {
	t.Parallel()
	for _, h := range commands.Holdings(nil) {
		if (len(h.Events) > 0) != (h.See != nil) {
			t.Errorf("%s names events that it does not see, or sees events that it does not name", h.Area)
		}
		if h.Export == nil && h.Area != "erasing" {
			t.Errorf("%s gives nothing to a person who asks for what is kept of them: add Export to its holdings.go", h.Area)
		}
		for _, x := range h.Ends {
			if x.What == "" || x.Things == nil || (x.End == nil) == (x.EndOf == nil) {
				t.Errorf("%s does not say how %q are ended", h.Area, x.What)
			}
		}
	}
}

// Whoever asks for what is kept of them is given the language they chose last, with the rest of their profile, and the theme.
func TestHoldings_ExportWhatAMemberChose(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	ana := ident.Pair("member", "ana")
	_, err := members.RegisterMember.Run(t.Context(), s, w.env(),
		members.Registration{Member: ana, Name: "Ana", Email: "ana@example.org", Lang: "en"})
	must(t, err)
	_, err = members.ChooseLanguage.Run(t.Context(), s, w.env().For(ana), members.ChooseLanguageBody{Lang: "fr"})
	must(t, err)
	_, err = members.ChooseTheme.Run(t.Context(), s, w.env().For(ana), members.ChooseThemeBody{Theme: "dark"})
	must(t, err)
	_, err = members.ChooseTracking.Run(t.Context(), s, w.env().For(ana), members.ChooseTrackingBody{Allowed: true})
	must(t, err)
	_, err = members.ChooseVisibility.Run(t.Context(), s, w.env().For(ana), members.ChooseVisibilityBody{Part: member.PartBio})
	must(t, err)
	given, err := members.Holdings().Export(t.Context(), s, erasing.Person{Member: ana})
	must(t, err)
	out, ok := given.(members.Exported)
	if !ok || len(out.Profiles) != 2 || out.Profiles[0].Lang != "en" || out.Profiles[1].Lang != "fr" ||
		out.Profiles[1].Name != "Ana" || out.Theme != "dark" || !out.TrackingAllowed ||
		!slices.Equal(out.Shows, []member.Part{
			member.PartName, member.PartLocation, member.PartSkills, member.PartPages, member.PartCampaigns,
		}) {
		t.Errorf("given %+v", given)
	}
}
