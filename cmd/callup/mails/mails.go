// Package mails shows the operator which mails did not go out, and has them tried again.
package mails

import (
	"context"
	"fmt"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/internal/app"
)

// shown is how many mails are listed; more of them have one reason.
const shown = 200

// Command is callup mails.
func Command(p *cli.Program) *cobra.Command {
	c := &cobra.Command{Use: "mails", Short: "Mails that the mail server did not take"}
	on := func(what func(context.Context, *cli.Program, *app.Services, []string) error) func(*cobra.Command, []string) error {
		return func(c *cobra.Command, args []string) error {
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error {
				s, err := b.Alone()
				if err != nil {
					return err
				}
				return what(ctx, p, s, args)
			})
		}
	}
	c.AddCommand(
		&cobra.Command{Use: "list", Short: "Show them, with what the server said last", Args: cobra.NoArgs, RunE: on(list)},
		&cobra.Command{Use: "again [key...]", Short: "Have all of them tried now, or those of some keys", RunE: on(again)},
	)
	return c
}

func list(ctx context.Context, p *cli.Program, s *app.Services, _ []string) error {
	all, err := s.Outbox.Undelivered(ctx, shown)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		fmt.Fprintln(p.Stdout, "No mail was refused or put off.")
		return nil
	}
	out := tabwriter.NewWriter(p.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "KEY\tKIND\tWRITTEN\tTRIES\tSTATE\tTHE SERVER SAID")
	for _, m := range all {
		state := "waits"
		if m.Refused {
			state = "refused"
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%d\t%s\t%s\n", m.Key, m.Kind, m.CreatedAt.UTC().Format(time.DateTime), m.Tries, state, m.Failure)
	}
	return out.Flush()
}

func again(ctx context.Context, p *cli.Program, s *app.Services, keys []string) error {
	n, err := s.Outbox.Again(ctx, keys)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.Stdout, "%d mails are tried now, by the servers that run.\n", n)
	slices.Sort(keys)
	if named := int64(len(slices.Compact(keys))); n < named {
		return fmt.Errorf("%d of the keys name no mail that was refused or put off; see: callup mails list", named-n)
	}
	return nil
}
