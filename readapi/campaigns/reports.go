package campaigns

import (
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// ReportQueries are those of what members report.
var ReportQueries = read.Area{Name: "reports", Queries: []read.Declared{Reports, MyReport}}

// ReportLine is one report, as moderators read it.
type ReportLine struct {
	ID      ident.ID  `json:"id" format:"uuid"`
	Reason  string    `json:"reason" enum:"scam,offensive,illegal,copyright,spam,other"`
	Words   string    `json:"words" doc:"What the member adds; may be empty"`
	Name    string    `json:"name" doc:"Who reported it; empty for who has left"`
	At      time.Time `json:"at"`
	Outcome string    `json:"outcome" enum:",harmless,suspended,over" doc:"Empty while it is open"`
}

// ReportedThing is a campaign that was reported, and what was reported of it.
type ReportedThing struct {
	CampaignCard
	Total   int64        `json:"total" doc:"How many reported it"`
	Open    int64        `json:"open" doc:"How many of the reports are not settled"`
	LastAt  time.Time    `json:"last_at" doc:"When it was last reported; to be sent when its reports are dismissed"`
	Outcome string       `json:"outcome" enum:",harmless,suspended,over" doc:"How the reports ended that were settled last"`
	Reports []ReportLine `json:"reports" doc:"The newest 100, newest first"`
}

// ReportsInput asks for a page of what was reported.
type ReportsInput struct {
	read.ReadAfter
	read.Paging
	Settled bool `query:"settled" doc:"What was settled, in place of what is open"`
	Most    bool `query:"most" doc:"What most members reported comes first, in place of what was reported last"`
}

// Reports are the campaigns that members reported, each once. Errors: bad_cursor.
var Reports = read.Define(read.Query[ReportsInput, read.List[ReportedThing]]{
	ID: "reports", Path: "/api/admin/reports", Summary: "What members reported, with all that they say of it",
	May: read.Moderator, Sees: read.Alike,
	SQL: []*read.Statement{reportedNewest}, Answer: reported,
	Live: &read.Live[ReportsInput]{
		Topic: "reports", Refetch: true, On: []read.On{read.ByKey(readmodel.Reported)},
		Quiet: []read.Quiet{
			{Table: readmodel.Reports, Because: "it changes together with reported, which is heard"},
			{Table: readmodel.Campaigns, Because: "a new title shows at the next reading"},
			{Table: readmodel.Progress, Because: "what a campaign raised is no matter of its reports"}, quietHours,
			{Table: readmodel.Members, Because: "a new name shows at the next reading"},
		},
	},
})

const reportRank = `CASE WHEN $3::boolean THEN to_timestamp(CASE WHEN $2::boolean THEN d.total ELSE d.open END * 86400)
	ELSE d.last_at END`

var reportedNewest = read.SQL(`SELECT ` + cardColumns + `, d.total, d.open, d.last_at, d.outcome,
	(SELECT coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'reason', l.reason, 'words', l.words, 'name', l.name, 'at', l.at,
			'outcome', l.outcome) ORDER BY l.at DESC, l.id), '[]')
		FROM (SELECT x.id, x.reason, x.words, coalesce(w.name, '') AS name, x.at, x.outcome FROM {reports} x
			LEFT JOIN {members} w ON w.id = x.member WHERE x.thing = d.thing ORDER BY x.at DESC, x.id LIMIT 100) l),
	` + read.Micros(reportRank) + `, (SELECT count(*) FROM {reported} a WHERE (a.open = 0) = $2)
	FROM ` + cardSource + ` JOIN {reported} d ON d.thing = c.id WHERE (d.open = 0) = $2
		AND (NOT $4::boolean OR ` + reportRank + ` < $5 OR ` + reportRank + ` = $5 AND c.id > $6::uuid)
	ORDER BY ` + reportRank + ` DESC, c.id LIMIT $7`)

func reported(c *read.Call, in ReportsInput) (read.List[ReportedThing], error) {
	return read.Newest(c, []any{"reports", in.Settled, in.Most}, in.Paging, reportedNewest, func(r *ReportedThing) []any {
		return append(r.targets(), &r.Total, &r.Open, &r.LastAt, &r.Outcome, &r.Reports)
	}, func(r *ReportedThing) ident.ID {
		r.normalize()
		r.LastAt = r.LastAt.UTC()
		for i := range r.Reports {
			r.Reports[i].At = r.Reports[i].At.UTC()
		}
		return r.ID
	}, c.Now(), in.Settled, in.Most)
}

// OwnReport is whether a member reported a campaign, and what became of it.
type OwnReport struct {
	Reported bool       `json:"reported"`
	Reason   string     `json:"reason" enum:",scam,offensive,illegal,copyright,spam,other"`
	At       *time.Time `json:"at,omitempty"`
	Outcome  string     `json:"outcome" enum:",harmless,suspended,over"`
}

// MyReportInput names a campaign.
type MyReportInput struct {
	read.ReadAfter
	ID string `path:"id" format:"uuid"`
}

// MyReport is the report of a campaign by the member who asks.
var MyReport = read.Define(read.Query[MyReportInput, OwnReport]{
	ID: "my-report", Path: "/api/campaigns/{id}/report", Summary: "Whether the member reported the campaign",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{ownReport}, Answer: myReport,
})

var ownReport = read.SQL(`SELECT reason, at, outcome FROM {reports} WHERE thing = $1 AND member = $2`)

func myReport(c *read.Call, in MyReportInput) (OwnReport, error) {
	id, err := ident.Parse(in.ID)
	if err != nil {
		return OwnReport{}, ErrNoCampaign
	}
	out, err := read.Row(c, ownReport, func(row pgx.CollectableRow) (OwnReport, error) {
		r := OwnReport{Reported: true}
		err := row.Scan(&r.Reason, &r.At, &r.Outcome)
		read.UTC(&r.At)
		return r, err
	}, id, c.Viewer.Member)
	if errors.Is(err, pgx.ErrNoRows) {
		return OwnReport{}, nil
	}
	return out, err
}
