package faults

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// folder is one that every user can enter, unlike t.TempDir.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "callup-faults-") //nolint:usetesting // Postgres runs as another user, who may not enter t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("what the run wrote:", dir)
		} else if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func carryOut(t *testing.T, p Plan, bugs ...string) Report {
	t.Helper()
	dir := folder(t)
	binary, err := Build(t.Context(), filepath.Join("..", ".."), dir, bugs...)
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Binary: binary, Plan: p, Dir: dir}
	if len(bugs) > 0 {
		c.Patience = 5 * time.Second // what is broken for good need not be waited for
	}
	ctx := t.Context()
	if end, ok := t.Deadline(); ok { // nothing is left running when the test takes too long
		earlier, cancel := context.WithDeadline(ctx, end.Add(-30*time.Second))
		defer cancel()
		ctx = earlier
	}
	r, err := Run(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r.Text())
	return r
}

func repeat(n int, steps ...Step) []Step {
	var all []Step
	for range n {
		all = append(all, steps...)
	}
	return all
}

// TestFaultsAllKinds breaks everything once, and the server and Postgres often.
func TestFaultsAllKinds(t *testing.T) {
	const moment = 20 * time.Millisecond
	steps := []Step{
		{Kind: atPoint, Point: "append-answer:7"},
		{Kind: atPoint, Point: "provider-append:2"},
		{Kind: killAll, After: 3},
		{Kind: spoilDatabase, Toxic: toxic{"timeout", "downstream", map[string]any{"timeout": 0}}, Hold: time.Second, During: []Step{{Kind: killServer, Server: 1}}},
		{Kind: spoilDatabase, Server: 1, Toxic: toxic{"limit_data", "downstream", map[string]any{"bytes": 20_000}}, Hold: time.Second},
		{Kind: spoilWeb, Toxic: toxic{"reset_peer", "downstream", map[string]any{"timeout": 50}}, Hold: time.Second, During: []Step{{Kind: killPostgres}}},
		{Kind: spoilWeb, Server: 1, Toxic: toxic{"bandwidth", "downstream", map[string]any{"rate": 20}}, Hold: time.Second},
		{Kind: rebuild, Point: "rebuild-rows:2"},
		{Kind: rebuild, Point: "switch-uncommitted:2"},
		{Kind: killBackend, After: 3},
		{Kind: rolling, Hold: moment},
		{Kind: stepClock, Clock: 40 * time.Minute, Hold: time.Second},
		{Kind: stepClock, Clock: -2 * time.Hour, Hold: time.Second},
		{Kind: poisonReaction, Hold: moment},
		{Kind: fullDisk, After: 3, Hold: time.Second},
	}
	steps = append(steps, repeat(5, Step{Kind: killServer, After: 5, Hold: moment}, Step{Kind: killServer, Server: 1, After: 5}, Step{Kind: killPostgres, After: 2})...)
	r := carryOut(t, Plan{Seed: 1, Servers: 2, Givers: 8, Watchers: 45, Silent: 5, Migrate: 9, Steps: steps})
	for _, v := range r.Violations {
		t.Error(v)
	}
	if r.Kills["kills of a server"] < 12 || r.Kills["kills of Postgres"] < 5 || r.Done["gifts acknowledged"] < 60 || r.Done["pushes"] == 0 {
		t.Errorf("too little happened: %s, %s", counts(r.Kills), counts(r.Done))
	}
}

// A checker that cannot fail is none: each planted bug is named.
func TestFaultsPlantedBugs(t *testing.T) {
	for tag, c := range map[string]struct {
		plan Plan
		want string
	}{
		// a second server writes meanwhile: what commits late is passed, and whoever is thrown out leaves a gap
		"bug_sequence":   {Plan{Servers: 2, Steps: repeat(3, Step{Kind: killPostgres, After: 20})}, NoGap},
		"bug_checkpoint": {Plan{Servers: 1, Steps: repeat(3, Step{Kind: atPoint, Point: "checkpoint-rows:4", After: 5})}, Rebuild},
		"bug_dedup": {Plan{Servers: 1, Steps: repeat(4, Step{
			Kind: spoilWeb, After: 10, Hold: 700 * time.Millisecond, Toxic: toxic{"limit_data", "downstream", map[string]any{"bytes": 10}},
		})}, ExactlyOnce},
		"bug_early": {Plan{Servers: 1, Steps: repeat(5, Step{Kind: killServer, After: 10})}, ExactlyOnce},
	} {
		t.Run(tag, func(t *testing.T) {
			t.Parallel()
			c.plan.Seed, c.plan.Givers, c.plan.Watchers = 1, 8, 3
			if r := carryOut(t, c.plan, tag); !r.Named(c.want) {
				t.Errorf("%q is not named; found: %v", c.want, r.Violations)
			}
		})
	}
}
