package giving

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// CampaignGift is a gift of money as the campaign's team sees it.
type CampaignGift struct {
	ID           ident.ID       `json:"id" format:"uuid" doc:"Of the line; it leads nowhere"`
	Person       Giver          `json:"person"`
	Anonymous    bool           `json:"anonymous"`
	Status       string         `json:"status" enum:"under_way,completed,disputed,partly_refunded,refunded"`
	Amount       int64          `json:"amount" doc:"Minor units of currency: what was given"`
	Refunded     int64          `json:"refunded" doc:"Minor units of currency, of amount: given back, or taken back by the giver's bank"`
	Pending      int64          `json:"refund_pending" db:"refund_pending" doc:"Minor units of currency, fee included: on their way back"`
	Currency     money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	Cost         int64          `json:"cost" doc:"Minor units of cost_currency: what the payment provider kept"`
	CostCurrency string         `json:"cost_currency" enum:",EUR,USD,GBP" doc:"Empty while it is not known"`
	AnswerBy     *time.Time     `json:"answer_by,omitempty" doc:"Until when the operator may answer the dispute; absent: not at all"`
	AskedAt      *time.Time     `json:"asked_at,omitempty" doc:"When the giver asked for a refund that nobody has answered"`
	Asked        string         `json:"asked" doc:"In the giver's words"`
	Message      string         `json:"message"`
	Lang         string         `json:"lang" doc:"BCP 47 tag of message"`
	At           time.Time      `json:"at" doc:"When it was paid"`
}

// Giver is who gave, as the campaign's page names them.
type Giver struct {
	ID     ident.ID `json:"id,omitzero" format:"uuid"`
	Name   string   `json:"name"`
	Avatar string   `json:"avatar"`
}

// CampaignGiftsInput asks for a page of a campaign's gifts.
type CampaignGiftsInput struct {
	read.ByID
	read.Paging
}

// CampaignGifts are the gifts of money to a campaign, for its team, the newest first: those on their way, disputed and given back
// among them. Errors: campaign_not_found, bad_cursor.
var CampaignGifts = read.Define(read.Query[CampaignGiftsInput, read.List[CampaignGift]]{
	ID: "campaign-gifts", Path: "/api/campaigns/{id}/gifts", Summary: "Gifts of money to a campaign, for its team, newest first",
	May: read.Holder, Sees: read.EachMember,
	SQL: []*read.Statement{read.Runs, giftsNewest}, Answer: campaignGifts,
	Live: &read.Live[CampaignGiftsInput]{
		Topic: "campaign-gifts/{id}",
		On:    []read.On{read.By(campaignsOfGifts, readmodel.Supporters)},
		Quiet: []read.Quiet{
			{Table: readmodel.CampaignTeam, Because: "who is taken off the team is refused at once"},
			{Table: readmodel.Members, Because: "a new name shows at the next reading"},
			quietTitles,
		},
		Ask: func(key []string) (CampaignGiftsInput, error) {
			id, err := ident.Parse(key[0])
			return CampaignGiftsInput{ByID: read.ByID{ID: id}, Paging: read.FirstPage()}, err
		},
	},
})

// giftStatus is SQL for what a gift of money is, of a row s of the supporters.
const giftStatus = `CASE WHEN s.status <> '' THEN s.status WHEN s.state = 'returned' THEN 'refunded'
	WHEN s.refunded > 0 THEN 'partly_refunded' ELSE 'completed' END`

var (
	campaignsOfGifts = read.Replanned(`SELECT DISTINCT campaign::text FROM {campaign_supporters:lookup}
	WHERE contribution = ANY ($1::text[]::uuid[]) AND kind = 'money'`)

	giftsNewest = read.SQL(`SELECT s.line AS id, CASE WHEN s.anonymous THEN '' ELSE coalesce(m.name, s.name) END AS "person.name",
	CASE WHEN s.anonymous OR m.id IS NULL THEN {nobody} ELSE m.id END AS "person.id",
	` + readmodel.AvatarAddress + ` AS "person.avatar", s.anonymous,
	` + giftStatus + ` AS status,
	s.amount, s.refunded, ` + readmodel.RefundPending("s") + ` AS refund_pending, s.currency,
	s.cost, s.cost_currency, s.answer_by, s.asked_at, s.asked, s.message, s.lang, s.at,
	` + read.Micros("s.at") + ` AS list_micros,
	(SELECT count(*) FROM {campaign_supporters:readable} a WHERE a.campaign = $1 AND a.kind = 'money'
		AND a.at IS NOT NULL) AS list_total
	FROM {campaign_supporters:readable} s LEFT JOIN {members} m ON m.id = s.member AND NOT s.anonymous
	WHERE s.campaign = $1 AND s.kind = 'money' AND s.at IS NOT NULL
		AND (NOT $2::boolean OR s.at < $3 OR s.at = $3 AND s.line > $4::uuid)
	ORDER BY s.at DESC, s.line LIMIT $5`)
)

func campaignGifts(c *read.Call, in CampaignGiftsInput) (out read.List[CampaignGift], err error) {
	if err := read.MustRun(c, in.ID); err != nil {
		return out, err
	}
	return read.Newest(c, []any{"gifts", in.ID}, in.Paging, giftsNewest,
		func(g *CampaignGift) ident.ID { return g.normalize() }, in.ID)
}

func (g *CampaignGift) normalize() ident.ID {
	g.At = g.At.UTC()
	read.UTC(&g.AnswerBy)
	read.UTC(&g.AskedAt)
	return g.ID
}
