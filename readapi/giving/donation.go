package giving

import (
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/receipt/series"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// ErrNoDonation refuses a gift that does not exist, or is not shown to who asks.
var ErrNoDonation = domain.Refuse(domain.NotFound, "donation_not_found", "There is no such donation.")

// quietTitles is for what shows a gift with its campaign.
var quietTitles = read.Quiet{
	Table: readmodel.Campaigns, Because: "a campaign's new title is shown to its givers at the next reading",
}

// ByID is one gift: a guest's for whoever knows its id, which nobody is told but the giver, a member's for that member
// alone. Errors: donation_not_found.
var ByID = read.Define(read.Query[read.ByID, Donation]{
	ID: "donation", Path: "/api/donations/{id}", Summary: "One gift, for whoever knows its id",
	May: read.Holder, Sees: read.EachMember,
	SQL: []*read.Statement{donationByID}, Answer: donation,
	Live: &read.Live[read.ByID]{
		Topic: "donation/{id}", Quiet: []read.Quiet{quietTitles},
		On: []read.On{read.ByKey(readmodel.Wallet), read.By(donationsOfReceipts, readmodel.Receipts)},
		Ask: func(key []string) (read.ByID, error) {
			id, err := ident.Parse(key[0])
			return read.ByID{ID: id}, err
		},
	},
})

var donationColumns = `w.donation AS id, CASE WHEN w.under_way THEN 'under_way' ELSE w.status END AS status, w.reason,
	w.campaign AS campaign_id, coalesce(c.slug, '') AS campaign_slug,
	` + readmodel.ListedTitle + ` AS campaign_title, coalesce(c.lang, '') AS campaign_lang,
	` + readmodel.ListedPhoto + ` AS campaign_photo,
	coalesce(c.category, '') AS category, w.gift AS amount, w.fee, w.currency, w.counted AS counted_amount,
	w.counted_currency, w.rate_num, w.rate_den, w.rate_date, w.rate_source, w.refunded AS refunded_amount,
	` + readmodel.RefundPending("w") + ` AS refund_pending,
	w.anonymous, w.message, w.lang, w.started_at, w.completed_at, w.asked_at, w.answer, w.declined,
	coalesce(r.receipt, {nobody}) AS receipt_id, coalesce(r.number, 0) AS receipt_no, coalesce(r.issuer, '') AS receipt_issuer,
	coalesce(r.year, 0) AS receipt_year`

const donationSource = `{wallet_history} w LEFT JOIN {campaigns} c ON c.id = w.campaign
	LEFT JOIN {receipts} r ON r.donation = w.donation AND r.change = {nobody}`

// completes gives what completes a gift that was read.
func completes(c *read.Call) func(*Donation) ident.ID {
	return func(d *Donation) ident.ID {
		d.StartedAt = d.StartedAt.UTC()
		read.UTC(&d.CompletedAt)
		read.UTC(&d.AskedAt)
		if r := d.OfReceipt; r.Number > 0 {
			d.Receipt = c.Installation().ReceiptPath(r.ID)
			d.ReceiptNumber = series.NumberText(series.Issuer(r.Issuer), int(r.Year), r.Number)
		}
		return d.ID
	}
}

// donationsOfReceipts are the gifts whose receipts changed.
var donationsOfReceipts = read.Replanned(`SELECT DISTINCT donation::text FROM {receipts}
	WHERE receipt = ANY ($1::text[]::uuid[])`)

var donationByID = read.SQL(`SELECT ` + donationColumns + ` FROM ` + donationSource + `
	WHERE w.donation = $1 AND w.member IN ({nobody}, $2)`)

func donation(c *read.Call, in read.ByID) (Donation, error) {
	d, err := read.Row(c, donationByID, rowscan.Then(func(d *Donation) { completes(c)(d) }), in.ID, c.Viewer.Member)
	if errors.Is(err, pgx.ErrNoRows) {
		return Donation{}, ErrNoDonation
	}
	return d, err
}
