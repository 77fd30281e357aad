package ledger

import (
	"strconv"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/receipt"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
)

// receiptTypes are the events by which receipts get their numbers.
func receiptTypes(cat *catalog.Catalog) []string {
	return []string{catalog.TypeName[receipt.Issued](cat), catalog.TypeName[receipt.Corrected](cat)}
}

var receiptColumns = []string{"ord", "receipt", "donation", "change", "reversed", "first", "number", "first_number", "gift",
	"fee", "back", "remains", "currency"}

// takeReceipt remembers a receipt, and checks its place: a book has the events of one issuer and year, and each is one number.
// That a stream has no gap is checked of all streams alike.
func (l *Ledger) takeReceipt(r eventstore.Recorded) error {
	event, err := l.cat.Decode(r)
	if err != nil {
		return err
	}
	var c receipt.Content
	var by receipt.Correction
	switch e := event.(type) {
	case receipt.Issued:
		c = e.Content
	case receipt.Corrected:
		c, by = e.Content, e.Correction
	}
	if want := int64(r.Revision) + 1; c.Number != want {
		l.add(Difference{Place: PlaceLog, Stream: r.Stream, Figure: "number of receipt " + c.Receipt.String(),
			Log: strconv.FormatInt(c.Number, 10), There: strconv.FormatInt(want, 10)})
	}
	if want := eventstore.StreamName(receipt.BookCategory, receipt.Book(c.Issuer, c.Year)); r.Stream != want {
		l.add(Difference{Place: PlaceLog, Stream: r.Stream, Figure: "book of receipt " + c.Receipt.String(), Log: r.Stream,
			There: want})
	}
	id := receipt.ID(c.Donation)
	if !by.Change.IsNil() {
		id = receipt.CorrectionID(by.Change)
	}
	if c.Receipt != id || r.ID != receipt.EventID(id) || by.First != (ident.ID{}) && by.First != receipt.ID(c.Donation) {
		l.add(Difference{Place: PlaceLog, Stream: r.Stream, Figure: "id of receipt " + strconv.FormatInt(c.Number, 10),
			Log: c.Receipt.String(), There: id.String()})
	}
	amount := func(a money.Amount) int64 { return a.Minor }
	l.receipts = append(l.receipts, []any{l.read, [16]byte(c.Receipt), [16]byte(c.Donation), [16]byte(by.Change), by.Reversed,
		[16]byte(by.First), c.Number, by.FirstNumber, amount(c.Gift), amount(c.Fee), amount(by.Back), amount(by.Left),
		string(c.Gift.Currency)})
	return nil
}

// receiptInvariants hold of receipts as far as an ord ($2); $1 is the place. Receipts are made a moment after their gifts and in
// their order: what comes after the last gift that has one may still be waiting.
var receiptInvariants = []string{
	`WITH r AS (
		SELECT donation, change, count(*) AS n, min(gift) AS gift, min(fee) AS fee,
			min(CASE WHEN reversed THEN -back ELSE back END) AS back, min(remains) AS remains, min(currency) AS currency,
			min(first_number) AS first_number, min(number) AS number
		FROM ledger_receipts WHERE ord <= $2 GROUP BY donation, change),
	paid AS (
		SELECT DISTINCT ON (donation) ord, donation, campaign, '00000000-0000-0000-0000-000000000000'::uuid AS change, gift, fee,
			amount, currency
		FROM ledger_entries WHERE ord <= $2 AND kind = 'completed' ORDER BY donation, ord),
	back AS (
		SELECT e.ord, e.donation, e.campaign, e.event AS change, paid.gift, paid.fee, e.amount, e.currency,
			paid.amount - sum(e.amount) OVER (PARTITION BY e.donation ORDER BY e.ord) AS remains
		FROM ledger_entries e JOIN paid USING (donation)
		WHERE e.ord <= $2 AND e.kind = 'refunded' AND NOT e.uncounted),
	due AS (
		SELECT ord, donation, campaign, change, gift, fee, 0 AS back, 0 AS remains, currency FROM paid
		UNION ALL SELECT ord, donation, campaign, change, gift, fee, amount, remains, currency FROM back),
	seen AS (SELECT coalesce(max(due.ord), 0) AS ord FROM due JOIN r USING (donation, change))
	INSERT INTO ledger_differences (place, campaign, donation, figure, currency, log, there)
	SELECT $1, due.campaign, coalesce(due.donation, r.donation), f.figure, due.currency, f.log, f.there
	FROM due FULL JOIN r USING (donation, change) CROSS JOIN seen
		LEFT JOIN r first ON first.donation = r.donation AND first.change = '00000000-0000-0000-0000-000000000000'
		CROSS JOIN LATERAL (VALUES
		('receipts of a gift or refund', coalesce(r.n, 0)::text, CASE WHEN due.donation IS NULL THEN '0' ELSE '1' END,
			due.donation IS NOT NULL AND (r.n = 1 OR r.n IS NULL AND due.ord > seen.ord)),
		('gift on the receipt', r.gift::text, due.gift::text, r.n IS NULL OR due.donation IS NULL OR r.gift = due.gift),
		('fee on the receipt', r.fee::text, due.fee::text, r.n IS NULL OR due.donation IS NULL OR r.fee = due.fee),
		('given back on the receipt', r.back::text, due.back::text, r.n IS NULL OR due.donation IS NULL OR r.back = due.back),
		('left on the receipt', r.remains::text, due.remains::text,
			r.n IS NULL OR due.donation IS NULL OR r.remains = due.remains),
		('number of the receipt that is corrected', r.first_number::text, coalesce(first.number, 0)::text,
			r.n IS NULL OR r.first_number = 0 AND r.back = 0 OR r.first_number = first.number)
	) f(figure, log, there, holds) WHERE f.holds IS NOT TRUE`,
}
