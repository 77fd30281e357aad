package apptest

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
)

// Gift is one intent and what became of it. It is kept on the side of the one who gives.
type Gift struct {
	Key      string
	Email    string // empty when the giver gave none
	Member   bool   // whether the load's member gives
	Campaign ident.ID
	Amount   int64
	Donation ident.ID // once acknowledged
	Paid     bool     // once the payment page said so
}

// Load gives through a server that keeps dying.
type Load struct {
	URL       atomic.Pointer[string]
	Campaigns []ident.ID
	Acked     atomic.Int64
	Failed    func(what string, a Answer, err error) // hears of each request that fails, unless nil
	Bearer    string                                 // a member who gives among the guests, if not empty
	Pause     time.Duration                          // between two gifts of whoever gives; 0: as fast as it goes

	mu    sync.Mutex
	Gifts []*Gift
}

// Campaigns makes three campaigns, through the commands.
func Campaigns(ctx context.Context, t *testing.T, in *Installation) []ident.ID {
	t.Helper()
	s := in.MustStart(ctx)
	defer s.Stop()
	return CampaignsOn(ctx, t, in, s)
}

// CampaignsOn launches campaigns at a server that runs.
func CampaignsOn(ctx context.Context, t *testing.T, in *Installation, s *Server) []ident.ID {
	t.Helper()
	token := in.Member(ctx, t, s)
	var ids []ident.ID
	for n := range 3 {
		a, err := Call(ctx, http.MethodPost, s.URL+"/api/commands/launch-campaign", map[string]any{
			"title": fmt.Sprintf("A roof for the hall %d", n), "description": "It leaks.", "story": "It has leaked for years.",
			"category": "community", "resource_types": []string{"money"}, "currency": "EUR", "goal_amount": 500000, "lang": "en",
		}, "Authorization", "Bearer "+token, "Idempotency-Key", fmt.Sprintf("launch-campaign-%d", n))
		if err != nil || a.Status != http.StatusOK {
			t.Fatalf("launch: %v %s", err, a.Body)
		}
		var out struct {
			ID ident.ID `json:"campaign_id"`
		}
		a.JSON(t, &out)
		ids = append(ids, out.ID)
	}
	return ids
}

// Give makes gifts until the context ends. A gift that was not acknowledged is sent again, as the same command, three
// times out of four; else it is left as it is, and may be in the log or not.
func (l *Load) Give(ctx context.Context, random *rand.Rand) {
	for n := 0; ctx.Err() == nil; n++ {
		g := &Gift{
			Key: fmt.Sprintf("gift-%016x-%08d", random.Uint64(), n), Campaign: l.Campaigns[random.IntN(len(l.Campaigns))],
			Amount: 100 + random.Int64N(9900),
		}
		switch {
		case l.Bearer != "" && n%3 == 0:
			g.Email, g.Member = Organizer, true
		case n%2 == 0:
			g.Email = fmt.Sprintf("gil%d@example.org", random.IntN(20))
		}
		l.mu.Lock()
		l.Gifts = append(l.Gifts, g)
		l.mu.Unlock()
		for {
			pay, ok := l.Send(ctx, g)
			if ok {
				l.Pay(ctx, g, pay)
				l.Acked.Add(1)
				break
			}
			if ctx.Err() != nil || random.IntN(4) == 0 {
				break
			}
			Wait(ctx, 50*time.Millisecond) // the server is starting again
		}
		Wait(ctx, l.Pause)
	}
}

// Send gives once; the payment's address is answered when the gift was acknowledged.
func (l *Load) Send(ctx context.Context, g *Gift) (payment string, ok bool) {
	body := map[string]any{
		"campaign_id": g.Campaign, "amount": g.Amount, "currency": "EUR", "lang": "en", "message": "Go on",
	}
	if !g.Member {
		body["donor_name"] = "Gil"
		if g.Email != "" {
			body["donor_email"] = g.Email
		}
	}
	a, err := Call(
		ctx, http.MethodPost, *l.URL.Load()+"/api/commands/donate-money", body, append(l.headers(g), "Idempotency-Key", g.Key)...,
	)
	if err != nil || a.Status != http.StatusOK {
		l.fail(ctx, "donate-money", a, err)
		return "", false
	}
	var out struct {
		Donation ident.ID `json:"donation_id"`
		URL      string   `json:"payment_url"`
	}
	if err := json.Unmarshal(a.Body, &out); err != nil {
		return "", false
	}
	l.mu.Lock()
	g.Donation = out.Donation
	l.mu.Unlock()
	return out.URL, true
}

// Pay approves the payment, if the server lives long enough.
func (l *Load) Pay(ctx context.Context, g *Gift, payment string) {
	p, err := url.Parse(payment)
	if err != nil || !strings.HasPrefix(p.Path, "/sandbox/") {
		return
	}
	form := strings.NewReader(url.Values{"decision": {"approve"}}.Encode())
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, *l.URL.Load()+p.Path, form)
	if err != nil {
		return
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(req)
	if err != nil {
		l.fail(ctx, "payment", Answer{}, err)
		return
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusSeeOther {
		l.fail(ctx, "payment", Answer{Status: res.StatusCode}, nil)
		return
	}
	l.mu.Lock()
	g.Paid = true
	l.mu.Unlock()
}

func (l *Load) fail(ctx context.Context, what string, a Answer, err error) {
	if l.Failed != nil && ctx.Err() == nil {
		l.Failed(what, a, err)
	}
}

// Wait lets the load go on until enough gifts were acknowledged.
func (l *Load) Wait(ctx context.Context, t *testing.T, gifts int64, s *Server) {
	t.Helper()
	for l.Acked.Load() < gifts {
		select {
		case <-ctx.Done():
			t.Fatalf("%d gifts acknowledged, %d wanted; the server says: %s", l.Acked.Load(), gifts, Tail(s.Logs.String()))
		case <-s.Done:
			t.Fatalf("the server ended by itself: %s", Tail(s.Logs.String()))
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// headers say who gives, or looks.
func (l *Load) headers(g *Gift) []string {
	if g.Member {
		return []string{"Authorization", "Bearer " + l.Bearer}
	}
	return nil
}

// Settle waits until every payment that was made is a completed gift.
func (l *Load) Settle(ctx context.Context, t *testing.T, s *Server) {
	t.Helper()
	for _, g := range l.Gifts {
		for g.Paid {
			a, err := Call(ctx, http.MethodGet, s.URL+"/api/donations/"+g.Donation.String(), nil, l.headers(g)...)
			if err != nil {
				t.Fatalf("gift %s: %v; the server says: %s", g.Donation, err, Tail(s.Logs.String()))
			}
			if a.Status == http.StatusOK && strings.Contains(string(a.Body), `"status":"completed"`) {
				break
			}
			select {
			case <-ctx.Done():
				t.Fatalf("gift %s was paid and is not completed: %s", g.Donation, a.Body)
			case <-time.After(50 * time.Millisecond):
			}
		}
	}
}
