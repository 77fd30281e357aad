package readapi_test

import (
	"context"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/readapi/documents"
)

// givePlainly is wired as the program does it.
func (w *world) givePlainly(ctx context.Context, key string, g documents.Gift) (string, error) {
	out, err := giving.DonateMoney.Receive(ctx, w.commands, key, giving.DonateMoneyBody{
		CampaignID: g.CampaignID, Amount: g.Amount.Minor, Currency: g.Amount.Currency, CoverFees: g.CoverFees, Anonymous: g.Anonymous,
		Message: g.Message, DonorName: g.Name, DonorEmail: g.Email, Lang: g.Lang,
	})
	if err == nil {
		w.saw(out, nil)
	}
	return out.PaymentURL, err
}

var keyField = regexp.MustCompile(`<input type="hidden" name="key" value="([^"]+)" />`)

// keyIn gives the key that a form carries.
func keyIn(t *testing.T, page []byte) string {
	t.Helper()
	m := keyField.FindSubmatch(page)
	if m == nil {
		t.Fatalf("no form with a key in %s", page)
	}
	return string(m[1])
}

// post sends a form with headers given as name, value, name, value …
func post(t *testing.T, h http.Handler, path string, form url.Values, headers ...string) answered {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return serve(t, h, r)
}

// gifts is how many gifts were started.
func (w *world) gifts() int {
	w.t.Helper()
	var n int
	must(w.t, w.pool.QueryRow(w.t.Context(), `SELECT count(*) FROM events WHERE type = 'DonationStarted'`).Scan(&n))
	return n
}

// TestGive_TakesAGiftWithoutScripts: from the campaign's page over the form to the payment, once however often it is sent.
func TestGive_TakesAGiftWithoutScripts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.site()
	made := w.launch(w.member("Ana", "ana@example.org"), content("Roof"))
	w.caughtUp()
	address := "/campaign/" + made.Slug + "/give"

	page := string(visit(t, site, "/campaign/"+made.Slug).body)
	if !strings.Contains(page, `<form class="campaign-gift" action="`+address+`">`) || keyField.MatchString(page) {
		t.Errorf("the campaign's page, which is kept, must lead to the form and hold no key: %s", page)
	}
	a := visit(t, site, address+"?preset=2500&currency=USD&cover_fees=1")
	if a.status != http.StatusOK || a.header.Get("Cache-Control") != "no-store" || a.header.Get("Etag") != "" {
		t.Fatalf("the form: %d %v", a.status, a.header)
	}
	for _, want := range []string{
		`value="2500" checked`, `<option value="USD" selected>`, `name="cover_fees" value="1" checked`, `content="noindex"`,
	} {
		if !strings.Contains(string(a.body), want) {
			t.Errorf("the form lacks %q", want)
		}
	}
	if strings.Contains(string(a.body), "index-1.js") || strings.Contains(string(a.body), "start.js") {
		t.Error("the form loads the web app, which would take its place")
	}
	key := keyIn(t, a.body)
	if again := keyIn(t, visit(t, site, address).body); again == key {
		t.Error("two renderings carry the same key")
	}

	form := url.Values{"key": {key}, "preset": {"2500"}, "currency": {"EUR"}, "donor_name": {"Gus"}, "message": {"Courage"}}
	for range 2 { // pressed twice
		a := post(t, site, address, form, "Sec-Fetch-Site", "same-origin")
		if a.status != http.StatusSeeOther || a.header.Get("Location") != "/pay" ||
			a.header.Get("Cache-Control") != "no-store" {
			t.Fatalf("%d to %q, want the payment: %s", a.status, a.header.Get("Location"), a.body)
		}
	}
	if n := w.gifts(); n != 1 {
		t.Errorf("%d gifts were started", n)
	}
}

// TestGive_RefusesOtherSites: what another site sends is no gift.
func TestGive_RefusesOtherSites(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.site()
	made := w.launch(w.member("Ana", "ana@example.org"), content("Roof"))
	w.caughtUp()
	address := "/campaign/" + made.Slug + "/give"
	form := url.Values{"key": {keyIn(t, visit(t, site, address).body)}, "preset": {"2500"}, "currency": {"EUR"}}
	for _, header := range [][]string{
		{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://evil.example"}, {"Origin", "null"},
	} {
		if a := post(t, site, address, form, header...); a.status != http.StatusForbidden {
			t.Errorf("%v: %d %s", header, a.status, a.body)
		}
	}
	if n := w.gifts(); n != 0 {
		t.Errorf("%d gifts were started", n)
	}
}

// TestGive_ShowsTheFilledFormAgain: a refusal keeps what was entered, says why in the reader's language, and takes a new key.
func TestGive_ShowsTheFilledFormAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.site()
	owner := w.member("Ana", "ana@example.org")
	made := w.launch(owner, content("Roof"))
	w.caughtUp()
	address := "/campaign/" + made.Slug + "/give?lng=fr"
	key := keyIn(t, visit(t, site, address).body)
	filled := url.Values{
		"key": {key}, "amount": {"12,5"}, "currency": {"EUR"}, "donor_name": {"Gus <b>"}, "message": {"Courage & force"}, "anonymous": {"1"},
	}
	for _, c := range []struct {
		name, field, value string
		status             int
		says               string
	}{
		{"no amount", "amount", "dix", 422, `id="gift-amount-error" role="alert"`},
		{"two amounts", "amount", "1,234", 422, "Veuillez entrer un montant valide"},
		{"too much", "amount", "999999999", 422, "dépasse le maximum par paiement"},
		{"no address", "donor_email", "gus", 422, "adresse e-mail n’est pas valide"},
		{"too many words", "message", strings.Repeat("é", 501), 422, `id="gift-words-error"`},
		{"no key", "key", "short", 400, "demande n’a pas été comprise"},
	} {
		form := url.Values{}
		maps.Copy(form, filled)
		form.Set(c.field, c.value)
		a := post(t, site, address, form)
		page := string(a.body)
		if a.status != c.status || !strings.Contains(page, c.says) || a.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d, want %d with %q: %s", c.name, a.status, c.status, c.says, page)
			continue
		}
		for _, kept := range []string{
			`value="Gus &lt;b&gt;"`, `name="anonymous" value="1" checked`, "Impossible d&#39;enregistrer le don",
		} {
			if !strings.Contains(page, kept) {
				t.Errorf("%s: the form lost %q", c.name, kept)
			}
		}
		if c.field != "amount" && !strings.Contains(page, `name="amount" value="12,5"`) {
			t.Errorf("%s: the amount is lost", c.name)
		}
		if keyIn(t, a.body) == key {
			t.Errorf("%s: the form keeps a key that was sent", c.name)
		}
	}
	if n := w.gifts(); n != 0 {
		t.Errorf("%d gifts were started", n)
	}

	w.complete(owner, made.CampaignID)
	w.caughtUp()
	if a := post(t, site, address, filled); a.status != http.StatusConflict ||
		!strings.Contains(string(a.body), "campagne est terminée") {
		t.Errorf("an ended campaign: %d %s", a.status, a.body)
	}
	if a := visit(t, site, address); a.status != http.StatusSeeOther || a.header.Get("Location") != "/campaign/"+made.Slug {
		t.Errorf("the form of an ended campaign: %d to %q", a.status, a.header.Get("Location"))
	}
}

// TestGive_ReadsAmountsAsTheWebAppDoes: what is typed means the same with and without scripts, or is asked again.
func TestGive_ReadsAmountsAsTheWebAppDoes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := w.site()
	made := w.launch(w.member("Ana", "ana@example.org"), content("Roof"))
	w.caughtUp()
	address := "/campaign/" + made.Slug + "/give"
	for typed, minor := range map[string]int64{"12": 12_00, "12,5": 12_50, "12.34": 12_34, "€ 20": 20_00, "1 234,56": 1234_56, "1’000": 1000_00} {
		form := url.Values{"key": {keyIn(t, visit(t, site, address).body)}, "preset": {"5000"}, "amount": {typed}, "currency": {"EUR"}}
		if a := post(t, site, address, form); a.status != http.StatusSeeOther {
			t.Errorf("%q: %d %s", typed, a.status, a.body)
			continue
		}
		var counted int64
		must(t, w.pool.QueryRow(t.Context(), `SELECT (data->'gift'->>'minor')::bigint FROM events
			WHERE type = 'DonationStarted' ORDER BY position DESC LIMIT 1`).Scan(&counted))
		if counted != minor {
			t.Errorf("%q is a gift of %d, want %d", typed, counted, minor)
		}
	}
}
