// Package search answers what is found from anywhere: campaigns and, for members, pages, posts and members.
package search

import (
	"strings"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/internal/textfold"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Queries are this area's.
var Queries = read.Area{Name: "search", Queries: []read.Declared{Search}}

// CampaignFacts are what a campaign that was found is shown with.
type CampaignFacts struct {
	Slug         string         `json:"slug"`
	Category     string         `json:"category"`
	Status       string         `json:"status" enum:"active,paused,completed"`
	Resources    []string       `json:"resources" doc:"What it asks for: money, time, materials"`
	Currency     money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	RaisedAmount int64          `json:"raised_amount" doc:"Minor units"`
	GoalAmount   int64          `json:"goal_amount" doc:"Minor units; 0 without a goal"`
	EndsAt       *time.Time     `json:"ends_at,omitempty"`
	EndDate      string         `json:"end_date" doc:"ISO 8601 day; empty without one"`
	Photo        string         `json:"photo" doc:"Where its photograph lies in all sizes; empty without one"`
	PhotoBlur    string         `json:"photo_blur"`
}

// PageFacts are what a page that was found is shown with.
type PageFacts struct {
	Kind      string `json:"kind" enum:"company,community,nonprofit,startup"`
	Followers int64  `json:"followers"`
	Verified  bool   `json:"verified"`
}

// MemberFacts are what a member who was found is shown with.
type MemberFacts struct {
	Location string `json:"location" doc:"Empty where they show none"`
}

// Found is a campaign, a page, a post or a member that was found.
type Found struct {
	ID       ident.ID       `json:"id" format:"uuid"`
	Title    string         `json:"title" doc:"Of a campaign, or the name of a page or a member"`
	Lang     string         `json:"lang" doc:"BCP 47 tag of title and text"`
	Text     string         `json:"text" doc:"Of a post: what stands around the words"`
	By       string         `json:"by" doc:"In whose name a campaign goes or who wrote a post, a page or a member; empty when they left"`
	Picture  string         `json:"picture" doc:"Where the picture of a page, a member or a post's author lies in all sizes; empty without one"`
	PostedAt *time.Time     `json:"posted_at,omitempty" doc:"Of a post"`
	Campaign *CampaignFacts `json:"campaign,omitempty" db:"-"`
	Page     *PageFacts     `json:"page,omitempty" db:"-"`
	Member   *MemberFacts   `json:"member,omitempty" db:"-"`
}

// Group are the things of one kind that were found.
type Group struct {
	Kind  string  `json:"kind" enum:"campaign,member,page,post"`
	Items []Found `json:"items" doc:"The best first"`
	Count int64   `json:"count" doc:"How many there are"`
	More  bool    `json:"more" doc:"There are even more than count"`
}

// Results is what was found.
type Results struct {
	Words  string  `json:"words" doc:"What was looked for: what was typed or, where no text has a word of it, what was meant"`
	Other  bool    `json:"other" doc:"Words are not those that were typed"`
	Groups []Group `json:"groups" doc:"Those in which there is something"`
}

// Input is what is searched for.
type Input struct {
	read.ReadAfter
	Words string `query:"q" required:"true" minLength:"2" maxLength:"200" doc:"Words; accents, capitals and single wrong letters do not matter"`
	Limit int    `query:"limit" minimum:"1" maximum:"20" default:"5" doc:"Of each kind"`
}

// Search finds things by what is written in them. Visitors find campaigns alone. Errors: none of its own.
var Search = read.Define(read.Query[Input, Results]{
	ID: "search", Path: "/api/search", Summary: "Campaigns and, for members, pages, posts and people by words, the best first",
	May: read.Anybody, Sees: read.EachMember,
	SQL: []*read.Statement{wordsLike, best, latest}, Answer: search,
})

// looked is how many documents of a kind are looked at, of those with the words in their titles and of those with them anywhere.
// A search that fits more is none that somebody reads to its end.
const looked = 200

// best are the documents $7 of each of the kinds $1 that fit best. $2 are the words that are asked for in titles, $3 those in
// whole texts, $4 what titles begin with, $5 and $6 the words exactly and as beginnings, $9 the words themselves. Posts
// that are hidden from the viewer are not among those.
var best = bestOf(hits(written, readmodel.FoundPost))

// Where words are looked for: the index, and what is asked of it. What is asked for is joined, so that no plan takes the words
// for ones that all texts have, and reads the table from end to end.
const (
	titled  = `true AS titled FROM unnest(ARRAY[$2::text]) k(asked) CROSS JOIN LATERAL (` + ofOne + readmodel.TitleVector
	written = `false FROM unnest(ARRAY[$3::text]) k(asked) CROSS JOIN LATERAL (` + ofOne + readmodel.WordsVector
	ofOne   = `SELECT id, kind, title, title_words, words, standing, at FROM {search_documents:indexed} WHERE `
)

// hits are the documents of a kind, unless it is none of $1, that have the words.
func hits(where, kind string) string {
	return `(SELECT d.*, ` + where + ` @@ k.asked::tsquery AND ` + readmodel.OfKind(kind) + ` LIMIT 200) d
		WHERE '` + kind + `' = ANY ($1))`
}

// latest is best for a word that very many texts have, or begin one with: $10 are such words. The index of words would gather all
// their posts; read from the latest on, there are soon enough. Of campaigns and pages there are fewer, and such a word may be
// rare in them.
var latest = bestOf(`(SELECT id, kind, title, title_words, words, standing, at, false FROM {search_documents:indexed}
	WHERE 'post' = ANY ($1) AND ` + readmodel.OfKind(readmodel.FoundPost) + ` AND words && $10::text[] ORDER BY at DESC LIMIT 200)`)

func bestOf(posts string) *read.Statement {
	return read.Replanned(`WITH hits AS (
	` + hits(titled, readmodel.FoundCampaign) + ` UNION ALL ` + hits(titled, readmodel.FoundPage) + `
	UNION ALL ` + hits(titled, readmodel.FoundMember) + ` UNION ALL ` + hits(written, readmodel.FoundCampaign) + `
	UNION ALL ` + hits(written, readmodel.FoundPage) + `
	UNION ALL ` + posts + `
), fits AS (
	SELECT id, kind, standing, at, min(CASE
		WHEN NOT titled THEN CASE WHEN words @> $9::text[] THEN 4 ELSE 5 END
		WHEN title LIKE $4 THEN 0
		WHEN ` + readmodel.TitleVector + ` @@ $5::tsquery THEN 1
		WHEN ` + readmodel.TitleVector + ` @@ $6::tsquery THEN 2 ELSE 3 END) AS tier
	FROM hits WHERE CASE kind WHEN 'post' THEN NOT EXISTS (SELECT FROM {posts:hidden} o WHERE o.id = hits.id)
		WHEN 'member' THEN NOT EXISTS (SELECT FROM {members:hidden} o WHERE o.id = hits.id) ELSE true END
	GROUP BY id, kind, standing, at
), ranked AS (
	SELECT id, kind, count(*) OVER (PARTITION BY kind) AS found,
		row_number() OVER (PARTITION BY kind ORDER BY tier, standing, at DESC, id) AS place
	FROM fits
) SELECT r.kind, r.found, r.id, CASE r.kind WHEN 'post' THEN '' ELSE coalesce(c.title, u.name, p.name, '') END AS title,
	coalesce(c.lang, o.lang, p.lang, '') AS lang, coalesce(o.text, '') AS text,
	CASE WHEN r.kind = 'member' THEN '' WHEN r.kind = 'post' AND p.id IS NOT NULL THEN p.name
	ELSE coalesce(g.name, m.name, '') END AS by,
	coalesce(c.slug, '') AS "campaign.slug", coalesce(c.category, '') AS "campaign.category",
	CASE WHEN c.ends_at <= $8 AND c.status IN ('active', 'paused') THEN 'completed' ELSE coalesce(c.status,
	'') END AS "campaign.status",
	coalesce(` + readmodel.ShownResources + `, '{}') AS "campaign.resources", coalesce(c.currency, '') AS "campaign.currency",
	coalesce(x.raised, 0) AS "campaign.raised_amount", coalesce(` + readmodel.ShownGoal + `, 0) AS "campaign.goal_amount",
	c.ends_at AS "campaign.ends_at", coalesce(c.end_date, '') AS "campaign.end_date",
	CASE WHEN c.id IS NULL THEN '' ELSE ` + readmodel.PhotoAddress + ` END AS "campaign.photo",
	coalesce(c.photo_blur, '') AS "campaign.photo_blur", coalesce(p.kind, '') AS "page.kind",
	coalesce(p.followers, 0) AS "page.followers", p.verified_at IS NOT NULL AS "page.verified", o.posted_at,
	CASE WHEN u.shows_location THEN u.location ELSE '' END AS "member.location",
	CASE WHEN p.id IS NOT NULL THEN ` + readmodel.LogoAddress + `
		WHEN r.kind IN ('post', 'member') THEN ` + readmodel.AvatarAddress + ` ELSE '' END AS picture
	FROM ranked r
	LEFT JOIN {campaigns} c ON r.kind = 'campaign' AND c.id = r.id AND ` + readmodel.IsPublic + `
	LEFT JOIN {campaign_progress} x ON x.campaign = c.id
	LEFT JOIN {posts:readable} o ON r.kind = 'post' AND o.id = r.id
	LEFT JOIN {pages} p ON p.id = CASE r.kind WHEN 'page' THEN r.id ELSE o.page END AND p.closed_at IS NULL
	LEFT JOIN {members:shown} u ON r.kind = 'member' AND u.id = r.id
	LEFT JOIN {members} m ON m.id = coalesce(c.owner, o.member, u.id) AND p.id IS NULL
	` + readmodel.InNameOf + `
	WHERE r.place <= $7 AND (c.id IS NOT NULL OR p.id IS NOT NULL OR u.id IS NOT NULL
		OR o.page = {nobody})
	ORDER BY r.kind, r.place`)
}

// hit is a thing with its kind, and how many there are of it.
type hit struct {
	Kind  string `db:"kind"`
	Count int64  `db:"found"`
	Found
	Campaign CampaignFacts `db:"campaign"`
	Page     PageFacts     `db:"page"`
	Member   MemberFacts   `db:"member"`
}

var scanHit = rowscan.Then(func(h *hit) {
	read.UTC(&h.Campaign.EndsAt)
	read.UTC(&h.PostedAt)
	switch h.Kind {
	case readmodel.FoundCampaign:
		h.Found.Campaign = &h.Campaign
	case readmodel.FoundPage:
		h.Found.Page = &h.Page
	case readmodel.FoundMember:
		h.Found.Member = &h.Member
	}
})

// asked are the words of a search.
func asked(typed string) []string {
	words := textfold.Words(strings.ToValidUTF8(typed, ""))
	return words[:min(len(words), mostWords)]
}

func search(c *read.Call, in Input) (Results, error) {
	out := Results{Words: strings.Join(strings.Fields(in.Words), " "), Groups: []Group{}}
	typed := asked(in.Words)
	if len(typed) == 0 {
		return out, nil
	}
	words, err := lookUp(c, typed)
	if err != nil {
		return out, err
	}
	look := make([]string, len(words))
	for i, w := range words {
		look[i] = w.word
		out.Other = out.Other || w.word != typed[i]
	}
	kinds := []string{readmodel.FoundCampaign}
	if !c.Viewer.Member.IsNil() {
		kinds = append(kinds, readmodel.FoundPage, readmodel.FoundPost, readmodel.FoundMember)
	}
	statement, args := best, []any{
		kinds, all(words, anyhow), all(words, inTexts), strings.Join(look, " ") + "%", all(words, exactly), all(words, beginning),
		in.Limit, c.Now(), look,
	}
	if len(words) == 1 && len(words[0].common) > 0 {
		statement, args = latest, append(args, words[0].common)
	}
	hits, err := read.Rows(c, statement, scanHit, args...)
	if err != nil {
		return out, err
	}
	if out.Other = out.Other && len(hits) > 0; out.Other { // what was meant may be known from what the reader may not find
		out.Words = strings.Join(look, " ")
	}
	for _, h := range hits {
		if n := len(out.Groups); n == 0 || out.Groups[n-1].Kind != h.Kind {
			out.Groups = append(out.Groups, Group{Kind: h.Kind, Items: []Found{}, Count: h.Count, More: h.Count >= looked})
		}
		g := &out.Groups[len(out.Groups)-1]
		h.Text = excerpt(h.Text, words)
		g.Items = append(g.Items, h.Found)
	}
	return out, nil
}
