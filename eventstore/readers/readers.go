// Package readers keeps a server from writing events that another server beside it can't read. Each server announces in the
// database what it reads, and before it appends an event of a type or version that is newer than the base it looks whether
// every server that is alive reads it too.
package readers

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/reach"
)

// Forms says up to which schema version each type of event is read.
type Forms map[string]int

func (f Forms) read(e eventstore.Event) bool { return e.Version <= f[e.Type] }

// beyond are the forms of which others know less.
func (f Forms) beyond(others Forms) Forms {
	more := Forms{}
	for name, version := range f {
		if version > others[name] {
			more[name] = version
		}
	}
	return more
}

// Times say how servers hear of each other. All servers on a database must have the same.
type Times struct {
	Beat  time.Duration // how often a server announces itself again
	Lasts time.Duration // how long it counts as alive after that
	Fresh time.Duration // how long what was seen of the others is relied on
}

// DefaultTimes are those of every server.
func DefaultTimes() Times {
	return Times{Beat: 5 * time.Second, Lasts: 30 * time.Second, Fresh: time.Second}
}

// within bounds one look at the database.
const within = 5 * time.Second

// Config is what servers are heard of by.
type Config struct {
	Pool    *pgxpool.Pool
	Server  string // names this process, and is a UUID
	Program string // what the program calls itself
	Base    Forms  // what every server reads, also one that announces nothing
	Reads   Forms  // what this one reads
	Times   Times
	Log     *slog.Logger
}

// Servers are those that share a log. It is safe for concurrent use.
type Servers struct {
	c Config

	mu   sync.Mutex // one look at a time
	seen time.Time  // when the last look began
	all  []server
	held map[string]bool // types of which an event was refused, and none appended since
}

// server is another one that is alive.
type server struct {
	program string
	beyond  Forms // what it reads beyond the base
	reads   Forms // that, and the base
}

// New makes the servers as one process sees them.
func New(c Config) *Servers { return &Servers{c: c, held: map[string]bool{}} }

// silentSQL finds the servers that announce nothing, those of before there were announcements: each has a connection on which
// it waits for changes of the read tables, and says there just this. A later one says more (readmodel.Resolver).
const silentSQL = `INSERT INTO servers (id, program, seen_at)
	SELECT md5(pid || ' ' || backend_start)::uuid,
		format('an older version (backend %s, %s)', pid, coalesce(host(client_addr), 'local')), now() FROM pg_stat_activity
	WHERE datname = current_database() AND query = 'LISTEN callup_projections' ORDER BY 1
	ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`

// Announce has the other servers know what this one reads. Beside a server that reads more it returns only when that one has
// looked again: what it writes from then on, this one reads too. It comes before the server says that it is ready.
func (s *Servers) Announce(ctx context.Context) error {
	if err := s.beat(ctx); err != nil {
		return err
	}
	s.mu.Lock()
	all := s.all
	s.mu.Unlock()
	mine := s.c.Reads.beyond(s.c.Base)
	for _, other := range all {
		if len(other.beyond.beyond(mine)) > 0 {
			s.c.Log.InfoContext(ctx, "a newer version is running beside this one", "version", other.program)
			if !reach.Pause(ctx, 2*s.c.Times.Fresh) {
				return ctx.Err()
			}
			break
		}
	}
	return nil
}

// Run announces again and again, until the context ends.
func (s *Servers) Run(ctx context.Context) error {
	for reach.Pause(ctx, s.c.Times.Beat) {
		if err := s.beat(ctx); err != nil && ctx.Err() == nil {
			s.c.Log.WarnContext(ctx, "other servers can't be told what this one reads; trying again", "error", err)
		}
	}
	return ctx.Err()
}

// Leave takes back what this server announced, when it ends.
func (s *Servers) Leave(ctx context.Context) error {
	if _, err := s.c.Pool.Exec(ctx, `DELETE FROM servers WHERE id = $1`, s.c.Server); err != nil {
		return fmt.Errorf("tell other servers that this one ends: %w", err)
	}
	return nil
}

// beat announces what this server reads, forgets servers that are long gone, and looks at the others.
func (s *Servers) beat(ctx context.Context) error {
	bounded, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	_, err := s.c.Pool.Exec(bounded, `INSERT INTO servers (id, program, beyond, seen_at) VALUES ($1, $2, $3, now())
		ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`, s.c.Server, s.c.Program, s.c.Reads.beyond(s.c.Base))
	if err == nil {
		_, err = s.c.Pool.Exec(bounded, `DELETE FROM servers WHERE id IN (
			SELECT id FROM servers WHERE seen_at < now() - 10 * $1::interval ORDER BY id FOR UPDATE SKIP LOCKED)`, s.c.Times.Lasts)
	}
	if err != nil {
		return fmt.Errorf("announce what this server reads: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.look(ctx)
}

// look reads who is alive. mu is held.
func (s *Servers) look(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	began := time.Now()
	if _, err := s.c.Pool.Exec(ctx, silentSQL); err != nil {
		return fmt.Errorf("look for servers that announce nothing: %w", err)
	}
	rows, err := s.c.Pool.Query(ctx, `SELECT program, beyond FROM servers WHERE id <> $1 AND seen_at > now() - $2::interval`,
		s.c.Server, s.c.Times.Lasts)
	if err != nil {
		return fmt.Errorf("read what other servers read: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (o server, err error) {
		err = row.Scan(&o.program, &o.beyond)
		o.reads = maps.Clone(s.c.Base)
		maps.Copy(o.reads, o.beyond)
		return o, err
	})
	if err != nil {
		return fmt.Errorf("read what other servers read: %w", err)
	}
	s.seen, s.all = began, all
	return nil
}

// mayWrite refuses an event that a server can't read. What was seen a moment ago is relied on, so that it costs a statement
// now and then, and none where nothing is newer than the base.
func (s *Servers) mayWrite(ctx context.Context, events []eventstore.Event) error {
	if newer(events, s.c.Base) == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.seen) >= s.c.Times.Fresh {
		// other appends wait for this look, so that it does not end with the request that began it
		if err := s.look(context.WithoutCancel(ctx)); err != nil {
			return fmt.Errorf("%w: %w", eventstore.ErrUnavailable, err)
		}
	}
	for _, other := range s.all {
		if e := newer(events, other.reads); e != nil {
			if !s.held[e.Type] {
				s.c.Log.WarnContext(ctx, "new events wait until every server reads them: stop the older ones", "type", e.Type,
					"version", e.Version, "server", other.program)
			}
			s.held[e.Type] = true
			return fmt.Errorf("%w: %s version %d, by %s", eventstore.ErrUnread, e.Type, e.Version, other.program)
		}
	}
	for _, e := range events {
		if s.held[e.Type] {
			s.c.Log.InfoContext(ctx, "every server reads the new events", "type", e.Type)
			delete(s.held, e.Type)
		}
	}
	return nil
}

// newer gives the first event that is not among what is read; nil when all are.
func newer(events []eventstore.Event, reads Forms) *eventstore.Event {
	for i := range events {
		if !reads.read(events[i]) {
			return &events[i]
		}
	}
	return nil
}

// guarded is a log to which nothing is appended that a server can't read.
type guarded struct {
	eventstore.Store
	servers *Servers
}

// Guard wraps the log to which commands append. An append fails with eventstore.ErrUnread, and nothing of it is written, while
// a server is alive that can't read one of its events.
func (s *Servers) Guard(log eventstore.Store) eventstore.Store { return guarded{log, s} }

// Append implements eventstore.Store.
func (g guarded) Append(
	ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Event,
) (eventstore.Appended, error) {
	if err := g.servers.mayWrite(ctx, events); err != nil {
		return eventstore.Appended{}, fmt.Errorf("append to %s: %w", stream, err)
	}
	return g.Store.Append(ctx, stream, expected, events)
}
