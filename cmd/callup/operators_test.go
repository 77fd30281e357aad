package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/projections/ledger"
	"github.com/callup/callup/projections/readmodel"
)

// TestOperators does what an operator and an auditor do beside a running server: audit, tamper, verify, rebuild.
func TestOperators(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	in := apptest.NewInstallation(t)
	load := &apptest.Load{Campaigns: apptest.Campaigns(ctx, t, in)}
	s := in.MustStart(ctx)
	load.URL.Store(&s.URL)
	for n, amount := range []int64{2500, 51, 949} {
		g := &apptest.Gift{Key: "operators-test-" + string(rune('a'+n)) + "-0000", Campaign: load.Campaigns[0], Amount: amount}
		pay, ok := load.Send(ctx, g)
		if !ok {
			t.Fatal("a gift was not taken")
		}
		load.Pay(ctx, g, pay)
		load.Gifts = append(load.Gifts, g)
	}
	load.Settle(ctx, t, s)
	campaign := load.Campaigns[0]

	out, errs, code := in.Command(ctx, "audit", "campaign", "a-roof-for-the-hall-0", "--json")
	if code != 0 {
		t.Fatalf("audit exits %d: %s%s", code, out, errs)
	}
	var a ledger.CampaignAudit
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		t.Fatal(err)
	}
	if a.Campaign != campaign || a.Totals.Raised != 3500 || a.Totals.Gifts != 3 || !a.Agrees || len(a.Compared) < 8 {
		t.Errorf("audit says %+v", a)
	}

	t.Run("a cent too much is found", func(t *testing.T) {
		tamper(ctx, t, in, readmodel.Progress, `SET raised = raised + 1 WHERE campaign = $1`, campaign)
		if out, _, code := in.Command(ctx, "audit", "campaign", campaign.String()); code != 1 || !strings.Contains(out, "DIFFERS") {
			t.Errorf("audit exits %d: %s", code, out)
		}
		out, _, code := in.Command(ctx, "projections", "verify", "campaign_progress")
		if code != 1 || !strings.Contains(out, campaign.String()) {
			t.Errorf("verify exits %d and does not name the row: %s", code, out)
		}
	})
	t.Run("a rebuild mends it, and nobody sees less", func(t *testing.T) {
		watching, stop := context.WithCancel(ctx)
		least := make(chan int64, 1)
		go func() {
			low := int64(1 << 60)
			for watching.Err() == nil {
				if raised, err := raisedBy(watching, s, campaign); err == nil {
					low = min(low, raised)
				}
			}
			least <- low
		}()
		if out, errs, code := in.Command(ctx, "projections", "rebuild", "campaign_progress"); code != 1 ||
			!strings.Contains(errs, "--accept") ||
			!strings.Contains(errs, campaign.String()) {
			t.Errorf("a rebuild that differs from what people read exits %d: %s%s", code, out, errs)
		}
		if out, errs, code := in.Command(ctx, "projections", "rebuild", "campaign_progress", "--accept"); code != 0 ||
			strings.ContainsAny(errs, "\r█") || !strings.Contains(out, "rebuilt from") {
			t.Errorf("rebuild exits %d: %s%s", code, out, errs)
		}
		stop()
		if low := <-least; low < 3500 {
			t.Errorf("somebody saw %d", low)
		}
		if out, errs, code := in.Command(ctx, "audit", "campaign", campaign.String()); code != 0 {
			t.Errorf("audit exits %d: %s%s", code, out, errs)
		}
		if out, errs, code := in.Command(ctx, "projections", "verify"); code != 0 {
			t.Errorf("verify exits %d: %s%s", code, out, errs)
		}
		if raised, err := raisedBy(ctx, s, campaign); err != nil || raised != 3500 {
			t.Errorf("the server shows %d: %v", raised, err)
		}
	})
	t.Run("a refund", func(t *testing.T) {
		d := load.Gifts[0].Donation.String()
		if out, errs, code := in.Command(ctx, "donation", "refund", d, "--amount", "5.5"); code != 0 {
			t.Fatalf("refund exits %d: %s%s", code, out, errs)
		}
		awaitRaised(ctx, t, s, campaign, 2950)
		if _, errs, code := in.Command(ctx, "donation", "refund", d, "--amount", "19.51"); code != 1 ||
			!strings.Contains(errs, "refund_too_large") {
			t.Errorf("too large a refund exits %d: %s", code, errs)
		}
	})
	t.Run("alone", func(t *testing.T) {
		s.Stop()
		if out, errs, code := in.Command(ctx, "projections", "status", "--json"); code != 0 ||
			!strings.Contains(out, `"state": "live"`) {
			t.Errorf("status exits %d: %s%s", code, out, errs)
		}
		if out, errs, code := in.Command(ctx, "audit", "campaign", campaign.String()); code != 0 {
			t.Errorf("audit exits %d: %s%s", code, out, errs)
		}
		if out, _, code := in.Command(ctx, "campaign", "feature", campaign.String()); code != 0 || !strings.Contains(out, "position") {
			t.Errorf("feature exits %d: %s", code, out)
		}
		if out, _, code := in.Command(ctx, "deadletters", "list"); code != 0 || !strings.Contains(out, "No dead letters") {
			t.Errorf("deadletters exits %d: %s", code, out)
		}
	})
}

// tamper changes a live read table behind everybody's back.
func tamper(ctx context.Context, t *testing.T, in *apptest.Installation, table, change string, args ...any) {
	t.Helper()
	in.Open(ctx, t, func(b *app.Base) {
		var schema string
		if err := b.Pool.QueryRow(ctx,
			`SELECT schema FROM projection_builds WHERE projection = 'campaign_progress' AND state = 'live'`).Scan(&schema); err != nil {
			t.Fatal(err)
		}
		tag, err := b.Pool.Exec(ctx, "UPDATE "+pgx.Identifier{schema, table}.Sanitize()+" "+change, args...)
		if err != nil || tag.RowsAffected() != 1 {
			t.Fatalf("tamper: %v, %d rows", err, tag.RowsAffected())
		}
	})
}

// awaitRaised reads a campaign until it shows a sum: a read that names no position may come before the fold.
func awaitRaised(ctx context.Context, t *testing.T, s *apptest.Server, campaign ident.ID, want int64) {
	t.Helper()
	for {
		raised, err := raisedBy(ctx, s, campaign)
		if err == nil && raised == want {
			return
		}
		if ctx.Err() != nil {
			t.Fatalf("%s never showed %d: %d, %v", campaign, want, raised, err)
		}
	}
}

// raisedBy reads once what a server shows to have been raised.
func raisedBy(ctx context.Context, s *apptest.Server, campaign ident.ID) (int64, error) {
	a, err := apptest.Call(ctx, http.MethodGet, s.URL+"/api/campaigns/"+campaign.String(), nil)
	if err != nil {
		return 0, err
	}
	if a.Status != http.StatusOK {
		return 0, fmt.Errorf("%d: %s", a.Status, a.Body)
	}
	var page struct {
		Raised int64 `json:"raised_amount"`
	}
	if err := json.Unmarshal(a.Body, &page); err != nil {
		return 0, fmt.Errorf("%w: %s", err, a.Body)
	}
	return page.Raised, nil
}

// TestOneSentence: what stands in the way of a start is said in one sentence that says what to do.
func TestOneSentence(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	taken, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }() // only held
	in := apptest.NewInstallation(t)
	in.Open(ctx, t, func(*app.Base) {}) // which makes it
	for name, c := range map[string]struct {
		env  string
		args []string
		says string
		code int
	}{
		"a used port":  {"CALLUP_ADDR=" + taken.Addr().String(), []string{"serve"}, "choose another address with CALLUP_ADDR", 1},
		"two mistakes": {"CALLUP_MAIN_CURRENCY=BTC", []string{"config", "check"}, "CALLUP_MAIN_CURRENCY", 1},
		"no such campaign": {
			"", []string{"audit", "campaign", "none-of-this-name"}, `no campaign has the slug "none-of-this-name"`, 1,
		},
		"no such projection": {
			"", []string{"projections", "rebuild", "campaign_progres"}, `did you mean "campaign_progress"?`, cli.UsageExit,
		},
	} {
		t.Run(name, func(t *testing.T) {
			here := *in
			here.T, here.Env = t, append(slices.Clone(in.Env), c.env)
			_, errs, code := here.Command(ctx, c.args...)
			if code != c.code || !strings.Contains(errs, c.says) {
				t.Errorf("exits %d and says: %s", code, errs)
			}
		})
	}
}
