package documents

import (
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/numfmt"
)

// As Intl writes them in Chromium.
func TestFormat_IsAsInTheBrowser(t *testing.T) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	share := func(done, promised, goal int64) string {
		arrived, beyond := share(done, promised, goal)
		return arrived + " " + beyond
	}
	for _, c := range []struct{ got, want string }{
		{amount("en", 1_234_56, money.USD), "$1,234.56"},
		{amount("en", 25_00, money.EUR), "€25"},
		{amount("es", 5_05, money.GBP), "5,05\u00a0£"},
		{amount("es", 4_230_00, money.EUR), "4230\u00a0€"},
		{amount("es", 9_999_99, money.EUR), "9999,99\u00a0€"},
		{amount("es", 10_000_00, money.EUR), "10.000\u00a0€"},
		{amount("fr", 4_230_00, money.EUR), "4\u202f230\u00a0€"},
		{numfmt.Count("es", 1_000_001), "1.000.001"},
		{numfmt.Count("fr", 12), "12"},
		{short("en", 999_99, money.EUR), "€999.99"},
		{short("en", 1_299_99, money.EUR), "€1.2k"},
		{short("fr", 12_345_00, money.EUR), "12,3\u00a0k\u00a0€"},
		{short("es", 1_000_00, money.EUR), "1\u00a0mil\u00a0€"},
		{short("es", 999_999_99, money.EUR), "999,9\u00a0mil\u00a0€"},
		{short("fr", 1_250_000_00, money.EUR), "1,2\u00a0M\u00a0€"},
		{hours("fr", 90), "1,5"},
		{hours("en", 7_205), "120"},
		{reached("en", 1, 1_000_000), "<1\u00a0%"},
		{reached("en", 999, 1000), "99\u00a0%"},
		{reached("es", 12_345, 1000), "1235\u00a0%"},
		{reached("en", 5, 0), ""},
		{share(1, 1, 4), "25.00 25.00"},
		{share(3, 9, 4), "75.00 25.00"},
		{share(9, 9, 4), "100.00 0.00"},
		{share(9, 9, 0), "0 0"},
		{numfmt.Count("en", daysLeft(now, now.Add(time.Hour))), "0"},
		{numfmt.Count("en", daysLeft(now.Add(time.Hour), now)), "1"},
		{strings.Join(paragraphs("a\n\n\n\nb"), "|"), "a|b"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestQuarters(t *testing.T) {
	t.Parallel()
	for minutes, want := range map[int64]string{
		0: "0", 60: "1", 90: "1,5", 135: "2,25", 360: "6", 60_000: numfmt.Count("fr", 1000),
	} {
		if got := quarters("fr", minutes); got != want {
			t.Errorf("%d minutes: %q, not %q", minutes, got, want)
		}
	}
}
