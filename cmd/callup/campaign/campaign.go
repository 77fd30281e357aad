// Package campaign is what the operator may do with a campaign.
package campaign

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app"
)

// Command is callup campaign.
func Command(p *cli.Program) *cobra.Command {
	c := &cobra.Command{Use: "campaign", Short: "What the operator may do with a campaign"}
	feature := func(use, short string, on bool) *cobra.Command {
		return &cobra.Command{
			Use: use + " <slug or id>", Short: short, Args: cobra.ExactArgs(1),
			RunE: func(c *cobra.Command, args []string) error {
				return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error { return feature(ctx, p, b, args[0], on) })
			},
		}
	}
	c.AddCommand(
		feature("feature", "Put a campaign first among the popular ones", true),
		feature("unfeature", "Take that back", false),
	)
	return c
}

func feature(ctx context.Context, p *cli.Program, b *app.Base, name string, on bool) error {
	id, err := cli.CampaignByName(ctx, b, name)
	if err != nil {
		return err
	}
	s, err := b.Alone()
	if err != nil {
		return err
	}
	env := command.Envelope{ID: ident.Command("operator", fmt.Sprintf("feature %s %t %d", id, on, time.Now().UnixNano())),
		Actor: "operator"}
	done, err := campaigns.FeatureCampaign.Run(ctx, s.Commands, env, campaigns.Featuring{Campaign: id, On: on})
	if err != nil {
		return err
	}
	if done.Position.IsZero() {
		fmt.Fprintln(p.Stdout, "It was so already.")
		return nil
	}
	fmt.Fprintln(p.Stdout, "Done, at position", done.Position)
	return nil
}
