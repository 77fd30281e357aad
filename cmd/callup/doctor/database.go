package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/migrations"
	"github.com/callup/callup/projections/projector"
)

// extensions looks for what Postgres has to bring that some packages of it leave out.
func (d *doctor) extensions(ctx context.Context) bool {
	return d.searchable(func() (version string, may bool, err error) {
		err = d.b.Pool.QueryRow(ctx, `SELECT
			coalesce((SELECT default_version FROM pg_available_extensions WHERE name = 'pg_trgm'), ''),
			EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm')
				OR has_database_privilege(current_user, current_database(), 'CREATE')`).Scan(&version, &may)
		return version, may, err
	})
}

func (d *doctor) searchable(trigrams func() (version string, may bool, err error)) bool {
	version, may, err := trigrams()
	switch {
	case err != nil:
		d.bad(failure, "extensions", err.Error(), "Look at the log of Postgres.")
	case version == "":
		d.bad(failure, "extensions", "this Postgres lacks pg_trgm, with which the search finds what was typed almost right: "+
			"the server can't migrate", "Install the contrib package of this Postgres (postgresql-contrib), or allow the extension "+
			"pg_trgm where somebody runs it for you.")
	case !may:
		d.bad(failure, "extensions", "the database's user may not add pg_trgm to it: the server can't migrate",
			"Run in psql as the database's owner: CREATE EXTENSION pg_trgm;")
	default:
		d.ok("extensions", "pg_trgm %s is there.", version)
		return true
	}
	return false
}

func (d *doctor) migrated(ctx context.Context) bool {
	has, knows, err := migrations.Versions(ctx, d.b.Pool)
	switch {
	case err != nil:
		d.bad(failure, "migrations", err.Error(), "See that the database's user owns its tables.")
	case has == 0:
		d.bad(warning, "migrations", "the database is empty", "Start the server once: callup serve.")
	case has < knows:
		d.bad(warning, "migrations", fmt.Sprintf("the database is at %d, this callup brings it to %d", has, knows),
			"Restart the server with this callup.")
	case has > knows:
		d.bad(failure, "migrations", fmt.Sprintf("the database is at %d, this callup knows %d", has, knows), "Use the newer callup.")
	default:
		d.ok("migrations", "The database is at %d, as it should be.", has)
		return true
	}
	return false
}

func (d *doctor) openStore(ctx context.Context) error {
	store, err := app.OpenLog(ctx, d.cfg.EventStoreURL, d.b.Pool, d.log)
	if err != nil {
		return err
	}
	d.b.Store = store
	d.closers = append(d.closers, func(context.Context) error { store.Close(); return nil })
	return nil
}

// durability looks at the settings of Postgres without which an answer is no promise.
func (d *doctor) durability(ctx context.Context) {
	d.durable(func(setting string) (value string, err error) {
		err = d.b.Pool.QueryRow(ctx, `SELECT current_setting($1)`, setting).Scan(&value)
		return value, err
	})
}

func (d *doctor) durable(setting func(string) (string, error)) {
	var off []string
	for _, name := range []string{"fsync", "full_page_writes", "synchronous_commit"} {
		value, err := setting(name)
		if err != nil {
			d.bad(failure, "durability", err.Error(), "Look at the log of Postgres.")
			return
		}
		if value == "off" {
			off = append(off, name)
		}
	}
	if len(off) > 0 {
		d.bad(failure, "durability", strings.Join(off, " and ")+" is off: a power cut can take gifts away that were confirmed",
			"As a superuser of that Postgres, which callup's own user is not, run in psql: ALTER SYSTEM SET "+off[0]+
				" = on; SELECT pg_reload_conf(); and look whether the database or the user sets it too.")
		return
	}
	d.ok("durability", "fsync, full_page_writes and synchronous_commit are on.")
}

const (
	clocksApart = 2 * time.Second  // between this machine and the database
	ahead       = 30 * time.Second // of the last event
)

func (d *doctor) clock(ctx context.Context) {
	before := time.Now()
	var theirs time.Time
	var last *time.Time
	if err := d.b.Pool.QueryRow(ctx,
		`SELECT clock_timestamp(), (SELECT recorded_at FROM events ORDER BY position DESC LIMIT 1)`).Scan(&theirs, &last); err != nil {
		d.bad(failure, "clock", err.Error(), "Look at the log of Postgres.")
		return
	}
	took := time.Since(before)
	apart := theirs.Sub(before.Add(took/2)).Abs() - took/2
	do := "Let both machines keep the time by NTP; see: timedatectl status."
	switch {
	case last != nil && last.After(theirs.Add(ahead)):
		d.bad(failure, "clock", fmt.Sprintf("the last event was recorded %s from now: a clock was set back",
			last.Sub(theirs).Round(time.Second)), do)
	case apart > clocksApart:
		d.bad(warning, "clock", fmt.Sprintf("this machine and the database are %s apart", apart.Round(100*time.Millisecond)), do)
	default:
		d.ok("clock", "This machine and the database agree.")
	}
}

// lookBack is how many of the last events are looked at.
const lookBack = 10_000

// logBook checks that the database belongs to the log, that the last positions have no gap, and that each of their
// streams goes on without one. Gaps are looked for in Postgres only: positions in KurrentDB are not dense, and its own
// verification reads its files.
func (d *doctor) logBook(ctx context.Context) {
	id, head, err := d.b.Store.Head(ctx)
	if err != nil {
		d.bad(failure, "log", err.Error(), "See whether the event store runs, and whether EVENTSTORE_URL leads to it.")
		return
	}
	var other bool
	if err := d.b.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM installation_log WHERE log_id <> $1)`,
		[16]byte(id)).Scan(&other); err != nil || other {
		d.bad(failure, "log", "this database belongs to another log than the one that is configured",
			"Set EVENTSTORE_URL as it was; if the log was copied here: callup events adopt.")
		return
	}
	if d.cfg.EventStoreURL != "" {
		d.ok("log", "It ends at position %s, in KurrentDB.", head)
		return
	}
	at, _ := head.Parts()
	from := max(int64(at)-lookBack, 0) //nolint:gosec // Postgres counts positions in bigint
	var missing, broken int64
	err = d.b.Pool.QueryRow(ctx, `WITH last AS MATERIALIZED (SELECT position, stream, revision FROM events WHERE position > $1)
		SELECT (SELECT coalesce(max(position), $1) - $1 - count(*) FROM last),
			(SELECT count(*) FROM last l WHERE revision > 0 AND NOT EXISTS (
				SELECT FROM events e WHERE e.stream = l.stream AND e.revision = l.revision - 1))`, from).Scan(&missing, &broken)
	do := "Stop the server and restore the log from a backup: callup restore."
	switch {
	case err != nil:
		d.bad(failure, "log", err.Error(), "Look at the log of Postgres.")
	case missing != 0 || broken != 0:
		d.bad(failure, "log",
			fmt.Sprintf("of the last %d positions %d are missing, and %d events have none before them in their stream", lookBack, missing,
				broken), do)
	default:
		d.ok("log", "It ends at position %s; the last %d positions have no gap.", head,
			min(int64(at), lookBack)) //nolint:gosec // as above
	}
}

// readTables looks at the build of each projection that people read.
func (d *doctor) readTables(ctx context.Context) {
	builds, err := projector.Builds(ctx, d.b.Pool)
	if err != nil {
		d.bad(failure, "read tables", err.Error(), "Look at the log of Postgres.")
		return
	}
	_, head, err := d.b.Store.Head(ctx)
	if err != nil {
		d.bad(failure, "read tables", err.Error(), "Look at the log of Postgres.")
		return
	}
	live := map[string]projector.Build{}
	for _, b := range builds {
		if b.State == projector.Live {
			for _, p := range d.b.Projections {
				if p.Name == b.Projection && p.Version == b.Version {
					live[p.Name] = b
				}
			}
		}
	}
	before := len(d.findings)
	for _, p := range d.b.Projections {
		b, there := live[p.Name]
		if !there {
			d.bad(warning, "read tables", fmt.Sprintf("%s %d is not built", p.Name, p.Version),
				"Build it beside the server, then restart: callup projections build "+p.Name)
			continue
		}
		d.readTable(ctx, b, head)
	}
	if len(d.findings) == before {
		d.ok("read tables", "All %d projections show what is in the log.", len(d.b.Projections))
	}
	d.leases(ctx, live)
}

func (d *doctor) readTable(ctx context.Context, b projector.Build, head eventstore.Position) {
	rebuild := "callup projections rebuild " + b.Projection
	switch {
	case head.Before(b.Position):
		d.bad(failure, "read tables",
			fmt.Sprintf("%s stands at %s, beyond the log's end at %s: the log was restored from an older backup", b.Projection,
				b.Position, head),
			"Restore the newer log, or build from this one: "+rebuild+" --accept")
		return
	case b.StoppedByNewer():
		d.bad(failure, "read tables", b.Projection+" stands still: "+b.Stopped,
			"Start the callup that wrote it, or a later one, in place of this one. Nothing is lost, and nothing has to be rebuilt.")
		return
	case b.Stopped != "":
		d.bad(
			failure, "read tables", b.Projection+" stands still: "+b.Stopped, "Mend the fold; then it goes on by itself, or: "+rebuild,
		)
		return
	case b.Degraded > 0:
		d.bad(warning, "read tables", fmt.Sprintf("%s left out %d events it could not fold", b.Projection, b.Degraded),
			"Start a callup that knows them, then: "+rebuild+" --accept")
		return
	}
	lag, err := d.b.Store.Behind(ctx, b.Position)
	if err != nil {
		d.bad(failure, "read tables", err.Error(), "Look at the log of Postgres.")
		return
	}
	if late := time.Since(lag.Oldest); !lag.Oldest.IsZero() && late > d.cfg.ReadyLag {
		d.bad(failure, "read tables", fmt.Sprintf("%s is %d events and %.0f s behind", b.Projection, lag.Events, late.Seconds()),
			"Start the server if none runs, else look for the projection in its log; see: callup projections status")
	}
}

// leases tells whether anybody folds.
func (d *doctor) leases(ctx context.Context, live map[string]projector.Build) {
	idle := 0
	for _, b := range live {
		var led bool
		if err := d.b.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM projection_leases WHERE build = $1 AND expires_at > now())`,
			b.ID).Scan(&led); err != nil {
			d.bad(failure, "leases", err.Error(), "Look at the log of Postgres.")
			return
		}
		if !led {
			idle++
		}
	}
	if idle > 0 {
		d.bad(warning, "leases", fmt.Sprintf("%d of %d projections are led by no process", idle, len(live)),
			"Start the server, if it should be running: callup serve")
		return
	}
	d.ok("leases", "Every projection is led by a process.")
}

// restored tells whether a backup filled this installation, and it still waits to be let go.
func (d *doctor) restored(ctx context.Context) {
	r, err := app.Restored(ctx, d.b.Pool)
	switch {
	case err != nil:
		d.bad(failure, "restored", err.Error(), "Look at the log of Postgres.")
	case !r.BackupMade.IsZero() && r.Completed == nil:
		d.bad(failure, "restored", "a restore of the backup of "+r.BackupMade.UTC().Format(time.DateTime)+
			" is under way or was cut off",
			"Let it end, or restore again, into an empty folder or database.")
	case r.Held():
		d.bad(warning, "restored", "from the backup of "+r.BackupMade.UTC().Format(time.DateTime)+
			", and held back: no mail, refund, timer or webhook goes out by itself",
			"Where this is no copy of an installation that runs: callup resume")
	case !r.BackupMade.IsZero():
		d.ok("restored", "From the backup of %s, and at work again since %s.", r.BackupMade.UTC().Format(time.DateTime),
			r.Resumed.UTC().Format(time.DateTime))
	}
}

func (d *doctor) reactors(ctx context.Context) {
	all, err := reactors.Places(ctx, d.b.Pool)
	_, head, herr := d.b.Store.Head(ctx)
	if err := firstError(err, herr); err != nil {
		d.bad(failure, "reactors", err.Error(), "Look at the log of Postgres.")
		return
	}
	before := len(d.findings)
	for _, p := range all {
		name := p.Reactor
		at, err := eventstore.ParsePosition(p.Position)
		if err != nil {
			d.bad(failure, "reactors", fmt.Sprintf("%s stands at %q, which is no position", name, p.Position),
				"Set it to where the log ends: callup reactors skip "+name)
			continue
		}
		if p.HeldSince != nil {
			d.bad(warning, "reactors", fmt.Sprintf("%s waits since %s: %s", name, p.HeldSince.Format(time.DateTime), p.HeldWhy),
				"Mend that; nothing is lost, and it goes on by itself.")
			continue
		}
		if head.Before(at) {
			d.bad(failure, "reactors", fmt.Sprintf("%s stands at %s, beyond the log's end at %s, and reacts to nothing", name, at, head),
				"Restore the newer log, or go on from where this one ended: callup reactors skip "+name)
			continue
		}
		lag, err := d.b.Store.Behind(ctx, at)
		if err != nil {
			d.bad(failure, "reactors", err.Error(), "Look at the log of Postgres.")
			return
		}
		if late := time.Since(lag.Oldest); !lag.Oldest.IsZero() && late > reactorsLate {
			d.bad(warning, "reactors", fmt.Sprintf("%s is %.0f minutes behind: mails and refunds wait", name, late.Minutes()),
				"Start the server if none runs, else look for the reactor in its log.")
		}
	}
	if len(d.findings) == before {
		d.ok("reactors", "None is behind.")
	}
}

const (
	reactorsLate = 5 * time.Minute
	workLate     = 5 * time.Minute
)

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *doctor) deadLetters(ctx context.Context) {
	d.counted(ctx, failure, "dead letters", `SELECT count(*) FROM dead_letters WHERE replayed_at IS NULL`, 0,
		"%d events were given up by their reactor", "See why: callup deadletters list; mend it, then: callup deadletters replay",
		"None waits.")
}

func (d *doctor) timers(ctx context.Context) {
	d.counted(ctx, warning, "timers", `SELECT count(*) FROM timers WHERE `+app.TimersOverdue+` OR `+app.TimersFailing, workLate,
		"%d timers are overdue or fail again and again",
		"Start the server if none runs, else see in psql: SELECT * FROM timers WHERE error <> ''", "None is overdue.")
}

func (d *doctor) webhooks(ctx context.Context) {
	d.counted(ctx, warning, "sandbox webhooks", `SELECT count(*) FROM sandbox_deliveries WHERE `+app.WebhooksNotTaken+` OR `+
		app.WebhooksGivenUp, workLate,
		"%d webhooks of the sandbox are not delivered",
		"Start the server if none runs, else see in psql: SELECT outcome, failure FROM sandbox_deliveries WHERE failure <> ''",
		"None waits.")
}

// counted is a check that counts what should not be there. The statement is given limit if it takes one.
func (d *doctor) counted(ctx context.Context, level, check, sql string, limit time.Duration, says, do, fine string) {
	var args []any
	if limit > 0 {
		args = append(args, limit)
	}
	var n int64
	if err := d.b.Pool.QueryRow(ctx, sql, args...).Scan(&n); err != nil {
		d.bad(failure, check, err.Error(), "Look at the log of Postgres.")
		return
	}
	if n > 0 {
		d.bad(level, check, fmt.Sprintf(says, n), do)
		return
	}
	d.ok(check, "%s", fine)
}

// auditEvery is how old the last audit may be, once there is something to audit.
const auditEvery = 8 * 24 * time.Hour

// audits looks at what the last audit of everything found.
func (d *doctor) audits(ctx context.Context) {
	var differences *int64
	var at *time.Time
	var first *time.Time
	err := d.b.Pool.QueryRow(ctx, `SELECT a.differences, a.at, (SELECT recorded_at FROM events ORDER BY position LIMIT 1)
		FROM (SELECT) one LEFT JOIN LATERAL (SELECT differences, at FROM audits ORDER BY at DESC LIMIT 1) a ON
		true`).Scan(&differences, &at, &first)
	if err == nil && d.cfg.EventStoreURL != "" {
		var all eventstore.Lag
		all, err = d.b.Store.Behind(ctx, eventstore.Position{})
		first = &all.Oldest
		if all.Events == 0 {
			first = nil
		}
	}
	do := "Run every night: callup audit all"
	switch {
	case err != nil:
		d.bad(failure, "audit", err.Error(), "Look at the log of Postgres.")
	case at == nil && first != nil && time.Since(*first) > auditEvery:
		d.bad(warning, "audit", "the log was never compared with the read tables and the provider's books", do)
	case at == nil:
		d.ok("audit", "There is little to audit yet.")
	case *differences > 0:
		d.bad(failure, "audit", fmt.Sprintf("the last one, of %s, found %d differences", at.Format(time.DateTime), *differences),
			"See which: callup audit all; a read table is mended by callup projections rebuild <name> --accept, a payment by asking "+
				"the provider.")
	case time.Since(*at) > auditEvery:
		d.bad(warning, "audit", "the last one is of "+at.Format(time.DateTime), do)
	default:
		d.ok("audit", "The last one, of %s, found no difference.", at.Format(time.DateTime))
	}
}
