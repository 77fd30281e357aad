package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/callup/callup/commands/reactors"
)

func (p *program) deadLettersCommand() *cobra.Command {
	c := &cobra.Command{Use: "deadletters", Short: "Events a reactor gave up on"}
	var asJSON, all bool
	list := &cobra.Command{
		Use: "list", Short: "What waits to be replayed", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.withBase(c.Context(), func(ctx context.Context, b *base) error { return p.listDeadLetters(ctx, b, all, asJSON) })
		},
	}
	list.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	list.Flags().BoolVar(&all, "all", false, "also what was replayed")
	replay := &cobra.Command{
		Use: "replay [id]...", Short: "Hand dead letters to their reactor again; without ids, all that wait",
		RunE: func(c *cobra.Command, args []string) error {
			return p.withBase(c.Context(), func(ctx context.Context, b *base) error { return p.replayDeadLetters(ctx, b, args) })
		},
	}
	c.AddCommand(list, replay)
	return c
}

func (p *program) listDeadLetters(ctx context.Context, b *base, all, asJSON bool) error {
	letters, err := reactors.DeadLetters(ctx, b.pool, all)
	if err != nil {
		return err
	}
	if asJSON {
		return p.json(letters)
	}
	if len(letters) == 0 {
		fmt.Fprintln(p.stdout, "No dead letters.")
		return nil
	}
	return p.table(func(w io.Writer) {
		fmt.Fprintln(w, "ID\tREACTOR\tPOSITION\tTYPE\tSINCE\tREPLAYED\tERROR")
		for _, d := range letters {
			replayed := "-"
			if d.ReplayedAt != nil {
				replayed = d.ReplayedAt.Format(time.RFC3339)
			}
			fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", d.ID, d.Reactor, d.Position, d.Type, d.CreatedAt.Format(time.RFC3339), replayed, d.Error)
		}
	})
}

func (p *program) replayDeadLetters(ctx context.Context, b *base, args []string) error {
	if err := b.mayAct(ctx); err != nil {
		return err
	}
	wanted := map[int64]bool{}
	for _, a := range args {
		id, err := strconv.ParseInt(a, 10, 64)
		if err != nil {
			return fmt.Errorf("%q is not the id of a dead letter", a)
		}
		wanted[id] = true
	}
	letters, err := reactors.DeadLetters(ctx, b.pool, len(wanted) > 0)
	if err != nil {
		return err
	}
	s, err := b.alone()
	if err != nil {
		return err
	}
	failed := 0
	for _, d := range letters {
		if len(wanted) > 0 && !wanted[d.ID] {
			continue
		}
		delete(wanted, d.ID)
		if err := s.router.Replay(ctx, d); err != nil {
			failed++
			fmt.Fprintf(p.stderr, "%d: %v\n", d.ID, err)
			continue
		}
		fmt.Fprintf(p.stdout, "%d: replayed %s in %s\n", d.ID, d.Type, d.Reactor)
	}
	for id := range wanted {
		failed++
		fmt.Fprintf(p.stderr, "%d: there is no such dead letter\n", id)
	}
	if failed > 0 {
		return exitError(1)
	}
	return nil
}
