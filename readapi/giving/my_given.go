package giving

import (
	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Given is what a member has given, anonymous gifts among it: only they see it.
type Given struct {
	Totals []GivenTotal `json:"totals" doc:"One a currency"`
}

// GivenTotal is what was given in one currency.
type GivenTotal struct {
	Amount   int64          `json:"amount" doc:"Minor units of currency, without what was given back"`
	Currency money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	Gifts    int64          `json:"gifts" doc:"Paid, and not given back in full"`
}

// MyGiven is what the member who asks has given. Errors: none of its own.
var MyGiven = read.Define(read.Query[read.ReadAfter, Given]{
	ID: "my-given", Path: "/api/me/given", Summary: "What the member has given, anonymous gifts among it, by currency",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{givenTotals}, Answer: myGiven,
	Live: &read.Live[read.ReadAfter]{
		Topic: "me", Own: true, Refetch: true, On: []read.On{read.By(membersOfContributions, readmodel.Supporters)},
		Quiet: []read.Quiet{{Table: readmodel.Members, Because: "who a member is stays"}},
	},
})

var givenTotals = read.SQL(`SELECT sum(s.amount - s.refunded)::bigint, s.currency, count(*)
	FROM {campaign_supporters:own} s
	WHERE s.kind = 'money' AND s.state = 'listed' GROUP BY s.currency ORDER BY s.currency`)

// membersOfContributions are the members who made contributions; a guest is none.
var membersOfContributions = read.Replanned(`SELECT DISTINCT m.id::text FROM {campaign_supporters:lookup} s
	JOIN {members} m ON m.subject = s.supporter WHERE s.contribution = ANY ($1::text[]::uuid[])`)

func myGiven(c *read.Call, _ read.ReadAfter) (out Given, err error) {
	out.Totals, err = read.Rows(c, givenTotals, func(row pgx.CollectableRow) (t GivenTotal, err error) {
		err = row.Scan(&t.Amount, &t.Currency, &t.Gifts)
		return t, err
	})
	return out, err
}
