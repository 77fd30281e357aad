// Package giving answers what givers read of what they gave.
package giving

import (
	"github.com/callup/callup/readapi/read"
)

// Queries are this area's.
var Queries = read.Area{Name: "giving", Queries: []read.Declared{
	ByID, Transactions, MyContributions, MyGiven, CampaignGifts, AllGifts, Receipts,
}}
