package sandbox_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/ports"
)

func (w *world) get(path string, header ...string) *httptest.ResponseRecorder {
	return w.serve(httptest.NewRequest(http.MethodGet, "http://callup.test"+path, nil), header...)
}

func (w *world) post(reference string, form url.Values, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "http://callup.test/sandbox/pay/"+reference, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return w.serve(r, header...)
}

func (w *world) serve(r *http.Request, header ...string) *httptest.ResponseRecorder {
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, r)
	return rec
}

func TestPage(t *testing.T) {
	w := newWorld(t)
	for lang, words := range map[string][]string{
		"en": {"€25.00", "No money moves", "Approve", "Simulate trouble", "30 minutes"},
		"fr": {"25,00\u00a0€", "Aucun argent ne circule", "Accepter", "Simuler des incidents", "30 minutes"},
		"es": {"25,00\u00a0€", "No se mueve dinero", "Aprobar", "Simular problemas", "30 minutos"},
	} {
		o := request(donation(t))
		o.Lang, o.TitleLang = lang, "es"
		p := must[ports.Payment](t)(w.Open(t.Context(), o))
		rec := w.get("/sandbox/pay/" + p.Reference)
		if rec.Code != http.StatusOK || rec.Header().Get("Content-Language") != lang {
			t.Errorf("%s: %d in %s", lang, rec.Code, rec.Header().Get("Content-Language"))
		}
		words = append(words, `<html lang="`+lang+`">`, `lang="es">A roof for the &lt;b&gt;library&lt;/b&gt;`, "ada@example.org",
			p.Reference)
		for _, word := range words {
			if !strings.Contains(rec.Body.String(), word) {
				t.Errorf("%s: no %q", lang, word)
			}
		}
	}
}

func TestEveryAnswerIsGuarded(t *testing.T) {
	w := newWorld(t)
	ref := w.open(donation(t))
	for name, rec := range map[string]*httptest.ResponseRecorder{
		"the page":       w.get("/sandbox/pay/" + ref),
		"an unknown one": w.get("/sandbox/pay/sbp_unknown"),
		"no page":        w.get("/sandbox/elsewhere"),
		"the style":      w.get("/sandbox/style.css"),
		"a wrong form":   w.post(ref, url.Values{"decision": {"steal"}}),
		"from elsewhere": w.post(ref, url.Values{"decision": {"approve"}}, "Origin", "https://evil.test"),
		"a decision":     w.post(ref, url.Values{"decision": {"approve"}}),
	} {
		h := rec.Header()
		csp := h.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s: policy %q", name, csp)
			}
		}
		if strings.Contains(csp, "unsafe") || strings.Contains(csp, "script-src") {
			t.Errorf("%s: policy %q", name, csp)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Cache-Control") == "" || h.Get("Referrer-Policy") == "" {
			t.Errorf("%s: headers %v", name, h)
		}
		if body := rec.Body.String(); strings.Contains(body, "<script") || strings.Contains(body, " style=") ||
			strings.Contains(body, "<style") {
			t.Errorf("%s: inline script or style", name)
		}
	}
}

func TestDecidingOnThePage(t *testing.T) {
	w := newWorld(t)
	const thanks, back = "http://callup.test/campaign/roof/thanks", "http://callup.test/campaign/roof"
	for decision, c := range map[string]struct {
		to   string
		kind ports.PaymentKind
		text string
	}{
		"approve": {thanks, ports.PaymentPaid, "Le paiement a été accepté"},
		"decline": {thanks, ports.PaymentDeclined, "Le paiement a été refusé"},
		"expire":  {thanks, ports.PaymentExpired, "restée ouverte trop longtemps"},
		"cancel":  {back, ports.PaymentCancelled, "Vous êtes revenu en arrière"},
	} {
		d := donation(t)
		ref := w.open(d)
		// A second click, and another choice after the back button, change nothing.
		for _, again := range []string{decision, decision, "approve", "decline"} {
			rec := w.post(ref, url.Values{"decision": {again}})
			if rec.Code != http.StatusSeeOther || rec.Header().Get("Location") != c.to {
				t.Errorf("%s: %d to %s", decision, rec.Code, rec.Header().Get("Location"))
			}
		}
		if e := must[ports.PaymentEvent](t)(w.Lookup(t.Context(), ports.Recorded{Donation: d})); e.Kind != c.kind {
			t.Errorf("%s: %s", decision, e.Kind)
		}
		if got := w.deliver(); kindsOf(got) != string(c.kind) {
			t.Errorf("%s: told %q", decision, kindsOf(got))
		}
		rec := w.get("/sandbox/pay/" + ref)
		if body := rec.Body.String(); !strings.Contains(body, c.text) || !strings.Contains(body, `href="`+c.to+`"`) ||
			strings.Contains(body, `value="`+decision+`"`) || strings.Contains(body, "<form") != (decision == "approve") {
			t.Errorf("%s: afterwards the page says %s", decision, body)
		}
	}
}

func TestTroubleAskedForOnThePage(t *testing.T) {
	w := newWorld(t)
	d := donation(t)
	ref := w.open(d)
	rec := w.post(ref, url.Values{"decision": {"approve"}, "delay": {"90"}, "twice": {"1"}, "order": {"declined_late"},
		"taken": {"12,5"}})
	if rec.Code != http.StatusSeeOther {
		t.Fatalf("%d", rec.Code)
	}
	if got := w.deliver(); len(got) != 0 {
		t.Errorf("not late: %+v", got)
	}
	w.clock.Add(90 * time.Second)
	if got := w.deliver(); kindsOf(got) != "paid paid declined declined" {
		t.Errorf("told %q", kindsOf(got))
	}
	if l := w.ledger(d); len(l) != 1 || l[0].Paid != money.Of(1250, money.EUR) {
		t.Errorf("the books say %+v", l)
	}
}

func TestMistakesOnThePage(t *testing.T) {
	w := newWorld(t)
	d := donation(t)
	ref := w.open(d)
	for name, c := range map[string]struct {
		form   url.Values
		status int
		text   string
	}{
		"no decision":                  {url.Values{}, http.StatusUnprocessableEntity, "Ce choix n’existe pas"},
		"odd decision":                 {url.Values{"decision": {"haggle"}}, http.StatusUnprocessableEntity, "Ce choix n’existe pas"},
		"dispute of what was not paid": {url.Values{"decision": {"dispute"}}, http.StatusConflict, "Ce choix n’existe pas"},
		"odd order": {url.Values{"decision": {"approve"}, "order": {"sideways"}}, http.StatusUnprocessableEntity,
			"Ce choix n’existe pas"},
		"no number":    {url.Values{"decision": {"approve"}, "delay": {"soon"}}, http.StatusUnprocessableEntity, `id="delay-fault"`},
		"negative":     {url.Values{"decision": {"decline"}, "delay": {"-1"}}, http.StatusUnprocessableEntity, `id="delay-fault"`},
		"beyond a day": {url.Values{"decision": {"approve"}, "delay": {"86401"}}, http.StatusUnprocessableEntity, `id="delay-fault"`},
		"beyond numbers": {url.Values{"decision": {"approve"}, "delay": {"99999999999"}}, http.StatusUnprocessableEntity,
			`id="delay-fault"`},
		"three decimals": {url.Values{"decision": {"approve"}, "taken": {"1.005"}}, http.StatusUnprocessableEntity, `id="taken-fault"`},
		"nothing taken":  {url.Values{"decision": {"approve"}, "taken": {"0,00"}}, http.StatusUnprocessableEntity, `id="taken-fault"`},
		"huge form": {url.Values{"decision": {"approve"}, "taken": {strings.Repeat("1", 20<<10)}}, http.StatusBadRequest,
			"Rien n’a été décidé"},
	} {
		rec := w.post(ref, c.form)
		if rec.Code != c.status || !strings.Contains(rec.Body.String(), c.text) {
			t.Errorf("%s: %d %s", name, rec.Code, rec.Body.String())
		}
	}
	if rec := w.post("sbp_unknown", url.Values{"decision": {"approve"}}, "Accept-Language",
		"es-MX,es;q=0.9"); rec.Code != http.StatusNotFound ||
		!strings.Contains(rec.Body.String(), "Pago desconocido") {
		t.Errorf("an unknown payment: %d %s", rec.Code, rec.Body.String())
	}
	if e := must[ports.PaymentEvent](t)(w.Lookup(t.Context(), ports.Recorded{Donation: d})); e.Kind != ports.PaymentPending {
		t.Errorf("a mistake decided: %s", e.Kind)
	}
}

func TestDecisionsFromOtherSitesAreRefused(t *testing.T) {
	w := newWorld(t)
	d := donation(t)
	ref := w.open(d)
	approve := url.Values{"decision": {"approve"}}
	for _, h := range [][]string{
		{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://evil.test"}, {"Origin", "null"},
	} {
		if rec := w.post(ref, approve, h...); rec.Code != http.StatusForbidden {
			t.Errorf("%v: %d", h, rec.Code)
		}
	}
	if e := must[ports.PaymentEvent](t)(w.Lookup(t.Context(), ports.Recorded{Donation: d})); e.Kind != ports.PaymentPending {
		t.Fatalf("decided from elsewhere: %s", e.Kind)
	}
	if rec := w.post(ref, approve, "Sec-Fetch-Site", "same-origin", "Origin",
		"http://callup.test"); rec.Code != http.StatusSeeOther {
		t.Errorf("from the page itself: %d", rec.Code)
	}
}

func TestPage_OnItsWayDisputedAndGivenBack(t *testing.T) {
	w := newWorld(t)
	ref := w.open(donation(t))
	for _, c := range []struct {
		decision string
		told     ports.PaymentKind
		shows    string
	}{
		{"delay", ports.PaymentUnderWay, "L’argent arrive"},
		{"arrive", ports.PaymentPaid, "Litige, avec réponse"},
		{"dispute", ports.PaymentDisputed, "Ce paiement est contesté"},
		{"won", ports.PaymentDisputed, "Litige, avec réponse"},
		{"return", ports.PaymentRefunded, "Faire échouer le dernier remboursement"},
		{"fail", ports.PaymentRefundFailed, "Rendre ce paiement"},
		{"final", ports.PaymentDisputed, "Ce paiement est contesté"},
		{"lost", ports.PaymentDisputed, "Payer une fois de plus"},
	} {
		if rec := w.post(ref, url.Values{"decision": {c.decision}}); rec.Code != http.StatusSeeOther {
			t.Fatalf("%s: %d", c.decision, rec.Code)
		}
		if got := w.deliver(); len(got) != 1 || got[0].Kind != c.told {
			t.Errorf("%s: told %+v", c.decision, got)
		}
		if page := w.get("/sandbox/pay/" + ref).Body.String(); !strings.Contains(page, c.shows) {
			t.Errorf("after %s the page does not show %q", c.decision, c.shows)
		}
	}
}

func TestThePageOfAnExpiredPayment(t *testing.T) {
	w := newWorld(t)
	ref := w.open(donation(t))
	w.clock.Add(sandbox.PageLife)
	if rec := w.get("/sandbox/pay/" + ref); strings.Contains(rec.Body.String(), "<form") ||
		!strings.Contains(rec.Body.String(), "Expiré") {
		t.Errorf("the page still asks: %s", rec.Body.String())
	}
}

func TestAmountText(t *testing.T) {
	for _, c := range []struct {
		lang string
		a    money.Amount
		want string
	}{
		{"en", money.Of(2505, money.EUR), "€25.05"},
		{"en", money.Of(123456, money.USD), "$1,234.56"},
		{"en", money.Of(99_999_999, money.GBP), "£999,999.99"},
		{"fr", money.Of(123456, money.EUR), "1\u202f234,56\u00a0€"},
		{"fr", money.Of(5, money.USD), "0,05\u00a0$"},
		{"es", money.Of(123456, money.EUR), "1234,56\u00a0€"},
		{"es", money.Of(1234567, money.USD), "12.345,67\u00a0$"},
	} {
		if got := sandbox.AmountText(c.lang, c.a); got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.a, c.lang, got, c.want)
		}
	}
	for asked, want := range map[string]string{"fr-CA": "fr", "es": "es", "": "en", "de": "en", "de,fr;q=0.5": "fr", "-;;": "en"} {
		if got := sandbox.PageLanguage(asked); got != want {
			t.Errorf("%q gives %s, want %s", asked, got, want)
		}
	}
}

// The texts are complete: a word that is missing in one language would show as nothing.
func TestTextsAreComplete(t *testing.T) {
	for lang, text := range sandbox.Languages() {
		raw := must[[]byte](t)(json.Marshal(text))
		words := map[string]string{}
		if err := json.Unmarshal(raw, &words); err != nil {
			t.Fatal(err)
		}
		for name, word := range words {
			if word == "" {
				t.Errorf("%s: %s is missing", lang, name)
			}
		}
	}
}
