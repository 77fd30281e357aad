package giving

import (
	"strings"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// FoundGift is a gift of money as administrators find it. It names nobody who gave anonymously.
type FoundGift struct {
	CampaignGift

	CampaignID    ident.ID `json:"campaign_id" format:"uuid"`
	CampaignSlug  string   `json:"campaign_slug"`
	CampaignTitle string   `json:"campaign_title"`
	CampaignLang  string   `json:"campaign_lang"`
	DisputeLink   string   `json:"dispute_link" doc:"Where an open dispute is answered; empty without one"`
}

// AllGiftsInput asks for a page of gifts to all campaigns.
type AllGiftsInput struct {
	read.ReadAfter
	read.Paging
	Q     string `query:"q" maxLength:"200" doc:"A gift's reference, a campaign's address, or a part of its title; empty: all"`
	From  string `query:"from" doc:"ISO 8601 day in UTC; empty: from the first"`
	Until string `query:"until" doc:"ISO 8601 day in UTC, which is the last; empty: to this moment"`
}

// AllGifts are gifts of money to all campaigns, for administrators, the newest first. Errors: bad_day, bad_cursor.
var AllGifts = read.Define(read.Query[AllGiftsInput, read.List[FoundGift]]{
	ID: "gifts", Path: "/api/admin/gifts", Summary: "Gifts of money to all campaigns, newest first",
	May: read.Administrator, Sees: read.Alike,
	SQL: []*read.Statement{allGiftsNewest}, Answer: allGifts,
	Live: &read.Live[AllGiftsInput]{
		Topic: "gifts", Refetch: true, On: []read.On{read.ByKey(readmodel.Supporters)},
		Quiet: []read.Quiet{{Table: readmodel.Members, Because: "a new name shows at the next reading"}, quietTitles},
	},
})

// errBadDay refuses what is no day.
func errBadDay(field string) error { return domain.RefuseField(field, "bad_day", "this is no day") }

var allGiftsNewest = read.SQL(`WITH found AS (
		SELECT s.*, c.slug AS campaign_slug, ` + readmodel.ListedTitle + ` AS campaign_title, c.lang AS campaign_lang
		FROM {campaign_supporters:moderated} s JOIN {campaigns} c ON c.id = s.campaign
		WHERE s.kind = 'money' AND s.at IS NOT NULL AND s.at >= $3 AND s.at < $4
			AND ($1 = '' OR s.contribution = $2 OR s.campaign = $2 OR c.slug = $1 OR strpos(lower(c.title), $1) > 0))
	SELECT s.line AS id, CASE WHEN s.anonymous THEN '' ELSE coalesce(m.name, s.name) END AS "person.name",
	CASE WHEN s.anonymous OR m.id IS NULL THEN {nobody} ELSE m.id END AS "person.id",
	` + readmodel.AvatarAddress + ` AS "person.avatar", s.anonymous, ` + giftStatus + ` AS status,
	s.amount, s.refunded, ` + readmodel.RefundPending("s") + ` AS refund_pending, s.currency,
	s.cost, s.cost_currency, s.answer_by, s.asked_at, s.asked, s.message, s.lang, s.at,
	s.campaign AS campaign_id, s.campaign_slug, s.campaign_title, s.campaign_lang, s.dispute_link,
	` + read.Micros("s.at") + ` AS list_micros, (SELECT count(*) FROM found) AS list_total
	FROM found s LEFT JOIN {members} m ON m.id = s.member AND NOT s.anonymous
	WHERE NOT $5::boolean OR s.at < $6 OR s.at = $6 AND s.line > $7::uuid
	ORDER BY s.at DESC, s.line LIMIT $8`)

func allGifts(c *read.Call, in AllGiftsInput) (out read.List[FoundGift], err error) {
	from, until := time.Unix(0, 0).UTC(), time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	if in.From != "" {
		if from, err = time.Parse(time.DateOnly, in.From); err != nil {
			return out, errBadDay("from")
		}
	}
	if in.Until != "" {
		if until, err = time.Parse(time.DateOnly, in.Until); err != nil {
			return out, errBadDay("until")
		}
		until = until.AddDate(0, 0, 1)
	}
	q := strings.ToLower(strings.TrimSpace(in.Q))
	q = q[strings.LastIndexByte(strings.TrimSuffix(q, "/"), '/')+1:] // of a whole address the last part counts
	id, err := ident.Parse(q)
	if err != nil {
		id = ident.Nil
	}
	return read.Newest(c, []any{"gifts", q, in.From, in.Until}, in.Paging, allGiftsNewest, func(g *FoundGift) ident.ID {
		return g.normalize()
	}, q, id, from, until)
}
