// Package reactors shows where reactors stand, moves them, and replays what they gave up on.
package reactors

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/app"
)

// Command is callup reactors.
func Command(p *cli.Program) *cobra.Command {
	c := &cobra.Command{Use: "reactors", Short: "Where what reacts to events stands in the log"}
	c.AddCommand(
		&cobra.Command{
			Use: "status", Short: "Each reactor's place in the log", Args: cobra.NoArgs,
			RunE: func(c *cobra.Command, _ []string) error {
				return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error { return reactorStatus(ctx, p, b) })
			},
		},
		&cobra.Command{
			Use:   "skip <reactor>",
			Short: "Let a reactor that stands beyond the log, as after a restore of an older one, go on from its end",
			Args:  cobra.ExactArgs(1),
			RunE: func(c *cobra.Command, args []string) error {
				return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error { return skipReactor(ctx, p, b, args[0]) })
			},
		},
	)
	return c
}

func reactorStatus(ctx context.Context, p *cli.Program, b *app.Base) error {
	places, err := reactors.Places(ctx, b.Pool)
	if err != nil {
		return err
	}
	_, head, err := b.Store.Head(ctx)
	if err != nil {
		return err
	}
	return p.Table(func(w io.Writer) {
		fmt.Fprintln(w, "REACTOR\tPOSITION\tOF\tSINCE\tWAITS")
		for _, r := range places {
			waits := "-"
			if r.HeldSince != nil {
				waits = "since " + r.HeldSince.Format(time.RFC3339) + ": " + r.HeldWhy
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", r.Reactor, r.Position, head, r.UpdatedAt.Format(time.RFC3339), waits)
		}
	})
}

// skipReactor helps a reactor that handled more than the log holds, and no other: it would pass over events for good.
func skipReactor(ctx context.Context, p *cli.Program, b *app.Base, name string) error {
	_, head, err := b.Store.Head(ctx)
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, b.Pool, func(tx pgx.Tx) error {
		var text string
		var end *string
		err := tx.QueryRow(ctx, `SELECT position, log_end FROM reactor_checkpoints WHERE reactor = $1 FOR UPDATE`,
			name).Scan(&text, &end)
		if errors.Is(err, pgx.ErrNoRows) {
			return unknownReactor(ctx, b, name)
		}
		if err != nil {
			return fmt.Errorf("read the place of %s: %w", name, err)
		}
		if at, err := eventstore.ParsePosition(text); err == nil && end == nil && !head.Before(at) {
			return fmt.Errorf(
				"%s stands at %s, not beyond the log's end at %s: it goes on by itself, and nothing is skipped", name, at, head,
			)
		}
		to := head.String()
		if end != nil { // what was appended since then is new to it
			to = *end
		}
		if _, err := tx.Exec(ctx,
			`UPDATE reactor_checkpoints SET position = $2, event_id = NULL, log_end = NULL, updated_at = now() WHERE reactor = $1`,
			name, to); err != nil {
			return fmt.Errorf("move %s: %w", name, err)
		}
		fmt.Fprintf(p.Stdout, "%s goes on from position %s (it stood at %s).\n", name, to, text)
		return nil
	})
}

// unknownReactor refuses the name of a reactor that has no place in the log.
func unknownReactor(ctx context.Context, b *app.Base, name string) error {
	places, err := reactors.Places(ctx, b.Pool)
	if err != nil {
		return err
	}
	if len(places) == 0 { // as long as no server has run
		return fmt.Errorf("no reactor called %q has a place in the log; see: callup reactors status", name)
	}
	known := make([]string, len(places))
	for i, place := range places {
		known[i] = place.Reactor
	}
	return cli.Unknown("reactor", name, known)
}
