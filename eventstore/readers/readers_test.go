package readers_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/reach"
	"github.com/callup/callup/eventstore/readers"
	"github.com/callup/callup/internal/testing/testdb"
)

const (
	term  = 2 * time.Second  // how long a server counts as alive, where a test waits for the end of it
	never = 10 * time.Minute // and where it does not
	fresh = 25 * time.Millisecond
)

var base = readers.Forms{"Given": 1}

// counting is a log that counts what is appended.
type counting struct {
	eventstore.Store
	events int
}

func (c *counting) Append(
	_ context.Context, _ string, _ eventstore.Revision, events []eventstore.Event,
) (eventstore.Appended, error) {
	c.events += len(events)
	return eventstore.Appended{}, nil
}

// program is a server of some version.
type program struct {
	*readers.Servers
	t   *testing.T
	log counting
}

func start(t *testing.T, pool *pgxpool.Pool, id string, reads readers.Forms, lasts time.Duration) *program {
	t.Helper()
	return &program{t: t, Servers: readers.New(readers.Config{
		Pool: pool, Server: "00000000-0000-0000-0000-0000000000" + id, Program: "server " + id, Base: base, Reads: reads,
		Times: readers.Times{Beat: 2 * fresh, Lasts: lasts, Fresh: fresh}, Log: slog.New(slog.DiscardHandler),
	})}
}

// runs announces the server until the test ends, or the function that it gives is called.
func (p *program) runs() (crash func()) {
	p.t.Helper()
	if err := p.Announce(p.t.Context()); err != nil {
		p.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(p.t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = p.Run(ctx) // it ends with the context
	}()
	crash = func() { cancel(); <-done }
	p.t.Cleanup(crash)
	return crash
}

// append appends an event of a version of a type.
func (p *program) append(name string, version int) error {
	_, err := p.Guard(&p.log).Append(p.t.Context(), "gift-1", eventstore.NoStream, []eventstore.Event{{Type: "Given", Version: 1},
		{Type: name, Version: version}})
	return err
}

// refused expects that an event is not written.
func (p *program) refused(name string, version int) {
	p.t.Helper()
	was := p.log.events
	if err := p.append(name, version); !errors.Is(err, eventstore.ErrUnread) || !errors.Is(err, eventstore.ErrUnavailable) {
		p.t.Errorf("%s version %d beside a server that does not read it: %v", name, version, err)
	}
	if p.log.events != was {
		p.t.Error("something was appended all the same")
	}
}

// goesOn expects that an event is written in the end.
func (p *program) goesOn(name string, version int) {
	p.t.Helper()
	for err := p.append(name, version); err != nil; err = p.append(name, version) {
		if !errors.Is(err, eventstore.ErrUnread) || !reach.Pause(p.t.Context(), fresh) {
			p.t.Fatalf("%s version %d: %v", name, version, err)
		}
	}
}

// written expects that an event is written at once.
func (p *program) written(name string, version int) {
	p.t.Helper()
	if err := p.append(name, version); err != nil {
		p.t.Errorf("%s version %d: %v", name, version, err)
	}
}

func TestServers_NewFormsWaitForAnOlderServer_Issue33(t *testing.T) {
	t.Parallel()
	for name, version := range map[string]int{"Thanked": 1, "Given": 2} {
		pool := testdb.Pool(t)
		reads := readers.Forms{"Given": 2, "Thanked": 1}
		older, newer := start(t, pool, "01", base, never), start(t, pool, "02", reads, never)
		older.runs()
		newer.runs()
		newer.refused(name, version)
		newer.written("Given", 1)
		older.written("Given", 1)

		// the program of the older server is replaced
		third := start(t, pool, "03", reads, never)
		third.runs()
		newer.refused(name, version)
	}
}

func TestServers_WriteOnceEveryServerReads_Issue33(t *testing.T) {
	t.Parallel()
	pool := testdb.Pool(t)
	reads := readers.Forms{"Given": 2}
	older, newer, third := start(t, pool, "01", base, never), start(t, pool, "02", reads, never), start(t, pool, "03", reads, never)
	crash := older.runs()
	newer.runs()
	third.runs()
	newer.refused("Given", 2)
	crash() // it is stopped, and says so
	if err := older.Leave(t.Context()); err != nil {
		t.Fatal(err)
	}
	newer.goesOn("Given", 2)
	third.goesOn("Given", 2)
	newer.refused("Given", 3) // one that not even it reads itself is not for the others either
}

func TestServers_ACrashedServerIsWaitedForNoLongerThanItsTerm_Issue33(t *testing.T) {
	t.Parallel()
	pool := testdb.Pool(t)
	older, newer := start(t, pool, "01", base, term), start(t, pool, "02", readers.Forms{"Given": 2}, term)
	newer.runs()
	var last time.Time
	for began := time.Now(); time.Since(began) < term*3/2; { // announced again and again it stays alive
		last = time.Now()
		if err := older.Announce(t.Context()); err != nil {
			t.Fatal(err)
		}
		newer.refused("Given", 2)
	}
	newer.goesOn("Given", 2)
	if took := time.Since(last); took < term {
		t.Errorf("it is waited for %v", took)
	}
}

// A server of before there were announcements is known by the connection on which it waits for changes of the read tables.
func TestServers_AServerThatAnnouncesNothingReadsTheBase_Issue33(t *testing.T) {
	t.Parallel()
	pool := testdb.Pool(t)
	newer := start(t, pool, "02", readers.Forms{"Given": 2}, term)
	newer.runs()
	newer.written("Given", 2)

	silent, err := pgx.ConnectConfig(t.Context(), pool.Config().ConnConfig)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := silent.Exec(t.Context(), "LISTEN callup_projections"); err != nil {
		t.Fatal(err)
	}
	for !errors.Is(newer.append("Given", 2), eventstore.ErrUnread) { // it is seen at the next look
		if !reach.Pause(t.Context(), fresh) {
			t.Fatal("it is not seen")
		}
	}
	for began := time.Now(); time.Since(began) < term*3/2; { // it is seen again and again
		newer.refused("Given", 2)
	}
	newer.written("Given", 1)
	last := time.Now().Add(-fresh)
	newer.refused("Given", 2)
	if err := silent.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	newer.goesOn("Given", 2)
	if took := time.Since(last); took < term { // the connection may only have been lost
		t.Errorf("it is waited for %v", took)
	}
}

// An older server that is started later finds no event that was written after it said that it is there.
func TestServers_AnOlderServerStartsLater_Issue33(t *testing.T) {
	t.Parallel()
	pool := testdb.Pool(t)
	newer, older := start(t, pool, "02", readers.Forms{"Given": 2}, never), start(t, pool, "01", base, never)
	newer.runs()
	newer.written("Given", 2)
	older.runs()
	newer.refused("Given", 2)
}

// Where nothing is newer than the base the database is not asked at all, and else not for each append.
func TestServers_AskSeldom_Issue33(t *testing.T) {
	t.Parallel()
	pool := testdb.Pool(t)
	alone := readers.New(readers.Config{
		Pool: pool, Server: "00000000-0000-0000-0000-000000000001", Base: base, Reads: readers.Forms{"Given": 2},
		Times: readers.Times{Fresh: time.Hour}, Log: slog.New(slog.DiscardHandler),
	})
	p := &program{Servers: alone, t: t}
	p.written("Given", 2)
	pool.Close()
	p.written("Given", 2)
	p.written("Given", 1)

	unseen := start(t, pool, "02", readers.Forms{"Given": 2}, never)
	unseen.written("Given", 1)
	if err := unseen.append("Given", 2); !errors.Is(err, eventstore.ErrUnavailable) || errors.Is(err, eventstore.ErrUnread) {
		t.Errorf("without the database: %v", err)
	}
}
