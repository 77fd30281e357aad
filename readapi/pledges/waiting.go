package pledges

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Waiting is what waits for a member's answer, a campaign of theirs at a time.
type Waiting struct {
	Campaigns []WaitingCampaign `json:"campaigns" doc:"Those to which pledges wait, the most first"`
}

// WaitingCampaign is a campaign to which pledges wait to be answered, or hours to be confirmed.
type WaitingCampaign struct {
	ID      ident.ID `json:"id" format:"uuid"`
	Title   string   `json:"title" doc:"Empty where its words were erased"`
	Lang    string   `json:"lang"`
	Pledges int64    `json:"pledges"`
}

// mostWaiting is how many campaigns are told: whoever runs more finds the others among their campaigns.
const mostWaiting = 20

// MyWaiting are the campaigns of the member who asks to which pledges wait. Errors: none of its own.
var MyWaiting = read.Define(read.Query[read.ReadAfter, Waiting]{
	ID: "my-waiting", Path: "/api/me/waiting", Summary: "Where pledges wait for the member's answer",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{waiting}, Answer: myWaiting,
	Live: &read.Live[read.ReadAfter]{
		Topic: "waiting", Own: true, On: []read.On{
			read.By(runnersOfPledges, readmodel.Pledges), read.ByKey(readmodel.CampaignTeam),
		},
		Quiet: []read.Quiet{{Table: readmodel.Campaigns, Because: "a new title shows at the next reading"}},
	},
})

var waiting = read.SQL(`SELECT c.id, c.title, c.lang, count(*) AS pledges
	FROM {campaigns} c JOIN {pledges:readable} p ON p.campaign = c.id AND p.phase = 'waiting'
		AND p.member <> {viewer}
	GROUP BY c.id, c.title, c.lang ORDER BY count(*) DESC, c.id LIMIT $1`)

// runnersOfPledges are the members who run the campaigns that pledges are to.
var runnersOfPledges = read.Replanned(`SELECT DISTINCT r.member::text FROM {pledges:lookup} p
	JOIN {campaign_team:lookup} r ON r.campaign = p.campaign
	WHERE p.id = ANY ($1::text[]::uuid[])`)

func myWaiting(c *read.Call, _ read.ReadAfter) (out Waiting, err error) {
	out.Campaigns, err = read.Rows(c, waiting, rowscan.Row[WaitingCampaign], mostWaiting)
	return out, err
}
