package faults

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// The kinds of faults.
const (
	killServer     = "kill server"
	killAll        = "kill every server"
	restartServer  = "restart server" // as an operator does
	rolling        = "restart every server in turn"
	atPoint        = "die at point"
	killPostgres   = "kill Postgres"
	killBackend    = "kill a process of Postgres"
	spoilDatabase  = "spoil the line to the database"
	spoilWeb       = "spoil the line to the server"
	fullDisk       = "fill the disk"
	stepClock      = "step the clock"
	rebuild        = "rebuild"
	poisonRows     = "refuse rows of a projection"
	poisonReaction = "refuse what a reactor writes"
	giveUp         = "refuse what a reactor writes until it gives up"
	newerEvent     = "append what only a newer callup knows"
	eraseGuest     = "erase a guest"
	payTwice       = "pay a gift twice"
	providerAway   = "take the payment provider away for an hour" // of the servers' clock
)

// Step is one thing that is broken, after some gifts were acknowledged, for a while, during which something else may
// break as well.
type Step struct {
	Kind   string
	Server int           // which, counted from 0
	Point  string        // of atPoint, rebuild and eraseGuest: "name:n"
	Guest  int           // of eraseGuest
	Toxic  toxic         // of spoilDatabase and spoilWeb
	Clock  time.Duration // of stepClock
	After  int           // gifts acknowledged since the step before
	Hold   time.Duration // until it is mended
	During []Step        // happen while it holds
}

func (s Step) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "after %d gifts, for %s: %s", s.After, s.Hold, s.Kind)
	switch s.Kind {
	case killServer, restartServer:
		fmt.Fprintf(&b, " %d", s.Server)
	case atPoint:
		fmt.Fprintf(&b, " %s, server %d", s.Point, s.Server)
	case rebuild:
		fmt.Fprintf(&b, ", dying at %q", s.Point)
	case eraseGuest:
		fmt.Fprintf(&b, " %s, dying at %q", guest(s.Guest), s.Point)
	case spoilDatabase, spoilWeb:
		fmt.Fprintf(&b, " %d: %s", s.Server, s.Toxic)
	case stepClock:
		fmt.Fprintf(&b, " by %s", s.Clock)
	}
	for _, d := range s.During {
		fmt.Fprintf(&b, "\n    meanwhile %s", d)
	}
	return b.String()
}

// guests is how many people give under an address without being members.
const guests = 20

func guest(n int) string { return fmt.Sprintf("gil%d@example.org", n) }

// Plan is all that a seed decides. What people do meanwhile is drawn from the same seed, but when each of it happens is
// up to the machine: the same seed breaks the same things, and seldom at the same instant.
type Plan struct {
	Seed     uint64
	Servers  int
	Givers   int
	Between  time.Duration // for which a giver rests after each gift
	Watchers int           // besides those who never read
	Silent   int           // those who never read
	Migrate  int           // dies when so many statements of the migrations have run; 0: does not
	Steps    []Step
}

func (p Plan) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "  plan of seed %d: %d servers, %d givers, %d watchers and %d who never read", p.Seed, p.Servers, p.Givers,
		p.Watchers, p.Silent)
	if p.Between > 0 {
		fmt.Fprintf(&b, "\n  %s between two gifts of a giver", p.Between)
	}
	if p.Migrate > 0 {
		fmt.Fprintf(&b, "\n  die after %d statements of the migrations", p.Migrate)
	}
	for _, s := range p.Steps {
		fmt.Fprintf(&b, "\n  %s", s)
	}
	return b.String()
}

// random is a source for one purpose: what one part draws does not move the others.
func (p Plan) random(purpose string) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(purpose))                 // never fails
	return rand.New(rand.NewPCG(p.Seed, h.Sum64())) //nolint:gosec // it must be the same for the same seed
}

func (p Plan) fills() bool {
	return slices.ContainsFunc(p.Steps, func(s Step) bool {
		return s.Kind == fullDisk || slices.ContainsFunc(s.During, func(d Step) bool { return d.Kind == fullDisk })
	})
}

// points are where a server dies by itself, and up to which time of passing there.
var points = []struct {
	name string
	upTo int
	one  bool // only one of the servers passes there: the one that leads
}{
	{name: "append-answer", upTo: 20}, {name: "provider-append", upTo: 8}, {name: "checkpoint-rows", upTo: 30, one: true},
	{name: "refund-append", upTo: 1, one: true},
}

// rebuildPoints are where a rebuild dies; the empty one lets it come to its end.
var rebuildPoints = []string{"", "rebuild-page:1", "rebuild-rows:1", "rebuild-rows:4", "switch-uncommitted:1",
	"switch-uncommitted:3", "switch-committed:1", "switch-committed:2"}

// erasePoint is where a command that erases somebody dies, before it has recorded one of so many steps.
const (
	erasePoint = "erase-unrecorded"
	eraseSteps = 6
)

// moment is the name of a point without the time of passing there.
func moment(point string) string {
	name, _, _ := strings.Cut(point, ":")
	return name
}

// moments lists every named moment at which a process dies.
func moments() []string {
	all := []string{erasePoint}
	for _, p := range points {
		all = append(all, p.name)
	}
	for _, p := range rebuildPoints {
		if p != "" {
			all = append(all, moment(p))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Kinds lists what a step can break.
func Kinds() []string {
	all := make([]string, len(weights))
	for i, w := range weights {
		all[i] = w.kind
	}
	return all
}

// NewPlan draws a plan of so many steps, of all kinds or of some only.
func NewPlan(seed uint64, steps int, only ...string) Plan {
	p := Plan{Seed: seed, Givers: 8, Watchers: 45, Silent: 5}
	r := p.random("plan")
	p.Servers = 1 + r.IntN(3)
	if r.IntN(2) == 0 {
		p.Migrate = 1 + r.IntN(30)
	}
	for range steps {
		p.Steps = append(p.Steps, p.step(r, true, only))
	}
	return p
}

func milliseconds(r *rand.Rand, least, most int) time.Duration {
	return time.Duration(least+r.IntN(most-least+1)) * time.Millisecond
}

type weight struct {
	kind   string
	weight int
}

// weights say how often a kind is drawn.
var weights = []weight{
	{killServer, 30}, {killAll, 10}, {restartServer, 6}, {rolling, 4}, {atPoint, 20}, {killPostgres, 8}, {killBackend, 6},
	{spoilDatabase, 16}, {spoilWeb, 12}, {fullDisk, 2}, {stepClock, 6}, {rebuild, 8}, {newerEvent, 2}, {poisonReaction, 2},
	{giveUp, 2}, {poisonRows, 2}, {eraseGuest, 2}, {payTwice, 4}, {providerAway, 4},
}

func (p Plan) step(r *rand.Rand, outer bool, only []string) Step {
	total := 0
	var drawn []weight
	for _, w := range weights {
		if len(only) == 0 || slices.Contains(only, w.kind) {
			drawn = append(drawn, w)
			total += w.weight
		}
	}
	n, kind := r.IntN(total), ""
	for _, w := range drawn {
		if n -= w.weight; n < 0 {
			kind = w.kind
			break
		}
	}
	s := Step{Kind: kind, Server: r.IntN(p.Servers), After: r.IntN(12), Hold: milliseconds(r, 0, 400)}
	switch kind {
	case atPoint:
		at := points[r.IntN(len(points))]
		s.Point = fmt.Sprintf("%s:%d", at.name, 1+r.IntN(at.upTo))
	case rebuild:
		s.Point = rebuildPoints[r.IntN(len(rebuildPoints))]
	case eraseGuest:
		s.Guest = r.IntN(guests)
		if n := r.IntN(eraseSteps + 1); n > 0 {
			s.Point = fmt.Sprintf("%s:%d", erasePoint, n)
		}
	case spoilDatabase, spoilWeb:
		s.Toxic, s.Hold = newToxic(r), milliseconds(r, 200, 4000)
	case stepClock:
		s.Clock = []time.Duration{-2 * time.Hour, -4 * time.Minute, -20 * time.Second, 20 * time.Second, 4 * time.Minute,
			40 * time.Minute, 26 * time.Hour}[r.IntN(7)]
		s.Hold = milliseconds(r, 500, 3000)
	case fullDisk:
		s.Hold = milliseconds(r, 1000, 5000)
	case providerAway:
		s.Hold = milliseconds(r, 1000, 4000)
	}
	if outer && s.Hold >= 500*time.Millisecond && kind != fullDisk && r.IntN(2) == 0 {
		alone := []string{poisonRows, poisonReaction, giveUp, newerEvent, fullDisk, kind}
		kinds := slices.DeleteFunc(Kinds(), func(k string) bool {
			return slices.Contains(alone, k) || len(only) > 0 && !slices.Contains(only, k)
		})
		if len(kinds) == 0 {
			return s
		}
		during := p.step(r, false, kinds)
		during.After = 0
		s.During = append(s.During, during)
	}
	return s
}

// toxics are what is done to a line.
var toxics = []func(r *rand.Rand) toxic{
	func(r *rand.Rand) toxic {
		return toxic{Type: "latency", Attributes: map[string]any{"latency": 20 + r.IntN(300), "jitter": r.IntN(100)}}
	},
	func(r *rand.Rand) toxic {
		return toxic{Type: "bandwidth", Attributes: map[string]any{"rate": 5 + r.IntN(60)}} // KB/s
	},
	func(r *rand.Rand) toxic {
		return toxic{Type: "reset_peer", Attributes: map[string]any{"timeout": r.IntN(300)}}
	},
	func(*rand.Rand) toxic { // half-open: nothing comes through, and nobody hangs up
		return toxic{Type: "timeout", Attributes: map[string]any{"timeout": 0}}
	},
	func(r *rand.Rand) toxic {
		return toxic{Type: "timeout", Attributes: map[string]any{"timeout": 50 + r.IntN(500)}}
	},
	func(r *rand.Rand) toxic { // cut in the middle of something
		return toxic{Type: "limit_data", Attributes: map[string]any{"bytes": 100 + r.IntN(100_000)}}
	},
	func(r *rand.Rand) toxic {
		return toxic{Type: "slicer", Attributes: map[string]any{"average_size": 20 + r.IntN(200), "size_variation": 10,
			"delay": 100 + r.IntN(2000)}}
	},
}

func newToxic(r *rand.Rand) toxic {
	stream := []string{"upstream", "downstream"}[r.IntN(2)]
	t := toxics[r.IntN(len(toxics))](r)
	t.Stream = stream
	return t
}
