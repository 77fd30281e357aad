package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/domain/ident"
)

func (p *program) donationCommand() *cobra.Command {
	c := &cobra.Command{Use: "donation", Short: "What the operator may do with a gift"}
	var amount string
	refund := &cobra.Command{
		Use: "refund <id>", Short: "Ask the payment provider to give a gift back; the figures follow once it has",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.withBase(c.Context(), func(ctx context.Context, b *base) error { return p.refundDonation(ctx, b, args[0], amount) })
		},
	}
	refund.Flags().StringVar(&amount, "amount", "", "a part of it, in the currency paid, such as 12.50; without it, all that is left")
	c.AddCommand(refund)
	return c
}

func (p *program) refundDonation(ctx context.Context, b *base, name, amount string) error {
	id, err := ident.Parse(name)
	if err != nil {
		return fmt.Errorf("%q is not the id of a donation; see: callup audit campaign <slug> --json", name)
	}
	minor, err := minorUnits(amount)
	if err != nil {
		return err
	}
	s, err := b.alone()
	if err != nil {
		return err
	}
	env := commands.Envelope{ID: ident.Command("operator", fmt.Sprintf("refund %s %d", id, time.Now().UnixNano())), Actor: "operator"}
	at, err := s.commands.RefundDonation(ctx, env, id, ident.Nil, minor)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "Asked for, at position %s. A running server passes it on to the provider.\n", at)
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
