package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/spf13/cobra"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/selection"
	"github.com/callup/callup/projections/ledger"
)

func (p *program) auditCommand() *cobra.Command {
	c := &cobra.Command{Use: "audit", Short: "Replay contribution history from the log and compare it with what people see"}
	var asJSON bool
	var asOf string
	one := &cobra.Command{
		Use: "campaign <slug or id>", Short: "One campaign: its history, its totals from the log, and whether the read tables agree",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.withBase(c.Context(), func(ctx context.Context, b *base) error { return p.auditCampaign(ctx, b, args[0], asOf, asJSON) })
		},
	}
	all := &cobra.Command{
		Use: "all", Short: "Every campaign, every gift and the whole log: whether log, read tables and the payment provider's books agree",
		Long: "Read the whole log once and compare every campaign's totals, every gift and the platform's totals with the read tables, and\n" +
			"every payment and refund with the payment provider's books. Gifts may arrive meanwhile: each table is compared as of the\n" +
			"position it reflects. Exits 1 and names what differs, to the cent. With --json, JSON Lines.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.withBase(c.Context(), func(ctx context.Context, b *base) error { return p.auditAll(ctx, b, asOf, asJSON) })
		},
	}
	c.PersistentFlags().BoolVar(&asJSON, "json", false, "print JSON")
	c.PersistentFlags().StringVar(&asOf, "as-of", "",
		"a past time (2026-11-20T09:30:00Z, or a day: its beginning, UTC) or position: from the log alone, compared with nothing")
	c.AddCommand(one, all)
	return c
}

// asOf gives the position that --as-of names.
func (b *base) asOf(ctx context.Context, text string) (eventstore.Position, error) {
	at, err := selection.ParseBound(text)
	if err != nil {
		return eventstore.Position{}, err
	}
	if t, ok := at.Time(); ok && t.After(now()) {
		return eventstore.Position{}, fmt.Errorf("%s is still to come", at)
	}
	return at.Resolve(ctx, b.store)
}

func (p *program) auditCampaign(ctx context.Context, b *base, name, asOf string, asJSON bool) error {
	id, err := b.campaignByName(ctx, name)
	if err != nil {
		return err
	}
	var out ledger.CampaignAudit
	if asOf != "" {
		out, err = b.auditAsOf(ctx, id, asOf)
	} else if err = b.catchUp(ctx); err == nil {
		out, err = b.audit(ctx, id)
	}
	if err != nil {
		return err
	}
	if asJSON {
		err = p.json(out)
	} else {
		err = p.printAudit(out)
	}
	if err == nil && !out.Agrees {
		return exitError(1)
	}
	return err
}

// auditor audits one campaign. Whoever asks for a past state alone needs no payment provider.
func (b *base) auditor() (ledger.CampaignAuditor, error) {
	name, err := b.pseudonyms()
	return ledger.CampaignAuditor{
		Pool: b.pool, Store: b.store, Catalog: b.cat, Projections: b.all,
		Pseudonym: func(id ident.ID) string { return name(supporter, id) },
	}, err
}

// auditAsOf gives one campaign's history and totals as they were.
func (b *base) auditAsOf(ctx context.Context, id ident.ID, asOf string) (ledger.CampaignAudit, error) {
	until, err := b.asOf(ctx, asOf)
	if err != nil {
		return ledger.CampaignAudit{}, err
	}
	a, err := b.auditor()
	if err != nil {
		return ledger.CampaignAudit{}, err
	}
	return a.AuditAsOf(ctx, id, until)
}

// audit compares one campaign's history with the read tables and the payment provider's books.
func (b *base) audit(ctx context.Context, id ident.ID) (ledger.CampaignAudit, error) {
	a, err := b.auditor()
	if err != nil {
		return ledger.CampaignAudit{}, err
	}
	s, err := b.alone()
	if err != nil {
		return ledger.CampaignAudit{}, err
	}
	a.Payments = func(ctx context.Context, donations []ident.ID) iter.Seq2[ledger.Payment, error] {
		return func(yield func(ledger.Payment, error) bool) {
			for e, err := range s.payments.Ledger(ctx, donations) {
				if !yield(ledger.Payment{Paid: e.Paid, Refunded: e.Refunded}, err) {
					return
				}
			}
		}
	}
	return a.Audit(ctx, id)
}

func (p *program) printAudit(a ledger.CampaignAudit) error {
	err := p.table(func(w io.Writer) {
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
			money.Of(a.Totals.Raised, a.Totals.Currency), money.Of(a.Totals.Refunded, a.Totals.Currency), a.Totals.Gifts, a.Totals.Supporters)
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
		fmt.Fprintln(p.stdout, "\nThis was not compared with read tables or the payment provider: they show the present.")
	case a.Agrees:
		fmt.Fprintln(p.stdout, "\nEverything agrees.")
	default:
		fmt.Fprintln(p.stdout, "\nThe log and what people see differ.")
	}
	return nil
}

func amountText(a *money.Amount) string {
	if a == nil {
		return ""
	}
	return a.String()
}
