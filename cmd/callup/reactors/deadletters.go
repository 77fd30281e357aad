package reactors

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/internal/app"
)

// DeadLetters is callup deadletters.
func DeadLetters(p *cli.Program) *cobra.Command {
	c := &cobra.Command{Use: "deadletters", Short: "Events a reactor gave up on"}
	var asJSON, all bool
	list := &cobra.Command{
		Use: "list", Short: "What waits to be replayed", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error { return listDeadLetters(ctx, p, b, all, asJSON) })
		},
	}
	list.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	list.Flags().BoolVar(&all, "all", false, "also what was replayed")
	replay := &cobra.Command{
		Use: "replay [id]...", Short: "Hand dead letters to their reactor again; without ids, all that wait",
		RunE: func(c *cobra.Command, args []string) error {
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error { return replayDeadLetters(ctx, p, b, args) })
		},
	}
	c.AddCommand(list, replay)
	return c
}

func listDeadLetters(ctx context.Context, p *cli.Program, b *app.Base, all, asJSON bool) error {
	letters, err := reactors.DeadLetters(ctx, b.Pool, all)
	if err != nil {
		return err
	}
	if asJSON {
		return p.JSON(letters)
	}
	if len(letters) == 0 {
		fmt.Fprintln(p.Stdout, "No dead letters.")
		return nil
	}
	return p.Table(func(w io.Writer) {
		fmt.Fprintln(w, "ID\tREACTOR\tPOSITION\tTYPE\tSINCE\tREPLAYED\tERROR")
		for _, d := range letters {
			replayed := "-"
			if d.ReplayedAt != nil {
				replayed = d.ReplayedAt.Format(time.RFC3339)
			}
			fmt.Fprintf(
				w, "%d\t%s\t%s\t%s\t%s\t%s\t%s\n", d.ID, d.Reactor, d.Position, d.Type, d.CreatedAt.Format(time.RFC3339), replayed, d.Error,
			)
		}
	})
}

func replayDeadLetters(ctx context.Context, p *cli.Program, b *app.Base, args []string) error {
	if err := b.MayAct(ctx); err != nil {
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
	letters, err := reactors.DeadLetters(ctx, b.Pool, len(wanted) > 0)
	if err != nil {
		return err
	}
	s, err := b.Alone()
	if err != nil {
		return err
	}
	failed := 0
	for _, d := range letters {
		if len(wanted) > 0 && !wanted[d.ID] {
			continue
		}
		delete(wanted, d.ID)
		if err := s.Router.Replay(ctx, d); err != nil {
			failed++
			fmt.Fprintf(p.Stderr, "%d: %v\n", d.ID, err)
			continue
		}
		fmt.Fprintf(p.Stdout, "%d: replayed %s in %s\n", d.ID, d.Type, d.Reactor)
	}
	for id := range wanted {
		failed++
		fmt.Fprintf(p.Stderr, "%d: there is no such dead letter\n", id)
	}
	if failed > 0 {
		return cli.ExitError(1)
	}
	return nil
}
