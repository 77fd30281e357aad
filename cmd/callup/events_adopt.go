package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/config"
)

func (p *program) eventsAdopt() *cobra.Command {
	return &cobra.Command{
		Use: "adopt", Short: "Go on with a copy of the log, where read tables and reactors stand", Args: cobra.NoArgs,
		Long: "After callup events copy: have this installation go on with the log that EVENTSTORE_URL names, or, where it is not set,\n" +
			"with the one in the database. Each place that read tables, reactors and dead letters remember is found again by its\n" +
			"event; if one is missing, the log is no copy, and nothing is changed. Stop the servers first.",
		RunE: func(c *cobra.Command, _ []string) error { return p.adopt(c.Context()) },
	}
}

func (p *program) adopt(ctx context.Context) (err error) {
	cfg, err := config.Load(p.environ)
	if err != nil {
		return fmt.Errorf("the settings can't be used:\n%w", err)
	}
	b, err := openAnyBase(ctx, cfg, p.logger(cfg, cfg.LogLevel))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close(context.WithoutCancel(ctx))) }()
	id, _, err := b.store.Head(ctx)
	if err != nil {
		return err
	}
	if err := b.belongs(ctx); !errors.Is(err, errOtherLog) {
		if err == nil {
			fmt.Fprintln(p.stdout, "This installation goes on with this log already.")
		}
		return err
	}
	var moved int
	err = pgx.BeginFunc(ctx, b.pool, func(tx pgx.Tx) error {
		var led bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM projection_leases WHERE expires_at > now())`).Scan(&led); err != nil {
			return fmt.Errorf("look for running servers: %w", err)
		}
		if led {
			return errors.New("a server still runs on this database, or was killed a few seconds ago: stop it, then try again")
		}
		moved, err = adopt(ctx, tx, b.store, id)
		return err
	})
	if err != nil {
		return fmt.Errorf("nothing was changed: %w", err)
	}
	fmt.Fprintf(p.stdout, "This installation now goes on with log %s: %d places were found again in it. Start: callup serve\n", id, moved)
	return nil
}

// The tables whose rows stand at an event of the log. A row that stands at none begins anew: it has seen nothing that it
// asked for. As-of builds stay stamped with the log they were made from.
var places = []struct{ table, event, where string }{
	{"reactor_checkpoints", "event_id", "true"},
	{"dead_letters", "event_id", "true"},
	{"projection_builds", "event_id", "state <> 'as_of'"},
	{"projection_poison", "event", "build IN (SELECT id FROM projection_builds WHERE state <> 'as_of')"},
}

// adopt moves every place over to another log.
func adopt(ctx context.Context, tx pgx.Tx, store eventstore.Store, id eventstore.LogID) (int, error) {
	found := map[ident.ID]eventstore.Position{}
	for _, p := range places {
		rows, err := tx.Query(ctx, fmt.Sprintf(`SELECT DISTINCT %s FROM %s WHERE %s IS NOT NULL AND %s`, p.event, p.table, p.event, p.where))
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
	var at eventstore.Position
	for end := false; !end; {
		page, err := store.ReadAll(ctx, at, 1000, eventstore.Filter{})
		if err != nil {
			return 0, err
		}
		for _, e := range page.Events {
			if _, wanted := found[e.ID]; wanted {
				found[e.ID] = e.Position
			}
		}
		at, end = page.Next, page.End
	}
	ids, positions := make([][16]byte, 0, len(found)), make([]string, 0, len(found))
	for event, position := range found {
		if position.IsZero() {
			return 0, fmt.Errorf("event %s, which this database knows, is not in the log: it is no copy, or not a whole one; see: callup events copy", event)
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
	if _, err := tx.Exec(ctx, `UPDATE projection_builds SET log_id = $1 WHERE state <> 'as_of'`, [16]byte(id)); err != nil {
		return 0, fmt.Errorf("name the log of the read tables: %w", err)
	}
	if _, err := tx.Exec(ctx, `UPDATE installation_log SET log_id = $1, noted_at = now()`, [16]byte(id)); err != nil {
		return 0, fmt.Errorf("note the log's name: %w", err)
	}
	return len(found), nil
}
