package figures_test

import (
	"testing"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/figures"
)

// As Intl writes them in Chromium.
func TestFigures(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{figures.Count("en", 0), "0"},
		{figures.Count("en", 1000), "1,000"},
		{figures.Count("en", -1234567), "-1,234,567"},
		{figures.Count("fr", 999), "999"},
		{figures.Count("fr", 4230), "4\u202f230"},
		{figures.Count("es", 9999), "9999"},
		{figures.Count("es", 10_000), "10.000"},
		{figures.Count("es", 1_000_001), "1.000.001"},
		{figures.Exact("en", 5), "0.05"},
		{figures.Exact("fr", 123_456), "1\u202f234,56"},
		{figures.Exact("es", 123_400), "1234,00"},
		{figures.Priced("en", "25", figures.Symbol(money.GBP)), "£25"},
		{figures.Priced("fr", "25", figures.Symbol(money.EUR)), "25\u00a0€"},
		{figures.Priced("es", "25", figures.Symbol("CHF")), "25\u00a0CHF"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
