// Package faults runs the real program under faults and looks for a promise that was broken. A run is made from a seed:
// it starts one to three servers, a Postgres of their own, a payment provider whose books are the truth about money,
// proxies that slow and cut connections, people who give and others who watch. It kills, cuts, fills and shifts what it
// can, lets everything come to rest, and checks every invariant against what people were told.
package faults

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/callup/callup/internal/testing/watch"
)

// Config is what a run is given.
type Config struct {
	Binary string       // callup, built with the tag "faults"; see programs.UnderFaults
	Bugs   []string     // of planted.All, which the servers have
	Plan   Plan         // what happens
	Dir    string       // where journal, schedule and logs are written; made by the caller, reachable for every user
	Say    func(string) // is told what happens; may be nil
	// Patience is how long everything may take to come to rest; six minutes when 0, for a busy machine is no fault.
	Patience time.Duration
}

// The invariants.
const (
	ExactlyOnce = "acknowledged exactly once, all else at most once"
	NoGap       = "no gap in positions and revisions"
	Money       = "log = provider's ledger"
	Tables      = "log = read tables"
	Rebuild     = "a shadow rebuild equals what is live"
	Screens     = "every screen ends as a fresh read, and none goes back"
	Repeats     = "what is asked of the provider again is the same"
	Receipts    = "one payment and one receipt for each gift"
	Audit       = "the audit of every campaign agrees"
	Work        = "nothing is left undone: timers, dead letters"
	Rest        = "everything comes to rest"
	Alive       = "no server ends by itself"
	Forged      = "no forged webhook is believed"
)

// Violation is an invariant that does not hold, and how.
type Violation struct{ Invariant, Detail string }

func (v Violation) String() string { return v.Invariant + ": " + v.Detail }

// Report is what a run found.
type Report struct {
	Plan       Plan
	Violations []Violation    // in the order they were found
	Kills      map[string]int // of which process, and at which moment
	Broken     map[string]int // how often each kind of fault and each toxic really happened
	Done       map[string]int // what people did
	Skipped    []string       // faults this machine can't make
	Took       time.Duration
}

// Named tells whether an invariant was found broken.
func (r Report) Named(invariant string) bool {
	return slices.ContainsFunc(r.Violations, func(v Violation) bool { return v.Invariant == invariant })
}

// Text is the report for people: on failure it holds all that is needed to see it again.
func (r Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "seed %d: ", r.Plan.Seed)
	if len(r.Violations) == 0 {
		fmt.Fprintf(&b, "every invariant holds")
	} else {
		fmt.Fprintf(&b, "%d violations, the first: %s", len(r.Violations), r.Violations[0])
	}
	fmt.Fprintf(&b, " (%s; %s; %s; %s)", r.Took.Round(time.Second), counts(r.Kills), counts(r.Broken), counts(r.Done))
	for _, s := range r.Skipped {
		fmt.Fprintf(&b, "\n  skipped: %s", s)
	}
	if len(r.Violations) > 0 {
		fmt.Fprintf(&b, "\n%s", r.Plan)
		for i, v := range r.Violations {
			if i == 20 {
				fmt.Fprintf(&b, "\n  and %d more", len(r.Violations)-i)
				break
			}
			fmt.Fprintf(&b, "\n  violated: %s", v)
		}
	}
	return b.String()
}

func counts(m map[string]int) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, fmt.Sprintf("%d × %s", m[k], k))
	}
	return strings.Join(parts, ", ")
}

// run is one run under way.
type run struct {
	Config
	schedule *os.File
	db       *database
	net      *network
	provider *provider
	servers  []*server
	journal  *journal
	load     *load
	watchers []*watch.Watcher
	erasing  erasing
	spoilt   bool         // a line is: a server may be unable to start, and mend starts it later
	newer    atomic.Int64 // how many versions later than the program the servers are to know; see newerEvent
	clock    string       // the file that says by how much the servers' clock is off
	began    time.Time

	mu     sync.Mutex
	report Report
}

func (r *run) say(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(r.schedule, "%8.3f %s\n", time.Since(r.began).Seconds(), line)
	if r.Say != nil {
		r.Say(line)
	}
}

func (r *run) violate(invariant, format string, args ...any) {
	v := Violation{invariant, fmt.Sprintf(format, args...)}
	r.say("VIOLATED %s", v)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Violations = append(r.report.Violations, v)
}

func (r *run) killed(what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Kills[what]++
}

func (r *run) broke(what string, n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Broken[what] += n
}

func (r *run) did(what string, n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Done[what] += n
}

func (r *run) skip(what string) {
	r.say("skipped: %s", what)
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Contains(r.report.Skipped, what) {
		r.report.Skipped = append(r.report.Skipped, what)
	}
}

// Run carries a plan out and checks what is left. The error tells that the run itself could not be made; what it found
// is in the report.
func Run(ctx context.Context, c Config) (rep Report, err error) {
	if c.Patience == 0 {
		c.Patience = 6 * time.Minute
	}
	r := &run{
		Config: c, began: time.Now(), clock: filepath.Join(c.Dir, "clock"),
		report: Report{Plan: c.Plan, Kills: map[string]int{}, Broken: map[string]int{}, Done: map[string]int{}},
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if r.schedule, err = os.Create(filepath.Join(c.Dir, "schedule.log")); err != nil {
		return rep, fmt.Errorf("write the schedule down: %w", err)
	}
	defer func() { err = errors.Join(err, r.schedule.Close()) }()
	fmt.Fprintln(r.schedule, c.Plan)
	if r.journal, err = openJournal(filepath.Join(c.Dir, "journal.jsonl")); err != nil {
		return rep, err
	}
	defer func() { err = errors.Join(err, r.journal.close()) }()
	if err := os.WriteFile(r.clock, []byte("0s"), 0o600); err != nil {
		return rep, fmt.Errorf("set the clock: %w", err)
	}
	defer func() { err = errors.Join(err, r.takeDown()) }()
	if err := r.build(ctx); err != nil {
		return rep, err
	}
	if err := r.play(ctx); err != nil {
		return rep, err
	}
	err = r.judge(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Took = time.Since(r.began)
	return r.report, err
}

// build starts everything.
func (r *run) build(ctx context.Context) (err error) {
	if r.db, err = r.openDatabase(ctx); err != nil {
		return err
	}
	r.net = newNetwork()
	if r.provider, err = newProvider(ctx, r); err != nil {
		return err
	}
	for n := range r.Plan.Servers {
		s, err := r.newServer(n)
		if err != nil {
			return err
		}
		r.servers = append(r.servers, s)
	}
	if r.Plan.Migrate > 0 {
		if err := r.dieMigrating(ctx); err != nil {
			return err
		}
	}
	for _, s := range r.servers {
		if err := s.start(ctx, ""); err != nil {
			return err
		}
	}
	r.load, err = r.newLoad(ctx)
	return err
}

func (r *run) takeDown() error {
	for _, s := range r.servers {
		s.kill()
	}
	if r.provider != nil {
		r.provider.close()
	}
	if r.net != nil {
		r.net.close()
	}
	if r.db != nil {
		return r.db.close()
	}
	return nil
}

// pause lets a moment pass; false when the context ended.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// until asks again and again until something is so; it gives the last reason why not.
func until(ctx context.Context, patience time.Duration, so func(context.Context) (string, error)) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		why, err := so(ctx)
		if err == nil && why == "" {
			return nil
		}
		if !pause(ctx, 50*time.Millisecond) {
			return fmt.Errorf("not within %s: %s: %w", patience, why, errors.Join(err, ctx.Err()))
		}
	}
}
