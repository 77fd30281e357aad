package campaigns

import (
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/readapi/read"
)

// Count is how many campaigns have a public document.
var Count = read.Define(read.Query[struct{}, int64]{
	ID: "campaign-count", Summary: "How many campaigns there are, for the sitemap", May: read.Anybody, Sees: read.Alike,
	SQL: []*read.Statement{campaignsCounted},
	Answer: func(c *read.Call, _ struct{}) (int64, error) {
		return read.Row(c, campaignsCounted, pgx.RowTo[int64])
	},
})

// AddressesInput is which part of the addresses is wanted, and what is done with each.
type AddressesInput struct {
	Skip, Limit int
	Yield       func(slug string, changed time.Time) error
}

// Addresses names the slug of each public campaign, in a stable order, and when its words last changed. An error of
// Yield ends it.
var Addresses = read.Define(read.Query[AddressesInput, struct{}]{
	ID: "campaign-addresses", Summary: "The campaigns' addresses, for the sitemap", May: read.Anybody, Sees: read.Alike,
	SQL: []*read.Statement{addressesInOrder}, Answer: addresses,
})

var (
	campaignsCounted = read.SQL(`SELECT count(*) FROM {campaigns} c WHERE ` + public)
	addressesInOrder = read.SQL(`SELECT slug, greatest(launched_at, revised_at, closed_at) AS changed FROM {campaigns} c
		WHERE ` + public + ` ORDER BY launched_at, id OFFSET $1 LIMIT $2`)
)

func addresses(c *read.Call, in AddressesInput) (struct{}, error) {
	type address struct {
		Slug    string    `db:"slug"`
		Changed time.Time `db:"changed"`
	}
	return struct{}{}, read.Each(c, addressesInOrder,
		func(a address) error { return in.Yield(a.Slug, a.Changed.UTC()) }, in.Skip, in.Limit)
}
