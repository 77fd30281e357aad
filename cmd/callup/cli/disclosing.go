package cli

import (
	"context"
	"errors"
	"fmt"
	"os/user"
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
	As       string
}

// Flags declares them.
func (a *Disclosing) Flags(c *cobra.Command) {
	c.Flags().BoolVar(&a.Personal, "personal", false, "show personal data; needs --reason, and is recorded in the log")
	c.Flags().StringVar(&a.Reason, "reason", "", "why personal data is needed")
	c.Flags().StringVar(&a.As, "as", "", "your name, required for root without sudo")
}

// errNoReason refuses personal data without a reason.
var errNoReason = errors.New("personal data is shown only for a reason, which is recorded: add --reason \"…\"")

// Check refuses personal data without a reason, and a reason for nothing.
func (a *Disclosing) Check() error {
	switch {
	case a.Personal && strings.TrimSpace(a.Reason) == "":
		return errNoReason
	case !a.Personal && a.Reason != "":
		return errors.New("--reason needs --personal")
	case !a.Personal && a.As != "":
		return errors.New("--as needs --personal")
	}
	return nil
}

// errUnnamed refuses personal data to a person without a name.
var errUnnamed = errors.New(
	"reading personal data needs your name, and several people may use root's account: add --as \"your name\"")

// asker names the person who runs the program: by --as, and by the account that called sudo or else the account itself, unless it
// is root's. Where both are known and differ, the name has both, since --as is only a claim.
func (a *Disclosing) asker(environ []string) (string, error) {
	account := ""
	for _, setting := range environ {
		if name, ok := strings.CutPrefix(setting, "SUDO_USER="); ok && name != "root" {
			account = name
		}
	}
	if who, err := user.Current(); account == "" && err == nil && who.Uid != "0" {
		account = who.Username
	}
	claimed := strings.TrimSpace(a.As)
	switch {
	case claimed == "" && account == "":
		return "", errUnnamed
	case claimed == "" || claimed == account:
		return account, nil
	case account == "":
		return claimed, nil
	}
	return claimed + " (at the account " + account + ")", nil
}

// Disclose records that an operator is about to see personal text, and who it is.
func (a *Disclosing) Disclose(ctx context.Context, p *Program, b *app.Base, selection string) error {
	by, err := a.asker(p.Environ)
	if err != nil {
		return err
	}
	s, err := b.Alone()
	if err != nil {
		return err
	}
	env := command.Envelope{ID: ident.Command("operator", fmt.Sprintf("%s %d", selection, time.Now().UnixNano())), Actor: "operator"}
	_, err = operations.ReadPersonalData.Run(ctx, s.Commands, env, operations.Disclosure{
		Reason: a.Reason, Selection: selection, By: by,
	})
	return err
}
