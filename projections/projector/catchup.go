package projector

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/faultpoint"
)

// catchUp folds up to a position, or to the end of the log, reading and decoding each batch once for all.
func (b *Builder) catchUp(ctx context.Context, led []*leading, until *eventstore.Position) error {
	from, personal := led[0].build.Position, false
	for _, l := range led {
		personal = personal || l.p.personal
		if l.build.Position.Before(from) {
			from = l.build.Position
		}
	}
	reading, stop := context.WithCancel(ctx)
	batches, wait := b.prefetch(reading, from, until, personal)
	defer func() {
		stop()
		_ = wait() // what went wrong with reading is told below
	}()
	p := &catchup{b: b, led: slices.Clone(led), until: until, began: time.Now(), saved: time.Now()}
	for d := range batches {
		if err := p.batch(ctx, d); err != nil {
			return err
		}
	}
	if err := wait(); err != nil {
		return err
	}
	if p.events > 0 {
		p.tell(ctx)
	}
	return p.flush(ctx)
}

// catchUpHeld is catchUp for one build, with its lease held meanwhile.
func (b *Builder) catchUpHeld(ctx context.Context, l *leading, until *eventstore.Position) error {
	led := []*leading{l}
	return b.holding(ctx, led, func(ctx context.Context) error { return b.catchUp(ctx, led, until) })
}

// catchup is one reading of the log for several builds.
type catchup struct {
	b                  *Builder
	led                []*leading
	until              *eventstore.Position
	events             int64
	began, saved, told time.Time
}

// each does something for every build, as many at once as there are processors: they share nothing but what they read.
func (p *catchup) each(ctx context.Context, f func(context.Context, *leading) error) error {
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(runtime.GOMAXPROCS(0))
	for _, l := range p.led {
		work.Go(func() error { return f(ctx, l) })
	}
	return work.Wait()
}

func (p *catchup) batch(ctx context.Context, d decoded) error {
	err := p.each(ctx, func(ctx context.Context, l *leading) error {
		if !l.build.Position.Before(d.next) {
			return nil
		}
		began := time.Now()
		made, err := l.prepare(ctx, p.b.c.Pool, d.page, d.next)
		if err != nil {
			return fmt.Errorf("build %s: %w", l.p.Name, err)
		}
		l.absorb(made)
		l.took = time.Since(began)
		return nil
	})
	if err != nil {
		return err
	}
	// those that took longest begin first, so that none of them is still folding when the others are done
	slices.SortFunc(p.led, func(a, b *leading) int { return cmp.Compare(b.took, a.took) })
	if err := p.makeRoom(ctx); err != nil {
		return err
	}
	if time.Since(p.saved) > p.b.c.Times.Save {
		if err := p.flush(ctx); err != nil {
			return err
		}
		p.saved = time.Now()
	}
	faultpoint.Hit("rebuild-page")
	p.events += int64(len(d.page.events))
	if time.Since(p.told) > 100*time.Millisecond {
		p.tell(ctx)
	}
	return nil
}

// makeRoom has the builds let go of their largest tables once all of them together keep too many rows, until they keep half
// as many. Small tables, of which every row is needed again and again, stay in memory whole.
func (p *catchup) makeRoom(ctx context.Context) error {
	total := 0
	type kept struct {
		l *leading
		w *working
		n int
	}
	var tables []kept
	for _, l := range p.led {
		for _, w := range l.rows.used() {
			tables = append(tables, kept{l, w, w.keys.size()})
			total += w.keys.size()
		}
	}
	most := p.b.c.Sizes.Rows
	if total <= most {
		return nil
	}
	slices.SortFunc(tables, func(a, b kept) int { return cmp.Compare(b.n, a.n) })
	leave := map[*leading][]*working{}
	for _, k := range tables {
		if total <= most/2 {
			break
		}
		leave[k.l] = append(leave[k.l], k.w)
		total -= k.n
	}
	return p.each(ctx, func(ctx context.Context, l *leading) error {
		if len(leave[l]) == 0 {
			return nil
		}
		if err := l.flush(ctx, p.b.c.Pool); err != nil {
			return err
		}
		for _, w := range leave[l] {
			if w.whole {
				if err := p.b.indexLookups(ctx, l.build, w.t); err != nil {
					return err
				}
			}
			l.rows.letGo(w)
		}
		return nil
	})
}

func (p *catchup) tell(ctx context.Context) {
	if p.b.Progress != nil {
		p.told = time.Now()
		p.b.Progress(p.progress(ctx))
	}
}

func (p *catchup) flush(ctx context.Context) error {
	return p.each(ctx, func(ctx context.Context, l *leading) error { return l.flush(ctx, p.b.c.Pool) })
}

func (p *catchup) progress(ctx context.Context) BuildProgress {
	lead := p.led[0]
	for _, l := range p.led {
		if l.build.Position.Before(lead.build.Position) {
			lead = l
		}
	}
	out := BuildProgress{Projection: lead.p.Name, Events: lead.build.Events, Total: lead.build.Events}
	if len(p.led) > 1 {
		out.Projection = fmt.Sprintf("%d projections", len(p.led))
	}
	out.Total += p.remaining(ctx, lead.build.Position)
	if s := time.Since(p.began).Seconds(); s > 0 {
		out.Rate = float64(p.events) / s
	}
	if out.Rate > 0 {
		out.Left = time.Duration(float64(out.Total-out.Events) / out.Rate * float64(time.Second))
	}
	return out
}

// remaining is how many events lie between a position and where it ends; zero when that can't be told.
func (p *catchup) remaining(ctx context.Context, at eventstore.Position) int64 {
	behind, err := p.b.c.Store.Behind(ctx, at)
	if err != nil || p.until == nil {
		return behind.Events
	}
	beyond, err := p.b.c.Store.Behind(ctx, *p.until)
	if err != nil {
		return 0
	}
	return max(0, behind.Events-beyond.Events)
}

// cut drops what lies beyond a position.
func cut(p eventstore.Page, until *eventstore.Position) eventstore.Page {
	if until == nil || !until.Before(p.Next) {
		return p
	}
	for i, e := range p.Events {
		if until.Before(e.Position) {
			p.Events = p.Events[:i]
			break
		}
	}
	p.Next, p.End = *until, true
	return p
}
