package numfmt_test

import (
	"testing"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/numfmt"
)

// As Intl writes them in Chromium.
func TestNumfmt_WritesAsTheWebAppDoes(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{numfmt.Count("en", 0), "0"},
		{numfmt.Count("en", 1000), "1,000"},
		{numfmt.Count("en", -1234567), "-1,234,567"},
		{numfmt.Count("fr", 999), "999"},
		{numfmt.Count("fr", 4230), "4\u202f230"},
		{numfmt.Count("es", 9999), "9999"},
		{numfmt.Count("es", 10_000), "10.000"},
		{numfmt.Count("es", 1_000_001), "1.000.001"},
		{numfmt.Exact("en", 5), "0.05"},
		{numfmt.Exact("fr", 123_456), "1\u202f234,56"},
		{numfmt.Exact("es", 123_400), "1234,00"},
		{numfmt.Priced("en", "25", numfmt.Symbol(money.GBP)), "£25"},
		{numfmt.Priced("fr", "25", numfmt.Symbol(money.EUR)), "25\u00a0€"},
		{numfmt.Priced("es", "25", numfmt.Symbol("CHF")), "25\u00a0CHF"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
