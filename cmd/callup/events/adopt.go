package events

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/selection"
	"github.com/callup/callup/internal/app"
)

func eventsAdopt(p *cli.Program) *cobra.Command {
	var a adopting
	c := &cobra.Command{
		Use: "adopt [--from <address>]", Short: "Go on with a copy of the log, where read tables and reactors stand",
		Args: cobra.NoArgs,
		Long: "After callup events copy: have this installation go on with the log that EVENTSTORE_URL names, or, where it is not " +
			"set,\n" +
			"with the one in the database. Each place that read tables, reactors and dead letters remember is found again by its\n" +
			"event; if one is missing, the log is no copy, and nothing is changed. Stop the servers first.\n" +
			"The log that was copied is read to see after which event each reactor stood: the one in the database, or the one that\n" +
			"--from names. Where it is gone and a reactor's event is not known otherwise, --pass-over lets that reactor go on from the\n" +
			"end of the log: whatever it had not handled yet, a receipt or a refund, is then never handled.",
		RunE: func(c *cobra.Command, _ []string) error { return adoptLog(c.Context(), p, a) },
	}
	c.Flags().StringVar(&a.from, "from", "", "address of the log that was copied; the one in the database when not given")
	c.Flags().BoolVar(&a.passOver, "pass-over", false, "let reactors whose place can't be found go on from the end of the log")
	return c
}

// adopting is how an installation goes over to another log.
type adopting struct {
	from     string // the log it stood in until now, where that is not in the database
	passOver bool   // reactors whose place can't be found go on from the end
}

func adoptLog(ctx context.Context, p *cli.Program, a adopting) (err error) {
	cfg, o, err := p.Settings(slog.LevelWarn)
	if err != nil {
		return err
	}
	o.Existing = true
	b, err := app.OpenAny(ctx, cfg, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close(context.WithoutCancel(ctx))) }()
	id, _, err := b.Store.Head(ctx)
	if err != nil {
		return err
	}
	if err := b.Belongs(ctx); !errors.Is(err, app.ErrOtherLog) {
		if err == nil {
			fmt.Fprintln(p.Stdout, "This installation goes on with this log already.")
		}
		return err
	}
	old, bye, err := copied(ctx, b, a.from)
	if err != nil {
		return err
	}
	defer bye()
	var moved int
	err = pgx.BeginFunc(ctx, b.Pool, func(tx pgx.Tx) error {
		var led bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM projection_leases WHERE expires_at > now())`).Scan(&led); err != nil {
			return fmt.Errorf("look for running servers: %w", err)
		}
		if led {
			return errors.New("a server still runs on this database, or was killed a few seconds ago: stop it, then try again")
		}
		if err := a.nameEvents(ctx, tx, old, b.Store); err != nil {
			return err
		}
		last, err := lastEvent(ctx, old)
		if err != nil {
			return err
		}
		moved, err = adopt(ctx, tx, b.Store, id, last)
		return err
	})
	if err != nil {
		return fmt.Errorf("nothing was changed: %w", err)
	}
	fmt.Fprintf(
		p.Stdout, "This installation now goes on with log %s: %d places were found again in it. Start: callup serve\n", id, moved,
	)
	return nil
}

// copied opens the log this installation belonged to until now: the one that from names, or the one in its database. It is
// nil where from names none and the database holds another.
func copied(ctx context.Context, b *app.Base, from string) (_ eventstore.Store, bye func(), err error) {
	var old eventstore.Store
	if from == "" {
		s, err := app.OpenLog(ctx, "", b.Pool, b.Log)
		if err != nil {
			return nil, nil, err
		}
		old, bye = s, s.Close
	} else if old, bye, err = openSource(ctx, from, b.Log); err != nil {
		return nil, nil, fmt.Errorf("--from: %w", err)
	}
	closing := bye
	defer func() {
		if err != nil {
			closing()
		}
	}()
	is, _, err := old.Head(ctx)
	if err != nil {
		return nil, nil, err
	}
	var was ident.ID
	if err := b.Pool.QueryRow(ctx, `SELECT log_id FROM installation_log`).Scan((*[16]byte)(&was)); err != nil {
		return nil, nil, fmt.Errorf("read the log's name: %w", err)
	}
	if is == was {
		return old, bye, nil
	}
	if from != "" {
		return nil, nil, errors.New("--from is not the log that this installation belongs to")
	}
	return nil, bye, nil
}

// nameEvents notes of each reactor the event after which it stands. By itself it remembers the last one it handled, and
// none when it was moved to the end of the log (reactors skip, seed --bulk): from there it would handle again what it was
// moved over. The log that was copied, old, says it exactly; without that one the last event handled will do, and a
// reactor that handled none has no place but what the operator decides.
func (a adopting) nameEvents(ctx context.Context, tx pgx.Tx, old, fresh eventstore.Store) error {
	rows, err := tx.Query(ctx, `SELECT reactor, coalesce(log_end, position) FROM reactor_checkpoints
		WHERE position <> '0' AND ($1 OR event_id IS NULL)
		ORDER BY reactor`, old != nil)
	if err != nil {
		return fmt.Errorf("read where reactors stand: %w", err)
	}
	at, names := map[string]eventstore.Position{}, []string{}
	var name, text string
	if _, err := pgx.ForEachRow(rows, []any{&name, &text}, func() (err error) {
		names = append(names, name)
		at[name], err = eventstore.ParsePosition(text)
		return err
	}); err != nil {
		return fmt.Errorf("read where reactors stand: %w", err)
	}
	if len(names) == 0 {
		return nil
	}
	log := old
	if old == nil {
		if !a.passOver {
			return fmt.Errorf("it can't be known after which event these reactors stood: %s. Name the log that was copied: callup "+
				"events adopt --from "+
				"<address>. If it is gone, callup events adopt --pass-over lets them go on from the end of this one: what they had not "+
				"handled "+
				"until now is then never handled", strings.Join(names, ", "))
		}
		log = fresh
	}
	_, head, err := log.Head(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		switch {
		case old == nil:
			at[name] = head
		case head.Before(at[name]):
			return fmt.Errorf("the reactor %s is ahead of the log that was copied. Set EVENTSTORE_URL as it was, and run: callup "+
				"reactors skip %s", name, name)
		}
	}
	events, err := lastEvents(ctx, log, at)
	if err != nil {
		return err
	}
	for name, event := range events {
		if _, err := tx.Exec(ctx, `UPDATE reactor_checkpoints SET event_id = $2 WHERE reactor = $1`, name, event); err != nil {
			return fmt.Errorf("note where the reactor %s stands: %w", name, err)
		}
	}
	return nil
}

// whole is all of a log.
var whole = selection.Selection{Until: selection.End}

// lastEvents finds for each reactor the last event up to where it stands in a log; none where nothing comes before it.
func lastEvents(ctx context.Context, log eventstore.Store, at map[string]eventstore.Position) (map[string]ident.ID, error) {
	out := map[string]ident.ID{}
	for e, err := range whole.Read(ctx, log) {
		if err != nil {
			return nil, err
		}
		for name, p := range at {
			if !p.Before(e.Position) {
				out[name] = e.ID
			}
		}
	}
	return out, nil
}

// lastEvent gives the last event of a log; none of one that is not at hand, or empty.
func lastEvent(ctx context.Context, log eventstore.Store) (ident.ID, error) {
	if log == nil {
		return ident.Nil, nil
	}
	last, err := whole.Last(ctx, log, 1)
	if err != nil || len(last) == 0 {
		return ident.Nil, err
	}
	return last[0].ID, nil
}

// The tables whose rows stand at an event of the log. A row that stands at none begins anew: it has seen nothing that it
// asked for. As-of builds stay stamped with the log they were made from.
var places = []struct{ table, event, where string }{
	{"reactor_checkpoints", "event_id", "true"},
	{"dead_letters", "event_id", "true"},
	{"projection_builds", "event_id", "state <> 'as_of'"},
	{"projection_poison", "event", "build IN (SELECT id FROM projection_builds WHERE state <> 'as_of')"},
}

// adopt moves every place over to another log, which must hold the last event of the one it was copied from, if that is
// known: what was appended after the copy was acknowledged too.
func adopt(ctx context.Context, tx pgx.Tx, store eventstore.Store, id eventstore.LogID, last ident.ID) (int, error) {
	found := map[ident.ID]eventstore.Position{}
	for _, p := range places {
		rows, err := tx.Query(
			ctx, fmt.Sprintf(`SELECT DISTINCT %s FROM %s WHERE %s IS NOT NULL AND %s`, p.event, p.table, p.event, p.where),
		)
		if err != nil {
			return 0, fmt.Errorf("read where %s stands: %w", p.table, err)
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[[16]byte])
		if err != nil {
			return 0, fmt.Errorf("read where %s stands: %w", p.table, err)
		}
		for _, event := range ids {
			found[event] = eventstore.Position{}
		}
	}
	moved := len(found)
	if !last.IsNil() {
		found[last] = eventstore.Position{}
	}
	for e, err := range whole.Read(ctx, store) {
		if err != nil {
			return 0, err
		}
		if _, wanted := found[e.ID]; wanted {
			found[e.ID] = e.Position
		}
	}
	ids, positions := make([][16]byte, 0, len(found)), make([]string, 0, len(found))
	for event, position := range found {
		switch {
		case !position.IsZero():
		case event == last:
			return 0, fmt.Errorf("event %s, the last of the log that was copied, is not in this one: something was appended after the "+
				"copy; see: callup events copy", event)
		default:
			return 0, fmt.Errorf(
				"event %s, which this database knows, is not in the log: it is no copy, or not a whole one; see: callup events copy", event,
			)
		}
		ids, positions = append(ids, event), append(positions, position.String())
	}
	for _, p := range places {
		_, err := tx.Exec(ctx, fmt.Sprintf(`UPDATE %[1]s SET position = coalesce(
			(SELECT f.position FROM unnest($1::uuid[], $2::text[]) AS f(id, position) WHERE f.id = %[1]s.%[2]s), '0') WHERE %[3]s`,
			p.table, p.event, p.where), ids, positions)
		if err != nil {
			return 0, fmt.Errorf("move %s: %w", p.table, err)
		}
	}
	if _, err := tx.Exec(ctx, `UPDATE reactor_checkpoints SET log_end = NULL`); err != nil { // a place in the log that was left
		return 0, fmt.Errorf("move reactors: %w", err)
	}
	if _, err := tx.Exec(ctx, `UPDATE projection_builds SET log_id = $1 WHERE state <> 'as_of'`, [16]byte(id)); err != nil {
		return 0, fmt.Errorf("name the log of the read tables: %w", err)
	}
	if _, err := tx.Exec(ctx, `UPDATE installation_log SET log_id = $1, noted_at = now()`, [16]byte(id)); err != nil {
		return 0, fmt.Errorf("note the log's name: %w", err)
	}
	return moved, nil
}
