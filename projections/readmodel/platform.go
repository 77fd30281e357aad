package readmodel

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// Tables of this area.
const (
	PlatformTotals = "platform_totals"
	PlatformPeople = "platform_people"
	PlatformCounts = "platform_counts"
)

// PlatformTotal is one of the installation's totals: one row a currency.
type PlatformTotal struct {
	Currency money.Currency `db:"currency"`
	Raised   int64          `db:"raised"` // minor units given in this currency, refunds taken off
	Main     int64          `db:"main"`   // the same in the installation's main currency, at the rates recorded
	Gifts    int64          `db:"gifts"`
}

// PlatformPerson is a person, or a campaign, that took part: Kind says which.
type PlatformPerson struct {
	Kind  string   `db:"kind"` // "person" or "campaign"
	ID    ident.ID `db:"id"`
	Gifts int64    `db:"gifts"` // and accepted pledges
}

// PlatformCount is how many distinct people, or campaigns, took part, or how much was given besides money.
type PlatformCount struct {
	Kind  string `db:"kind"` // as in PlatformPerson, or KindMinute, KindItem
	Count int64  `db:"count"`
}

// Kinds of PlatformPerson and PlatformCount.
const (
	KindPerson   = "person"
	KindCampaign = "campaign"

	KindMinute = "minute" // of PlatformCount only: confirmed
	KindItem   = "item"   // of PlatformCount only: received

	KindMinutePledged = "minute_pledged" // of PlatformCount only: by pledges that are open
)
