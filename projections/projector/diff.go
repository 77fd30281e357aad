package projector

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore/catalog"
)

// RowDiff is a row that two sets of read tables do not agree on, as each has it; nil where it has none. Money is in minor
// units of the row's currency.
type RowDiff struct {
	Table   string         `json:"table"`
	Key     map[string]any `json:"key"`
	Changed []string       `json:"changed"` // columns, sorted; none when one side lacks the row
	Left    map[string]any `json:"left"`
	Right   map[string]any `json:"right"`
}

// Diff compares the tables of a projection in two schemas, row by row in the order of their keys, and hands over each
// row that differs. Both are read in the caller's transaction, which should be of one snapshot. Columns that one of them
// lacks are left out.
func Diff(ctx context.Context, tx pgx.Tx, p *Projection, left, right string, each func(RowDiff) error) error {
	for _, t := range p.tables {
		if err := diffTable(ctx, tx, t, left, right, each); err != nil {
			return err
		}
	}
	return nil
}

// maxPairs is how many keys with their values jsonb_build_object takes: Postgres passes at most 100 arguments.
const maxPairs = 50

func diffTable(ctx context.Context, tx pgx.Tx, t *table, left, right string, each func(RowDiff) error) error {
	columns, err := shared(ctx, tx, t, left, right)
	if err != nil {
		return err
	}
	join := make([]string, len(t.key))
	for i, k := range t.key {
		c := quote(t.columns[k].name)
		join[i] = "l." + c + " = r." + c
	}
	object := func(alias string) string {
		parts := make([]string, len(columns))
		for i, c := range columns {
			parts[i] = "'" + strings.ReplaceAll(c, "'", "''") + "', " + alias + "." + quote(c)
		}
		var objects []string
		for some := range slices.Chunk(parts, maxPairs) {
			objects = append(objects, "jsonb_build_object("+strings.Join(some, ", ")+")")
		}
		return "(" + strings.Join(objects, " || ") + ")"
	}
	first := quote(t.columns[t.key[0]].name)
	sql := fmt.Sprintf(`SELECT CASE WHEN l.%[1]s IS NOT NULL THEN %[2]s END, CASE WHEN r.%[1]s IS NOT NULL THEN %[3]s END
		FROM %[4]s AS l FULL JOIN %[5]s AS r ON %[6]s
		WHERE l.%[1]s IS NULL OR r.%[1]s IS NULL OR %[2]s <> %[3]s
		ORDER BY %[7]s`,
		first, object("l"), object("r"), t.in(left), t.in(right), strings.Join(join, " AND "), coalesced(t))
	rows, err := tx.Query(ctx, sql)
	if err != nil {
		return fmt.Errorf("compare %s: %w", t.name, err)
	}
	var l, r []byte
	_, err = pgx.ForEachRow(rows, []any{&l, &r}, func() error {
		d, err := t.diff(l, r)
		if err != nil {
			return err
		}
		return each(d)
	})
	if err != nil {
		return fmt.Errorf("compare %s: %w", t.name, err)
	}
	return nil
}

func coalesced(t *table) string {
	out := make([]string, len(t.key))
	for i, k := range t.key {
		c := quote(t.columns[k].name)
		out[i] = "coalesce(l." + c + ", r." + c + ")"
	}
	return strings.Join(out, ", ")
}

// shared lists the columns that both tables have, those of the key among them.
func shared(ctx context.Context, q querier, t *table, left, right string) ([]string, error) {
	rows, err := q.Query(ctx, `SELECT column_name::text FROM information_schema.columns WHERE table_schema IN ($1, $2)
		AND table_name = $3
		GROUP BY column_name HAVING count(*) = 2 ORDER BY min(ordinal_position)`, left, right, t.name)
	if err != nil {
		return nil, fmt.Errorf("list the columns of %s: %w", t.name, err)
	}
	columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("list the columns of %s: %w", t.name, err)
	}
	for _, k := range t.key {
		if !slices.Contains(columns, t.columns[k].name) {
			return nil, fmt.Errorf("%s is not in both %s and %s, or its key is another", t.name, left, right)
		}
	}
	return columns, nil
}

func (t *table) diff(left, right []byte) (RowDiff, error) {
	l, err := object(left)
	if err != nil {
		return RowDiff{}, err
	}
	r, err := object(right)
	if err != nil {
		return RowDiff{}, err
	}
	d := RowDiff{Table: t.name, Key: map[string]any{}, Changed: []string{}, Left: l, Right: r}
	whole := l
	if l == nil {
		whole = r
	}
	for _, k := range t.key {
		name := t.columns[k].name
		d.Key[name] = whole[name]
	}
	for name := range whole {
		if l != nil && r != nil && !same(l[name], r[name]) {
			d.Changed = append(d.Changed, name)
		}
	}
	slices.Sort(d.Changed)
	return d, nil
}

// people are the columns that name who somebody is.
var people = map[string]bool{"supporter": true, "member": true, "subject": true, "owner": true, "beneficiary": true}

// role tells as what a column names somebody; empty when it does not.
func role(column string, row map[string]any) string {
	switch {
	case people[column]:
		return column
	case column == "id" && row["kind"] == "person": // people are counted beside other things
		return "supporter"
	}
	return ""
}

// Masked stands in place of what people wrote.
const Masked = "(masked)"

// Mask takes out of a row of this projection what says who somebody is, and puts pseudonyms in its place, those of events:
// of one campaign where the row is of one, and of the gift alone where it is anonymous or a guest's. In the tables of
// projections that open personal text any text may be that, but for words of a closed list, which have a type of their own.
func (p *Projection) Mask(d RowDiff, pseudonym catalog.Pseudonym) {
	for _, t := range p.tables {
		if t.name == d.Table {
			t.mask(d, p.personal, pseudonym)
		}
	}
}

func (t *table) mask(d RowDiff, personal bool, pseudonym catalog.Pseudonym) {
	for _, row := range []map[string]any{d.Key, d.Left, d.Right} {
		gift, own := giftOfItsOwn(row)
		campaign, _ := idIn(row, "campaign")
		for i, c := range t.columns {
			if as := role(c.name, row); as != "" {
				id, ok := idIn(row, c.name)
				switch {
				case !ok:
				case as == "supporter" && own:
					row[c.name] = pseudonym(as, gift, campaign)
				case as == "supporter" && row["pledge"] != nil && row["anonymous"] == nil: // the pledge may be anonymous
					row[c.name] = Masked
				case as == "supporter":
					row[c.name] = pseudonym(as, id, campaign)
				case as == "member" && row["supporter"] != nil: // it would say whom that pseudonym stands for
					row[c.name] = Masked
				default:
					row[c.name] = pseudonym(as, id, ident.Nil)
				}
				continue
			}
			// a key stays, so that the row can be found, unless it is a word that somebody wrote
			typ := t.row.FieldByIndex(c.index).Type
			wrote := typ == reflect.TypeFor[string]() || c.sqlType == "jsonb" || c.sqlType == textList
			if _, has := row[c.name]; has && personal && wrote && (!t.isKey(i) || c.name == "word") {
				row[c.name] = Masked
			}
		}
	}
}

// giftOfItsOwn gives the gift or pledge that a row is about, where it is a person of its own: anonymous, or of no member.
func giftOfItsOwn(row map[string]any) (ident.ID, bool) {
	anonymous, says := row["anonymous"].(bool)
	if !says {
		return ident.Nil, false
	}
	var gift ident.ID
	var ok bool
	for _, column := range []string{"donation", "contribution", "id"} {
		if gift, ok = idIn(row, column); ok {
			break
		}
	}
	_, member := idIn(row, "member")
	return gift, ok && (anonymous || !member)
}

func idIn(row map[string]any, column string) (ident.ID, bool) {
	text, _ := row[column].(string)
	id, err := ident.Parse(text)
	return id, err == nil && !id.IsNil()
}

func object(j []byte) (map[string]any, error) {
	if j == nil {
		return nil, nil //nolint:nilnil // no row
	}
	var out map[string]any
	d := json.NewDecoder(bytes.NewReader(j))
	d.UseNumber()
	err := d.Decode(&out)
	return out, err
}

func same(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}
