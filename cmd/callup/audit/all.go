package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/projections/ledger"
)

// auditAll audits every campaign; with a time or position, the log as it was then, by itself.
func auditAll(ctx context.Context, p *cli.Program, b *app.Base, asOf string, asJSON bool) error {
	l, err := ledger.Open(ctx, b.Pool, b.Store, b.Catalog)
	if err != nil {
		return err
	}
	defer l.Close(ctx)
	progress := p.Progress("reading the log")
	l.Progress = progress.Show
	var s ledger.Summary
	if asOf != "" {
		past, err := positionAt(ctx, b, asOf)
		if err != nil {
			return err
		}
		if s, err = l.AuditAsOf(ctx, past); err != nil {
			return err
		}
	} else {
		svc, err := b.Alone()
		if err != nil {
			return err
		}
		if err := b.CatchUp(ctx); err != nil {
			return err
		}
		if s, err = l.Audit(ctx, b.Projections, svc.Payments.Movements, app.Now); err != nil {
			return err
		}
		if err := recordAudit(ctx, b, s); err != nil {
			return err
		}
	}
	progress.Done()
	name, err := b.Pseudonyms()
	if err != nil {
		return err
	}
	r := auditReport{l: l, s: s, name: name}
	if asJSON {
		err = r.json(ctx, p.Stdout)
	} else {
		err = r.text(ctx, p.Stdout)
	}
	if err == nil && !s.Agrees() {
		return cli.ExitError(1)
	}
	return err
}

// auditReport writes an audit a line at a time, however many campaigns there are.
type auditReport struct {
	l    *ledger.Ledger
	s    ledger.Summary
	name catalog.Pseudonym
}

// differs is a difference with its supporter under a pseudonym.
type differs struct {
	ledger.Difference
	Supporter string `json:"supporter,omitempty"`
}

func (r *auditReport) differences(ctx context.Context) func(yield func(differs, error) bool) {
	return func(yield func(differs, error) bool) {
		for d, err := range r.l.Differences(ctx) {
			out := differs{Difference: d}
			if !d.Supporter.IsNil() {
				out.Supporter = r.name(app.Supporter, d.Supporter, ident.Nil) // over all campaigns
			}
			if !yield(out, err) || err != nil {
				return
			}
		}
	}
}

// json writes JSON Lines: each campaign, each difference, and at the end the summary.
func (r *auditReport) json(ctx context.Context, w io.Writer) error {
	e := json.NewEncoder(w)
	for c, err := range r.l.Campaigns(ctx, &r.s) {
		if err != nil {
			return err
		}
		if err := e.Encode(map[string]ledger.Campaign{"campaign": c}); err != nil {
			return err
		}
	}
	for d, err := range r.differences(ctx) {
		if err != nil {
			return err
		}
		if err := e.Encode(map[string]differs{"difference": d}); err != nil {
			return err
		}
	}
	return e.Encode(map[string]any{"summary": r.s, "agrees": r.s.Agrees()})
}

// maxShown bounds the differences printed for people; JSON has them all.
const maxShown = 100

func (r *auditReport) text(ctx context.Context, w io.Writer) error {
	const row = "%-36s  %-9s  %8s  %10s  %18s  %18s  %7s  %6s  %s\n"
	fmt.Fprintf(w, row, "CAMPAIGN", "STATUS", "GIFTS", "SUPPORTERS", "RAISED", "GIVEN BACK", "HOURS", "ITEMS", "")
	for c, err := range r.l.Campaigns(ctx, &r.s) {
		if err != nil {
			return err
		}
		verdict := "agrees"
		switch {
		case c.Differences > 0:
			verdict = "DIFFERS"
		case r.s.AsOf:
			verdict = ""
		}
		line := fmt.Sprintf(row, c.Campaign, c.Status, strconv.FormatInt(c.Gifts, 10), strconv.FormatInt(c.Supporters, 10),
			money.Of(c.Raised, c.Currency), money.Of(c.Refunded, c.Currency), hours(c.MinutesConfirmed),
			strconv.FormatInt(c.ItemsReceived, 10), verdict)
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
	given := []string{}
	for _, c := range slices.Sorted(maps.Keys(r.s.Given)) {
		given = append(given, money.Of(r.s.Given[c], c).String())
	}
	fmt.Fprintf(w, "\n%d campaigns; given %s", r.s.Campaigns, orNothing(strings.Join(given, ", ")))
	if r.s.Main.Currency != "" {
		fmt.Fprintf(w, " (%s at the rates recorded)", r.s.Main)
	}
	fmt.Fprintf(w, "\nFrom %d events, up to and with position %s\n\n", r.s.Events, r.s.Position)
	fmt.Fprintf(w, "%-22s  %8s  %10s  %s\n", "COMPARED WITH", "POSITION", "FIGURES", "DIFFERENCES")
	for _, c := range r.s.Compared {
		position := c.Position.String()
		if c.Place == ledger.PlaceBooks {
			position = "-"
		}
		fmt.Fprintf(w, "%-22s  %8s  %10d  %d\n", c.Place, position, c.Figures, c.Differences)
	}
	if len(r.s.Books) > 0 {
		fmt.Fprintln(w)
	}
	for _, b := range r.s.Books {
		fmt.Fprintf(w, "The payment provider has %d payments and refunds in %s: took %s, gave back %s\n", b.Movements, b.Currency,
			money.Of(b.Taken, b.Currency), money.Of(b.GivenBack, b.Currency))
		if b.ComingMovements > 0 {
			fmt.Fprintf(w, "  on their way to the log: %d of them, of the last hour, taken %s, given back %s\n", b.ComingMovements,
				money.Of(b.ComingTaken, b.Currency), money.Of(b.ComingGivenBack, b.Currency))
		}
	}
	if err := r.textDifferences(ctx, w); err != nil {
		return err
	}
	switch {
	case !r.s.Agrees():
		fmt.Fprintf(w, "\n%d figures differ.\n", r.s.Differences)
	case r.s.AsOf:
		fmt.Fprintln(
			w, "\nThe log agrees with itself. It was not compared with read tables or the payment provider: they show the present.",
		)
	default:
		fmt.Fprintln(w, "\nEverything agrees.")
	}
	return nil
}

// hours writes minutes as hours, in quarters: 90 is 1.5.
func hours(minutes int64) string { return strconv.FormatFloat(float64(minutes)/60, 'f', -1, 64) }

func orNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}

func (r *auditReport) textDifferences(ctx context.Context, w io.Writer) error {
	shown := 0
	for d, err := range r.differences(ctx) {
		if err != nil {
			return err
		}
		if shown++; shown == 1 {
			fmt.Fprintln(w)
		}
		if shown > maxShown {
			fmt.Fprintf(w, "… and %d more; see them with --json\n", r.s.Differences-maxShown)
			return nil
		}
		of := []string{}
		for what, id := range map[string]ident.ID{"campaign ": d.Campaign, "donation ": d.Donation} {
			if !id.IsNil() {
				of = append(of, what+id.String())
			}
		}
		slices.Sort(of)
		of = append(of, d.Supporter, d.Stream)
		of = slices.DeleteFunc(of, func(s string) bool { return s == "" })
		fmt.Fprintf(w, "DIFFERS  %s, %s: %s, log %s, there %s\n", d.Place, d.Figure, strings.Join(of, ", "),
			inCurrency(d.Log, d.Currency), inCurrency(d.There, d.Currency))
	}
	return nil
}

// inCurrency writes minor units, "2500" or "at most 2500", as an amount.
func inCurrency(text string, c money.Currency) string {
	most, number := "", text
	if n, ok := strings.CutPrefix(text, "at most "); ok {
		most, number = "at most ", n
	}
	minor, err := strconv.ParseInt(number, 10, 64)
	if err != nil || c == "" {
		return text
	}
	return most + money.Of(minor, c).String()
}

// recordAudit keeps what an audit of everything found.
func recordAudit(ctx context.Context, b *app.Base, s ledger.Summary) error {
	_, err := b.Pool.Exec(ctx, `INSERT INTO audits (at, position, events, differences) VALUES (clock_timestamp(), $1, $2, $3)`,
		s.Position.String(), s.Events, s.Differences)
	if err != nil {
		return fmt.Errorf("record what the audit found: %w", err)
	}
	return nil
}
