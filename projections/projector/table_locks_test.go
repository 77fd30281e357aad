package projector

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/callup/callup/eventstore"
)

// notes are the lines of a log.
type notes struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (n *notes) Write(line []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.b.Write(line)
}

// of gives the lines that hold a text.
func (n *notes) of(text string) (lines []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for line := range strings.Lines(n.b.String()) {
		if strings.Contains(line, text) {
			lines = append(lines, line)
		}
	}
	return lines
}

// locked holds a lock until it is let go.
func (w *world) locked(sql string, args ...any) (release func()) {
	w.t.Helper()
	tx, err := w.Pool.Begin(w.t.Context())
	must(w.t, err)
	_, err = tx.Exec(w.t.Context(), sql, args...)
	must(w.t, err)
	return sync.OnceFunc(func() { must(w.t, tx.Rollback(w.t.Context())) })
}

// Somebody locks what one projection writes, for long: a new index keeps the table from being written, an ALTER TABLE from being
// read too, and who looks at rows FOR UPDATE keeps those from being changed. The other projections go on, and say so.
func TestRunner_ALockHoldsUpOneProjectionAlone(t *testing.T) {
	for name, lock := range map[string]string{
		"from being written": `LOCK TABLE %s IN SHARE MODE`,
		"from being read":    `LOCK TABLE %s IN ACCESS EXCLUSIVE MODE`,
		"in some rows":       `SELECT FROM %s FOR UPDATE`,
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			blocked, metrics, log := byName("lines"), prometheus.NewRegistry(), &notes{}
			c := w.config("one")
			w.append(fact{"campaign", id, launched()}, fact{"donation", gift, started(false)})
			before := w.append(fact{"donation", gift, completed()})
			w.ready(c)
			must(t, NewBuilder(c).Tidy(t.Context())) // makes the views, which would wait for the lock too
			c.Metrics, c.Log = metrics, slog.New(slog.NewTextHandler(log, nil))
			release := w.locked(fmt.Sprintf(lock, quote(w.live(blocked.Name).Schema)+"."+"lines"))
			defer release()
			w.run(c) // no connection of its has prepared anything yet

			var at eventstore.Position
			for n := range 2 {
				w.append(registered(thing("member", n), thing("subject", n))) // nothing but its checkpoint to write
				w.append(fact{"donation", gift, returned(100, false)})
				at = w.gifts(5*n, 5*(n+1))
				for _, p := range toys() {
					if p.Name != blocked.Name {
						w.Until(p.Name+" to go on", func() bool { return w.live(p.Name).Position == at })
					}
				}
			}
			if got := w.raised(w.live("sums").Schema); got != 11*completed().Counted.Minor-2*returned(100, false).Counted.Minor {
				t.Errorf("%d is raised", got)
			}
			if _, behind := c.Tracker.Reflect(t.Context(), at.String(), []string{"sums", "receipts"}); behind {
				t.Error("who asks for what is folded is told that it is behind")
			}
			lines := log.of("level=WARN")
			if len(lines) != 1 || !strings.Contains(lines[0], "projection="+blocked.Name) || !strings.Contains(lines[0], "lock timeout") {
				t.Errorf("the log says %q", lines)
			}
			w.told(metrics, `callup_projection_lag_events{projection="sums"} 0`, `callup_projection_stopped{projection="lines"} 0`)
			w.Until("that its lag is told", func() bool {
				return !slices.Contains(exposed(t, metrics), `callup_projection_lag_events{projection="lines"} 0`)
			})
			if b := w.live(blocked.Name); b.Stopped != "" || at == b.Position || b.Position.Before(before) {
				t.Errorf("%+v", b)
			}

			w.gifts(10, 10+DefaultSizes().Live) // more than one batch to catch up with
			release()
			at = w.gifts(10+DefaultSizes().Live, 15+DefaultSizes().Live)
			w.reached(c, at)
			w.told(metrics, `callup_projection_lag_events{projection="lines"} 0`)
			w.agrees(toys())
			events := w.Count(`SELECT count(*) FROM events`)
			for _, p := range toys() {
				w.Until(p.Name+"'s checkpoint at the end", func() bool { return w.live(p.Name).Position == at })
				if b := w.live(p.Name); b.Events != int64(events) {
					t.Errorf("%s folded %d events of %d", p.Name, b.Events, events)
				}
			}
			v, err := NewBuilder(w.config("two")).Verify(t.Context(), blocked)
			if must(t, err); v.Total != 0 {
				t.Errorf("rebuilt, it differs: %+v", v)
			}
			if lines := log.of("level=WARN"); len(lines) != 1 {
				t.Errorf("the log says %q", lines)
			}
		})
	}
}

// A switch holds the leases of what it switches: that is no locked table, and the batch is written once they are free.
func TestCommit_WaitsForALease(t *testing.T) {
	w, p := newWorld(t), byName("sums")
	log := &notes{}
	c := w.config("one", p)
	c.Log = slog.New(slog.NewTextHandler(log, nil))
	w.append(fact{"campaign", id, launched()})
	w.ready(c)
	r, led := w.led(c)
	pool, err := impatient(t.Context(), w.Pool, times.LockWait)
	must(t, err)
	defer pool.Close()
	r.pool = pool
	at := w.gifts(0, 2)
	release := w.locked(`SELECT FROM projection_leases FOR UPDATE`)
	defer release()
	written, tries := make(chan error, 1), map[time.Time]bool{}
	go func() {
		_, err := r.step(t.Context(), led)
		written <- err
	}()
	w.Until("that it waits longer than for a table", func() bool {
		if len(written) > 0 {
			t.Fatalf("it waited for the lease no longer: %v; %q", <-written, log.of(""))
		}
		rows, err := w.Pool.Query(t.Context(), `SELECT query_start FROM pg_stat_activity WHERE datname = current_database()
			AND wait_event_type = 'Lock'`)
		must(t, err)
		var began time.Time
		_, err = pgx.ForEachRow(rows, []any{&began}, func() error { tries[began] = true; return nil })
		must(t, err)
		return len(tries) > 2
	})
	release()
	must(t, <-written)
	if now := w.live(p.Name); now.Position != at || led[now.ID].apart {
		t.Errorf("%s at %s, left out: %t", p.Name, now.Position, led[now.ID].apart)
	}
	w.agrees([]*Projection{p})
}
