package sandbox_test

import (
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/ports"
)

// Webhooks that were taken go after a while, a batch at a time; what waits, what it waits for, and what was given up stay.
func TestSandbox_PrunesWebhooksThatWereTaken(t *testing.T) {
	w := newWorld(t)
	for _, o := range []sandbox.Options{{}, {Order: sandbox.DeclinedLate}, {}} {
		must[ports.PaymentEvent](t)(w.Approve(t.Context(), w.open(donation(t)), o))
		w.deliver()
	}
	w.exec(`UPDATE sandbox_deliveries SET outcome = NULL, due_at = due_at + interval '1 year' WHERE id = 3`)
	w.exec(`UPDATE sandbox_deliveries SET outcome = 'given_up' WHERE id = 4`)
	w.clock.Add(24 * time.Hour)
	before := w.clock.Now()
	must[ports.PaymentEvent](t)(w.Approve(t.Context(), w.open(donation(t)), sandbox.Options{}))
	w.deliver()

	prunes := func(most int, gone int64, left ...int64) {
		t.Helper()
		if n, err := w.Prune(t.Context(), before, most); err != nil || n != gone {
			t.Errorf("%d webhooks went, %v; not %d", n, err, gone)
		}
		rows, err := w.pool.Query(t.Context(), `SELECT id FROM sandbox_deliveries ORDER BY id`)
		if err != nil {
			t.Fatal(err)
		}
		if ids, err := pgx.CollectRows(rows, pgx.RowTo[int64]); err != nil || !slices.Equal(ids, left) {
			t.Errorf("left are %d, %v; not %d", ids, err, left)
		}
	}
	prunes(1, 1, 2, 3, 4, 5)
	prunes(1, 0, 2, 3, 4, 5)
	w.exec(`UPDATE sandbox_deliveries SET outcome = 'delivered' WHERE id = 3`)
	prunes(10, 1, 2, 4, 5)
	prunes(10, 1, 4, 5)
	prunes(10, 0, 4, 5)
}

func (w *world) exec(sql string) {
	w.t.Helper()
	if _, err := w.pool.Exec(w.t.Context(), sql); err != nil {
		w.t.Fatal(err)
	}
}
