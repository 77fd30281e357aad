package cli

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
	"github.com/callup/callup/internal/app"
)

// Disclosing are the flags of a subcommand that can show personal data.
type Disclosing struct {
	Personal bool
	Reason   string
}

// Flags declares them.
func (a *Disclosing) Flags(c *cobra.Command) {
	c.Flags().BoolVar(&a.Personal, "personal", false, "show personal data; needs --reason, and is recorded in the log")
	c.Flags().StringVar(&a.Reason, "reason", "", "why personal data is needed")
}

// errNoReason refuses personal data without a reason.
var errNoReason = errors.New("personal data is shown only for a reason, which is recorded: add --reason \"…\"")

// Check refuses personal data without a reason, and a reason for nothing.
func (a *Disclosing) Check() error {
	switch {
	case a.Personal && strings.TrimSpace(a.Reason) == "":
		return errNoReason
	case !a.Personal && a.Reason != "":
		return errors.New("--reason is for --personal, without which nothing personal is shown")
	}
	return nil
}

// Disclose records that an operator is about to see personal text.
func Disclose(ctx context.Context, b *app.Base, reason, selection string) error {
	s, err := b.Alone()
	if err != nil {
		return err
	}
	env := command.Envelope{ID: ident.Command("operator", fmt.Sprintf("%s %d", selection, time.Now().UnixNano())), Actor: "operator"}
	_, err = operations.ReadPersonalData.Run(ctx, s.Commands, env, operations.Disclosure{Reason: reason, Selection: selection})
	return err
}
