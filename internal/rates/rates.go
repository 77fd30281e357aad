// Package rates gives exchange rates from a dated table of reference rates per euro: the one that ships with the
// product, or one the operator keeps in a file of the same form.
package rates

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
)

//go:embed default.json
var defaultTable []byte

// Bounds of a table. A rate below 1,000 with six decimals keeps every cross rate within 64 bits.
const (
	maxFile     = 1 << 20 // bytes
	maxWhole    = 3       // digits before the point
	maxDecimals = 6
	day         = time.DateOnly
)

// Table is a dated table of rates. It implements ports.Rates.
type Table struct {
	source string
	rows   []row // by date, earliest first
}

var _ ports.Rates = (*Table)(nil)

type row struct {
	date    string
	perEuro map[money.Currency]fraction
}

// fraction is how many units of a currency one euro is worth.
type fraction struct{ num, den int64 }

// Default gives the table that ships with the product. Its figures are rounded and illustrate the size of the rates;
// an installation that takes real money configures its own.
func Default() (*Table, error) { return Parse(defaultTable) }

// FromFile reads a table in the form of Default's. The error lists every mistake in it.
func FromFile(path string) (*Table, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open the table of rates: %w", err)
	}
	defer f.Close() //nolint:errcheck // only read
	body, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("read the table of rates %s: %w", path, err)
	}
	t, err := Parse(body)
	if err != nil {
		return nil, fmt.Errorf("table of rates %s: %w", path, err)
	}
	return t, nil
}

// Parse reads a table:
//
//	{"source": "Who says so", "note": "optional", "base": "EUR",
//	 "rates": [{"date": "2025-01-02", "USD": "1.0321", "GBP": "0.8299"}]}
//
// Rates are decimals in text, per euro. The error joins every mistake found.
func Parse(body []byte) (*Table, error) {
	if len(body) > maxFile {
		return nil, fmt.Errorf("it is larger than %d bytes", maxFile)
	}
	var in struct {
		Source string              `json:"source"`
		Note   string              `json:"note"`
		Base   money.Currency      `json:"base"`
		Rates  []map[string]string `json:"rates"`
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&in); err != nil {
		return nil, fmt.Errorf("it is not the JSON expected: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the JSON object")
	}

	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	t := &Table{source: strings.TrimSpace(in.Source)}
	if t.source == "" {
		fault("source is missing: say who published the rates")
	}
	if in.Base != money.EUR {
		fault("base is %q, it must be EUR", in.Base)
	}
	if len(in.Rates) == 0 {
		fault("rates is empty")
	}
	seen := map[string]bool{}
	for i, r := range in.Rates {
		where := fmt.Sprintf("rates[%d]", i)
		if d, err := time.Parse(day, r["date"]); err != nil {
			fault("%s: date %q is not a day such as 2025-01-02", where, r["date"])
		} else {
			where += " (" + d.Format(day) + ")"
			if seen[r["date"]] {
				fault("%s: the date stands twice", where)
			}
			seen[r["date"]] = true
		}
		out := row{date: r["date"], perEuro: map[money.Currency]fraction{money.EUR: {1, 1}}}
		for _, c := range money.Currencies {
			text, there := r[string(c)]
			switch {
			case c == money.EUR && there:
				fault("%s: EUR is the base and has no rate", where)
			case c == money.EUR:
			case !there:
				fault("%s: %s is missing", where, c)
			default:
				f, err := parseRate(text)
				if err != nil {
					fault("%s: %s %q %w", where, c, text, err)
				}
				out.perEuro[c] = f
			}
		}
		for _, name := range sortedKeys(r) {
			if name != "date" && !money.Currency(name).Valid() {
				fault("%s: %q is not a currency of the product", where, name)
			}
		}
		t.rows = append(t.rows, out)
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	slices.SortFunc(t.rows, func(a, b row) int { return strings.Compare(a.date, b.date) })
	return t, nil
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// leastPerEuro is the inverse of the least a euro may be worth. With maxWhole it keeps every conversion of an amount
// within what money.Rate can compute.
const leastPerEuro = 1000

func parseRate(text string) (fraction, error) {
	whole, decimals, _ := strings.Cut(text, ".")
	digits := whole + decimals
	if whole == "" || strings.HasSuffix(text, ".") || strings.Trim(digits, "0123456789") != "" {
		return fraction{}, errors.New("is not a decimal such as 1.0321")
	}
	if len(whole) > maxWhole || len(decimals) > maxDecimals {
		return fraction{}, fmt.Errorf("has more than %d digits before or %d after the point", maxWhole, maxDecimals)
	}
	num, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return fraction{}, fmt.Errorf("can't be read: %w", err)
	}
	if num == 0 {
		return fraction{}, errors.New("must be more than zero")
	}
	den := int64(1)
	for range decimals {
		den *= 10
	}
	if num*leastPerEuro < den {
		return fraction{}, fmt.Errorf("is less than 1/%d: no such rate can be meant", leastPerEuro)
	}
	return fraction{num, den}, nil
}

// Rate gives the rate of the latest date on or before a day (in UTC), or of the earliest date when the table begins
// later. Rates between two other currencies go through the euro and stay exact. Errors: a currency that is not one of
// money.Currencies.
func (t *Table) Rate(from, to money.Currency, on time.Time) (money.Rate, error) {
	if !from.Valid() || !to.Valid() {
		return money.Rate{}, fmt.Errorf("rate from %q to %q: not currencies of the product", from, to)
	}
	if from == to {
		return money.Same(from), nil
	}
	r := t.rows[0]
	wanted := on.UTC().Format(day)
	for _, later := range t.rows[1:] {
		if later.date > wanted {
			break
		}
		r = later
	}
	f, o := r.perEuro[from], r.perEuro[to]
	num, den := o.num*f.den, o.den*f.num
	g := gcd(num, den)
	return money.Rate{From: from, To: to, Num: num / g, Den: den / g, Date: r.date, Source: t.source}, nil
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Latest is the date of the table's newest rates, as an ISO 8601 day.
func (t *Table) Latest() string { return t.rows[len(t.rows)-1].date }

// Source names who published the table.
func (t *Table) Source() string { return t.source }
