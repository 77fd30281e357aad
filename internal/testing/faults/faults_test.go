package faults

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/callup/callup/internal/testing/faults/planted"
	"github.com/callup/callup/internal/testing/long"
	"github.com/callup/callup/internal/testing/programs"
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

// root is that of the module.
var root = filepath.Join("..", "..", "..")

// program is callup as fault runs have it.
func program(t *testing.T) string {
	t.Helper()
	binary, err := programs.UnderFaults(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

func carryOut(t *testing.T, c Config) Report {
	t.Helper()
	c.Dir = folder(t)
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

// everything breaks each kind, each named moment and each toxic once. What a kind has no steps of its own for is shown
// as it is. Rebuilds and reactors come first: they wait for whoever is being erased, which takes a minute.
func everything(random *rand.Rand) []Step {
	var steps []Step
	for _, p := range points {
		steps = append(steps, Step{Kind: atPoint, Point: fmt.Sprintf("%s:%d", p.name, (1+p.upTo)/2)})
	}
	shown := map[string]bool{
		atPoint: true, rebuild: true, poisonReaction: true, giveUp: true, eraseGuest: true, spoilDatabase: true, spoilWeb: true,
		stepClock: true,
	}
	dies := map[string]bool{}
	for _, point := range rebuildPoints {
		if !dies[moment(point)] {
			steps = append(steps, Step{Kind: rebuild, Point: point})
		}
		dies[moment(point)] = true
	}
	steps = append(steps, Step{Kind: poisonReaction}, Step{Kind: giveUp}, Step{Kind: eraseGuest, Point: erasePoint + ":1"})
	meanwhile := map[int]string{3: killPostgres, 5: killServer}
	for n, draw := range toxics {
		s := Step{Kind: []string{spoilDatabase, spoilWeb}[n%2], Server: n / 2 % 2, Toxic: draw(random), Hold: time.Second}
		s.Toxic.Stream = "downstream"
		if kind := meanwhile[n]; kind != "" {
			s.During = []Step{{Kind: kind, Server: 1}}
		}
		steps = append(steps, s)
	}
	for _, by := range []time.Duration{40 * time.Minute, -2 * time.Hour} {
		steps = append(steps, Step{Kind: stepClock, Clock: by})
	}
	for _, kind := range Kinds() {
		if !shown[kind] {
			steps = append(steps, Step{Kind: kind, After: 3, Hold: 500 * time.Millisecond})
		}
	}
	return steps
}

// TestFaultsKills breaks what breaks most often: a server and Postgres, twice each. TestFaultsAllKinds holds it.
func TestFaultsKills(t *testing.T) {
	t.Parallel()
	if long.Deep() {
		return // TestFaultsAllKinds kills them, too
	}
	p := Plan{Seed: 1, Servers: 2, Givers: 4, Between: 200 * time.Millisecond, Watchers: 5, Steps: repeat(2,
		Step{Kind: killServer, After: 3}, Step{Kind: killPostgres, After: 3})}
	r := carryOut(t, Config{Binary: program(t), Plan: p})
	for _, v := range r.Violations {
		t.Error(v)
	}
	if r.Kills["kills of a server"] < 2 || r.Kills["kills of Postgres"] < 2 || r.Done["gifts acknowledged"] < 6 {
		t.Errorf("too little happened: %s, %s", counts(r.Kills), counts(r.Done))
	}
}

// TestFaultsAllKinds breaks everything once, and the server and Postgres often. It is of the deep form.
func TestFaultsAllKinds(t *testing.T) {
	t.Parallel()
	if !long.Deep() {
		return // TestFaultsKills breaks the two most common kinds
	}
	// givers without rest take all there is of the machine, which the other tests need as well
	p := Plan{Seed: 1, Servers: 2, Givers: 8, Between: 400 * time.Millisecond, Watchers: 15, Silent: 5, Migrate: 9}
	if long.Wanted() {
		p.Between, p.Watchers = 0, 45
	}
	p.Steps = append(everything(p.random("everything")), repeat(5,
		Step{Kind: killServer, After: 5, Hold: 20 * time.Millisecond}, Step{Kind: killServer, Server: 1, After: 5},
		Step{Kind: killPostgres, After: 2})...)
	r := carryOut(t, Config{Binary: program(t), Plan: p})
	for _, v := range r.Violations {
		t.Error(v)
	}
	mounts := mountable(t)
	if len(r.Skipped) > 0 && mounts == nil {
		t.Errorf("skipped: %q", r.Skipped)
	}
	for _, kind := range Kinds() {
		switch {
		case kind == fullDisk && mounts != nil:
			t.Logf("the disk was not filled: no file system can be mounted here: %v", mounts)
		case r.Broken[kind] == 0:
			t.Errorf("%q did not happen", kind)
		}
	}
	for _, name := range moments() {
		if r.Kills["deaths at "+name] == 0 {
			t.Errorf("nothing died at %q", name)
		}
	}
	for _, draw := range toxics {
		if kind := draw(p.random("toxics")).Type; r.Broken[kind] == 0 {
			t.Errorf("no line was spoilt by %q", kind)
		}
	}
	if r.Kills["deaths mid-migration"] != 1 || r.Kills["kills of a server"] < 12 || r.Kills["kills of Postgres"] < 5 ||
		r.Done["gifts acknowledged"] < 60 || r.Done["pushes"] == 0 || r.Done["slow readers dropped"] == 0 {
		t.Errorf("too little happened: %s, %s", counts(r.Kills), counts(r.Done))
	}
}

// mountable says why no file system can be mounted here; nil when one can.
func mountable(t *testing.T) error {
	t.Helper()
	dir := t.TempDir()
	if err := mountSmall(dir, 1<<20); err != nil {
		return err
	}
	return unmount(dir)
}

// Every moment that the program names is one that plans know: else nothing ever dies there.
func TestEveryNamedMomentIsPlanned(t *testing.T) {
	var named []string
	point := regexp.MustCompile(`faultpoint\.(?:Hit|Cut)\([^"\n]*"([^"]+)"\)`)
	module := os.DirFS(root)
	err := fs.WalkDir(module, ".", func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && slices.Contains([]string{"node_modules", ".tools", ".git", ".data"}, d.Name()) {
			return fs.SkipDir
		}
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := fs.ReadFile(module, path)
		for _, found := range point.FindAllStringSubmatch(string(text), -1) {
			named = append(named, found[1])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(named)
	if named = slices.Compact(named); !slices.Equal(named, moments()) {
		t.Errorf("the program names %q, plans know %q", named, moments())
	}
}

// A checker that cannot fail is none: each planted bug is named. Nor is one that always fails: TestFaultsAllKinds breaks
// the same things, and nothing is named. Outside the deep form one bug stands for all. The long form runs the very same plan
// without each bug, too.
func TestFaultsPlantedBugs(t *testing.T) {
	t.Parallel()
	binary := program(t)
	cases := map[string]struct {
		plan Plan
		want []string
	}{
		// a second server writes meanwhile: whoever is thrown out leaves a gap, and what commits late is passed by readers,
		// so that a rebuild, which reads it, shows more than what is live
		planted.Sequence: {Plan{Servers: 2, Steps: repeat(3, Step{Kind: killPostgres, After: 20})}, []string{NoGap, Rebuild}},
		planted.Checkpoint: {Plan{Servers: 1, Steps: repeat(3, Step{Kind: atPoint, Point: "checkpoint-rows:4", After: 5})},
			[]string{Rebuild}},
		planted.Dedup: {Plan{Servers: 1, Steps: repeat(4, Step{
			Kind: spoilWeb, After: 10, Hold: 700 * time.Millisecond, Toxic: toxic{"limit_data", "downstream", map[string]any{"bytes": 10}},
		})}, []string{ExactlyOnce}},
		planted.Anew: {Plan{Servers: 1, Steps: repeat(4, Step{Kind: atPoint, Point: "provider-append:3", After: 5})},
			[]string{Repeats}},
		planted.RefundAnew: {Plan{Servers: 1, Steps: repeat(2, Step{Kind: payTwice, After: 5},
			Step{Kind: atPoint, Point: "refund-append:1"})}, []string{Work}},
		planted.Hasty: {Plan{Servers: 1, Steps: repeat(4, Step{Kind: killServer, After: 25})}, []string{Money}},
		planted.GivesUp: {Plan{Servers: 1, Steps: repeat(6, Step{Kind: providerAway, After: 10, Hold: 3 * time.Second,
			During: []Step{{Kind: payTwice}, {Kind: payTwice}}})},
			[]string{Money}},
		planted.Early: {Plan{Servers: 1, Steps: repeat(5, Step{Kind: killServer, After: 10})}, []string{ExactlyOnce}},
	}
	if bugs := planted.All(); len(cases) != len(bugs) {
		t.Errorf("the bugs are %q; here are %d cases", bugs, len(cases))
	}
	for bug, c := range cases {
		if bug != planted.Early && !long.Deep() {
			continue // the deep form proves that the others are named
		}
		c.plan.Seed, c.plan.Givers, c.plan.Watchers = 1, 8, 3
		t.Run(bug, func(t *testing.T) {
			t.Parallel()
			// what is broken for good need not be waited for
			r := carryOut(t, Config{Binary: binary, Bugs: []string{bug}, Plan: c.plan, Patience: 5 * time.Second})
			for _, want := range c.want {
				if !r.Named(want) {
					t.Errorf("%q is not named; found: %v", want, r.Violations)
				}
			}
		})
		if !long.Wanted() {
			continue
		}
		t.Run("without "+bug, func(t *testing.T) {
			t.Parallel()
			r := carryOut(t, Config{Binary: binary, Plan: c.plan})
			for _, v := range r.Violations {
				t.Error(v)
			}
			if kind := c.plan.Steps[0].Kind; r.Broken[kind] != len(c.plan.Steps) {
				t.Errorf("%q happened %d times, not %d", kind, r.Broken[kind], len(c.plan.Steps))
			}
		})
	}
}
