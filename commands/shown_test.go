package commands_test

import (
	"strings"
	"testing"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/feed"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/auth"
)

// What is shown is known to a process that did not write it, too: the names of uploads are sealed in the log, and who looks
// after files that nothing shows must not take one that is.
func TestShowsUpload_AfterARestart(t *testing.T) {
	t.Parallel()
	m, _, refused := drafting(t)
	photo := func(name string) string { return `,"photo":"` + name + `","photo_alt":"A well"` }
	live := m.send(ada, "launch-campaign", `{`+wholeCampaign+photo("live")+`}`)
	draft := m.send(ada, "begin-draft", `{`+emptyCampaign+photo("first")+`}`)
	m.send(ada, "save-draft", onDraft(draft, 1, `,`+emptyCampaign+photo("kept")))
	m.send(ada, "save-draft", onDraft(draft, 2, `,`+emptyCampaign+photo("kept")))
	gone := m.send(ada, "begin-draft", `{`+emptyCampaign+photo("gone")+`}`)
	m.send(ada, "discard-draft", onDraft(gone, 1, ``))
	posted := m.send(ada, "write-post", `{"text":"Look","lang":"en","files":[{"kind":"photo","upload":"posted"}]}`)
	refused(ada, "save-draft", onDraft(draft, 3, `,`+emptyCampaign+`,"photo":"kept","photo_alt":"`+strings.Repeat("a", 301)+`"`), "too_long")

	launched := false
	check := func(when string, of ident.ID, upload string, want bool) {
		t.Helper()
		for _, s := range []*command.Service{m.commands, m.service()} {
			shows := campaigns.ShowsUpload
			switch of {
			case posted:
				shows = feed.ShowsUpload
			case draft, gone:
				if !launched {
					shows = campaigns.KeepsUpload
				}
			}
			if is, err := shows(t.Context(), s, []ident.ID{of}, upload); err != nil || is != want {
				t.Errorf("%s: shown %t, %v", when, is, err)
			}
		}
	}
	check("a campaign's photograph", live, "live", true)
	check("another's", live, "kept", false)
	check("what a draft keeps", draft, "kept", true)
	check("what it kept before", draft, "first", false)
	check("what a draft kept that was thrown away", gone, "gone", false)
	check("a post's photograph", posted, "posted", true)
	launched = true
	m.send(ada, "launch-draft", onDraft(draft, 3, `,`+wholeCampaign+photo("other")))
	check("what a campaign kept as a draft", draft, "kept", false)
	check("what it shows", draft, "other", true)
}

// Files taken out of a campaign or removed with a post are not served, and those of a suspended campaign are hidden.
func TestFound20_WhatIsRemovedIsGone(t *testing.T) {
	t.Parallel()
	m, bea, refused := drafting(t)
	id := m.send(ada, "launch-campaign", `{`+wholeCampaign+`,"photo":"well","photo_alt":"A well","video":"film"}`)
	on := func(more string) string { return `{"campaign_id":"` + id.String() + `"` + more + `}` }
	is := func(when string, of ident.ID, removed string, want bool) {
		t.Helper()
		if _, is := m.uploads.removed.Load(of.String() + " " + removed); is != want {
			t.Errorf("%s: removed %t", when, is)
		}
	}
	hidden := func(when string, want bool) {
		t.Helper()
		if is, _ := m.uploads.hidden.Load(id); is != want {
			t.Errorf("%s: hidden %v", when, is)
		}
	}
	m.sendAs(bea, auth.Moderator, "suspend-campaign", on(`,"reason":"A lie"`))
	hidden("suspended", true)
	refused(bea, "remove-campaign-media", on(`,"photo":true`), "not_campaign_owner")
	is("before", id, "campaign-photo", false)
	m.send(ada, "remove-campaign-media", on(`,"photo":true`))
	is("taken out", id, "campaign-photo", true)
	is("taken out", id, "campaign-video", false)
	m.sendAs(bea, auth.Moderator, "reinstate-campaign", on(``))
	hidden("reinstated", false)
	if shown, err := campaigns.ShowsUpload(t.Context(), m.service(), []ident.ID{id}, "film"); !shown || err != nil {
		t.Errorf("the video is shown: %t, %v", shown, err)
	}
	m.send(ada, "revise-campaign", on(`,`+wholeCampaign+`,"video":"another"`))
	is("replaced", id, "campaign-video", true)

	post := func() ident.ID {
		return m.send(ada, "write-post", `{"text":"Look","lang":"en","files":[{"kind":"photo","upload":"posted"}]}`)
	}
	posted, deleted := post(), post()
	m.sendAs(bea, auth.Moderator, "remove-post", `{"post_id":"`+posted.String()+`","reason":"A lie"}`)
	is("a post by a moderator", posted, " everywhere", true)
	m.send(ada, "delete-post", `{"post_id":"`+deleted.String()+`"}`)
	is("a post by its author", deleted, "", true)
	is("a post by its author", deleted, " everywhere", false)

	m.send(ada, "change-avatar", `{"upload":"me"}`)
	is("another picture of oneself", ada, "avatar", true)
	draft := m.send(ada, "begin-draft", `{`+emptyCampaign+`,"photo":"draft","photo_alt":"A well"}`)
	m.send(ada, "discard-draft", onDraft(draft, 1, ``))
	is("a draft thrown away", draft, "campaign-photo", true)
	launched := m.send(ada, "begin-draft", `{`+emptyCampaign+`,"photo":"draft","photo_alt":"A well"}`)
	m.send(ada, "launch-draft", onDraft(launched, 1, `,`+wholeCampaign))
	is("a draft launched without its photograph", launched, "campaign-photo", true)
	page := m.pageOf(ada)
	onPage := func(more string) string { return `{"page_id":"` + page.String() + `"` + more + `}` }
	m.send(ada, "change-page-logo", onPage(`,"upload":"logo"`))
	is("the first logo", page, "page-logo", false)
	m.send(ada, "change-page-logo", onPage(`,"upload":"another"`))
	is("another logo", page, "page-logo", true)
	m.uploads.removed.Clear()
	m.send(ada, "close-page", onPage(``))
	is("a page that is closed", page, "page-logo", true)
}
