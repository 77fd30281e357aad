package projections

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// liveSchemas stands for the tables people read, wherever they are.
const liveSchemas = "live"

func diffCommand(p *cli.Program, asJSON *bool) *cobra.Command {
	var a diffAsked
	c := &cobra.Command{
		Use:   "diff <schema> <schema>",
		Short: "Say which campaigns changed between two as-of builds, and by how much",
		Long: `Compares two sets of read tables: as-of builds by their schemas, or "live" for those people read. Says which campaigns
changed and by how much (money, gifts, supporters, confirmed hours, received items), and how many rows of every table did.
--json prints every row that differs, one a line.
People are shown under pseudonyms and what they wrote is masked; --personal shows it, and records first why (--reason).`,
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			a.json = *asJSON
			if err := a.disclosing.Check(); err != nil {
				return err
			}
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error { return diff(ctx, p, b, args[0], args[1], &a) })
		},
	}
	c.Flags().BoolVar(&a.rows, "rows", false, "print every row that differs, of every table")
	a.disclosing.Flags(c)
	return c
}

// diffAsked are the flags of a comparison.
type diffAsked struct {
	disclosing cli.Disclosing
	json, rows bool
}

// naming decides how people are shown: nil when as they are. If that is asked for, it is recorded before it returns.
func (a *diffAsked) naming(ctx context.Context, p *cli.Program, b *app.Base, left, right string) (catalog.Pseudonym, error) {
	if !a.disclosing.Personal {
		return b.Pseudonyms()
	}
	if err := a.disclosing.Disclose(ctx, p, b, "projections diff "+left+" "+right); err != nil {
		return nil, fmt.Errorf("nothing is shown, because that could not be recorded: %w", err)
	}
	return nil, nil //nolint:nilnil // documented
}

// tableDiff is how many rows of one table differ.
type tableDiff struct {
	table                string
	changed, added, gone int
}

func diff(ctx context.Context, p *cli.Program, b *app.Base, left, right string, a *diffAsked) error {
	naming, err := a.naming(ctx, p, b, left, right)
	if err != nil {
		return err
	}
	builds, err := projector.Builds(ctx, b.Pool)
	if err != nil {
		return err
	}
	c := comparison{naming: naming}
	for _, pr := range b.Projections {
		l, lok := buildOf(builds, pr, left)
		r, rok := buildOf(builds, pr, right)
		if lok && rok {
			c.pairs = append(c.pairs, pair{pr, l, r})
		}
	}
	if len(c.pairs) == 0 {
		return errors.New("no projection is in both; see: callup projections status")
	}
	if slices.ContainsFunc(c.pairs, pair.veiled) {
		fmt.Fprintln(p.Stderr, "Personal text is masked in one of them and was not compared.")
	}
	snapshot := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	return pgx.BeginTxFunc(ctx, b.Pool, snapshot, func(tx pgx.Tx) error {
		c.tx = tx
		if a.json {
			return c.each(ctx, func(d projector.RowDiff) error { return json.NewEncoder(p.Stdout).Encode(d) })
		}
		var counts []tableDiff
		var campaigns []projector.RowDiff
		err := c.each(ctx, func(d projector.RowDiff) error {
			counts = count(counts, d)
			if d.Table == readmodel.Progress {
				campaigns = append(campaigns, d)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if len(counts) == 0 {
			fmt.Fprintf(p.Stdout, "%s and %s hold the same: %d projections compared.\n", left, right, len(c.pairs))
			return nil
		}
		names, err := slugs(ctx, b, builds)
		if err != nil {
			return err
		}
		if err := printDiff(p, left, right, counts, campaigns, names); err != nil || !a.rows {
			return err
		}
		return printRows(ctx, p, &c, left, right)
	})
}

// comparison is of two sets of read tables, both as one snapshot sees them.
type comparison struct {
	tx     pgx.Tx
	pairs  []pair
	naming catalog.Pseudonym // nil: people are shown as they are
}

// pair is a projection that both have.
type pair struct {
	projection  *projector.Projection
	left, right projector.Build
}

// veiled tells whether personal text is masked in one of the two.
func (p pair) veiled() bool { return p.left.Personal != p.right.Personal }

// each hands over every row that differs, as it is to be shown, and keeps none: there may be millions. Asked again it hands
// over the same.
func (c *comparison) each(ctx context.Context, f func(projector.RowDiff) error) error {
	for _, p := range c.pairs {
		err := projector.Diff(ctx, c.tx, p.projection, p.left.Schema, p.right.Schema, func(d projector.RowDiff) error {
			if p.veiled() && !unveil(&d, p.left.Personal) {
				return nil
			}
			if c.naming != nil {
				p.projection.Mask(d, c.naming)
			}
			return f(d)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func buildOf(builds []projector.Build, pr *projector.Projection, name string) (projector.Build, bool) {
	for _, o := range builds {
		if o.Projection != pr.Name {
			continue
		}
		if o.Schema == name || name == liveSchemas && o.State == projector.Live && o.Version == pr.Version {
			return o, true
		}
	}
	return projector.Build{}, false
}

// unveil takes from a difference between a masked build and one in the clear what only the mask made, and tells whether
// anything is left. A slug is text: masked, it is the campaign's id.
func unveil(d *projector.RowDiff, clearLeft bool) bool {
	if d.Table == readmodel.CampaignSlugs || d.Table == readmodel.SearchWords { // a masked build has no words
		return false
	}
	if d.Left == nil || d.Right == nil {
		return true
	}
	masked := d.Left
	if clearLeft {
		masked = d.Right
	}
	d.Changed = slices.DeleteFunc(d.Changed, func(column string) bool {
		if d.Table == readmodel.SearchDocuments && (column == "words" || column == "title_words") ||
			d.Table == readmodel.Posts && column == "files" { // nor has it files, whose names are words
			return true
		}
		return column == "slug" || masked[column] == "" || reflect.DeepEqual(wordless(d.Left[column]), wordless(d.Right[column]))
	})
	return len(d.Changed) > 0
}

// wordless is a list or an object without its words; of anything else it is all.
func wordless(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = wordless(e)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k, e := range v {
			if _, words := e.(string); !words {
				out[k] = wordless(e)
			}
		}
		return out
	}
	return v
}

func count(counts []tableDiff, d projector.RowDiff) []tableDiff {
	i := slices.IndexFunc(counts, func(c tableDiff) bool { return c.table == d.Table })
	if i < 0 {
		i, counts = len(counts), append(counts, tableDiff{table: d.Table})
	}
	switch {
	case d.Right == nil:
		counts[i].gone++
	case d.Left == nil:
		counts[i].added++
	default:
		counts[i].changed++
	}
	return counts
}

// slugs gives each campaign's slug today: as-of builds may mask theirs.
func slugs(ctx context.Context, b *app.Base, builds []projector.Build) (map[string]string, error) {
	for _, pr := range b.Projections {
		if pr.Name != "campaigns" {
			continue
		}
		live, ok := buildOf(builds, pr, liveSchemas)
		if !ok {
			return nil, nil //nolint:nilnil // ids then
		}
		rows, err := b.Pool.Query(ctx, "SELECT id::text, slug FROM "+pgx.Identifier{live.Schema, readmodel.Campaigns}.Sanitize())
		if err != nil {
			return nil, fmt.Errorf("read the campaigns' slugs: %w", err)
		}
		out := map[string]string{}
		var id, slug string
		_, err = pgx.ForEachRow(rows, []any{&id, &slug}, func() error { out[id] = slug; return nil })
		return out, err
	}
	return nil, errors.New("no projection knows the campaigns")
}

func printDiff(
	p *cli.Program, left, right string, counts []tableDiff, campaigns []projector.RowDiff, slugs map[string]string,
) error {
	return p.Table(func(w io.Writer) {
		if len(campaigns) > 0 {
			fmt.Fprintf(w, "CAMPAIGN\tRAISED %s\t%s\tBY\tGIFTS\tSUPPORTERS\tHOURS\tITEMS\n", left, right)
		}
		for _, d := range campaigns {
			id := fmt.Sprint(d.Key["campaign"])
			name := slugs[id]
			if name == "" {
				name = id
			}
			raised := func(row map[string]any) money.Amount { return money.Of(figure(row, "raised"), currencyOf(d)) }
			by := func(column string) int64 { return figure(d.Right, column) - figure(d.Left, column) }
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%+d\t%+d\t%s\t%+d\n", name, raised(d.Left), raised(d.Right),
				money.Of(by("raised"), currencyOf(d)), by("gifts"), by("supporters"), hours(by("minutes_confirmed")), by("items_received"))
		}
		fmt.Fprintln(w, "\nTABLE\tROWS CHANGED\tADDED\tGONE\t\t\t\t")
		for _, c := range counts {
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\t\t\t\t\n", c.table, c.changed, c.added, c.gone)
		}
	})
}

// hours writes minutes that were confirmed since, or taken back, as hours.
func hours(minutes int64) string {
	if minutes == 0 {
		return "+0"
	}
	return strings.TrimSuffix(fmt.Sprintf("%+.1f", float64(minutes)/60), ".0")
}

// printRows shows every row that differs below the figures, which take another reading: together they would have to be
// kept.
func printRows(ctx context.Context, p *cli.Program, c *comparison, left, right string) error {
	var failed error
	err := p.Table(func(w io.Writer) {
		failed = c.each(ctx, func(d projector.RowDiff) error {
			fmt.Fprintf(w, "\n%s %s\n", d.Table, values(d.Key))
			switch {
			case d.Right == nil:
				fmt.Fprintf(w, "  only in %s\n", left)
			case d.Left == nil:
				fmt.Fprintf(w, "  only in %s\n", right)
			}
			for _, column := range d.Changed {
				fmt.Fprintf(w, "  %s:\t%v\t→ %v\n", column, d.Left[column], d.Right[column])
			}
			return nil
		})
	})
	return errors.Join(failed, err)
}

// figure is a number of a row; a row that is not there has 0 of everything.
func figure(row map[string]any, column string) int64 {
	n, _ := row[column].(json.Number)
	v, _ := n.Int64()
	return v
}

func currencyOf(d projector.RowDiff) money.Currency {
	row := d.Right
	if row == nil {
		row = d.Left
	}
	c, _ := row["currency"].(string)
	return money.Currency(c)
}

func values(key map[string]any) string {
	var out []string
	for k, v := range key {
		out = append(out, fmt.Sprintf("%s %v", k, v))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}
