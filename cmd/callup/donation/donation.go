// Package donation is what the operator may do with a gift.
package donation

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app"
)

// Command is callup donation.
func Command(p *cli.Program) *cobra.Command {
	c := &cobra.Command{Use: "donation", Short: "What the operator may do with a gift"}
	var amount, key string
	refund := &cobra.Command{
		Use: "refund <id>", Short: "Ask the payment provider to give a gift back; the figures follow once it has",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("key") && !refundKey.MatchString(key) { // an empty one is a mistake in a script, not a wish for another
				return errors.New("--key has 16 to 128 letters, digits and . _ : -, the first a letter or digit")
			}
			return p.WithBase(c.Context(), func(ctx context.Context,
				b *app.Base) error {
				return refundDonation(ctx, p, b, args[0], amount, key)
			})
		},
	}
	refund.Flags().StringVar(&amount, "amount", "",
		"a part of it, in the currency paid, such as 12.50; without it, all that is left")
	refund.Flags().StringVar(&key, "key", "",
		"names this refund: said again with the same key, it is made once; without it, one is made up and printed")
	c.AddCommand(refund)
	return c
}

// refundKey are keys as long as those of HTTP, in characters that no shell reads otherwise.
var refundKey = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:-]{15,127}$`)

// refundDonation asks for a refund under a key; without one it makes one up, and says it before anything can be in the
// log: the operator may never see the answer.
func refundDonation(ctx context.Context, p *cli.Program, b *app.Base, name, amount, key string) error {
	id, err := ident.Parse(name)
	if err != nil {
		return fmt.Errorf("%q is not the id of a donation; see: callup audit campaign <slug> --json", name)
	}
	minor, err := minorUnits(amount)
	if err != nil {
		return err
	}
	s, err := b.Alone()
	if err != nil {
		return err
	}
	if key == "" {
		key = rand.Text()
		again := "callup donation refund " + id.String()
		if amount != "" {
			again += " --amount " + amount
		}
		fmt.Fprintf(
			p.Stderr, "If you don't see an answer, say it again so, and the money is given back once:\n    %s --key %s\n", again, key,
		)
	}
	env := command.Envelope{
		ID:   ident.Command("operator", "refund-donation "+key),
		Body: b.Keys.Digest(fmt.Appendf(nil, "refund-donation %s %d", id, minor)), Actor: "operator",
	}
	done, err := giving.RefundDonation.Send(
		ctx, s.Commands, env, giving.RefundDonationBody{DonationBody: giving.DonationBody{DonationID: id}, Amount: minor},
	)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.Stdout, "Asked for, at position %s. A running server passes it on to the provider.\n", done.Position)
	return nil
}

// minorUnits reads an amount of a currency with two minor digits, exactly; "" is 0.
func minorUnits(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	whole, part, _ := strings.Cut(text, ".")
	part += strings.Repeat("0", max(0, 2-len(part)))
	var minor int64
	for _, r := range whole + part {
		if r < '0' || r > '9' || minor > 1e12 {
			return 0, fmt.Errorf("%q is not an amount such as 12.50", text)
		}
		minor = minor*10 + int64(r-'0')
	}
	if whole == "" || len(part) != 2 || minor == 0 {
		return 0, fmt.Errorf("%q is not an amount such as 12.50", text)
	}
	return minor, nil
}
