package events

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/selection"
	"github.com/callup/callup/internal/app"
)

func eventsShow(p *cli.Program) *cobra.Command {
	var a eventsAsked
	c := &cobra.Command{
		Use:   "show <event id | stream@revision | position>",
		Short: "One event with all that is in it, and what followed from the same command",
		Args:  cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := a.disclosing.Check(); err != nil {
				return err
			}
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error { return showEvent(ctx, p, b, &a, args[0]) })
		},
	}
	a.disclosing.Flags(c)
	c.Flags().BoolVar(&a.json, "json", false, "print JSON")
	return c
}

func showEvent(ctx context.Context, p *cli.Program, b *app.Base, a *eventsAsked, name string) error {
	r, err := selection.Find(ctx, b.Store, name)
	if err != nil {
		return err
	}
	chain, err := selection.Chain(ctx, b.Store, r.Metadata.Correlation)
	if err != nil {
		return err
	}
	view, err := a.view(ctx, p, b, "events show "+r.ID.String(), &selection.Selection{Until: selection.End})
	if err != nil {
		return err
	}
	one, err := view.lines(ctx, []eventstore.Recorded{r})
	if err != nil {
		return err
	}
	followed, err := view.lines(ctx, chain)
	if err != nil {
		return err
	}
	if a.json {
		return p.JSON(map[string]any{"event": one[0], "chain": followed})
	}
	return printEvent(p, one[0], followed)
}

func printEvent(p *cli.Program, l eventLine, chain []eventLine) error {
	data, err := json.MarshalIndent(l.Data, "", "  ")
	if err != nil {
		return err
	}
	meta, err := json.MarshalIndent(l.Metadata, "", "  ")
	if err != nil {
		return err
	}
	fmt.Fprintf(p.Stdout, "%s %s, version %d\n%s@%d, at position %s, recorded %s\n", l.Type, l.ID, l.Version, l.Stream, l.Revision,
		l.Position,
		l.Time.Format("2006-01-02 15:04:05.000000 MST"))
	if l.Unread != "" {
		fmt.Fprintln(p.Stdout, l.Unread)
	} else {
		fmt.Fprintf(p.Stdout, "\nData: %s\n", data)
	}
	fmt.Fprintf(p.Stdout, "\nMetadata: %s\n\nWhat followed from the same first command:\n", meta)
	for _, c := range chain {
		mark := " "
		if c.ID == l.ID && c.Stream == l.Stream {
			mark = ">"
		}
		fmt.Fprintf(p.Stdout, "%s %10s  %-24s  %-20s  %s@%d\n", mark, c.Position, c.Type, c.Metadata.Actor, c.Stream, c.Revision)
	}
	if len(chain) == selection.MaxChain {
		fmt.Fprintf(p.Stdout, "… and perhaps more: at most %d are shown\n", selection.MaxChain)
	}
	return nil
}
