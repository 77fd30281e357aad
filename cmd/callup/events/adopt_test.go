package events

import (
	"io"
	"strings"
	"testing"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/kurrentdb/kurrenttest"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
)

// TestAdoptKeepsReactorsWhereTheyStand: those that were moved over a part of the log, which they never handled, stand after
// the same event in its copy, there and back. Where that can't be known the operator is asked.
func TestAdoptKeepsReactorsWhereTheyStand(t *testing.T) {
	t.Parallel()
	s := apptest.NewServices(t)
	seed := func(n uint64) {
		t.Helper()
		if _, err := s.Seed(t.Context(), app.SeedOptions{Members: 3, Seed: n}, func(string) {}); err != nil {
			t.Fatal(err)
		}
	}
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := s.Pool.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	seed(1)
	if err := s.Router.PassOver(t.Context()); err != nil { // as seed --bulk does, and reactors skip
		t.Fatal(err)
	}
	_, passed, err := s.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// handled last
	exec(`UPDATE reactor_checkpoints SET event_id = (SELECT id FROM events WHERE position = 2) WHERE reactor = 'timers'`)
	seed(2)
	node := kurrenttest.Start(t, kurrenttest.NewLog())
	database := s.Pool.Config().ConnString()
	run := func(url string, a adopting) error {
		t.Helper()
		p := &cli.Program{Stdout: io.Discard, Stderr: io.Discard, Environ: []string{
			"DATABASE_URL=" + database, "CALLUP_DATA=" + s.Config.Data, "CALLUP_DEMO=off", "EVENTSTORE_URL=" + url,
		}}
		from, to := database, node.URL()
		if url == "" {
			from, to = to, from
		}
		if err := copyLog(t.Context(), p, from, to, false); err != nil {
			t.Fatal(err)
		}
		return adoptLog(t.Context(), p, a)
	}
	adopt := func(url string, a adopting) {
		t.Helper()
		if err := run(url, a); err != nil {
			t.Fatal(err)
		}
	}
	// stand tells how many events of a log lie up to where each reactor stands.
	stand := func(url string, want map[string]int) {
		t.Helper()
		log, bye, err := openSource(t.Context(), url, s.Log)
		if err != nil {
			t.Fatal(err)
		}
		defer bye()
		all, err := log.ReadAll(t.Context(), eventstore.Position{}, 1000, eventstore.Filter{})
		if err != nil || !all.End {
			t.Fatal(err)
		}
		for name, n := range want {
			var text string
			if err := s.Pool.QueryRow(t.Context(), `SELECT position FROM reactor_checkpoints WHERE reactor = $1`,
				name).Scan(&text); err != nil {
				t.Fatal(err)
			}
			at, err := eventstore.ParsePosition(text)
			if err != nil {
				t.Fatal(err)
			}
			is := 0
			for _, e := range all.Events {
				if !at.Before(e.Position) {
					is++
				}
			}
			if is != n {
				t.Errorf("%s stands after %d events of %d, not %d", name, is, len(all.Events), n)
			}
		}
	}
	exec(`UPDATE reactor_checkpoints SET position = '999' WHERE reactor = 'mails'`)
	if err := run(node.URL(), adopting{}); err == nil || !strings.Contains(err.Error(), "mails is ahead of the log") {
		t.Errorf("a reactor that handled more than the log holds: %v", err)
	}
	exec(`UPDATE reactor_checkpoints SET position = $1 WHERE reactor = 'mails'`, passed.String())

	n, _ := passed.Parts()
	same := map[string]int{"mails": int(n), "refunds": int(n), "timers": int(n)}
	adopt(node.URL(), adopting{})
	stand(node.URL(), same)

	exec(`UPDATE reactor_checkpoints SET event_id = NULL WHERE reactor = 'mails'`)
	if err := run("", adopting{}); err == nil || !strings.Contains(err.Error(), "these reactors stood: mails. Name the log") {
		t.Errorf("a reactor whose place nobody knows: %v", err)
	}
	if err := run("", adopting{from: database}); err == nil || !strings.Contains(err.Error(), "--from is not the log") {
		t.Errorf("another log than the one that was copied: %v", err)
	}
	adopt("", adopting{from: node.URL()})
	stand(database, same)

	adopt(node.URL(), adopting{})
	exec(`UPDATE reactor_checkpoints SET event_id = NULL WHERE reactor = 'mails'`)
	adopt("", adopting{passOver: true})
	_, head, err := s.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	end, _ := head.Parts()
	same["mails"] = int(end)
	stand(database, same)
}
