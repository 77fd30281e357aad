package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
)

func (p *program) campaignCommand() *cobra.Command {
	c := &cobra.Command{Use: "campaign", Short: "What the operator may do with a campaign"}
	feature := func(use, short string, on bool) *cobra.Command {
		return &cobra.Command{
			Use: use + " <slug or id>", Short: short, Args: cobra.ExactArgs(1),
			RunE: func(c *cobra.Command, args []string) error {
				return p.withBase(c.Context(), func(ctx context.Context, b *base) error { return p.feature(ctx, b, args[0], on) })
			},
		}
	}
	c.AddCommand(
		feature("feature", "Put a campaign first among the popular ones", true),
		feature("unfeature", "Take that back", false),
	)
	return c
}

func (p *program) feature(ctx context.Context, b *base, name string, on bool) error {
	id, err := b.campaignByName(ctx, name)
	if err != nil {
		return err
	}
	s, err := b.alone()
	if err != nil {
		return err
	}
	env := command.Envelope{ID: ident.Command("operator", fmt.Sprintf("feature %s %t %d", id, on, time.Now().UnixNano())), Actor: "operator"}
	done, err := campaigns.FeatureCampaign.Run(ctx, s.commands, env, campaigns.Featuring{Campaign: id, On: on})
	if err != nil {
		return err
	}
	if done.Position.IsZero() {
		fmt.Fprintln(p.stdout, "It was so already.")
		return nil
	}
	fmt.Fprintln(p.stdout, "Done, at position", done.Position)
	return nil
}
