package readapi_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/commands/campaigns"
	commands "github.com/callup/callup/commands/feed"
	"github.com/callup/callup/commands/pages"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/reaction"
	"github.com/callup/callup/readapi/feed"
	"github.com/callup/callup/readapi/search"
)

func searchRow(c *cast) matrixRow {
	c.write(c.people["owner"], "The well has water")
	return matrixRow{"/api/search?q=well", everybody[1:]}
}

func postRow(c *cast) matrixRow {
	return matrixRow{path: "/api/posts/" + c.write(c.people["owner"], "Alone").String()}
}

func postPush(c *cast) pushRow {
	id := c.write(c.people["owner"], "Look")
	return pushRow{topic: "post/" + id.String(), to: everybody[1:], change: func() {
		c.feel(c.people["giver"], id, reaction.Laugh)
	}}
}

// finds gives what somebody finds, each as its kind and what it is called.
func (w *world) finds(who ident.ID, words string) []string {
	w.t.Helper()
	w.caughtUp()
	all := []string{}
	for _, g := range answer[search.Results](w, who, "/api/search?q="+url.QueryEscape(words)).Groups {
		if len(g.Items) == 0 || g.Count < int64(len(g.Items)) {
			w.t.Errorf("%s: a group of %d says %d", words, len(g.Items), g.Count)
		}
		for _, f := range g.Items {
			all = append(all, g.Kind+" "+f.Title+f.Text)
		}
	}
	return all
}

func (w *world) finding(who ident.ID, words string, want ...string) {
	w.t.Helper()
	if got := w.finds(who, words); !slices.Equal(got, want) {
		w.t.Errorf("%q finds %q, not %q", words, got, want)
	}
}

func TestSearch_FindsAcrossKinds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, other := w.member("Olga", "olga@example.org"), w.member("Gil", "gil@example.org")
	w.launch(owner, content("Réparer le café de Saint-Roch"))
	bench := w.launch(owner, content("Un banc au café")).CampaignID
	page := w.openPage(owner, "Biocafé du Midi", "")
	post := w.write(other, "Qui vient au café demain ?")

	cafe, middle, said := "campaign Réparer le café de Saint-Roch", "page Biocafé du Midi", "post Qui vient au café demain ?"
	w.finding(owner, "CAFE", "campaign Un banc au café", cafe, middle, said)
	w.finding(owner, "café répa", cafe)
	w.finding(owner, "repa", cafe)
	w.finding(ident.Nil, "cafe", "campaign Un banc au café", cafe)
	w.finding(ident.Nil, "demain")
	w.finding(owner, "ca", "campaign Un banc au café", cafe)
	w.finding(owner, "lyon roch", cafe)
	w.finding(owner, "nowhere near")
	for _, mistyped := range []string{"repraer", "reparr", "reaprer", "repqrer"} {
		w.finding(other, mistyped, cafe)
	}
	found := answer[search.Results](w, owner, "/api/search?q=Repraer%20caf%C3%A9")
	if !found.Other || found.Words != "reparer cafe" {
		t.Errorf("%+v", found)
	}
	if f := found.Groups[0].Items[0]; f.By != "Olga" || f.Campaign.GoalAmount != 100_00 || f.Campaign.Status != "active" ||
		f.Campaign.Slug == "" || f.Lang != "en" || f.Page != nil {
		t.Errorf("%+v", f)
	}
	found = answer[search.Results](w, owner, "/api/search?q=midi")
	if f := found.Groups[0].Items[0]; found.Other || f.ID != page || f.Page.Kind != "company" || f.Page.Verified ||
		f.Page.Followers != 0 {
		t.Errorf("%+v", found)
	}

	// What begins with the words comes first, then what takes gifts, then the newest; titles before texts.
	w.pause(owner, bench)
	w.finding(ident.Nil, "cafe", cafe, "campaign Un banc au café")
	w.finding(ident.Nil, "un banc", "campaign Un banc au café")
	w.launch(owner, func() campaigns.ContentBody { c := content("Elsewhere"); c.Description = "A café"; return c }())
	w.finding(ident.Nil, "cafe", cafe, "campaign Un banc au café", "campaign Elsewhere")

	one := answer[feed.FeedPost](w, owner, "/api/posts/"+post.String())
	if one.Item.Text != "Qui vient au café demain ?" || one.Mine != "" {
		t.Errorf("%+v", one)
	}
	w.feel(owner, post, reaction.Love)
	if one = answer[feed.FeedPost](w, owner, "/api/posts/"+post.String()); one.Mine != "love" || one.Item.Loves != 1 {
		t.Errorf("%+v", one)
	}
}

// What may not be shown is not found, and what is shown again is.
func TestSearch_RespectsWhatThingsAre(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, other, moderator := w.staffed()
	one := w.launch(owner, content("Lighthouse")).CampaignID
	w.finding(ident.Nil, "lighthouse", "campaign Lighthouse")
	w.decide(moderator, one, "It is not yours", "suspend")
	w.finding(owner, "lighthouse")
	if found := answer[search.Results](w, ident.Nil, "/api/search?q=lighthuose"); found.Other {
		t.Errorf("a word of what is suspended is told: %q", found.Words)
	}
	w.decide(moderator, one, "", "reinstate")
	w.finding(ident.Nil, "lighthouse", "campaign Lighthouse")
	w.complete(owner, one)
	w.finding(ident.Nil, "lighthouse", "campaign Lighthouse")
	two := w.launch(owner, content("Windmill")).CampaignID
	w.saw(campaigns.CancelCampaign.Run(t.Context(), w.commands, w.env().For(owner),
		campaigns.CancelCampaignBody{CampaignBody: campaigns.CampaignBody{CampaignID: two}, Reason: "No wind"}))
	w.finding(owner, "windmill")

	page := w.openPage(other, "Harbour", "")
	w.finding(owner, "harbour", "page Harbour")
	w.saw(pages.ClosePage.Run(t.Context(), w.commands, w.env().For(other), pages.PageBody{PageID: page}))
	w.finding(other, "harbour")

	post := w.write(other, "Ferry at noon")
	w.saw(commands.EditPost.Run(t.Context(), w.commands, w.env().For(other), commands.EditPostBody{
		PostBody: commands.PostBody{PostID: post}, PostWords: commands.PostWords{Text: "Steamer at noon", Lang: "en"}}))
	w.finding(owner, "ferry")
	w.finding(owner, "steamer", "post Steamer at noon")
	w.saw(commands.DeletePost.Run(t.Context(), w.commands, w.env().For(other), commands.PostBody{PostID: post}))
	w.finding(other, "steamer")
	w.refused(other, "/api/posts/"+post.String(), http.StatusNotFound, "post_not_found")
	var left int
	words, err := w.resolver.Expand(t.Context(),
		`SELECT count(*) FROM {search_words} WHERE word IN ('steamer', 'harbour', 'windmill')`)
	must(t, err)
	must(t, w.pool.QueryRow(t.Context(), words).Scan(&left))
	if left != 0 {
		t.Errorf("%d words are kept of what nobody finds", left)
	}
}

// Whatever is typed is words.
func TestSearch_TakesWhateverIsTyped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.member("Olga", "olga@example.org")
	w.launch(owner, content("Roof"))
	for _, typed := range []string{
		`'roof' | !'x':*`, `"roof`, `roof\`, "roof%", "__", "& |", "roof:*", "#campaign", "''", "水 roof", "()", "\u202eroof", "a b",
		"roof'; DROP TABLE campaigns; --", strings.Repeat("é", 200), strings.Repeat("ro ", 66),
	} {
		w.finds(owner, typed)
	}
	w.finding(owner, `(roof) & !`, "campaign Roof")
	w.finding(owner, "#campaign")
	for _, bad := range []string{"", "?q=", "?q=a", "?q=" + strings.Repeat("a", 201), "?q=roof&limit=0", "?q=roof&limit=21"} {
		w.refused(owner, "/api/search"+bad, http.StatusUnprocessableEntity, "validation_failed")
	}
}

func TestSearch_ShowsWhatStandsAroundTheWords(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.member("Olga", "olga@example.org")
	w.write(owner, strings.Repeat("word ", 40)+"lanterne\nfin"+strings.Repeat(" word", 40))
	got := w.finds(owner, "lant")
	if len(got) != 1 || !strings.HasPrefix(got[0], "post … word word word word word lanterne fin word") ||
		!strings.HasSuffix(got[0], "word …") {
		t.Errorf("%q", got)
	}
}

// A word that very many texts have finds the latest of them, and titles with it first.
func TestSearch_FindsTheLatestWithACommonWord(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.member("Olga", "olga@example.org")
	w.launch(owner, content("A garden"))
	for _, said := range []string{"Our garden grows", "No word of it", "Two gardens", "Garden!"} {
		w.write(owner, said)
	}
	w.caughtUp()
	common, err := w.resolver.Expand(t.Context(), `UPDATE {search_words} SET documents = 9000 WHERE word LIKE 'garden%'`)
	must(t, err)
	changed, err := w.pool.Exec(t.Context(), common)
	if must(t, err); changed.RowsAffected() != 2 {
		t.Fatalf("%d words are common", changed.RowsAffected())
	}
	garden := "campaign A garden"
	w.finding(owner, "garden", garden, "post Garden!", "post Our garden grows", "post Two gardens")
	w.finding(owner, "gard", garden, "post Garden!", "post Two gardens", "post Our garden grows")
	w.finding(ident.Nil, "gard", garden)
	if asked := w.counter.Last(); !strings.Contains(asked.SQL, "ORDER BY at DESC LIMIT 200") {
		t.Errorf("all are gathered: %s", asked.SQL)
	}
	w.finding(owner, "garden grows", "post Our garden grows")
}

// A correction tells nobody of words that they may not find.
func TestSearch_CorrectsOnlyToWhatIsFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.member("Olga", "olga@example.org")
	w.write(owner, "Quodlibetical")
	w.caughtUp()
	const path = "/api/search?q=quodlibetikal"
	if a := answer[search.Results](w, owner, path); !a.Other || a.Words != "quodlibetical" || len(a.Groups) != 1 {
		t.Errorf("a member finds %+v", a)
	}
	if a := answer[search.Results](w, ident.Nil, path); a.Other || a.Words != "quodlibetikal" || len(a.Groups) != 0 {
		t.Errorf("a visitor is told %+v", a)
	}
}
