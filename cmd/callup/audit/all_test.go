package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/projections/ledger"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// auditedWorld is an installation with gifts of every kind: paid, failed, given back in part and in full, paid with
// another sum, with the right one after that, and twice; everything has reached the log and the read tables.
func auditedWorld(t *testing.T) *app.Services {
	t.Helper()
	s := apptest.Seeded(t, app.SeedOptions{Members: 13, Campaigns: 13, Donations: 80, Seed: 5})
	asked := map[ident.ID]bool{}
	completed := []donation.Completed{}
	for e := range decoded(t, s) {
		switch e := e.(type) {
		case donation.RefundRequested:
			asked[e.Donation] = true
		case donation.Completed:
			completed = append(completed, e)
		}
	}
	part := completed[slices.IndexFunc(completed,
		func(e donation.Completed) bool { return !asked[e.Donation] && e.Charge().Minor > 100 })]
	env := command.Envelope{ID: ident.Command("operator", "a part"), Actor: "operator"}
	if _, err := giving.RefundDonation.Run(t.Context(), s.Commands, env,
		giving.RefundDonationBody{DonationBody: giving.DonationBody{DonationID: part.Donation}, Amount: 7}); err != nil {
		t.Fatal(err)
	}
	asked[part.Donation] = true
	for d := range asked {
		giveBack(t, s, d)
	}
	give(t, s, completed[0].Campaign, 2500, sandbox.Options{Taken: money.Of(2499, money.EUR)})
	wrong := give(t, s, completed[0].Campaign, 2600, sandbox.Options{Taken: money.Of(2599, money.EUR)})
	payAgain(t, s, wrong)
	giveBack(t, s, wrong)
	twice := give(t, s, completed[0].Campaign, 2700, sandbox.Options{})
	payAgain(t, s, twice)
	giveBack(t, s, twice)
	payAgain(t, s, twice)
	bounced := give(t, s, completed[0].Campaign, 2800, sandbox.Options{})
	back := command.Envelope{ID: ident.Command("operator", "a refund that fails"), Actor: "operator"}
	if _, err := giving.RefundDonation.Run(t.Context(), s.Commands, back,
		giving.RefundDonationBody{DonationBody: giving.DonationBody{DonationID: bounced}, Amount: 900}); err != nil {
		t.Fatal(err)
	}
	giveBack(t, s, bounced)
	failRefund(t, s, bounced)
	if err := s.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// giveBack carries out what was asked for: the provider makes the refunds, and then tells of them.
func giveBack(t *testing.T, s *app.Services, d ident.ID) {
	t.Helper()
	for n := range 2 {
		env := command.Envelope{ID: ident.Command("test", fmt.Sprint("refund ", d, n)), Actor: "timer"}
		if _, err := giving.ReconcileDonation.Run(t.Context(), s.Commands, env, d); err != nil &&
			(n == 1 || err.Error() != giving.ErrStillPending.Error()) {
			t.Fatal(err)
		}
	}
}

// failRefund has the last refund of a gift fail after it was made.
func failRefund(t *testing.T, s *app.Services, d ident.ID) {
	t.Helper()
	reference, err := giving.PaymentReference(t.Context(), s.Commands.Handler, d)
	if err != nil {
		t.Fatal(err)
	}
	e, err := s.Sandbox.FailRefund(t.Context(), reference)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := giving.HearPayment(t.Context(), s.Commands, e); err != nil {
		t.Fatal(err)
	}
}

// payAgain pays a gift once more, the sum that was asked.
func payAgain(t *testing.T, s *app.Services, d ident.ID) {
	t.Helper()
	reference, err := giving.PaymentReference(t.Context(), s.Commands.Handler, d)
	if err != nil {
		t.Fatal(err)
	}
	e, err := s.Sandbox.PayAgain(t.Context(), reference, sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := giving.HearPayment(t.Context(), s.Commands, e); err != nil {
		t.Fatal(err)
	}
}

// give makes a gift of euros and pays it, and tells the log what the provider says.
func give(t *testing.T, s *app.Services, campaign ident.ID, minor int64, o sandbox.Options) ident.ID {
	t.Helper()
	ctx := t.Context()
	env := command.Envelope{ID: ident.Command("guest", fmt.Sprint("gift ", minor, o)), Actor: "guest"}
	d, err := giving.DonateMoney.Run(ctx, s.Commands, env,
		giving.DonateMoneyBody{CampaignID: campaign, Amount: minor, Currency: money.EUR, Lang: "en", DonorName: "Zebedee Quux",
			Message: "For Zebedee Quux"})
	if err != nil {
		t.Fatal(err)
	}
	reference, err := giving.PaymentReference(ctx, s.Commands.Handler, d.DonationID)
	if err != nil {
		t.Fatal(err)
	}
	e, err := s.Sandbox.Approve(ctx, reference, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := giving.HearPayment(ctx, s.Commands, e); err != nil {
		t.Fatal(err)
	}
	return d.DonationID
}

// decoded gives every event of the log, its personal text sealed.
func decoded(t *testing.T, s *app.Services) func(yield func(any) bool) {
	t.Helper()
	return func(yield func(any) bool) {
		page, err := s.Store.ReadAll(t.Context(), eventstore.Position{}, 100_000, eventstore.Filter{})
		if err != nil || !page.End {
			t.Fatal("read the log:", err)
		}
		for _, r := range page.Events {
			e, err := s.Catalog.Decode(r)
			if err != nil {
				t.Fatal(err)
			}
			if !yield(e) {
				return
			}
		}
	}
}

// TestAuditFindsEveryPlantedCent: whatever figure is changed by one minor unit, wherever, the audit names it and nothing
// else.
func TestAuditFindsEveryPlantedCent(t *testing.T) {
	t.Parallel()
	s := auditedWorld(t)
	sum, found := apptest.AuditOf(t, s)
	if len(found) > 0 || sum.Campaigns != 13+2 || // two of pages
		len(sum.Books) != 3 {
		t.Fatalf("before anything was planted: %+v, %+v", sum, found)
	}
	schemas := map[string]string{}
	rows, err := s.Pool.Query(t.Context(), `SELECT projection, schema FROM projection_builds WHERE state = 'live'`)
	if err != nil {
		t.Fatal(err)
	}
	var projection, schema string
	if _, err := pgx.ForEachRow(rows, []any{&projection, &schema},
		func() error { schemas[projection] = schema; return nil }); err != nil {
		t.Fatal(err)
	}
	in := func(projection, table string) string { return pgx.Identifier{schemas[projection], table}.Sanitize() }
	plants := map[string]string{ // column of a table → the figure it is found as
		in("campaign_progress", readmodel.Progress) + ".raised":            "raised",
		in("campaign_progress", readmodel.Progress) + ".refunded":          "refunded",
		in("campaign_progress", readmodel.Progress) + ".gifts":             "gifts",
		in("campaign_progress", readmodel.Progress) + ".supporters":        "supporters",
		in("campaign_supporters", readmodel.Supporters) + ".amount":        "amount",
		in("campaign_supporters", readmodel.Supporters) + ".refunded":      "refunded",
		in("campaign_supporters", readmodel.Supporters) + ".minutes":       "listed of pledge",
		in("campaign_progress", readmodel.Progress) + ".minutes_confirmed": "minutes confirmed",
		in("campaign_progress", readmodel.Progress) + ".minutes_pledged":   "minutes pledged",
		in("campaign_progress", readmodel.Progress) + ".items_received":    "items received",
		in("campaign_progress", readmodel.Progress) + ".items_pledged":     "items pledged",
		in("campaign_progress", readmodel.ProgressNeeds) + ".received":     "items received of need",
		in("campaign_progress", readmodel.ProgressNeeds) + ".pledged":      "items pledged of need",
		in("pledges", readmodel.Pledges) + ".confirmed":                    "done of pledge",
		in("pledges", readmodel.Pledges) + ".quantity":                     "pledged of pledge",
		in("wallet_history", readmodel.Wallet) + ".gift":                   "gift",
		in("wallet_history", readmodel.Wallet) + ".fee":                    "fee",
		in("wallet_history", readmodel.Wallet) + ".counted":                "counted",
		in("wallet_history", readmodel.Wallet) + ".refunded":               "refunded",
		in("contributor_totals", readmodel.Contributors) + ".given":        "given",
		in("contributor_totals", readmodel.Contributors) + ".gifts":        "gifts",
		in("platform_totals", readmodel.PlatformTotals) + ".raised":        "raised",
		in("platform_totals", readmodel.PlatformTotals) + ".main":          "raised, in the main currency",
		in("platform_totals", readmodel.PlatformCounts) + ".count":         "count of kind",
		"(SELECT FROM sandbox_payments) sandbox_payments.taken_minor":      "taken",
		"(SELECT FROM sandbox_refunds) sandbox_refunds.amount_minor":       "given back",
	}
	where := slices.Sorted(maps.Keys(plants))
	rapid.Check(t, func(r *rapid.T) {
		place := rapid.SampledFrom(where).Draw(r, "place")
		by := rapid.SampledFrom([]int64{1, -1}).Draw(r, "by")
		at := strings.LastIndex(place, ".")
		table, column := place[:at], place[at+1:]
		if _, name, ok := strings.Cut(table, ") "); ok {
			table = name
		}
		condition := ""
		switch {
		case column == "taken_minor":
			condition = "WHERE status = 'paid'"
		case column == "amount_minor": // a refund that failed is in no book
			condition = "WHERE failed_at IS NULL"
		case strings.Contains(table, "campaign_supporters") && column == "minutes":
			condition = "WHERE kind = 'time' AND state = 'listed'"
		case strings.Contains(table, "campaign_supporters"):
			condition = "WHERE kind = 'money'"
		}
		var row string
		var n int64
		if err := s.Pool.QueryRow(t.Context(), `SELECT count(*) FROM `+table+` `+condition).Scan(&n); err != nil || n == 0 {
			r.Fatalf("%s has %d rows: %v", table, n, err)
		}
		skip := rapid.Int64Range(0, n-1).Draw(r, "row")
		if err := s.Pool.QueryRow(t.Context(), `SELECT ctid::text FROM `+table+` t `+condition+` ORDER BY t::text OFFSET $1 LIMIT 1`,
			skip).Scan(&row); err != nil {
			r.Fatal(err)
		}
		change := func(row string, by int64) (moved string) {
			err := s.Pool.QueryRow(t.Context(), `UPDATE `+table+` SET `+column+` = `+column+
				` + $2 WHERE ctid = $1::tid RETURNING ctid::text`, row, by).Scan(&moved)
			if err != nil {
				r.Fatal(err)
			}
			return moved
		}
		row = change(row, by)
		_, found := apptest.AuditOf(t, s)
		change(row, -by)
		if len(found) != 1 || !strings.HasPrefix(found[0].Figure, plants[place]) {
			r.Fatalf("%s by %d is found as %+v", place, by, found)
		}
		log, err1 := strconv.ParseInt(found[0].Log, 10, 64)
		there, err2 := strconv.ParseInt(found[0].There, 10, 64)
		if err1 != nil || err2 != nil || there-log != by {
			r.Errorf("%s by %d is found as %+v", place, by, found[0])
		}
	})
	if _, found := apptest.AuditOf(t, s); len(found) > 0 {
		t.Errorf("after everything was put right: %+v", found)
	}
}

// TestAuditFindsWhatIsMissing: lines that one side lacks, and a log that was meddled with.
func TestAuditFindsWhatIsMissing(t *testing.T) {
	t.Parallel()
	s := auditedWorld(t)
	// a test may do what nobody may
	if _, err := s.Pool.Exec(t.Context(), `ALTER TABLE events DISABLE TRIGGER USER;
		ALTER TABLE sandbox_refunds DROP CONSTRAINT sandbox_refunds_reference_fkey;
		ALTER TABLE sandbox_deliveries DROP CONSTRAINT sandbox_deliveries_reference_fkey`); err != nil {
		t.Fatal(err)
	}
	var schema string
	if err := s.Pool.QueryRow(t.Context(),
		`SELECT schema FROM projection_builds WHERE projection = 'wallet_history' AND state = 'live'`).Scan(&schema); err != nil {
		t.Fatal(err)
	}
	wallet := pgx.Identifier{schema, readmodel.Wallet}.Sanitize()
	paid := `(SELECT reference FROM sandbox_payments WHERE status = 'paid'
		AND reference NOT IN (SELECT reference FROM sandbox_refunds) ORDER BY 1 LIMIT 1)`
	refund := `INSERT INTO sandbox_refunds SELECT gen_random_uuid(), ` + paid + `, 3, now() - interval `
	const secondPayment = `INSERT INTO sandbox_payments (reference, donation, attempt, charge_minor, currency, title, email, lang,
			return_url, cancel_url, opened_at, expires_at, status, decided_at, taken_minor, statement)
		SELECT 'second', donation, attempt + 10, charge_minor, currency, title, '', lang, return_url, cancel_url, opened_at,
			expires_at, 'paid', now() - interval `
	fromPaid := `FROM sandbox_payments WHERE reference = ` + paid
	for name, c := range map[string]struct {
		sql  string
		want []string // place: figure
	}{
		"a refund that was lost": {refund + `'2 hours', 's'`, []string{"payment provider: given back"}},
		"a refund on its way":    {refund + `'5 minutes', 's'`, nil},
		"a refund the provider denies": {`DELETE FROM sandbox_refunds WHERE refund = (SELECT refund FROM sandbox_refunds
			WHERE failed_at IS NULL ORDER BY 1 LIMIT 1)`, []string{"payment provider: given back"}},
		"another reference": {`UPDATE sandbox_payments SET reference = 'other' WHERE reference = ` + paid,
			[]string{"payment provider: reference of the payment"}},
		"a second payment that was lost":   {secondPayment + `'2 hours', 7, 's' ` + fromPaid, []string{"payment provider: taken"}},
		"a second payment on its way":      {secondPayment + `'5 minutes', 7, 's' ` + fromPaid, nil},
		"a second payment that was denied": {`DELETE FROM sandbox_payments WHERE attempt = 3`, []string{"payment provider: taken"}},
		"another reference of a refund": {`UPDATE sandbox_refunds r SET reference = (
				SELECT o.reference FROM sandbox_payments p JOIN sandbox_payments o USING (donation)
				WHERE p.reference = r.reference AND o.reference <> p.reference ORDER BY o.attempt LIMIT 1)
			WHERE refund = (SELECT (data->>'refund')::uuid FROM events WHERE type = 'DonationSurplusRefunded' ORDER BY position LIMIT 1)`,
			[]string{"payment provider: reference of the payment"}},
		"more of a second payment given back": {`UPDATE events SET data = jsonb_set(data::jsonb, '{amount,minor}', '2701')
			WHERE position = (SELECT max(position) FROM events WHERE type = 'DonationSurplusRefunded')`,
			[]string{"the log itself: given back of", "payment provider: given back"}},
		"a second payment twice in the log": {`UPDATE events SET data = jsonb_set(data::jsonb, '{reference}', (
				SELECT data::jsonb->'reference' FROM events WHERE type = 'DonationSurplusPaid' ORDER BY position LIMIT 1))
			WHERE position = (SELECT max(position) FROM events WHERE type = 'DonationSurplusPaid')`,
			[]string{"the log itself: times paid by", "payment provider: reference of the payment"}},
		"a refund that failed, which the provider says it made": {`UPDATE sandbox_refunds
			SET failed_at = NULL, failed_statement = '', made_at = now() - interval '2 hours' WHERE failed_at IS NOT NULL`,
			[]string{"payment provider: given back"}},
		"a reversal of less": {`UPDATE events SET data = jsonb_set(jsonb_set(data::jsonb, '{amount,minor}', '899'), '{counted,minor}',
			'899') WHERE type = 'DonationRefundReversed'`, []string{"campaign_progress: raised", "wallet_history: refunded"}},
		"a reversal that is gone": {`UPDATE events SET data = jsonb_set(data::jsonb, '{refund}', to_jsonb(gen_random_uuid()))
			WHERE type = 'DonationRefundReversed'`, []string{"payment provider: given back"}},
		"another currency": {`UPDATE sandbox_payments SET currency = CASE currency WHEN 'EUR' THEN 'USD' ELSE 'EUR' END
			WHERE reference = ` + paid, []string{"payment provider: currency taken"}},
		"a row gone": {`DELETE FROM ` + wallet + ` WHERE donation = (SELECT donation FROM ` + wallet +
			` ORDER BY 1 LIMIT 1)`, []string{"wallet_history: gift", "wallet_history: status"}},
		"a status": {`UPDATE ` + wallet + ` SET status = 'pending' WHERE donation = (SELECT donation FROM ` +
			wallet + ` WHERE status = 'completed' LIMIT 1)`, []string{"wallet_history: status"}},
		"an event gone from the middle": {`DELETE FROM events
			WHERE position = (SELECT min(position) FROM events
			WHERE type =
			'DonationPaymentOpened')`, []string{"the log itself: the event after position", "the log itself: the revision after 0"}},
		"an event of an unknown type": {`UPDATE events SET type = 'Unheard'
			WHERE position = (SELECT min(position) FROM events
			WHERE type = 'DonationPaymentOpened')`, []string{"the log itself: type of the event"}},
		"times out of order": {`UPDATE events SET recorded_at = '2020-01-01' WHERE position = 20`,
			[]string{"the log itself: the event after position 19"}},
		"a refund of more than was paid": {`UPDATE events SET data = jsonb_set(data::jsonb, '{amount,minor}', '100000000')
			WHERE position = (SELECT min(position) FROM events
			WHERE type =
			'DonationRefunded')`, []string{"the log itself: given back", "payment provider: given back", "wallet_history: refunded"}},
		"a cent more in the log": {`UPDATE events
			SET data = jsonb_set(data::jsonb, '{counted,minor}', to_jsonb((data::jsonb->'counted'->>'minor')::bigint + 1))
			WHERE position = (SELECT min(position) FROM events
			WHERE type = 'DonationCompleted')`, []string{"the log itself: figures it was started", "campaign_progress: raised"}},
		"a gift to nobody": {`UPDATE events SET data = jsonb_set(data::jsonb, '{campaign}', to_jsonb(gen_random_uuid()))
			WHERE stream = (SELECT stream FROM events WHERE type = 'DonationFailed' LIMIT 1)
			AND type <> 'DonationPaymentOpened'`, []string{"the log itself: campaign"}},
	} {
		t.Run(name, func(t *testing.T) {
			undo := plant(t, s, c.sql)
			_, found := apptest.AuditOf(t, s)
			undo()
			for _, want := range c.want {
				if !slices.ContainsFunc(found, func(d ledger.Difference) bool { return strings.HasPrefix(d.Place+": "+d.Figure, want) }) {
					t.Errorf("found %+v, not %s", found, want)
				}
			}
			if c.want == nil && len(found) > 0 {
				t.Errorf("found %+v", found)
			}
		})
	}
	if _, found := apptest.AuditOf(t, s); len(found) > 0 {
		t.Errorf("after everything was put right: %+v", found)
	}
}

// plant changes something in the database, and gives back how to undo it.
func plant(t *testing.T, s *app.Services, sql string) (undo func()) {
	t.Helper()
	tables := []string{"events", "sandbox_payments", "sandbox_refunds"}
	var schema string
	if err := s.Pool.QueryRow(t.Context(),
		`SELECT schema FROM projection_builds WHERE projection = 'wallet_history' AND state = 'live'`).Scan(&schema); err != nil {
		t.Fatal(err)
	}
	tables = append(tables, pgx.Identifier{schema, readmodel.Wallet}.Sanitize())
	run := func(sql string) {
		t.Helper()
		if _, err := s.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	for i, table := range tables {
		run(fmt.Sprintf(`DROP TABLE IF EXISTS kept_%d; CREATE TABLE kept_%d AS TABLE %s`, i, i, table))
	}
	run(sql)
	return func() {
		for i, table := range tables {
			run(fmt.Sprintf(`DELETE FROM %s; INSERT INTO %s SELECT * FROM kept_%d`, table, table, i))
		}
	}
}

// TestAuditOfTablesAtDifferentPositions: while one projection is ahead of the others, each is compared as of its own
// position.
func TestAuditOfTablesAtDifferentPositions(t *testing.T) {
	t.Parallel()
	s := auditedWorld(t)
	before, _ := apptest.AuditOf(t, s)
	var to ident.ID
	for e := range decoded(t, s) {
		if c, ok := e.(donation.Completed); ok {
			to = c.Campaign
		}
	}
	give(t, s, to, 1111, sandbox.Options{})
	ahead := s.ProjectionConfig(nil)
	ahead.Projections = slices.DeleteFunc(slices.Clone(s.Projections),
		func(p *projector.Projection) bool { return p.Name != "campaign_progress" })
	ahead.Tracker = projector.NewTracker(ahead.Projections, projector.DefaultTimes())
	_, head, err := s.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = projector.NewRunner(ahead).Run(ctx) }() // it ends with the context
	if err := ahead.Tracker.Wait(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	stop()
	<-ended
	sum, found := apptest.AuditOf(t, s)
	at := map[eventstore.Position]int{}
	for _, c := range sum.Compared {
		at[c.Position]++
	}
	if len(found) > 0 || sum.Position != head || at[head] != 3 || at[before.Position] != 7 {
		t.Errorf("tables at %v: %+v, %+v", at, sum, found)
	}
}

// TestAuditCampaignAsOf: a campaign's history and totals as they were, by position and by time.
func TestAuditCampaignAsOf(t *testing.T) {
	t.Parallel()
	w := apptest.NewRareWorld(t, run)
	var first, last eventstore.Recorded
	page, err := w.Store.ReadAll(t.Context(), eventstore.Position{}, 1000, eventstore.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range page.Events {
		if r.Type == "DonationCompleted" {
			if first.ID.IsNil() {
				first = r
			}
			last = r
		}
	}
	for asOf, gifts := range map[string]int64{
		first.Position.String(): 1, last.Position.String(): 2, first.Time.Format(time.RFC3339Nano): 1,
		first.Time.Add(-time.Microsecond).Format(time.RFC3339Nano): 0,
	} {
		var a ledger.CampaignAudit
		if err := json.Unmarshal([]byte(w.Must("audit", "campaign", w.Campaign.CampaignID.String(), "--as-of", asOf, "--json")),
			&a); err != nil {
			t.Fatal(err)
		}
		if a.AsOf == nil || a.Totals.Gifts != gifts || a.Totals.Supporters != min(gifts, 2) || len(a.Compared) > 0 || !a.Agrees {
			t.Errorf("as of %s: %+v", asOf, a)
		}
	}
	for _, asOf := range []string{"1", "9999", "2999-01-01", "then"} {
		if out, errs, code := w.Callup("audit", "campaign", w.Campaign.CampaignID.String(), "--as-of", asOf); code != 1 || errs == "" {
			t.Errorf("as of %s it exits %d: %s%s", asOf, code, out, errs)
		}
	}
	if out := w.Must("audit", "campaign", w.Campaign.CampaignID.String(), "--as-of", last.Position.String()); !strings.Contains(out,
		"not compared") {
		t.Errorf("it does not say what was not done: %s", out)
	}
}

// TestAuditOfOneCampaignLooksAtThisProgramsTables: an older program beside it reads others, and both are live.
func TestAuditOfOneCampaignLooksAtThisProgramsTables(t *testing.T) {
	t.Parallel()
	w := apptest.NewRareWorld(t, run)
	w.Must("audit", "campaign", w.Campaign.Slug)
	if _, err := w.Pool.Exec(t.Context(), `INSERT INTO projection_builds (projection, version, schema, state, position)
		SELECT projection, version - 1, 'older_' || projection, 'live', '1' FROM projection_builds WHERE state = 'live'`); err != nil {
		t.Fatal(err)
	}
	// the older ones last
	if _, err := w.Pool.Exec(t.Context(), `CLUSTER projection_builds USING projection_builds_pkey`); err != nil {
		t.Fatal(err)
	}
	if out, errs, code := w.Callup("audit", "campaign", w.Campaign.Slug); code != 0 || !strings.Contains(out, "Everything agrees") {
		t.Errorf("audit exits %d: %s%s", code, out, errs)
	}
}
