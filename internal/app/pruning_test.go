package app_test

import (
	"testing"
	"time"

	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
)

// What has served goes, in as many batches as it takes, and while another process clears it away nobody else does.
func TestServices_Prune(t *testing.T) {
	t.Parallel()
	s := apptest.NewServices(t)
	apptest.MustExec(t, s.Base, `INSERT INTO command_keys (command, body, created_at)
		SELECT gen_random_uuid(), 'a', CASE WHEN n <= 5 THEN now() - interval '40 days' ELSE now() END FROM generate_series(1, 7) n`)
	apptest.MustExec(t, s.Base, `INSERT INTO outbox_mails (key, recipient, lang, kind, subject, text, html, created_at)
		SELECT n::text, 'ada@example.org', 'en', 'k', 's', 't', 'h', CASE WHEN n <= 4 THEN now() - interval '40 days' ELSE now() END
		FROM generate_series(1, 5) n`)
	left := func(mails, keys int64) {
		t.Helper()
		m, k := apptest.RowsIn(t, s.Base, "outbox_mails"), apptest.RowsIn(t, s.Base, "command_keys")
		if m != mails || k != keys {
			t.Errorf("%d mails and %d keys are left, not %d and %d", m, k, mails, keys)
		}
	}
	prune := func() {
		t.Helper()
		if err := s.Prune(t.Context(), app.Now().Add(-30*24*time.Hour), 2); err != nil {
			t.Fatal(err)
		}
	}
	other, err := s.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Exec(t.Context(), `SELECT pg_advisory_xact_lock($1)`, int64(app.PruneLock)); err != nil {
		t.Fatal(err)
	}
	prune()
	left(5, 7)
	if err := other.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	prune()
	left(1, 2)
}
