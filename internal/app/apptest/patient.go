package apptest

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/testing/testdb"
)

// Patient is an installation the doctor is called to.
type Patient struct {
	T   *testing.T
	B   *app.Base
	Env []string
}

// NewPatient is a healthy one: built, led, with nothing that waits.
func NewPatient(t *testing.T) *Patient {
	t.Helper()
	rates := filepath.Join(t.TempDir(), "rates.json")
	today := time.Now().Format(time.DateOnly)
	if err := os.WriteFile(rates, []byte(`{"source": "a test", "base": "EUR", "rates": [{"date": "`+today+
		`", "USD": "1.1", "GBP": "0.9"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	if err := os.Chmod(data, 0o700); err != nil {
		t.Fatal(err)
	}
	p := &Patient{T: t, Env: []string{"CALLUP_DATA=" + data, "CALLUP_DEMO=off", "DATABASE_URL=" + testdb.New(t),
		"CALLUP_RATES_FILE=" + rates}}
	p.B = NewBase(t, p.Env...)
	if err := p.B.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.Exec(`UPDATE projection_leases SET expires_at = now() + interval '1 hour'`)
	return p
}

// Exec runs a statement.
func (p *Patient) Exec(sql string, args ...any) {
	p.T.Helper()
	if _, err := p.B.Pool.Exec(p.T.Context(), sql, args...); err != nil {
		p.T.Fatal(err)
	}
}

// Event appends an event of some age.
func (p *Patient) Event(position, revision int, age string) {
	p.T.Helper()
	p.Exec(`INSERT INTO events (position, stream, revision, id, type, schema_version, data, metadata, recorded_at)
		VALUES ($1, 'x-1', $2, gen_random_uuid(), 'X', 1, '{}', '{}', now() - $3::text::interval)`, position, revision, age)
}

// Timers adds n that were due an hour ago, failed so often and are tried again at a moment.
func (p *Patient) Timers(n int, retry string, attempts int) {
	p.T.Helper()
	p.Exec(`INSERT INTO timers (id, due_at, retry_at, command, subject, attempts)
		SELECT gen_random_uuid(), now() - interval '1 hour',
		`+retry+`, 'x', gen_random_uuid(), $2 FROM generate_series(1, $1)`, n, attempts)
}

// Webhooks adds n that were made an hour ago, are due so long from now and were tried so often.
func (p *Patient) Webhooks(n int, outcome, due string, tries int) {
	p.T.Helper()
	p.Exec(`INSERT INTO sandbox_payments (reference, donation, attempt, charge_minor, currency, title, email, lang, return_url,
		cancel_url, opened_at, expires_at)
		VALUES ('r', gen_random_uuid(), 1, 100, 'EUR', '', '', 'en', '', '', now(), now()) ON CONFLICT DO NOTHING`)
	p.Exec(`INSERT INTO sandbox_deliveries (statement, reference, body, created_at, due_at, outcome, tries)
		SELECT 's', 'r', '{}', now() - interval '1 hour', now() + $2::text::interval,
		`+outcome+`, $3 FROM generate_series(1, $1)`, n, due, tries)
}

// Chmod changes the mode of a file until the test ends.
func (p *Patient) Chmod(path string, mode os.FileMode) {
	p.T.Helper()
	if err := os.Chmod(path, mode); err != nil {
		p.T.Fatal(err)
	}
}
