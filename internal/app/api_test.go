package app_test

import (
	"bytes"
	"crypto/rand"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/payments/sandbox"
)

func TestCommandsOverHTTP(t *testing.T) {
	t.Parallel()
	w := apptest.NewWorld(t)
	launched := w.Command("owner", "launch-campaign", "launch-the-roof-1", apptest.Roof)
	var campaign struct {
		ID ident.ID `json:"campaign_id"`
	}
	launched.JSON(t, &campaign)
	ended := w.Command("owner", "launch-campaign", "launch-the-roof-2", apptest.Roof)
	var over struct {
		ID ident.ID `json:"campaign_id"`
	}
	ended.JSON(t, &over)
	w.Command("owner", "complete-campaign", "complete-the-roof-2", `{"campaign_id":"`+over.ID.String()+`"}`)

	gift := `{"campaign_id":"` + campaign.ID.String() + `","amount":2500,"currency":"EUR","lang":"en"}`
	var first struct {
		ID ident.ID `json:"donation_id"`
	}
	w.Command("", "donate-money", "the-first-gift-of-all", gift).JSON(t, &first)
	w.Paid(first.ID)
	change := `{"campaign_id":"` + campaign.ID.String() + `"}`
	revision := apptest.With(t, apptest.Roof, map[string]any{"campaign_id": campaign.ID, "title": "A better roof"})
	type row struct {
		name, as, command, body string
		status                  int
		code                    string // of the whole or of a field
		field                   string
		events                  []string
	}
	for i, c := range []row{
		{"a gift", "", "donate-money", gift, 200, "", "",
			[]string{"DonationStarted", "DonationPaymentOpened"}},
		{"a gift in dollars, by a member", "other", "donate-money",
			apptest.With(t, gift, map[string]any{"currency": "USD", "cover_fees": true}), 200, "", "",
			[]string{"DonationStarted", "DonationPaymentOpened"}},
		{"a malformed body", "", "donate-money", `{"amount":`, 400, "malformed_body", "", nil},
		{"an unknown field", "", "donate-money", apptest.With(t, gift, map[string]any{"tip": 5}), 422, "unknown_field", "tip", nil},
		{"a missing field", "", "donate-money", apptest.With(t, gift, map[string]any{"lang": nil}), 422, "required", "lang", nil},
		{"a negative amount", "", "donate-money", apptest.With(t, gift, map[string]any{"amount": -1}), 422, "amount_not_positive",
			"amount", nil},
		{"nothing", "", "donate-money", apptest.With(t, gift, map[string]any{"amount": 0}), 422, "amount_not_positive", "amount", nil},
		{"a huge amount", "", "donate-money", apptest.With(t, gift, map[string]any{"amount": 100_000_000}), 422, "amount_too_large",
			"amount", nil},
		{"half a cent", "", "donate-money", strings.Replace(gift, "2500", "2500.5", 1), 422, "not_a_number", "amount", nil},
		{"a currency that does not exist", "", "donate-money", apptest.With(t, gift, map[string]any{"currency": "XTS"}), 422,
			"not_one_of", "currency", nil},
		{"an address that is none", "", "donate-money", apptest.With(t, gift, map[string]any{"donor_email": "nobody"}), 422,
			"malformed_email", "donor_email", nil},
		{"an oversized message", "", "donate-money", apptest.With(t, gift, map[string]any{"message": strings.Repeat("x", 501)}), 422,
			"too_long", "message", nil},
		{"an oversized body", "", "donate-money", apptest.With(t, gift, map[string]any{"message": strings.Repeat("x", 70_000)}), 413,
			"too_large", "", nil},
		{"a campaign that is not there", "", "donate-money", apptest.With(t, gift, map[string]any{"campaign_id": ident.ID{1}}), 404,
			"campaign_not_found", "", nil},
		{"a campaign that has ended", "", "donate-money", apptest.With(t, gift, map[string]any{"campaign_id": over.ID}), 409,
			"campaign_completed", "", nil},
		{"a launch by nobody", "", "launch-campaign", apptest.Roof, 401, "sign_in_required", "", nil},
		{"a launch without words", "owner", "launch-campaign", apptest.With(t, apptest.Roof, map[string]any{"title": " ", "story": ""}),
			422, "required", "story", nil},
		{"a launch without a goal", "owner", "launch-campaign", apptest.With(t, apptest.Roof, map[string]any{"goal_amount": 0}), 422,
			"money_goal_required", "goal_amount", nil},
		{"a launch of a time gone by", "owner", "launch-campaign",
			apptest.With(t, apptest.Roof, map[string]any{"end_date": "2020-01-01", "time_zone": "Europe/Paris"}),
			422, "end_date_past", "end_date", nil},
		{"a revision", "owner", "revise-campaign", revision, 200, "", "", []string{"CampaignRevised"}},
		{"a stale revision", "owner", "revise-campaign", apptest.With(t, revision, map[string]any{"revision": 0}), 409,
			"stale_revision", "", nil},
		{"a revision by another", "other", "revise-campaign", revision, 403, "not_campaign_owner", "", nil},
		{"another currency after the first gift was paid", "owner", "revise-campaign",
			apptest.With(t, revision, map[string]any{"currency": "GBP"}),
			422, "currency_fixed", "currency", nil},
		{"a pause by another", "other", "pause-campaign", change, 403, "not_campaign_owner", "", nil},
		{"a pause", "owner", "pause-campaign", change, 200, "", "", []string{"CampaignPaused"}},
		{"a second pause", "owner", "pause-campaign", change, 200, "", "", nil},
		{"a gift to a paused campaign", "", "donate-money", gift, 409, "campaign_paused", "", nil},
		{"going on", "owner", "resume-campaign", change, 200, "", "", []string{"CampaignResumed"}},
		{"a profile", "other", "revise-profile", `{"display_name":"Otto","lang":"fr"}`, 200, "", "", []string{"MemberProfileRevised"}},
		{"a profile with an endless name", "other", "revise-profile",
			`{"display_name":"` + strings.Repeat("o", member.MaxName+1) + `","lang":"fr"}`, 422, "too_long", "display_name", nil},
		{"a profile without a name", "other", "revise-profile", `{"display_name":" ","lang":"fr"}`, 200, "", "",
			[]string{"MemberProfileRevised"}},
		{"a refund of nothing", "owner", "refund-donation", `{"donation_id":"` + ident.ID{1}.String() + `"}`, 404, "donation_not_found",
			"", nil},
		{"the end", "owner", "complete-campaign", change, 200, "", "", []string{"CampaignCompleted"}},
		{"after the end", "owner", "revise-campaign", revision, 409, "campaign_completed", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := w.At()
			a := w.Command(c.as, c.command, "commands-over-http-"+string(rune('a'+i/26))+string(rune('a'+i%26)), c.body)
			if got := w.Since(before); a.Status != c.status || !slices.Equal(got, append([]string{}, c.events...)) {
				t.Fatalf("answers %d and appends %v: %s", a.Status, got, a.Body)
			}
			if c.code != "" {
				w.Problem(t, a, c.code, c.field)
			} else if a.Header.Get("Callup-Position") == "" {
				t.Error("the answer names no position")
			}
		})
	}
	t.Run("without a key", func(t *testing.T) {
		w.Problem(t, w.Send(http.MethodPost, "/api/commands/donate-money", gift), "required", "Idempotency-Key")
	})
	t.Run("not JSON", func(t *testing.T) {
		a := w.Send(http.MethodPost, "/api/commands/donate-money", "amount=1", "Content-Type", "application/x-www-form-urlencoded",
			"Idempotency-Key", "a-form-is-no-json-1")
		w.Problem(t, a, "not_json", "")
	})
	t.Run("from another site", func(t *testing.T) {
		a := w.Send(
			http.MethodPost, "/api/commands/donate-money", gift, "Idempotency-Key", "from-another-site-1", "Sec-Fetch-Site", "cross-site",
		)
		w.Problem(t, a, "cross_origin", "")
	})
	t.Run("a forged token", func(t *testing.T) {
		a := w.Send(http.MethodPost, "/api/commands/pause-campaign", change, "Idempotency-Key", "with-a-forged-token-1",
			"Authorization", "Bearer "+w.Tokens["owner"]+"x")
		w.Problem(t, a, "invalid_token", "")
	})
	t.Run("one key, two bodies", func(t *testing.T) {
		if a := w.Command("other", "revise-profile", "one-key-two-bodies-1", `{"display_name":"Otto O.","lang":"fr"}`); a.Status != 200 {
			t.Fatalf("answers %d: %s", a.Status, a.Body)
		}
		w.Problem(t, w.Command("other", "revise-profile", "one-key-two-bodies-1", `{"display_name":"Otto P.","lang":"fr"}`),
			"idempotency_key_reused", "")
	})
}

// TestWebhooks: a statement is believed by its signature alone, and recorded once however often it comes.
func TestWebhooks(t *testing.T) {
	t.Parallel()
	w := apptest.NewWorld(t)
	var campaign struct {
		ID ident.ID `json:"campaign_id"`
	}
	w.Command("owner", "launch-campaign", "launch-for-webhooks", apptest.Roof).JSON(t, &campaign)
	var gift struct {
		ID ident.ID `json:"donation_id"`
	}
	w.Command("", "donate-money", "gift-for-webhooks-1",
		`{"campaign_id":"`+campaign.ID.String()+`","amount":2500,"currency":"EUR","lang":"en"}`).JSON(t, &gift)
	reference, err := giving.PaymentReference(t.Context(), w.Commands.Handler, gift.ID)
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
	before := w.At()
	post := func(body []byte, h http.Header) apptest.Answer {
		pairs := []string{}
		for name := range h {
			pairs = append(pairs, name, h.Get(name))
		}
		return w.Send(http.MethodPost, "/api/webhooks/sandbox", string(body), pairs...)
	}
	w.Problem(t, post(bytes.Replace(bodies[0], []byte("2500"), []byte("9900"), 1), headers[0]), "wrong_signature", "")
	unsigned := headers[0].Clone()
	unsigned.Del(sandbox.SignatureHeader)
	w.Problem(t, post(bodies[0], unsigned), "wrong_signature", "")
	if got := w.Since(before); len(got) != 0 {
		t.Errorf("an unproven webhook appends %v", got)
	}
	for i := range bodies {
		if a := post(bodies[i], headers[i]); a.Status != http.StatusNoContent {
			t.Errorf("webhook %d answers %d: %s", i, a.Status, a.Body)
		}
	}
	if got := w.Since(before); !slices.Equal(got, []string{"CampaignCurrencyFixed", "DonationCompleted", "DonationPaymentSettled"}) {
		t.Errorf("two webhooks append %v", got)
	}
}

// sandboxTo is the sandbox whose webhooks are handed to a function instead of the network.
func sandboxTo(t *testing.T, w *apptest.World, hear func(*http.Request, []byte)) *sandbox.Sandbox {
	t.Helper()
	var one sync.Mutex // what is due at the same time is sent at the same time, and heard one after the other
	s, err := sandbox.New(w.Pool, sandbox.Config{
		PublicURL: w.Public, Keys: [][]byte{w.Key}, Clock: app.Now, Random: rand.Reader, Log: w.Log,
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
