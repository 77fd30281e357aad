package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/testing/testdb"
)

// apiWorld is the commands over HTTP, on a database of their own, without projections: what counts is what they append.
type apiWorld struct {
	*services
	t      *testing.T
	url    string
	tokens map[string]string // by name; "" for a visitor
}

func newAPIWorld(t *testing.T) *apiWorld {
	t.Helper()
	return openAPIWorld(t, slog.New(slog.DiscardHandler))
}

func openAPIWorld(t *testing.T, log *slog.Logger, keys ...keyring.Option) *apiWorld {
	t.Helper()
	cfg, err := config.Load([]string{"CALLUP_DATA=" + t.TempDir(), "CALLUP_DEMO=off", "DATABASE_URL=" + testdb.New(t)})
	if err != nil {
		t.Fatal(err)
	}
	b, err := openBase(t.Context(), cfg, options{log: log, keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	s, err := b.services("http://callup.test", "http://callup.test/api/webhooks/sandbox")
	if err != nil {
		t.Fatal(err)
	}
	w := &apiWorld{services: s, t: t, tokens: map[string]string{}}
	r := chi.NewRouter()
	r.Use(middleware.RequestID, s.problems.Recover)
	sameOrigin, err := auth.SameOrigin(s.problems, s.public)
	if err != nil {
		t.Fatal(err)
	}
	r.Group(func(r chi.Router) {
		r.Use(sameOrigin, s.accounts.Authenticate)
		apiOperations(r, s.problems, s.accounts, s.commands, nil)
	})
	r.Post("/api/webhooks/sandbox", giving.Webhook(s.payments, s.commands, s.problems, s.metrics).ServeHTTP)
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	w.url = server.URL
	for _, name := range []string{"owner", "other"} {
		w.tokens[name] = w.signUp(name)
	}
	return w
}

func (w *apiWorld) signUp(name string) string {
	w.t.Helper()
	hash, err := w.accounts.HashPassword(w.t.Context(), "a password of one's own")
	if err != nil {
		w.t.Fatal(err)
	}
	if _, err := w.accounts.CreateConfirmed(w.t.Context(), auth.NewAccount{
		Member: ident.Pair("test member", name), Email: name + "@example.org", Name: name, Lang: "en", PasswordHash: hash,
	}); err != nil {
		w.t.Fatal(err)
	}
	a := w.send(http.MethodPost, "/api/auth/sign-in", `{"email":"`+name+`@example.org","password":"a password of one's own"}`)
	var out struct {
		AccessToken string `json:"access_token"`
	}
	a.json(w.t, &out)
	return out.AccessToken
}

func (w *apiWorld) send(method, path, body string, headers ...string) answer {
	w.t.Helper()
	req, err := http.NewRequestWithContext(w.t.Context(), method, w.url+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	for pair := range slices.Chunk(headers, 2) {
		req.Header.Set(pair[0], pair[1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }() // read to its end below
	b, err := io.ReadAll(res.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return answer{res.StatusCode, res.Header, b}
}

// command sends a command as somebody.
func (w *apiWorld) command(as, name, key, body string) answer {
	w.t.Helper()
	headers := []string{"Idempotency-Key", key}
	if token := w.tokens[as]; token != "" {
		headers = append(headers, "Authorization", "Bearer "+token)
	}
	return w.send(http.MethodPost, "/api/commands/"+name, body, headers...)
}

// since lists the types appended after a position.
func (w *apiWorld) since(at eventstore.Position) []string {
	w.t.Helper()
	page, err := w.store.ReadAll(w.t.Context(), at, 100, eventstore.Filter{})
	if err != nil {
		w.t.Fatal(err)
	}
	types := []string{}
	for _, e := range page.Events {
		types = append(types, e.Type)
	}
	return types
}

func (w *apiWorld) at() eventstore.Position {
	w.t.Helper()
	_, at, err := w.store.Head(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return at
}

const roof = `{"title":"A roof","description":"It leaks.","story":"For years.","category":"community","resource_types":["money"],
	"currency":"EUR","goal_amount":500000,"lang":"en"}`

// with changes fields of a JSON object; a nil value removes one.
func with(t *testing.T, body string, changes map[string]any) string {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(body), &m); err != nil {
		t.Fatal(err)
	}
	for k, v := range changes {
		if v == nil {
			delete(m, k)
			continue
		}
		m[k] = v
	}
	b, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestCommandsOverHTTP(t *testing.T) {
	w := newAPIWorld(t)
	launched := w.command("owner", "launch-campaign", "launch-the-roof-1", roof)
	var campaign struct {
		ID ident.ID `json:"campaign_id"`
	}
	launched.json(t, &campaign)
	ended := w.command("owner", "launch-campaign", "launch-the-roof-2", roof)
	var over struct {
		ID ident.ID `json:"campaign_id"`
	}
	ended.json(t, &over)
	w.command("owner", "complete-campaign", "complete-the-roof-2", `{"campaign_id":"`+over.ID.String()+`"}`)

	gift := `{"campaign_id":"` + campaign.ID.String() + `","amount":2500,"currency":"EUR","lang":"en"}`
	change := `{"campaign_id":"` + campaign.ID.String() + `"}`
	revision := with(t, roof, map[string]any{"campaign_id": campaign.ID, "title": "A better roof"})
	type row struct {
		name, as, command, body string
		status                  int
		code                    string // of the whole or of a field
		field                   string
		events                  []string
	}
	for i, c := range []row{
		{"a gift", "", "donate-money", gift, 200, "", "", []string{"CampaignCurrencyFixed", "DonationStarted", "DonationPaymentOpened"}},
		{"a gift in dollars, by a member", "other", "donate-money", with(t, gift, map[string]any{"currency": "USD", "cover_fees": true}), 200, "", "",
			[]string{"DonationStarted", "DonationPaymentOpened"}},
		{"a malformed body", "", "donate-money", `{"amount":`, 400, "malformed_body", "", nil},
		{"an unknown field", "", "donate-money", with(t, gift, map[string]any{"tip": 5}), 422, "unknown_field", "tip", nil},
		{"a missing field", "", "donate-money", with(t, gift, map[string]any{"lang": nil}), 422, "required", "lang", nil},
		{"a negative amount", "", "donate-money", with(t, gift, map[string]any{"amount": -1}), 422, "amount_not_positive", "amount", nil},
		{"nothing", "", "donate-money", with(t, gift, map[string]any{"amount": 0}), 422, "amount_not_positive", "amount", nil},
		{"a huge amount", "", "donate-money", with(t, gift, map[string]any{"amount": 100_000_000}), 422, "amount_too_large", "amount", nil},
		{"half a cent", "", "donate-money", strings.Replace(gift, "2500", "2500.5", 1), 422, "not_a_number", "amount", nil},
		{"a currency that does not exist", "", "donate-money", with(t, gift, map[string]any{"currency": "XTS"}), 422, "not_one_of", "currency", nil},
		{"an address that is none", "", "donate-money", with(t, gift, map[string]any{"donor_email": "nobody"}), 422, "malformed_email", "donor_email", nil},
		{"an oversized message", "", "donate-money", with(t, gift, map[string]any{"message": strings.Repeat("x", 501)}), 422, "too_long", "message", nil},
		{"an oversized body", "", "donate-money", with(t, gift, map[string]any{"message": strings.Repeat("x", 70_000)}), 413, "too_large", "", nil},
		{"a campaign that is not there", "", "donate-money", with(t, gift, map[string]any{"campaign_id": ident.ID{1}}), 404, "campaign_not_found", "", nil},
		{"a campaign that has ended", "", "donate-money", with(t, gift, map[string]any{"campaign_id": over.ID}), 409, "campaign_completed", "", nil},
		{"a launch by nobody", "", "launch-campaign", roof, 401, "sign_in_required", "", nil},
		{"a launch without words", "owner", "launch-campaign", with(t, roof, map[string]any{"title": " ", "story": ""}), 422, "required", "story", nil},
		{"a launch without a goal", "owner", "launch-campaign", with(t, roof, map[string]any{"goal_amount": 0}), 422, "money_goal_required", "goal_amount", nil},
		{"a launch of a time gone by", "owner", "launch-campaign", with(t, roof, map[string]any{"end_date": "2020-01-01", "time_zone": "Europe/Paris"}),
			422, "end_date_past", "end_date", nil},
		{"a revision", "owner", "revise-campaign", revision, 200, "", "", []string{"CampaignRevised"}},
		{"a stale revision", "owner", "revise-campaign", with(t, revision, map[string]any{"revision": 0}), 409, "stale_revision", "", nil},
		{"a revision by another", "other", "revise-campaign", revision, 403, "not_campaign_owner", "", nil},
		{"another currency after the first gift", "owner", "revise-campaign", with(t, revision, map[string]any{"currency": "GBP"}),
			422, "currency_fixed", "currency", nil},
		{"a pause by another", "other", "pause-campaign", change, 403, "not_campaign_owner", "", nil},
		{"a pause", "owner", "pause-campaign", change, 200, "", "", []string{"CampaignPaused"}},
		{"a second pause", "owner", "pause-campaign", change, 200, "", "", nil},
		{"a gift to a paused campaign", "", "donate-money", gift, 409, "campaign_paused", "", nil},
		{"going on", "owner", "resume-campaign", change, 200, "", "", []string{"CampaignResumed"}},
		{"a profile", "other", "revise-profile", `{"display_name":"Otto","lang":"fr"}`, 200, "", "", []string{"MemberProfileRevised"}},
		{"a profile without a name", "other", "revise-profile", `{"display_name":" ","lang":"fr"}`, 422, "required", "display_name", nil},
		{"a refund of nothing", "owner", "refund-donation", `{"donation_id":"` + ident.ID{1}.String() + `"}`, 404, "donation_not_found", "", nil},
		{"the end", "owner", "complete-campaign", change, 200, "", "", []string{"CampaignCompleted"}},
		{"after the end", "owner", "revise-campaign", revision, 409, "campaign_completed", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := w.at()
			a := w.command(c.as, c.command, "commands-over-http-"+string(rune('a'+i/26))+string(rune('a'+i%26)), c.body)
			if got := w.since(before); a.status != c.status || !slices.Equal(got, append([]string{}, c.events...)) {
				t.Fatalf("answers %d and appends %v: %s", a.status, got, a.body)
			}
			if c.code != "" {
				w.problem(t, a, c.code, c.field)
			} else if a.header.Get("Callup-Position") == "" {
				t.Error("the answer names no position")
			}
		})
	}
	t.Run("without a key", func(t *testing.T) {
		w.problem(t, w.send(http.MethodPost, "/api/commands/donate-money", gift), "required", "Idempotency-Key")
	})
	t.Run("not JSON", func(t *testing.T) {
		a := w.send(http.MethodPost, "/api/commands/donate-money", "amount=1", "Content-Type", "application/x-www-form-urlencoded",
			"Idempotency-Key", "a-form-is-no-json-1")
		w.problem(t, a, "not_json", "")
	})
	t.Run("from another site", func(t *testing.T) {
		a := w.send(http.MethodPost, "/api/commands/donate-money", gift, "Idempotency-Key", "from-another-site-1", "Sec-Fetch-Site", "cross-site")
		w.problem(t, a, "cross_origin", "")
	})
	t.Run("a forged token", func(t *testing.T) {
		a := w.send(http.MethodPost, "/api/commands/pause-campaign", change, "Idempotency-Key", "with-a-forged-token-1",
			"Authorization", "Bearer "+w.tokens["owner"]+"x")
		w.problem(t, a, "invalid_token", "")
	})
	t.Run("one key, two bodies", func(t *testing.T) {
		for _, c := range []struct{ command, body string }{
			{"pause-campaign", change}, {"pause-campaign", `{"campaign_id":"` + over.ID.String() + `"}`},
		} {
			w.command("owner", c.command, "one-key-two-bodies-1", c.body)
		}
		w.problem(t, w.command("owner", "pause-campaign", "one-key-two-bodies-1", `{"campaign_id":"`+over.ID.String()+`"}`), "idempotency_key_reused", "")
	})
}

// problem checks that an answer is problem+json with a code, of the whole or of the field concerned.
func (w *apiWorld) problem(t *testing.T, a answer, code, field string) {
	t.Helper()
	var p struct {
		Code   string `json:"code"`
		Errors []struct{ Field, Code string }
	}
	a.json(t, &p)
	found := field == "" && p.Code == code
	for _, e := range p.Errors {
		found = found || field != "" && e.Code == code && e.Field == field
	}
	if !found || !strings.HasPrefix(a.header.Get("Content-Type"), "application/problem+json") {
		t.Errorf("%s is no problem %s at %q: %s", a.header.Get("Content-Type"), code, field, a.body)
	}
}

// TestWebhooks: a statement is believed by its signature alone, and recorded once however often it comes.
func TestWebhooks(t *testing.T) {
	w := newAPIWorld(t)
	var campaign struct {
		ID ident.ID `json:"campaign_id"`
	}
	w.command("owner", "launch-campaign", "launch-for-webhooks", roof).json(t, &campaign)
	var gift struct {
		ID ident.ID `json:"donation_id"`
	}
	w.command("", "donate-money", "gift-for-webhooks-1", `{"campaign_id":"`+campaign.ID.String()+`","amount":2500,"currency":"EUR","lang":"en"}`).json(t, &gift)
	reference, err := giving.PaymentReference(t.Context(), w.commands.Handler, gift.ID)
	if err != nil {
		t.Fatal(err)
	}
	// the provider sends what it has to say here, twice
	var bodies [][]byte
	var headers []http.Header
	heard := sandboxTo(t, w, func(r *http.Request, body []byte) {
		bodies, headers = append(bodies, body), append(headers, r.Header.Clone())
	})
	if _, err := heard.Approve(t.Context(), reference, sandbox.Options{Twice: true}); err != nil {
		t.Fatal(err)
	}
	for len(bodies) < 2 {
		if _, err := heard.Deliver(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	before := w.at()
	post := func(body []byte, h http.Header) answer {
		pairs := []string{}
		for name := range h {
			pairs = append(pairs, name, h.Get(name))
		}
		return w.send(http.MethodPost, "/api/webhooks/sandbox", string(body), pairs...)
	}
	w.problem(t, post(bytes.Replace(bodies[0], []byte("2500"), []byte("9900"), 1), headers[0]), "wrong_signature", "")
	unsigned := headers[0].Clone()
	unsigned.Del(sandbox.SignatureHeader)
	w.problem(t, post(bodies[0], unsigned), "wrong_signature", "")
	if got := w.since(before); len(got) != 0 {
		t.Errorf("an unproven webhook appends %v", got)
	}
	for i := range bodies {
		if a := post(bodies[i], headers[i]); a.status != http.StatusNoContent {
			t.Errorf("webhook %d answers %d: %s", i, a.status, a.body)
		}
	}
	if got := w.since(before); !slices.Equal(got, []string{"DonationCompleted"}) {
		t.Errorf("two webhooks append %v", got)
	}
}

// sandboxTo is the sandbox whose webhooks are handed to a function instead of the network.
func sandboxTo(t *testing.T, w *apiWorld, hear func(*http.Request, []byte)) *sandbox.Sandbox {
	t.Helper()
	var one sync.Mutex // what is due at the same time is sent at the same time, and heard one after the other
	s, err := sandbox.New(w.pool, sandbox.Config{
		PublicURL: w.public, Keys: [][]byte{w.key}, Clock: now, Random: rand.Reader, Log: w.log,
		Client: &http.Client{Timeout: time.Minute, Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return nil, err
			}
			one.Lock()
			defer one.Unlock()
			hear(r, body)
			return &http.Response{StatusCode: http.StatusNoContent, Body: http.NoBody, Request: r}, nil
		})},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
