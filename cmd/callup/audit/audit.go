// Package audit replays contribution history from the log and compares it with what people see.
package audit

import (
	"context"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/selection"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/projections/ledger"
)

// Command is callup audit.
func Command(p *cli.Program) *cobra.Command {
	c := &cobra.Command{Use: "audit", Short: "Replay contribution history from the log and compare it with what people see"}
	var asJSON bool
	var asOf string
	one := &cobra.Command{
		Use: "campaign <slug or id>", Short: "One campaign: its history, its totals from the log, and whether the read tables agree",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.WithBase(c.Context(), func(ctx context.Context,
				b *app.Base) error {
				return auditCampaign(ctx, p, b, args[0], asOf, asJSON)
			})
		},
	}
	all := &cobra.Command{
		Use:   "all",
		Short: "Every campaign, every gift and the whole log: whether log, read tables and the payment provider's books agree",
		Long: "Read the whole log once and compare every campaign's totals, every gift and the platform's totals with the read " +
			"tables, and\n" +
			"every payment and refund with the payment provider's books. Gifts may arrive meanwhile: each table is compared as of the\n" +
			"position it reflects. Exits 1 and names what differs, to the cent. With --json, JSON Lines.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error { return auditAll(ctx, p, b, asOf, asJSON) })
		},
	}
	c.PersistentFlags().BoolVar(&asJSON, "json", false, "print JSON")
	c.PersistentFlags().StringVar(&asOf, "as-of", "",
		"a past time (2026-11-20T09:30:00Z, or a day: its beginning, UTC) or position: from the log alone, compared with nothing")
	c.AddCommand(one, all)
	return c
}

// positionAt gives the position that --as-of names.
func positionAt(ctx context.Context, b *app.Base, text string) (eventstore.Position, error) {
	at, err := selection.ParseBound(text)
	if err != nil {
		return eventstore.Position{}, err
	}
	if t, ok := at.Time(); ok && t.After(app.Now()) {
		return eventstore.Position{}, fmt.Errorf("%s is still to come", at)
	}
	return at.Resolve(ctx, b.Store)
}

func auditCampaign(ctx context.Context, p *cli.Program, b *app.Base, name, asOf string, asJSON bool) error {
	id, err := cli.CampaignByName(ctx, b, name)
	if err != nil {
		return err
	}
	var out ledger.CampaignAudit
	if asOf != "" {
		out, err = auditAsOf(ctx, b, id, asOf)
	} else if err = b.CatchUp(ctx); err == nil {
		out, err = Campaign(ctx, b, id)
	}
	if err != nil {
		return err
	}
	if asJSON {
		err = p.JSON(out)
	} else {
		err = printAudit(p, out)
	}
	if err == nil && !out.Agrees {
		return cli.ExitError(1)
	}
	return err
}

// auditor audits one campaign. Whoever asks for a past state alone needs no payment provider.
func auditor(b *app.Base) (ledger.CampaignAuditor, error) {
	name, err := b.Pseudonyms()
	return ledger.CampaignAuditor{
		Pool: b.Pool, Store: b.Store, Catalog: b.Catalog, Projections: b.Projections,
		Pseudonym: func(person, campaign ident.ID) string { return name(app.Supporter, person, campaign) },
	}, err
}

// auditAsOf gives one campaign's history and totals as they were.
func auditAsOf(ctx context.Context, b *app.Base, id ident.ID, asOf string) (ledger.CampaignAudit, error) {
	until, err := positionAt(ctx, b, asOf)
	if err != nil {
		return ledger.CampaignAudit{}, err
	}
	a, err := auditor(b)
	if err != nil {
		return ledger.CampaignAudit{}, err
	}
	return a.AuditAsOf(ctx, id, until)
}

// Campaign compares one campaign's history with the read tables and the payment provider's books.
func Campaign(ctx context.Context, b *app.Base, id ident.ID) (ledger.CampaignAudit, error) {
	a, err := auditor(b)
	if err != nil {
		return ledger.CampaignAudit{}, err
	}
	s, err := b.Alone()
	if err != nil {
		return ledger.CampaignAudit{}, err
	}
	a.Payments = func(ctx context.Context, donations []ident.ID) iter.Seq2[ledger.Payment, error] {
		return func(yield func(ledger.Payment, error) bool) {
			for e, err := range s.Payments.Ledger(ctx, donations) {
				if !yield(ledger.Payment{Reference: e.Reference, Paid: e.Paid, Refunded: e.Refunded}, err) {
					return
				}
			}
		}
	}
	return a.Audit(ctx, id)
}

func printAudit(p *cli.Program, a ledger.CampaignAudit) error {
	err := p.Table(func(w io.Writer) {
		fmt.Fprintf(w, "Campaign %s, %s", a.Campaign, a.Status)
		if a.AsOf != nil {
			fmt.Fprintf(w, ", as of position %s", a.AsOf)
		}
		fmt.Fprint(w, "\n\n")
		fmt.Fprintln(w, "POSITION\tTIME\tWHAT\tWHO\tAMOUNT\tCOUNTED\tNOTE")
		for _, l := range a.History {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", l.Position, l.Time.Format(time.DateTime), l.Event, l.Supporter,
				amountText(l.Amount), amountText(l.Counted), l.Note)
		}
		fmt.Fprintf(w, "\nFrom the log: %s raised, %s given back, %d gifts, %d supporters\n",
			money.Of(a.Totals.Raised, a.Totals.Currency), money.Of(a.Totals.Refunded, a.Totals.Currency), a.Totals.Gifts,
			a.Totals.Supporters)
		fmt.Fprintf(w, "Besides money: %s h confirmed, %s h pledged, %d items received, %d items pledged\n",
			hours(a.Totals.MinutesConfirmed), hours(a.Totals.MinutesPledged), a.Totals.ItemsReceived, a.Totals.ItemsPledged)
		if a.AsOf != nil {
			return
		}
		fmt.Fprintln(w, "\nWHERE\tFIGURE\tLOG\tTHERE\t")
		for _, c := range a.Compared {
			verdict := "agrees"
			if !c.Agrees {
				verdict = "DIFFERS"
			}
			fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%s\n", c.Where, c.Figure, c.Log, c.There, verdict)
		}
	})
	if err != nil {
		return err
	}
	switch {
	case a.AsOf != nil:
		fmt.Fprintln(p.Stdout, "\nThis was not compared with read tables or the payment provider: they show the present.")
	case a.Agrees:
		fmt.Fprintln(p.Stdout, "\nEverything agrees.")
	default:
		fmt.Fprintln(p.Stdout, "\nThe log and what people see differ.")
	}
	return nil
}

func amountText(a *money.Amount) string {
	if a == nil {
		return ""
	}
	return a.String()
}
