package projector

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/projections/readmodel"
)

// A projection is built again, several times, while gifts arrive: whoever reads never sees fewer gifts than before, nor
// fewer than the position they were told of.
func TestSwitch_ReadsNeverGoBack(t *testing.T) {
	w := newWorld(t)
	p := byName("sums")
	c := w.config("one", p)
	tables, versions := Versions([]*Projection{p})
	resolver := readmodel.NewResolver(w.Pool, tables, versions, time.Now, discard())
	c.Switched = resolver.Reload
	w.append(fact{"campaign", id, launched()})
	w.ready(c)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var wg sync.WaitGroup
	wg.Go(func() { _ = resolver.Run(ctx) })
	r := w.run(c)

	// the log holds the launch and then one gift a position
	var written atomic.Uint64
	written.Store(1)
	building := make(chan struct{})
	var giving sync.WaitGroup
	giving.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-building:
				return
			default:
			}
			e := completed()
			e.Donation, e.Supporter = thing("donation", n), thing("subject", n%5)
			data, err := w.Catalog.Encode(ctx, w.Keys, thing("event", n), e, eventstore.Metadata{})
			if err != nil {
				t.Error(err)
				return
			}
			done, err := w.Store.Append(ctx, eventstore.StreamName("donation", e.Donation), eventstore.NoStream, []eventstore.Event{data})
			if err != nil {
				t.Error(err)
				return
			}
			at, _ := done.Position.Parts()
			written.Store(at)
		}
	})
	var reads atomic.Int64
	for range 2 {
		wg.Go(func() {
			var gifts int64
			var last uint64
			for ctx.Err() == nil {
				want := eventstore.MakePosition(written.Load(), 0)
				told, _ := c.Tracker.Reflect(ctx, want.String(), []string{"sums"})
				sql, err := resolver.Expand(ctx, `SELECT gifts, raised FROM {sums} WHERE campaign = $1`)
				if err != nil {
					continue // the test is over
				}
				var n, raised int64
				if err := w.Pool.QueryRow(ctx, sql, id).Scan(&n, &raised); err != nil {
					if ctx.Err() == nil {
						t.Errorf("read: %v", err)
					}
					continue
				}
				at, err := eventstore.ParsePosition(told)
				must(t, err)
				a, _ := at.Parts()
				if n < gifts || a < last || n < int64(a)-1 || raised != n*completed().Counted.Minor {
					t.Errorf("%d gifts after %d, at %d after %d", n, gifts, a, last)
				}
				gifts, last = n, a
				reads.Add(1)
			}
		})
	}
	b := NewBuilder(w.config("builder", p))
	ids := map[int64]bool{}
	for range 4 {
		seen := reads.Load()
		build, err := rebuilt(t.Context(), b, p)
		must(t, err)
		ids[build.ID] = true
		w.Until("reads of the new build", func() bool {
			return reads.Load() > seen+5 && r.Health()[p.Name].Build.ID == build.ID && r.Health()[p.Name].Leading
		})
	}
	close(building)
	giving.Wait()
	w.reached(c, eventstore.MakePosition(written.Load(), 0))
	cancel()
	wg.Wait()
	r.stop()
	if len(ids) != 4 || reads.Load() == 0 {
		t.Errorf("%d builds, %d reads", len(ids), reads.Load())
	}
	w.agrees([]*Projection{p})
}
