package faults

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// play lets people act while the plan is carried out, and then everything come to rest.
func (r *run) play(ctx context.Context) error {
	giving, stop := context.WithCancel(ctx)
	defer stop()
	watching, look := context.WithCancel(ctx)
	defer look()
	var watchers sync.WaitGroup
	for n := range r.Plan.Watchers + r.Plan.Silent {
		w, stay, err := r.newWatcher(n)
		if err != nil {
			return err
		}
		if n >= r.Plan.Watchers {
			watchers.Go(func() { w.Ignore(watching, stay) })
			continue
		}
		r.watchers = append(r.watchers, w)
		watchers.Go(func() { w.Watch(watching) })
	}
	r.load.begin(giving)
	for n, s := range r.Plan.Steps {
		r.await(ctx, s.After)
		r.say("step %d: %s", n+1, s)
		if err := r.perform(ctx, s); err != nil {
			return err
		}
		if err := r.mend(ctx); err != nil {
			return err
		}
	}
	r.await(ctx, 20)
	r.say("people stop")
	stop()
	r.load.doing.Wait()
	r.endErasing()
	r.rest(ctx)
	var settling sync.WaitGroup
	for n, w := range r.watchers {
		settling.Go(func() {
			for _, wrong := range w.End(ctx, r.Patience) {
				if ctx.Err() == nil {
					r.violate(Screens, "watcher %d: %s", n, wrong)
				}
			}
		})
	}
	settling.Wait()
	look()
	watchers.Wait()
	return ctx.Err()
}

// await lets people act until so many more gifts were acknowledged.
func (r *run) await(ctx context.Context, gifts int) {
	want := r.load.acked.Load() + int64(gifts)
	err := until(ctx, r.Patience, func(context.Context) (string, error) {
		if n := r.load.acked.Load(); n < want {
			return fmt.Sprintf("%d gifts acknowledged, %d wanted", n, want), nil
		}
		return "", nil
	})
	if err != nil && ctx.Err() == nil {
		r.violate(Rest, "nothing is broken, and people can't give: %v", err)
	}
}

// mend brings back whatever is down.
func (r *run) mend(ctx context.Context) error {
	for _, s := range r.servers {
		s.db.heal(ctx)
		s.web.heal(ctx)
	}
	if err := os.WriteFile(r.clock, []byte("0s"), 0o600); err != nil {
		return fmt.Errorf("set the clock: %w", err)
	}
	for _, s := range r.servers {
		if !s.runs() {
			s.kill() // what is left of it
			if err := s.start(ctx, ""); err != nil {
				return err
			}
		}
	}
	return nil
}

// hold lets a fault last, with whatever breaks meanwhile.
func (r *run) hold(ctx context.Context, s Step) error {
	pause(ctx, s.Hold/2)
	for _, d := range s.During {
		if err := r.perform(ctx, d); err != nil {
			return err
		}
	}
	pause(ctx, s.Hold/2)
	return nil
}

func (r *run) kill(s *server, what string) {
	if s.kill() {
		r.killed(what)
	}
}

func (r *run) perform(ctx context.Context, s Step) error {
	one := r.servers[s.Server%len(r.servers)]
	switch s.Kind {
	case killServer:
		r.kill(one, "kills of a server")
		pause(ctx, s.Hold)
		return one.start(ctx, "")
	case killAll:
		for _, each := range r.servers {
			r.kill(each, "kills of a server")
		}
		pause(ctx, s.Hold)
		return r.mendServers(ctx)
	case restartServer, rolling:
		return r.restart(ctx, s, one)
	case atPoint:
		return r.dieAt(ctx, s, one)
	case killPostgres:
		r.db.kill(ctx)
	case killBackend:
		r.db.killBackend(ctx)
	case spoilDatabase, spoilWeb:
		l := one.db
		if s.Kind == spoilWeb {
			l = one.web
		}
		if err := l.spoil(s.Toxic); err != nil {
			return err
		}
		r.did("lines spoilt", 1)
		r.spoilt = true
		defer func() {
			r.spoilt = false
			l.heal(ctx)
		}()
		return r.hold(ctx, s)
	case fullDisk:
		return r.fillDisk(ctx, s)
	case stepClock:
		r.did("clock steps", 1)
		if err := os.WriteFile(r.clock, []byte(s.Clock.String()), 0o600); err != nil {
			return fmt.Errorf("set the clock: %w", err)
		}
		return r.hold(ctx, s)
	case rebuild:
		return r.rebuild(ctx, s)
	case poisonRows:
		return r.poisonRows(ctx)
	case poisonReaction:
		return r.poisonReaction(ctx, s)
	case eraseGuest:
		return r.erase(ctx, s)
	default:
		return fmt.Errorf("the plan holds %q, which nobody knows", s.Kind)
	}
	return nil
}

func (r *run) mendServers(ctx context.Context) error {
	for _, s := range r.servers {
		if !s.runs() {
			if err := s.start(ctx, ""); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *run) restart(ctx context.Context, s Step, one *server) error {
	which := []*server{one}
	if s.Kind == rolling {
		which = r.servers
	}
	for _, each := range which {
		each.stop()
		r.did("restarts", 1)
		pause(ctx, s.Hold)
		if err := each.start(ctx, ""); err != nil {
			return err
		}
	}
	return nil
}

// dieAt starts a server anew that ends by itself at a point, if it comes there.
func (r *run) dieAt(ctx context.Context, s Step, one *server) error {
	r.kill(one, "kills of a server")
	if err := one.start(ctx, s.Point); err != nil {
		return err
	}
	name, _, _ := strings.Cut(s.Point, ":")
	if one.ended(ctx, 10*time.Second) {
		r.killed("deaths at " + name)
	} else {
		r.did("points not reached", 1)
		r.kill(one, "kills of a server")
	}
	pause(ctx, s.Hold)
	return one.start(ctx, "")
}

func (r *run) fillDisk(ctx context.Context, s Step) error {
	if !r.db.bounded {
		return nil // it was said why
	}
	free, err := r.db.fill()
	if err != nil {
		return err
	}
	defer free()
	r.did("disks filled", 1)
	if err := r.hold(ctx, s); err != nil {
		return err
	}
	free()
	r.db.back(ctx)
	return nil
}

// rebuild builds the read tables again beside what runs, and may die on the way.
func (r *run) rebuild(ctx context.Context, s Step) error {
	patient, cancel := context.WithTimeout(ctx, 4*time.Minute) // it waits for an erasure that is under way
	defer cancel()
	out, code, err := r.command(patient, s.Point, "projections", "rebuild", "--all")
	if err != nil {
		return err
	}
	name, _, _ := strings.Cut(s.Point, ":")
	switch {
	case patient.Err() != nil:
		r.violate(Rest, "a rebuild does not end: %s", out)
	case code == 0:
		r.did("rebuilds", 1)
	case code < 0 && s.Point != "":
		r.killed("deaths at " + name)
	default:
		r.violate(Rest, "a rebuild that is to die at %q exits %d: %s", s.Point, code, out)
	}
	return nil
}

// erasing are the commands that erase somebody, beside all else.
type erasing struct {
	mu    sync.Mutex
	who   map[string]bool
	doing sync.WaitGroup
	stop  context.CancelFunc
	ctx   context.Context //nolint:containedctx // its end is theirs
}

// erase begins to erase a guest. The command may die on the way; the servers go on with what it has begun.
func (r *run) erase(ctx context.Context, s Step) error {
	e := &r.erasing
	if e.ctx == nil {
		e.ctx, e.stop = context.WithCancel(ctx)
		e.who = map[string]bool{}
	}
	who := guest(s.Guest)
	e.mu.Lock()
	e.who[who] = true
	e.mu.Unlock()
	e.doing.Go(func() {
		for {
			out, code, err := r.command(e.ctx, s.Point, "erase", "guest", who, "--now")
			switch {
			case err == nil && code == 0:
				r.did("erasures", 1)
				return
			case code < 0:
				r.killed("deaths mid-erasure")
				return
			}
			// nobody has given under the address, or the database is away
			r.say("erasing %s ends with %d, %v: %s", who, code, err, lastLines(out))
			if !pause(e.ctx, time.Second) {
				return
			}
		}
	})
	return nil
}

// endErasing kills the commands that still erase.
func (r *run) endErasing() {
	if r.erasing.stop != nil {
		r.erasing.stop()
	}
	r.erasing.doing.Wait()
}

// poisonRows makes the database refuse what a projection writes, until it stands still.
func (r *run) poisonRows(ctx context.Context) error {
	var schema string
	err := until(ctx, time.Minute, func(ctx context.Context) (string, error) {
		return "", r.db.pool.QueryRow(ctx, `SELECT schema FROM projection_builds WHERE projection = 'campaign_supporters' AND state = 'live'
			ORDER BY version DESC LIMIT 1`).Scan(&schema)
	})
	if err != nil {
		return fmt.Errorf("find a projection to poison: %w", err)
	}
	table := pgx.Identifier{schema, "campaign_supporters"}.Sanitize()
	if err := r.db.exec(ctx, `ALTER TABLE `+table+` DROP CONSTRAINT IF EXISTS poison, ADD CONSTRAINT poison CHECK (amount < 0) NOT VALID`); err != nil {
		return fmt.Errorf("poison a projection: %w", err)
	}
	stopped := until(ctx, 30*time.Second, func(ctx context.Context) (string, error) {
		var n int
		err := r.db.pool.QueryRow(ctx, `SELECT count(*) FROM projection_builds WHERE state = 'live' AND stopped <> ''`).Scan(&n)
		if err == nil && n == 0 {
			return "no projection stands still", nil
		}
		return "", err
	})
	if stopped == nil {
		r.did("projections poisoned", 1)
	}
	if err := r.db.exec(ctx, `ALTER TABLE `+table+` DROP CONSTRAINT IF EXISTS poison`); err != nil {
		return fmt.Errorf("mend a poisoned projection: %w", err)
	}
	return nil
}

// poisonReaction makes the database refuse receipts for a while.
func (r *run) poisonReaction(ctx context.Context, s Step) error {
	if err := r.db.exec(ctx, `ALTER TABLE outbox_mails DROP CONSTRAINT IF EXISTS poison, ADD CONSTRAINT poison CHECK (kind = '') NOT VALID`); err != nil {
		return fmt.Errorf("poison a reactor: %w", err)
	}
	r.did("reactors poisoned", 1)
	pause(ctx, s.Hold+time.Second)
	if err := r.db.exec(ctx, `ALTER TABLE outbox_mails DROP CONSTRAINT IF EXISTS poison`); err != nil {
		return fmt.Errorf("mend a poisoned reactor: %w", err)
	}
	return nil
}

// The gate that holds the migrations up, in the words of the database.
const (
	holdMigrations = `
CREATE SEQUENCE faults_statements;
CREATE FUNCTION faults_hold() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
	IF nextval('public.faults_statements') = %d THEN
		PERFORM pg_advisory_xact_lock(4711);
	END IF;
END $$;
CREATE EVENT TRIGGER faults_hold ON ddl_command_end EXECUTE FUNCTION faults_hold();`
	letMigrationsGo = `
DROP EVENT TRIGGER faults_hold;
DROP FUNCTION faults_hold();
DROP SEQUENCE faults_statements;`
	heldUp = `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted`
)

// dieMigrating kills the first server in the middle of the migrations.
func (r *run) dieMigrating(ctx context.Context) error {
	root, err := r.db.superuser(ctx)
	if err != nil {
		return fmt.Errorf("hold the migrations up: %w", err)
	}
	defer func() { _ = root.Close(context.WithoutCancel(ctx)) }() // its lock goes with it
	exec := func(sql string) error {
		if _, err := root.PgConn().Exec(ctx, sql).ReadAll(); err != nil {
			return fmt.Errorf("hold the migrations up: %w", err)
		}
		return nil
	}
	if err := exec(fmt.Sprintf(holdMigrations, r.Plan.Migrate+1)); err != nil {
		return err
	}
	if err := exec(`SELECT pg_advisory_lock(4711)`); err != nil {
		return err
	}
	first := r.servers[0]
	if err := first.begin(ctx); err != nil {
		return err
	}
	err = until(ctx, time.Minute, func(ctx context.Context) (string, error) {
		var n int
		if err := root.QueryRow(ctx, heldUp).Scan(&n); err != nil || n > 0 {
			return "", err
		}
		return "the migrations are not held up: " + tail(first.logs), nil
	})
	r.kill(first, "deaths mid-migration")
	if err != nil {
		return err
	}
	if err := exec(`SELECT pg_advisory_unlock(4711)`); err != nil {
		return err
	}
	return exec(letMigrationsGo)
}
