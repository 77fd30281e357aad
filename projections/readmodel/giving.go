package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// Tables of this area.
const (
	Supporters      = "campaign_supporters"
	Contributors    = "contributor_totals"
	ContributorPart = "contributor_campaigns"
	Wallet          = "wallet_history"
)

// Supporter is one contribution as the campaign's page lists it. An anonymous one carries no name at all.
type Supporter struct {
	Contribution ident.ID       `db:"contribution"`
	Line         ident.ID       `db:"line"` // names the line in public: the contribution's own id opens its receipt
	Campaign     ident.ID       `db:"campaign"`
	Supporter    ident.ID       `db:"supporter"`
	Member       ident.ID       `db:"member"` // zero for guests and anonymous gifts
	Kind         string         `db:"kind"`
	State        string         `db:"state"` // pending contributions are kept for their words and not listed
	Name         string         `db:"name"`  // a guest's; a member's is joined from members
	Anonymous    bool           `db:"anonymous"`
	Message      string         `db:"message"`
	Lang         string         `db:"lang"`
	Currency     money.Currency `db:"currency"`
	Amount       int64          `db:"amount"`   // minor units given, in the donor's currency
	Refunded     int64          `db:"refunded"` // minor units of Amount given back
	At           *time.Time     `db:"at"`       // when it was completed, a pledge when it was made

	Status   string   `db:"status"`   // of a pledge, as its stream says; of money MoneyUnderWay, MoneyDisputed or empty
	Minutes  int64    `db:"minutes"`  // pledged, or confirmed once some are
	Quantity int64    `db:"quantity"` // pledged, accepted or received
	Need     ident.ID `db:"need"`     // of the campaign; zero for something it did not ask for
	Item     string   `db:"item"`     // what it is, where the need does not say it

	Payment      string     `db:"payment"`       // by which a gift of money was paid
	Cost         int64      `db:"cost"`          // what the payment provider kept of it, minor units of CostCurrency
	CostCurrency string     `db:"cost_currency"` // that of the operator's account; empty while it is not known
	AnswerBy     *time.Time `db:"answer_by"`     // until when the operator may answer an open dispute, if at all
	DisputeLink  string     `db:"dispute_link"`  // where the operator answers it
	AskedAt      *time.Time `db:"asked_at"`      // when the giver asked for a refund that nobody has answered
	Asked        string     `db:"asked"`         // in the giver's words

	PendingRefunds []PendingRefund `db:"pending_refunds"` // refunds that were asked for and not yet made
}

// PendingRefund is a refund that the payment provider was asked for and has not made yet.
type PendingRefund struct {
	Refund ident.ID       `json:"refund"`
	Minor  int64          `json:"minor"` // minor units of Currency, fee included
	In     money.Currency `json:"currency"`
}

// RefundPending is SQL for the minor units that are on their way back to the giver, in the currency of w, a row of the supporters
// or of the wallet.
func RefundPending(w string) string {
	return `coalesce((SELECT sum((r->>'minor')::bigint) FROM jsonb_array_elements(` + w + `.pending_refunds) r
		WHERE r->>'currency' = ` + w + `.currency), 0)::bigint`
}

// What a gift of money may be besides its state.
const (
	MoneyUnderWay = "under_way" // paid by a method that answers later
	MoneyDisputed = "disputed"  // the payer's bank disputes the payment
)

// Kinds of Supporter.
const (
	ContributionMoney     = "money"
	ContributionTime      = "time"
	ContributionMaterials = "materials"
)

// ContributorTotal is what one person, as CampaignPerson names them, has given in one currency.
type ContributorTotal struct {
	Supporter ident.ID       `db:"supporter"`
	Currency  money.Currency `db:"currency"`
	Given     int64          `db:"given"` // minor units, refunds taken off
	Gifts     int64          `db:"gifts"`
	Campaigns int64          `db:"campaigns"` // distinct campaigns supported in this currency
}

// ContributorCampaign is one campaign one person has supported in one currency.
type ContributorCampaign struct {
	Supporter ident.ID       `db:"supporter"`
	Campaign  ident.ID       `db:"campaign"`
	Currency  money.Currency `db:"currency"`
	Gifts     int64          `db:"gifts"`
}

// WalletEntry is one gift as its giver sees it, whatever became of it.
type WalletEntry struct {
	Donation        ident.ID        `db:"donation"`
	Campaign        ident.ID        `db:"campaign"`
	Supporter       ident.ID        `db:"supporter"`
	Member          ident.ID        `db:"member"`
	Status          string          `db:"status"`
	Reason          string          `db:"reason"`
	Anonymous       bool            `db:"anonymous"`
	Message         string          `db:"message"`
	Lang            string          `db:"lang"`
	Gift            int64           `db:"gift"` // minor units of Currency
	Fee             int64           `db:"fee"`  // minor units of Currency
	Currency        money.Currency  `db:"currency"`
	Counted         int64           `db:"counted"` // minor units of CountedCurrency
	CountedCurrency money.Currency  `db:"counted_currency"`
	RateNum         int64           `db:"rate_num"`
	RateDen         int64           `db:"rate_den"`
	RateDate        string          `db:"rate_date"`
	RateSource      string          `db:"rate_source"`
	Refunded        int64           `db:"refunded"` // minor units of Currency, fee included
	StartedAt       time.Time       `db:"started_at"`
	CompletedAt     *time.Time      `db:"completed_at"`
	UnderWay        bool            `db:"under_way"` // paid by a method that answers later
	AskedAt         *time.Time      `db:"asked_at"`  // when the giver asked for a refund that nobody has answered
	Answer          string          `db:"answer"`    // what the owner last wrote about a refund
	AnsweredBy      ident.ID        `db:"answered_by"`
	Declined        bool            `db:"declined"`        // the owner's last answer
	PendingRefunds  []PendingRefund `db:"pending_refunds"` // refunds that were asked for and not yet made
}

// States of Supporter.
const (
	StatePending  = "pending"  // not confirmed: not listed
	StateListed   = "listed"   // shown on the campaign's page
	StateReturned = "returned" // given back in full, or a pledge that came to nothing: not listed
)
