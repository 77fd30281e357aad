package rates_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/rates"
)

// A table that is changed is used without a restart; what is no table is not.
func TestFile_IsReadAgainWhenItChanges(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rates.json")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	table := func(day string) string {
		return `{"source": "Test", "base": "EUR", "rates": [{"date": "` + day + `", "USD": "1.1", "GBP": "0.9"}]}`
	}
	write(table("2025-01-02"))
	synctest.Test(t, func(t *testing.T) {
		f, err := rates.Watch(path, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		expect := func(what, day string) {
			t.Helper()
			rate, err := f.Rate(money.USD, money.EUR, time.Now())
			if err != nil || rate.Date != day {
				t.Errorf("%s: rates of %s, %v", what, rate.Date, err)
			}
		}
		expect("at first", "2025-01-02")
		write(table("2025-02-02") + "\n") // another size: the file's clock may be coarse
		<-time.After(time.Minute)         // in the bubble
		expect("changed", "2025-02-02")
		write(`{"source": ""}`)
		<-time.After(time.Minute) // in the bubble
		expect("no table", "2025-02-02")
		write(table("2025-03-02") + "\n\n")
		<-time.After(time.Minute) // in the bubble
		expect("mended", "2025-03-02")
	})
	if _, err := rates.Watch(filepath.Join(t.TempDir(), "none"), slog.New(slog.DiscardHandler)); err == nil {
		t.Error("a file that is not there is taken at start")
	}
}
