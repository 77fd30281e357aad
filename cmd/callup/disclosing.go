package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/operations"
	"github.com/callup/callup/domain/ident"
)

// disclosing are the flags of a subcommand that can show personal data.
type disclosing struct {
	personal bool
	reason   string
}

// flags declares them.
func (a *disclosing) flags(c *cobra.Command) {
	c.Flags().BoolVar(&a.personal, "personal", false, "show personal data; needs --reason, and is recorded in the log")
	c.Flags().StringVar(&a.reason, "reason", "", "why personal data is needed")
}

// errNoReason refuses personal data without a reason.
var errNoReason = errors.New("personal data is shown only for a reason, which is recorded: add --reason \"…\"")

// check refuses personal data without a reason, and a reason for nothing.
func (a *disclosing) check() error {
	switch {
	case a.personal && strings.TrimSpace(a.reason) == "":
		return errNoReason
	case !a.personal && a.reason != "":
		return errors.New("--reason is for --personal, without which nothing personal is shown")
	}
	return nil
}

// disclose records that an operator is about to see personal text.
func (b *base) disclose(ctx context.Context, reason, selection string) error {
	s, err := b.alone()
	if err != nil {
		return err
	}
	env := command.Envelope{ID: ident.Command("operator", fmt.Sprintf("%s %d", selection, time.Now().UnixNano())), Actor: "operator"}
	_, err = operations.ReadPersonalData.Run(ctx, s.commands, env, operations.Disclosure{Reason: reason, Selection: selection})
	return err
}
