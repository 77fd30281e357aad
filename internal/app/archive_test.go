package app_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/app/archive"
)

func TestArchive_HoldsWhatIsTheMembersAndNothingOfAnybodyElse(t *testing.T) {
	t.Parallel()
	w := apptest.NewWorld(t)
	var campaign struct {
		ID ident.ID `json:"campaign_id"`
	}
	w.Command("owner", "launch-campaign", "launch-for-the-archive", apptest.Roof).JSON(t, &campaign)
	var gift struct {
		ID ident.ID `json:"donation_id"`
	}
	w.Command("other", "donate-money", "a-gift-for-the-archive", `{"campaign_id":"`+campaign.ID.String()+
		`","amount":2500,"currency":"EUR","lang":"en","message":"Words of the giver"}`).JSON(t, &gift)
	w.Paid(gift.ID)
	ask := func(as, password string) apptest.Answer {
		return w.Send(http.MethodPost, "/api/my/archive", `{"password":"`+password+`"}`, "Authorization", "Bearer "+w.Tokens[as])
	}
	const right = "a password of one's own"
	w.Problem(t, ask("owner", "a guess"), "wrong_password", "password")
	w.Problem(t, ask("owner", ""), "required", "password")
	if a := w.Send(http.MethodPost, "/api/my/archive", `{"password":"`+right+`"}`); a.Status != http.StatusUnauthorized {
		t.Errorf("a visitor is answered %d", a.Status)
	}
	for as, holds := range map[string]struct{ own, foreign []string }{
		"owner": {[]string{"owner@example.org", campaign.ID.String(), "data_downloaded",
			`"accepted_terms": {`}, []string{"other@example.org", "Words of the giver"}},
		"other": {[]string{"other@example.org", gift.ID.String(), "Words of the giver"}, []string{"owner@example.org"}},
	} {
		a := ask(as, right)
		if a.Status != http.StatusOK || a.Header.Get("Content-Type") != archive.Type || a.Header.Get("Cache-Control") != "no-store" ||
			!strings.HasPrefix(a.Header.Get("Content-Disposition"), `attachment; filename="callup-`) {
			t.Fatalf("%d %v %s", a.Status, a.Header, a.Body)
		}
		text := unzipped(t, a.Body)
		for _, own := range holds.own {
			if !strings.Contains(text, own) {
				t.Errorf("%s is not given %q in\n%s", as, own, text)
			}
		}
		for _, foreign := range holds.foreign {
			if strings.Contains(text, foreign) {
				t.Errorf("%s is given %q in\n%s", as, foreign, text)
			}
		}
	}
	ask("owner", right)
	ask("owner", right)
	if a := ask("owner", right); a.Status != http.StatusTooManyRequests {
		t.Errorf("the fourth within the hour is answered %d", a.Status)
	}
}

func TestArchive_SaysOfEveryAreaWhatItHolds(t *testing.T) {
	t.Parallel()
	areas := apptest.NewWorld(t).Erasures.Exported()
	if len(areas) < 6 {
		t.Errorf("the areas are %v", areas)
	}
	for _, area := range areas {
		if !archive.Knows(area) {
			t.Errorf("internal/app/archive/texts does not say in every language what %s holds", area)
		}
	}
}

func unzipped(t *testing.T, b []byte) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&all, io.LimitReader(r, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}
