package faults

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"
)

// play lets people act while the plan is carried out, and then everything come to rest.
func (r *run) play(ctx context.Context) error {
	giving, stop := context.WithCancel(ctx)
	defer stop()
	watching, look := context.WithCancel(ctx)
	defer look()
	commands, kill := context.WithCancel(ctx)
	defer kill()
	r.erasing.who, r.erasing.giving, r.erasing.ctx = map[string]bool{}, giving, commands
	var watchers sync.WaitGroup
	for n := range r.Plan.Watchers + r.Plan.Silent {
		w, err := r.newWatcher(n)
		if err != nil {
			return err
		}
		if n >= r.Plan.Watchers {
			watchers.Go(func() { w.Ignore(watching) })
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
	r.awaitErasing(ctx)
	r.awaitDropped(ctx)
	r.awaitPushes(ctx)
	r.say("people stop")
	stop()
	r.load.doing.Wait()
	late := time.AfterFunc(r.Patience, kill) // what commands have begun to erase is to come to its end in any case
	r.erasing.doing.Wait()
	late.Stop()
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

// awaitPushes lets people give until every watcher was sent something: one that nothing was sent to has watched nothing,
// and a projection whose leader was killed is folded again only when the lease has run out.
func (r *run) awaitPushes(ctx context.Context) {
	err := until(ctx, r.Patience, func(context.Context) (string, error) {
		for n, w := range r.watchers {
			if w.Pushes() == 0 {
				return fmt.Sprintf("watcher %d was sent nothing", n), nil
			}
		}
		return "", nil
	})
	if err != nil && ctx.Err() == nil {
		r.violate(Screens, "people give, and %v", err)
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

func (r *run) kill(s *server, what string) bool {
	ran := s.kill()
	if ran {
		r.killed(what)
	}
	return ran
}

// perform breaks something, and notes whether it really broke.
func (r *run) perform(ctx context.Context, s Step) error {
	broke, err := r.breaks(ctx, s, r.servers[s.Server%len(r.servers)])
	if broke {
		r.broke(s.Kind, 1)
	}
	return err
}

func (r *run) breaks(ctx context.Context, s Step, one *server) (bool, error) {
	switch s.Kind {
	case killServer:
		return r.killThen(ctx, s, one)
	case killAll:
		return r.killThen(ctx, s, r.servers...)
	case restartServer:
		return r.restart(ctx, s, one)
	case rolling:
		return r.restart(ctx, s, r.servers...)
	case atPoint:
		return r.dieAt(ctx, s, one)
	case killPostgres:
		return r.db.kill(ctx), nil
	case killBackend:
		return r.db.killBackend(ctx), nil
	case spoilDatabase:
		return r.spoil(ctx, s, one.db)
	case spoilWeb:
		return r.spoil(ctx, s, one.web)
	case fullDisk:
		return r.fillDisk(ctx, s)
	case stepClock:
		return r.stepClock(ctx, s)
	case rebuild:
		return r.rebuild(ctx, s)
	case poisonRows:
		return r.poisonRows(ctx)
	case poisonReaction:
		return r.poisonReaction(ctx, s)
	case giveUp:
		return r.giveUp(ctx)
	case newerEvent:
		return r.newerEvent(ctx)
	case payTwice:
		return r.provider.payAgain(), nil
	case providerAway:
		return r.providerAway(ctx, s)
	case eraseGuest:
		r.erase(s)
		return false, nil // what becomes of it is seen at the end
	}
	return false, fmt.Errorf("the plan holds %q, which nobody knows", s.Kind)
}

// killThen kills servers, and starts them again after a while.
func (r *run) killThen(ctx context.Context, s Step, which ...*server) (killed bool, err error) {
	for _, each := range which {
		killed = r.kill(each, "kills of a server") || killed
	}
	pause(ctx, s.Hold)
	for _, each := range which {
		if err := each.start(ctx, ""); err != nil {
			return killed, err
		}
	}
	return killed, nil
}

func (r *run) restart(ctx context.Context, s Step, which ...*server) (stopped bool, err error) {
	for _, each := range which {
		stopped = each.stop() || stopped
		pause(ctx, s.Hold)
		if err := each.start(ctx, ""); err != nil {
			return stopped, err
		}
	}
	return stopped, nil
}

// dieAt starts a server anew that ends by itself at a point, if it comes there; where only the one that leads comes
// there, all of them.
func (r *run) dieAt(ctx context.Context, s Step, one *server) (died bool, err error) {
	which := []*server{one}
	name := moment(s.Point)
	for _, p := range points {
		if p.name == name && p.one {
			which = r.servers
		}
	}
	for _, each := range which {
		r.kill(each, "kills of a server")
	}
	for _, each := range which {
		if err := each.start(ctx, s.Point); err != nil {
			return false, err
		}
	}
	patience := max(r.Patience, time.Minute)
	if r.spoilt { // it may not come there before the line is mended
		patience = 10 * time.Second
	}
	_ = until(ctx, patience, func(context.Context) (string, error) { // else it is not noted as broken
		if !slices.ContainsFunc(which, (*server).died) {
			return "nobody has come there", nil
		}
		return "", nil
	})
	for _, each := range which {
		if each.died() {
			r.killed("deaths at " + name)
			died = true
		} else {
			r.kill(each, "kills of a server")
		}
	}
	pause(ctx, s.Hold)
	for _, each := range which {
		if err := each.start(ctx, ""); err != nil {
			return died, err
		}
	}
	return died, nil
}

func (r *run) spoil(ctx context.Context, s Step, l *line) (bool, error) {
	if err := l.spoil(s.Toxic); err != nil {
		return false, err
	}
	r.broke(s.Toxic.Type, 1)
	r.spoilt = true
	defer func() {
		r.spoilt = false
		l.heal(ctx)
	}()
	return true, r.hold(ctx, s)
}

func (r *run) fillDisk(ctx context.Context, s Step) (bool, error) {
	if !r.db.bounded {
		return false, nil // it was said why
	}
	free, err := r.db.fill()
	if err != nil {
		return false, err
	}
	defer free()
	if err := r.hold(ctx, s); err != nil {
		return true, err
	}
	free()
	r.db.back(ctx)
	return true, nil
}

// stepClock sets the servers' clock wrong, until a gift has been recorded by it. It is the clock of what people are told
// and what waits for a date. What measures how long something takes (the age of a key in memory, a projection's waits) asks
// the monotonic clock, which no step moves, and the database has the machine's.
func (r *run) stepClock(ctx context.Context, s Step) (bool, error) {
	if err := os.WriteFile(r.clock, []byte(s.Clock.String()), 0o600); err != nil {
		return false, fmt.Errorf("set the clock: %w", err)
	}
	if err := r.hold(ctx, s); err != nil {
		return false, err
	}
	patience := r.Patience
	if r.spoilt {
		patience = 5 * time.Second
	}
	seen := r.untilSo(ctx, patience, "a gift was begun at another time than it was recorded", // by about the step
		`SELECT EXISTS (SELECT FROM events WHERE type = 'DonationStarted'
			AND extract(epoch FROM (data->>'at')::timestamptz - recorded_at) / $1 BETWEEN 0.5 AND 1.5)`, s.Clock.Seconds())
	return seen == nil, nil
}

// providerAway has the payment provider answer nonsense or nothing, and tell nothing, while the servers' clock goes on by an
// hour.
func (r *run) providerAway(ctx context.Context, s Step) (bool, error) {
	r.provider.away.Store(true)
	defer r.provider.away.Store(false)
	before := r.provider.turnedAway.Load()
	if err := os.WriteFile(r.clock, []byte(time.Hour.String()), 0o600); err != nil {
		return false, fmt.Errorf("set the clock: %w", err)
	}
	if err := r.hold(ctx, s); err != nil {
		return false, err
	}
	return r.provider.turnedAway.Load() > before, nil
}

// rebuild builds the read tables again beside what runs, and may die on the way.
func (r *run) rebuild(ctx context.Context, s Step) (bool, error) {
	patient, cancel := context.WithTimeout(ctx, 4*time.Minute) // it waits for an erasure that is under way
	defer cancel()
	out, code, err := r.command(patient, s.Point, "projections", "rebuild", "--all")
	if err != nil {
		return false, err
	}
	switch {
	case patient.Err() != nil:
		r.violate(Rest, "a rebuild does not end: %s", out)
	case code == 0:
		return true, nil
	case code < 0 && s.Point != "":
		r.killed("deaths at " + moment(s.Point))
		return true, nil
	default:
		r.violate(Rest, "a rebuild that is to die at %q exits %d: %s", s.Point, code, out)
	}
	return false, nil
}

// erasing are the commands that erase somebody, beside all else.
type erasing struct {
	who    map[string]bool
	doing  sync.WaitGroup
	giving context.Context //nolint:containedctx // its end is that of what people do: who has given nothing by then never will
	ctx    context.Context //nolint:containedctx // its end is that of the commands
}

// erase begins to erase a guest. The command may die on the way; the servers go on with what it has begun.
func (r *run) erase(s Step) {
	e := &r.erasing
	who := guest(s.Guest)
	e.who[who] = true
	e.doing.Go(func() {
		for {
			out, code, err := r.command(e.ctx, s.Point, "erase", "guest", who, "--now")
			switch {
			case err == nil && code == 0 || e.ctx.Err() != nil:
				return
			case code < 0:
				r.killed("deaths at " + erasePoint)
				return
			}
			// nobody has given under the address, or the database is away
			r.say("erasing %s ends with %d, %v: %s", who, code, err, lastLines(out))
			if !pause(e.giving, time.Second) {
				return
			}
		}
	})
}

// awaitErasing lets people give until everybody who is to be erased has given something: else there is nobody to erase.
func (r *run) awaitErasing(ctx context.Context) {
	err := until(ctx, r.Patience, func(ctx context.Context) (string, error) {
		var begun int
		err := r.db.pool.QueryRow(ctx, `SELECT count(*) FROM events WHERE type = 'ErasureRequested'`).Scan(&begun)
		if err == nil && begun < len(r.erasing.who) {
			return fmt.Sprintf("%d of %d erasures have begun", begun, len(r.erasing.who)), nil
		}
		return "", err
	})
	if err != nil && ctx.Err() == nil {
		r.violate(Rest, "%v", err)
	}
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
	err = until(ctx, 3*time.Minute, func(ctx context.Context) (string, error) {
		var n int
		if err := root.QueryRow(ctx, heldUp).Scan(&n); err != nil || n > 0 {
			return "", err
		}
		if first.current().ended() { // it came before the database did
			return "the server ended: " + tail(first.logs), first.begin(ctx)
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
