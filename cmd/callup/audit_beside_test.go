package main

import (
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/projections/ledger"
	"github.com/callup/callup/projections/readmodel"
)

// TestAuditAllBesideAServer audits again and again while gifts arrive: nothing differs, and a cent that is planted then
// is found.
func TestAuditAllBesideAServer(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	in := apptest.NewInstallation(t)
	load := &apptest.Load{Campaigns: apptest.Campaigns(ctx, t, in)}
	s := in.MustStart(ctx)
	load.URL.Store(&s.URL)
	giving, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() { load.Give(giving, rand.New(rand.NewPCG(7, uint64(i)))) })
	}
	defer wg.Wait()
	defer stop()
	load.Wait(ctx, t, 5, s)
	var before ledger.Summary
	for range 4 {
		gifts := load.Acked.Load()
		out, errs, code := in.Command(ctx, "audit", "all", "--json")
		if code != 0 {
			t.Fatalf("beside a server, audit exits %d: %s%s", code, out, errs)
		}
		sum := summaryOf(t, out)
		if sum.Campaigns != 3 || sum.Position.Compare(before.Position) <= 0 {
			t.Errorf("%+v after %+v", sum, before)
		}
		before = sum
		load.Wait(ctx, t, gifts+1, s)
	}
	past, errs, code := in.Command(ctx, "audit", "all", "--as-of", before.Position.String(), "--json")
	if code != 0 {
		t.Fatalf("as of a position, audit exits %d: %s%s", code, past, errs)
	}
	if then := summaryOf(t, past); !then.AsOf || then.Events != before.Events || !maps.Equal(then.Given, before.Given) ||
		then.Main != before.Main {
		t.Errorf("as of %s it is %+v, it was %+v", before.Position, then, before)
	}
	// a gift that is folded meanwhile would write its own figure over the cent
	stop()
	wg.Wait()
	load.Settle(ctx, t, s)
	tamper(ctx, t, in, readmodel.Progress, `SET raised = raised + 1 WHERE campaign = $1`, load.Campaigns[1])
	out, _, code := in.Command(ctx, "audit", "all")
	if code != 1 || !strings.Contains(out, "DIFFERS  campaign_progress, raised: campaign "+load.Campaigns[1].String()) ||
		!strings.Contains(out, "\n1 figures differ") {
		t.Errorf("a planted cent: audit exits %d: %s", code, out)
	}
	for {
		a, err := apptest.Call(ctx, http.MethodGet, s.URL+"/metrics", nil)
		if err != nil {
			t.Fatal(err)
		}
		told := string(a.Body)
		if strings.Contains(told, "\ncallup_ledger_mismatches 1\n") {
			return
		}
		// a scrape that cannot count within its two seconds says that it did not
		if !strings.Contains(told, "\ncallup_database_up 0\n") {
			t.Fatalf("the metrics do not tell of it: %s", told)
		}
		apptest.Wait(ctx, 50*time.Millisecond)
	}
}

func summaryOf(t *testing.T, lines string) ledger.Summary {
	t.Helper()
	all := strings.Split(strings.TrimSpace(lines), "\n")
	var last struct{ Summary ledger.Summary }
	if err := json.Unmarshal([]byte(all[len(all)-1]), &last); err != nil {
		t.Fatalf("%v: %s", err, lines)
	}
	return last.Summary
}
