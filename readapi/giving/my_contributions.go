package giving

import (
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Contributions are what a member has given under their name, as people are counted: a gift that is anonymous, or was given
// back in full, is not among it.
type Contributions struct {
	Totals    []ContributionTotal `json:"totals" doc:"One a currency"`
	Campaigns int64               `json:"campaigns" doc:"Distinct campaigns, over all currencies"`
}

// ContributionTotal is what was given in one currency.
type ContributionTotal struct {
	Amount   int64          `json:"amount" doc:"Minor units of currency, without what was given back"`
	Currency money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	Gifts    int64          `json:"gifts"`
}

// MyContributions are what the member who asks has given under their name. Errors: none of its own.
var MyContributions = read.Define(read.Query[read.ReadAfter, Contributions]{
	ID: "my-contributions", Path: "/api/me/contributions", Summary: "What the member has given under their name, by currency",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{contributed}, Answer: myContributions,
	Live: &read.Live[read.ReadAfter]{
		Topic: "me", Own: true, On: []read.On{read.By(membersOfSubjects, readmodel.Contributors)}, Quiet: []read.Quiet{
			{Table: readmodel.ContributorPart, Because: "it changes together with the totals"},
			{Table: readmodel.Members, Because: "who a member is stays"},
		},
	},
})

var contributed = read.SQL(`SELECT t.given AS amount, t.currency, t.gifts,
	(SELECT count(DISTINCT p.campaign) FROM {contributor_campaigns} p WHERE p.supporter = m.subject) AS campaigns
	FROM {contributor_totals} t JOIN {members} m ON m.subject = t.supporter WHERE m.id = $1 AND t.gifts > 0 ORDER BY t.currency`)

// membersOfSubjects are the members whose totals changed; a gift that counts as a person of its own has none. The key of a total
// begins with whom it is of, and a stroke ends that.
var membersOfSubjects = read.Replanned(`SELECT DISTINCT id::text FROM {members}
	WHERE subject IN (SELECT split_part(key, '/', 1)::uuid FROM unnest($1::text[]) key)`)

// contributedRow is a total with what is the same in each row.
type contributedRow struct {
	ContributionTotal
	Campaigns int64 `db:"campaigns"`
}

func myContributions(c *read.Call, _ read.ReadAfter) (Contributions, error) {
	out := Contributions{Totals: []ContributionTotal{}}
	rows, err := read.Rows(c, contributed, rowscan.Row[contributedRow], c.Viewer.Member)
	for _, row := range rows {
		out.Totals, out.Campaigns = append(out.Totals, row.ContributionTotal), row.Campaigns
	}
	return out, err
}
