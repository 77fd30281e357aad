package reactors

import (
	"strings"
	"testing"
)

// A look at the timers walks past none that is not due, however many there are, and whichever plan is kept for it.
func TestALookAtTheTimersIsShort(t *testing.T) {
	w := newWorld(t)
	exec := func(sql string) {
		t.Helper()
		if _, err := w.pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	exec(`INSERT INTO timers (id, due_at, retry_at, command, subject)
		SELECT gen_random_uuid(), now() + CASE WHEN n % 2 = 0 THEN n ELSE -n END * interval '1 second',
			CASE WHEN n % 2 = 1 THEN now() + interval '1 hour' END, 'reconcile-donation', gen_random_uuid()
		FROM generate_series(1, 20000) n`)
	exec(`ANALYZE timers`)
	for _, mode := range []string{"force_custom_plan", "force_generic_plan"} {
		conn, err := w.pool.Acquire(t.Context())
		must(t, err)
		_, err = conn.Exec(t.Context(), `SET plan_cache_mode = `+mode)
		must(t, err)
		_, err = conn.Exec(t.Context(), `PREPARE look (timestamptz, text[], text[]) AS `+nextTimer(`command = ANY($2)`))
		must(t, err)
		rows, err := conn.Query(t.Context(),
			`EXPLAIN (ANALYZE, TIMING OFF) EXECUTE look (now(), '{reconcile-donation}', '{reconcile-donation}')`)
		must(t, err)
		var plan strings.Builder
		for rows.Next() {
			var line string
			must(t, rows.Scan(&line))
			plan.WriteString(line + "\n")
		}
		must(t, rows.Err())
		if text := plan.String(); !strings.Contains(text, "Index Cond: (GREATEST(due_at, retry_at) <=") ||
			strings.Contains(text, "Rows Removed") {
			t.Errorf("%s: a look is made so:\n%s", mode, text)
		}
		must(t, conn.Conn().Close(t.Context())) // its settings go with it
		conn.Release()
	}
}
