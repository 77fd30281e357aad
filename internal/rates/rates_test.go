package rates_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/rates"
)

const table = `{"source": "Test bank", "base": "EUR", "rates": [
	{"date": "2025-03-01", "USD": "1.25", "GBP": "0.8"},
	{"date": "2025-01-01", "USD": "1.0321", "GBP": "0.8299"}]}`

func on(t *testing.T, day string) time.Time {
	t.Helper()
	d, err := time.Parse(time.RFC3339, day)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestRate(t *testing.T) {
	tab, err := rates.Parse([]byte(table))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name     string
		from, to money.Currency
		day      string
		want     money.Rate
	}{
		{"before the table begins", money.EUR, money.USD, "2020-01-01T12:00:00Z",
			money.Rate{From: money.EUR, To: money.USD, Num: 10321, Den: 10000, Date: "2025-01-01", Source: "Test bank"}},
		{"the day before a new rate", money.EUR, money.GBP, "2025-02-28T23:59:59Z",
			money.Rate{From: money.EUR, To: money.GBP, Num: 8299, Den: 10000, Date: "2025-01-01", Source: "Test bank"}},
		{"the day of a new rate", money.EUR, money.GBP, "2025-03-01T00:00:00Z",
			money.Rate{From: money.EUR, To: money.GBP, Num: 4, Den: 5, Date: "2025-03-01", Source: "Test bank"}},
		{"days are counted in UTC", money.EUR, money.GBP, "2025-02-28T23:30:00-02:00",
			money.Rate{From: money.EUR, To: money.GBP, Num: 4, Den: 5, Date: "2025-03-01", Source: "Test bank"}},
		{"to the euro", money.USD, money.EUR, "2026-01-01T00:00:00Z",
			money.Rate{From: money.USD, To: money.EUR, Num: 4, Den: 5, Date: "2025-03-01", Source: "Test bank"}},
		{"across the euro", money.USD, money.GBP, "2026-01-01T00:00:00Z",
			money.Rate{From: money.USD, To: money.GBP, Num: 16, Den: 25, Date: "2025-03-01", Source: "Test bank"}},
		{"across the euro, the other way", money.GBP, money.USD, "2026-01-01T00:00:00Z",
			money.Rate{From: money.GBP, To: money.USD, Num: 25, Den: 16, Date: "2025-03-01", Source: "Test bank"}},
		{"to itself", money.USD, money.USD, "2026-01-01T00:00:00Z", money.Same(money.USD)},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := tab.Rate(c.from, c.to, on(t, c.day))
			if err != nil {
				t.Fatal(err)
			}
			if got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
	if _, err := tab.Rate("CHF", money.EUR, on(t, "2026-01-01T00:00:00Z")); err == nil {
		t.Error("a currency outside the product has a rate")
	}
}

func TestDefaultCoversEveryPair(t *testing.T) {
	tab, err := rates.Default()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(tab.Source(), "ECB") || strings.Contains(tab.Source(), "European Central Bank") {
		t.Errorf("the shipped figures claim to be someone else's: %q", tab.Source())
	}
	for _, from := range money.Currencies {
		for _, to := range money.Currencies {
			r, err := tab.Rate(from, to, on(t, "2100-01-01T00:00:00Z"))
			if err != nil || !r.Valid() {
				t.Fatalf("%s to %s: %+v, %v", from, to, r, err)
			}
			if from != to && r.Date != tab.Latest() {
				t.Errorf("%s to %s is of %s, the latest is %s", from, to, r.Date, tab.Latest())
			}
			if got := r.Convert(money.Of(money.MaxMinor, from)); got.Minor <= 0 || got.Currency != to {
				t.Errorf("the largest amount becomes %s", got)
			}
		}
	}
}

func TestLargestRatesStayExact(t *testing.T) {
	tab, err := rates.Parse([]byte(`{"source":"x","base":"EUR","rates":[{"date":"2025-01-01","USD":"999.999999","GBP":"0.001"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := tab.Rate(money.GBP, money.USD, on(t, "2025-01-01T00:00:00Z"))
	if err != nil {
		t.Fatal(err)
	}
	if r.Num != 999999999 || r.Den != 1000 || !r.Valid() {
		t.Errorf("got %d/%d", r.Num, r.Den)
	}
}

func TestEveryMistakeIsListed(t *testing.T) {
	_, err := rates.Parse([]byte(`{"base": "USD", "rates": [
		{"date": "yesterday", "USD": "1,05", "GBP": "0.8"},
		{"date": "2025-01-02", "USD": "0", "CHF": "0.93"},
		{"date": "2025-01-02", "USD": "1.1234567", "GBP": "0.8", "EUR": "1"},
		{"date": "2025-01-03", "USD": ".5", "GBP": "-1"},
		{"date": "2025-01-04", "USD": "1.1", "GBP": "0.000999"}]}`))
	if err == nil {
		t.Fatal("accepted")
	}
	for _, want := range []string{
		"source is missing", `base is "USD"`, `date "yesterday"`, `USD "1,05" is not a decimal`, `USD "0" must be more than zero`,
		"GBP is missing", `"CHF" is not a currency`, "the date stands twice", `"1.1234567" has more than`, "EUR is the base",
		`USD ".5"`, `GBP "-1"`, `GBP "0.000999" is less than 1/1000`,
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("not told: %s\nin: %v", want, err)
		}
	}
	for _, bad := range []string{``, `[]`, `{"source":"x","base":"EUR","rates":[]}`, table + "x", `{"surprise":1}`} {
		if _, err := rates.Parse([]byte(bad)); err == nil {
			t.Errorf("accepted %q", bad)
		}
	}
}

func TestFromFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rates.json")
	if _, err := rates.FromFile(path); err == nil {
		t.Error("a missing file is accepted")
	}
	if err := os.WriteFile(path, []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	tab, err := rates.FromFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if tab.Latest() != "2025-03-01" || tab.Source() != "Test bank" {
		t.Errorf("read %s of %s", tab.Latest(), tab.Source())
	}
	if err := os.WriteFile(path, make([]byte, 2<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := rates.FromFile(path); err == nil {
		t.Error("a huge file is accepted")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(table))
	f.Add([]byte(`{"source":"x","base":"EUR","rates":[{"date":"2025-01-01","USD":"999.999999","GBP":"0.000001"}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		tab, err := rates.Parse(body)
		if err != nil {
			return
		}
		for _, from := range money.Currencies {
			for _, to := range money.Currencies {
				if r, err := tab.Rate(from, to, time.Unix(0, 0)); err != nil || !r.Valid() {
					t.Fatalf("%s to %s: %+v, %v", from, to, r, err)
				}
			}
		}
	})
}
