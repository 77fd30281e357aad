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
var ReportQueries = read.Area{Name: "reports", Queries: []read.Declared{Reports, MyReport, MyReportOf}}

// ReportLine is one report, as moderators read it.
type ReportLine struct {
	ID      ident.ID  `json:"id" format:"uuid"`
	Reason  string    `json:"reason" enum:"scam,offensive,illegal,copyright,spam,other"`
	Words   string    `json:"words" doc:"What the member adds; may be empty"`
	Name    string    `json:"name" doc:"Who reported it; empty for who has left"`
	At      time.Time `json:"at"`
	Outcome string    `json:"outcome" enum:",harmless,suspended,removed,over" doc:"Empty while it is open"`
}

// ReportedThing is a campaign, a post or a comment that was reported, and what was reported of it.
type ReportedThing struct {
	ID       ident.ID              `json:"id" format:"uuid"`
	Kind     string                `json:"kind" enum:"campaign,post,comment"`
	Title    string                `json:"title" doc:"Of a campaign; empty where its words were erased"`
	Slug     string                `json:"slug" doc:"Of a campaign"`
	Text     string                `json:"text" doc:"What a post or comment says; empty where it is gone"`
	Lang     string                `json:"lang" doc:"BCP 47 tag of title and text"`
	Author   string                `json:"author" doc:"Who wrote a post or comment, a page or a member, or who runs a campaign; empty where they left, or it is gone"`
	Files    []readmodel.PostFile  `json:"files" doc:"What a post shows, in order"`
	Original *readmodel.SharedPost `json:"original,omitempty" doc:"What a post shares, as it is now; absent of all else"`
	PostID   ident.ID              `json:"post_id,omitzero" format:"uuid" doc:"The post itself, or the one below which a comment stands"`
	Removed  string                `json:"removed" doc:"Why a moderator removed a post or comment; empty where none did"`
	Total    int64                 `json:"total" doc:"How many reported it"`
	Open     int64                 `json:"open" doc:"How many of the reports are not settled"`
	LastAt   time.Time             `json:"last_at" doc:"When it was last reported; to be sent when its reports are dismissed"`
	Outcome  string                `json:"outcome" enum:",harmless,suspended,removed,over" doc:"How the reports ended that were settled last"`
	Reports  []ReportLine          `json:"reports" doc:"The newest 100, newest first"`
}

// ReportsInput asks for a page of what was reported.
type ReportsInput struct {
	read.ReadAfter
	read.Paging
	Settled bool `query:"settled" doc:"What was settled, in place of what is open"`
	Most    bool `query:"most" doc:"What most members reported comes first, in place of what was reported last"`
}

// Reports are what members reported, each thing once. Errors: bad_cursor.
var Reports = read.Define(read.Query[ReportsInput, read.List[ReportedThing]]{
	ID: "reports", Path: "/api/admin/reports", Summary: "What members reported, with all that they say of it",
	May: read.Moderator, Sees: read.Alike,
	SQL: []*read.Statement{reportedNewest}, Answer: reported,
	Live: &read.Live[ReportsInput]{
		Topic: "reports", Refetch: true, On: []read.On{read.ByKey(readmodel.Reported)},
		Quiet: []read.Quiet{
			{Table: readmodel.Reports, Because: "it changes together with reported, which is heard"},
			{Table: readmodel.Campaigns, Because: "a new title shows at the next reading"},
			{Table: readmodel.Posts, Because: "what it says now is there at the next reading"},
			{Table: readmodel.Comments, Because: "what it says now is there at the next reading"},
			{Table: readmodel.Removals, Because: "what is removed settles its reports at the same time"},
			quietPages,
			{Table: readmodel.Members, Because: "a new name shows at the next reading"},
		},
	},
})

const reportRank = `CASE WHEN $2::boolean THEN to_timestamp(CASE WHEN $1::boolean THEN d.total ELSE d.open END * 86400)
	ELSE d.last_at END`

var reportedNewest = read.SQL(`SELECT d.thing AS id, d.kind, coalesce(c.title, '') AS title, coalesce(c.slug, '') AS slug,
	coalesce(o.text, k.text, '') AS text, coalesce(c.lang, o.lang, k.lang, '') AS lang,
	coalesce(g.name, m.name, '') AS author, coalesce(o.files, '[]') AS files,
	` + readmodel.SharedPostOf("moderated") + ` AS original, coalesce(o.id, k.post, {nobody}) AS post_id,
	coalesce(x.reason, '') AS removed, d.total, d.open, d.last_at, d.outcome,
	(SELECT coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'reason', l.reason, 'words', l.words, 'name', l.name, 'at', l.at,
			'outcome', l.outcome) ORDER BY l.at DESC, l.id), '[]')
		FROM (SELECT x.id, x.reason, x.words, coalesce(w.name, '') AS name, x.at, x.outcome FROM {reports:moderated} x
			LEFT JOIN {members} w ON w.id = x.member WHERE x.thing = d.thing ORDER BY x.at DESC, x.id LIMIT 100) l) AS reports,
	` + read.Micros(reportRank) + ` AS list_micros,
	(SELECT count(*) FROM {reported:moderated} a WHERE (a.open = 0) = $1) AS list_total
	FROM {reported:moderated} d LEFT JOIN {campaigns} c ON c.id = d.thing LEFT JOIN {posts:moderated} o ON o.id = d.thing
		LEFT JOIN {comments:moderated} k ON k.id = d.thing AND EXISTS (SELECT FROM {posts:moderated} q WHERE q.id = k.post)
		LEFT JOIN {removals:moderated} x ON x.thing = d.thing
		LEFT JOIN {pages} g ON g.id = o.page
		LEFT JOIN {members} m ON m.id = coalesce(c.owner, o.member, k.member) AND g.id IS NULL
	WHERE (d.open = 0) = $1
		AND (NOT $3::boolean OR ` + reportRank + ` < $4 OR ` + reportRank + ` = $4 AND d.thing > $5::uuid)
	ORDER BY ` + reportRank + ` DESC, d.thing LIMIT $6`)

func reported(c *read.Call, in ReportsInput) (read.List[ReportedThing], error) {
	return read.Newest(c, []any{"reports", in.Settled, in.Most}, in.Paging, reportedNewest,
		func(r *ReportedThing) ident.ID {
			r.LastAt = r.LastAt.UTC()
			r.Original.UTC()
			for i := range r.Reports {
				r.Reports[i].At = r.Reports[i].At.UTC()
			}
			return r.ID
		}, in.Settled, in.Most)
}

// OwnReport is whether a member reported something, and what became of it.
type OwnReport struct {
	Reported bool       `json:"reported"`
	Reason   string     `json:"reason" enum:",scam,offensive,illegal,copyright,spam,other"`
	At       *time.Time `json:"at,omitempty"`
	Outcome  string     `json:"outcome" enum:",harmless,suspended,removed,over"`
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

// MyReportOfInput names a post or a comment.
type MyReportOfInput struct{ read.ByID }

// MyReportOf is the report of a post or a comment by the member who asks.
var MyReportOf = read.Define(read.Query[MyReportOfInput, OwnReport]{
	ID: "my-report-of", Path: "/api/me/reports/{id}", Summary: "Whether the member reported the post or comment",
	May: read.Member, Sees: read.EachMember,
	SQL:    []*read.Statement{ownReport},
	Answer: func(c *read.Call, in MyReportOfInput) (OwnReport, error) { return reportBy(c, in.ID) },
})

var ownReport = read.SQL(`SELECT r.reason, r.at, r.outcome FROM {reports:own} r WHERE r.thing = $1`)

func myReport(c *read.Call, in MyReportInput) (OwnReport, error) {
	id, err := ident.Parse(in.ID)
	if err != nil {
		return OwnReport{}, ErrNoCampaign
	}
	return reportBy(c, id)
}

func reportBy(c *read.Call, id ident.ID) (OwnReport, error) {
	out, err := read.Row(c, ownReport, func(row pgx.CollectableRow) (OwnReport, error) {
		r := OwnReport{Reported: true}
		err := row.Scan(&r.Reason, &r.At, &r.Outcome)
		read.UTC(&r.At)
		return r, err
	}, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return OwnReport{}, nil
	}
	return out, err
}
