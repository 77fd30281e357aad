package giving

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// receiptOfGift is what leads to the receipt of a gift. Without a number there is none yet.
type receiptOfGift struct {
	ID     ident.ID `db:"receipt_id"`
	Number int64    `db:"receipt_no"`
	Issuer string   `db:"receipt_issuer"`
	Year   int64    `db:"receipt_year"`
}

// Donation is one gift as its giver sees it.
type Donation struct {
	ID              ident.ID       `json:"id" format:"uuid"`
	Status          string         `json:"status" enum:"pending,under_way,completed,failed,cancelled,disputed,partly_refunded,refunded"`
	Reason          string         `json:"reason" doc:"Why it failed or was given back" enum:",declined,expired,campaign_closed,wrong_amount,provider,organizer,operator,dispute"`
	CampaignID      ident.ID       `json:"campaign_id" format:"uuid"`
	CampaignSlug    string         `json:"campaign_slug"`
	CampaignTitle   string         `json:"campaign_title"`
	CampaignLang    string         `json:"campaign_lang"`
	CampaignPhoto   string         `json:"campaign_photo" doc:"Where its photograph lies, as in a campaign's answer; empty without one"`
	Category        string         `json:"category"`
	Amount          int64          `json:"amount" doc:"Minor units of currency: the gift"`
	Fee             int64          `json:"fee" doc:"Minor units of currency: added to cover the payment's fee"`
	Currency        money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	CountedAmount   int64          `json:"counted_amount" doc:"Minor units of counted_currency: towards the goal"`
	CountedCurrency money.Currency `json:"counted_currency" enum:"EUR,USD,GBP"`
	RateNum         int64          `json:"rate_num"`
	RateDen         int64          `json:"rate_den"`
	RateDate        string         `json:"rate_date"`
	RateSource      string         `json:"rate_source"`
	RefundedAmount  int64          `json:"refunded_amount" doc:"Minor units of currency, fee included"`
	RefundPending   int64          `json:"refund_pending" doc:"Minor units of currency, fee included: on their way back"`
	Anonymous       bool           `json:"anonymous"`
	Message         string         `json:"message"`
	Lang            string         `json:"lang" doc:"BCP 47 tag of message"`
	StartedAt       time.Time      `json:"started_at"`
	CompletedAt     *time.Time     `json:"completed_at,omitempty"`
	AskedAt         *time.Time     `json:"asked_at,omitempty" doc:"When the giver asked for a refund that nobody has answered"`
	Answer          string         `json:"answer" doc:"What the campaign's owner last wrote about a refund"`
	Declined        bool           `json:"declined" doc:"The owner's last answer was no"`
	Receipt         string         `json:"receipt" db:"-" doc:"The path of its receipt; empty until that has a number"`
	ReceiptNumber   string         `json:"receipt_number" db:"-"`

	OfReceipt receiptOfGift `json:"-" db:"*"`
}
