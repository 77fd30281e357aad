package app_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/interactions"
)

// Only what members press who agreed is kept, without what names a campaign, and none of it once they withdraw.
func TestInteractions_AreKeptOnlyOfThoseWhoAgree(t *testing.T) {
	t.Parallel()
	w := apptest.NewWorld(t)
	const hero = `{"interactions":[{"action_type":"create_callup_hero","page_url":"/campaign/a-name?of=somebody#here",
		"additional_data":{"source":"hero_section","destination":"/my/campaigns/a-name"}}]}`
	press := func(body string, headers ...string) apptest.Answer {
		return w.Send(http.MethodPost, "/api/interactions", body, headers...)
	}
	signedIn := []string{"Authorization", "Bearer " + w.Tokens["owner"]}
	recorded := func(want int) {
		t.Helper()
		var out interactions.Recorded
		if press(hero, signedIn...).JSON(t, &out); out.Recorded != want {
			t.Errorf("%d were recorded, not %d", out.Recorded, want)
		}
	}
	if a := press(hero); a.Status != http.StatusUnauthorized {
		t.Errorf("a visitor is answered %d", a.Status)
	}
	for _, rubbish := range []string{
		`{"interactions":[]}`, strings.Replace(hero, "create_callup_hero", "my_own_words", 1), strings.Replace(hero, "hero_section", "words", 1),
	} {
		if a := press(rubbish, signedIn...); a.Status != http.StatusUnprocessableEntity {
			t.Errorf("%s is answered %d", rubbish, a.Status)
		}
	}
	recorded(0)
	w.Command("owner", "choose-tracking", "to-agree-with-being-counted", `{"allowed":true}`)
	recorded(1)
	kept := apptest.Count(t, w.Base, `SELECT count(*) FROM user_interactions WHERE page_url = '/campaign'
		AND additional_data = '{"source": "hero_section", "destination": "/my/campaigns"}'`)
	if kept != 1 {
		t.Errorf("%d rows are as they should be", kept)
	}
	w.Command("owner", "choose-tracking", "to-withdraw-it-again", `{"allowed":false}`)
	recorded(0)
	if a := w.Send(http.MethodGet, "/api/admin/interactions", "", signedIn...); a.Status != http.StatusForbidden {
		t.Errorf("who is not of staff is answered %d", a.Status)
	}
}

// What fewer than five members pressed is not told apart, and nothing is kept for longer than thirteen months.
func TestInteractions_AreCountedWithoutTellingWho(t *testing.T) {
	t.Parallel()
	s := apptest.NewWorld(t).Services
	const put = `INSERT INTO user_interactions (user_id, at, action_type, page_url) VALUES ($1, $2, $3, '/')`
	now := app.Now()
	for i := range 5 {
		who := ident.Pair("member", fmt.Sprint(i))
		apptest.MustExec(t, s.Base, put, who, now, "create_callup_hero")
		apptest.MustExec(t, s.Base, put, who, now.AddDate(0, -14, 0), "create_callup_hero")
		if i > 0 {
			apptest.MustExec(t, s.Base, put, who, now, "onboarding")
		}
	}
	counts, rest, err := s.Pressed.Summary(t.Context(), now.Add(-time.Hour))
	want := interactions.ActionCount{Action: "create_callup_hero", Times: 5, Members: 5}
	if err != nil || len(counts) != 1 || counts[0] != want || rest != 4 {
		t.Errorf("counted %v and %d (%v)", counts, rest, err)
	}
	for _, want := range []int64{3, 2, 0} {
		if gone, err := s.Pressed.Prune(t.Context(), 3); err != nil || gone != want {
			t.Errorf("%d rows went, not %d (%v)", gone, want, err)
		}
	}
	// whoever withdraws while a press is on its way is not kept either
	asked := 0
	agreed := func(context.Context, ident.ID) (bool, error) {
		asked++
		return asked == 1, nil
	}
	late := interactions.New(interactions.Config{Pool: s.Pool, Now: app.Now, Agreed: agreed})
	who := ident.Pair("member", "late")
	kept, err := late.Record(t.Context(), who, []interactions.Interaction{{Action: "onboarding", Page: "/my"}})
	if left, of := late.Of(t.Context(), who); err != nil || kept != 0 || of != nil || len(left) != 0 {
		t.Errorf("kept %d, left %v (%v, %v)", kept, left, err, of)
	}
}
