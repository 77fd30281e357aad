package events

import (
	"context"
	"encoding/csv"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/internal/app"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/eventstore/selection"
	"github.com/callup/callup/projections/ledger"
)

// csvColumns are the columns of contributions; csvPersonal follow with --personal.
var (
	csvColumns = []string{
		"started_at", "completed_at", "campaign", "donation", "state", "currency", "gift", "fee", "paid_currency", "paid", "refunded",
		"counted_currency", "counted", "counted_refunded", "rate", "rate_date", "rate_source", "main_currency", "main", "supporter",
		"payment_reference",
	}
	csvPersonal = []string{"campaign_slug", "name", "email", "message"}
)

// exportContributions writes one row a donation that was started within the selection, as it stood at the selection's
// end.
func exportContributions(
	ctx context.Context, b *app.Base, d *digested, view *eventView, s *selection.Selection, campaign ident.ID,
	progress *cli.Progress,
) error {
	l, err := ledger.Open(ctx, b.Pool, b.Store, b.Catalog)
	if err != nil {
		return err
	}
	defer l.Close(ctx)
	l.Campaign, l.KeepWords, l.Progress = campaign, view.shown.Plain, progress.Show
	if err := l.ReadContributions(ctx, s.After, s.Until); err != nil {
		return err
	}
	texts, err := newTexts(b, s.Until)
	if err != nil {
		return err
	}
	w := csv.NewWriter(d.w)
	head := csvColumns
	if view.shown.Plain {
		head = append(slices.Clip(head), csvPersonal...)
	}
	if err := w.Write(head); err != nil {
		return err
	}
	for c, err := range l.Contributions(ctx) {
		if err != nil {
			return err
		}
		row := view.contribution(&c)
		if view.shown.Plain {
			said, err := l.Words(ctx, b.Keys, &c)
			if err != nil {
				return err
			}
			words, err := texts.of(ctx, c.Campaign, &said)
			if err != nil {
				return err
			}
			row = append(row, words...)
		}
		for i, cell := range row {
			row[i] = harmless(cell)
		}
		if err := w.Write(row); err != nil {
			return err
		}
		d.lines++
	}
	w.Flush()
	return w.Error()
}

func (v *eventView) contribution(c *ledger.Contribution) []string {
	completed, rate := "", ""
	if !c.Completed.IsZero() {
		completed = c.Completed.Format(time.RFC3339Nano)
	}
	if c.Rate.Valid() && c.Rate.From != c.Rate.To {
		rate = c.Rate.Decimal()
	}
	who := c.Supporter.String()
	if !v.shown.Plain {
		who = v.shown.Pseudonym(app.Supporter, c.Person, c.Campaign)
	}
	return []string{
		c.Started.Format(time.RFC3339Nano), completed, c.Campaign.String(), c.Donation.String(), string(c.State),
		string(c.Gift.Currency),
		decimal(c.Gift), decimal(c.Fee), string(c.Paid.Currency), decimal(c.Paid), decimal(c.Refunded), string(c.Counted.Currency),
		decimal(c.Counted), decimal(c.Uncounted), rate, c.Rate.Date, c.Rate.Source, string(c.Main.Currency), decimal(c.Main), who,
		c.Reference,
	}
}

// decimal writes an amount without its currency.
func decimal(a money.Amount) string {
	text, _, _ := strings.Cut(a.String(), " ")
	return text
}

// word writes personal text into a cell.
func word(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case map[string]any:
		if v["erased"] == true {
			return "(erased)"
		}
	}
	return fmt.Sprint(v)
}

// harmless keeps a spreadsheet from taking a text for a formula: it puts an apostrophe before what could begin one
// (OWASP, CSV Injection). Numbers stay numbers.
func harmless(cell string) string {
	if _, err := strconv.ParseFloat(cell, 64); err == nil {
		return cell
	}
	if strings.HasPrefix(cell, "\t") || strings.HasPrefix(cell, "\r") || strings.HasPrefix(cell, "\n") ||
		strings.IndexAny(strings.TrimSpace(cell), "=+-@＝＋－＠") == 0 {
		return "'" + cell
	}
	return cell
}

// texts finds the slugs of campaigns and the names of members in their own streams, and remembers some.
type texts struct {
	b     *app.Base
	until eventstore.Position
	known *lru.Cache[string, map[string]any]
}

func newTexts(b *app.Base, until eventstore.Position) (*texts, error) {
	known, err := lru.New[string, map[string]any](8192)
	return &texts{b, until, known}, err
}

// of gives the cells of csvPersonal.
func (t *texts) of(ctx context.Context, to ident.ID, said *ledger.Said) ([]string, error) {
	c, err := t.last(ctx, eventstore.StreamName(campaign.Category, to))
	if err != nil {
		return nil, err
	}
	name, email := said.Name, said.Email
	if !said.Member.IsNil() {
		m, err := t.last(ctx, eventstore.StreamName(member.Category, said.Member))
		if err != nil {
			return nil, err
		}
		name, email = m["name"], m["email"]
	}
	return []string{word(c["slug"]), word(name), word(email), word(said.Message)}, nil
}

// last gives the last word on every field of a stream's events.
func (t *texts) last(ctx context.Context, stream string) (map[string]any, error) {
	if known, ok := t.known.Get(stream); ok {
		return known, nil
	}
	found := map[string]any{}
	for r, err := range (selection.Selection{Streams: []string{stream}, Until: t.until}).Read(ctx, t.b.Store) {
		if err != nil {
			return nil, err
		}
		data, err := t.b.Catalog.Show(ctx, t.b.Keys, r, catalog.Shown{Plain: true})
		if err != nil {
			return nil, err
		}
		maps.Copy(found, data)
	}
	t.known.Add(stream, found)
	return found, nil
}
