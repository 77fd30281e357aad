package giving

import (
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// TransactionsInput asks for a page of the member's gifts.
type TransactionsInput struct {
	read.ReadAfter
	read.Paging
}

// Transactions are a member's gifts, whatever became of them, the newest first. Errors: bad_cursor.
var Transactions = read.Define(read.Query[TransactionsInput, read.List[Donation]]{
	ID: "my-transactions", Path: "/api/me/transactions", Summary: "The member's gifts, newest first",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{transactionsNewest}, Answer: transactions,
	Live: &read.Live[TransactionsInput]{
		Topic: "me", Own: true, Refetch: true,
		On:    []read.On{read.By(giversOfDonations, readmodel.Wallet), read.By(giversOfReceipts, readmodel.Receipts)},
		Quiet: []read.Quiet{quietTitles},
	},
})

// giversOfDonations are the members who gave donations; a guest is none.
var giversOfDonations = read.Replanned(`SELECT DISTINCT member::text FROM {wallet_history}
	WHERE donation = ANY ($1::text[]::uuid[]) AND member <> {nobody}`)

// giversOfReceipts are the members whose receipts changed.
var giversOfReceipts = read.Replanned(`SELECT DISTINCT w.member::text FROM {receipts} r JOIN {wallet_history} w USING (donation)
	WHERE r.receipt = ANY ($1::text[]::uuid[]) AND w.member <> {nobody}`)

var transactionsNewest = read.SQL(`SELECT ` + donationColumns + `, ` + read.Micros("w.started_at") + ` AS list_micros,
	(SELECT count(*) FROM {wallet_history} a WHERE a.member = $1) AS list_total
	FROM ` + donationSource + ` WHERE w.member = $1
		AND (NOT $2::boolean OR w.started_at < $3 OR w.started_at = $3 AND w.donation > $4::uuid)
	ORDER BY w.started_at DESC, w.donation LIMIT $5`)

func transactions(c *read.Call, in TransactionsInput) (read.List[Donation], error) {
	return read.Newest(c, []any{"transactions", c.Viewer.Member}, in.Paging, transactionsNewest,
		completes(c), c.Viewer.Member)
}
