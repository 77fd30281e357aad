package audit

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/projections/ledger"
)

// TestAuditProvesReceipts: books without a gap, one receipt for each gift and one correction for each refund, and the figures of
// the gift on them. A gift that is newer than the last receipt may still wait for its own.
func TestAuditProvesReceipts(t *testing.T) {
	t.Parallel()
	s := auditedWorld(t)
	var due []giving.DueReceipt
	_, err := s.Commands.Search(t.Context(), eventstore.Position{},
		[]any{donation.Completed{}, donation.Refunded{}, donation.RefundReversed{}}, func(r command.Read) error {
			switch e := r.Event.(type) {
			case donation.Completed:
				due = append(due, giving.DueReceipt{Donation: e.Donation})
			case donation.Refunded:
				if !e.Uncounted {
					due = append(due, giving.DueReceipt{Donation: e.Donation, Change: r.ID})
				}
			case donation.RefundReversed:
				if !e.Uncounted && !e.Surplus {
					due = append(due, giving.DueReceipt{Donation: e.Donation, Change: r.ID})
				}
			}
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range due[:len(due)-1] {
		env := command.Envelope{ID: ident.Command("test", fmt.Sprint("receipt ", d)), Actor: "reactor:receipts"}
		if _, err := giving.IssueReceipt.Run(t.Context(), s.Commands, env, d); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Pool.Exec(t.Context(), `ALTER TABLE events DISABLE TRIGGER USER;
		ALTER TABLE sandbox_refunds DROP CONSTRAINT sandbox_refunds_reference_fkey;
		ALTER TABLE sandbox_deliveries DROP CONSTRAINT sandbox_deliveries_reference_fkey`); err != nil {
		t.Fatal(err)
	}
	agrees := func(when string) {
		t.Helper()
		if _, found := apptest.AuditOf(t, s); len(found) > 0 {
			t.Fatalf("%s: %+v", when, found)
		}
	}
	agrees("before anything was planted")
	issued, corrected := `(SELECT position FROM events WHERE type = 'ReceiptIssued' ORDER BY position LIMIT 1 OFFSET 2)`,
		`(SELECT position FROM events WHERE type = 'ReceiptCorrected' ORDER BY position LIMIT 1)`
	set := func(path, value, at string) string {
		return `UPDATE events SET data = jsonb_set(data::jsonb, '{` + path + `}', to_jsonb(` + value + `)) WHERE position = ` + at
	}
	more := func(path, at string) string {
		return set(path, `(data::jsonb #>> '{`+path+`}')::bigint + 1`, at)
	}
	for name, c := range map[string]struct{ sql, want string }{
		"a number twice":    {set("number", "1", issued), "number of receipt"},
		"a number left out": {`DELETE FROM events WHERE position = ` + issued, "receipts of a gift or refund"},
		"a gift with two receipts": {set("donation", `(SELECT data::jsonb->>'donation' FROM events WHERE type = 'ReceiptIssued'
			ORDER BY position LIMIT 1)`, issued), "receipts of a gift or refund"},
		"a receipt of nothing":       {set("donation", `gen_random_uuid()`, issued), "receipts of a gift or refund"},
		"a cent more of the gift":    {more("gift,minor", issued), "gift on the receipt"},
		"a cent more of the fee":     {more("fee,minor", issued), "fee on the receipt"},
		"a cent more given back":     {more("back,minor", corrected), "given back on the receipt"},
		"a cent more left":           {more("left,minor", corrected), "left on the receipt"},
		"another receipt corrected":  {more("first_number", corrected), "number of the receipt that is corrected"},
		"another year in a book":     {set("year", "1999", issued), "book of receipt"},
		"a receipt under another id": {set("receipt", `gen_random_uuid()`, issued), "id of receipt"},
	} {
		t.Run(name, func(t *testing.T) {
			undo := plant(t, s, c.sql)
			_, found := apptest.AuditOf(t, s)
			undo()
			if !slices.ContainsFunc(found, func(d ledger.Difference) bool {
				return d.Place == ledger.PlaceLog && strings.HasPrefix(d.Figure, c.want)
			}) {
				t.Errorf("found %+v, not %s", found, c.want)
			}
		})
	}
	agrees("after everything was put right")
}
