package campaigns

import (
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// SupportersInput asks for a campaign's contributions.
type SupportersInput struct {
	read.ByID
	read.Paging
	Kind string `query:"kind" enum:",money,time,materials" doc:"Empty: all"`
}

// SupportersFirst asks for the newest contributions to a campaign, as many as when nothing is said.
func SupportersFirst(id ident.ID) SupportersInput {
	return SupportersInput{ByID: read.ByID{ID: id}, Paging: read.FirstPage()}
}

// Supporters are a campaign's contributions, the newest first. Errors: campaign_not_found, campaign_cancelled,
// campaign_suspended, bad_cursor.
var Supporters = read.Define(read.Query[SupportersInput, read.List[Supporter]]{
	ID: "campaign-supporters", Path: "/api/campaigns/{id}/supporters", Summary: "A campaign's contributions, newest first",
	May: read.Anybody, Sees: read.Insiders(team),
	SQL: []*read.Statement{supportersNewest, supportersCount}, Answer: supporters,
	Live: &read.Live[SupportersInput]{
		Topic: "campaign/{id}",
		On: []read.On{
			read.By(campaignsOfContributions, readmodel.Supporters), read.By(campaignsNaming, readmodel.Members),
		},
		Quiet: []read.Quiet{quietTeam, {
			Table: readmodel.Campaigns, Because: "it tells one without contributions from none; its own answer tells that it is hidden",
		}},
		Ask: func(key []string) (SupportersInput, error) {
			id, err := ident.Parse(key[0])
			return SupportersFirst(id), err
		},
	},
})

// supportersNewest names nobody who gave anonymously, whatever the row holds, and shows the line's id, never the
// contribution's own, which opens its receipt.
var supportersNewest = read.SQL(`SELECT s.line AS id, s.kind, CASE WHEN s.anonymous THEN '' ELSE coalesce(m.name,
		s.name) END AS "person.name",
	CASE WHEN s.anonymous OR m.id IS NULL THEN {nobody} ELSE m.id END AS "person.id",
	` + readmodel.AvatarAddress + ` AS "person.avatar", s.anonymous, s.amount - s.refunded AS amount, s.currency,
	CASE s.kind WHEN 'money' THEN '' ELSE s.status END AS status, s.minutes, s.quantity,
	CASE WHEN s.item <> '' OR s.kind <> 'materials' THEN s.item ELSE coalesce((SELECT n->>'item'
		FROM {campaigns} c, jsonb_array_elements(c.needs) n WHERE c.id = s.campaign AND n->>'id' = s.need::text LIMIT 1),
		'') END AS item,
	s.message, s.lang, s.at, (extract(epoch FROM s.at) * 1000000)::bigint AS list_micros,
	(SELECT count(*) FROM {campaign_supporters:readable} a WHERE a.campaign = $1 AND a.state = 'listed'
		AND ($2 = '' OR a.kind = $2)) AS list_total
	FROM {campaign_supporters:readable} s LEFT JOIN {members} m ON m.id = s.member AND NOT s.anonymous
	WHERE s.campaign = $1 AND s.state = 'listed' AND ($2 = '' OR s.kind = $2)
		AND (NOT $3::boolean OR s.at < $4 OR s.at = $4 AND s.line > $5::uuid)
	ORDER BY s.at DESC, s.line LIMIT $6`)

// supportersCount counts a campaign's contributions where no line says how many, and gives the campaign's status where it is
// hidden from the viewer; no row where there is no campaign.
var supportersCount = read.SQL(`SELECT
	(SELECT count(*) FROM {campaign_supporters:readable} a WHERE a.campaign = c.id AND a.state = 'listed'
		AND ($2 = '' OR a.kind = $2)),
	` + readmodel.StatusIfHidden + `
	FROM {campaigns} c WHERE c.id = $1`)

func (s *Supporter) normalize() ident.ID {
	s.At = s.At.UTC()
	return s.ID
}

func supporters(c *read.Call, in SupportersInput) (read.List[Supporter], error) {
	list := []any{"supporters", in.ID}
	if in.Kind != "" {
		list = append(list, in.Kind)
	}
	out, err := read.Newest(c, list, in.Paging, supportersNewest,
		(*Supporter).normalize, in.ID, in.Kind)
	if err != nil || len(out.Items) > 0 {
		return out, err
	}
	var status string
	_, err = read.Row(c, supportersCount, func(row pgx.CollectableRow) (struct{}, error) {
		return struct{}{}, row.Scan(&out.Total, &status)
	}, in.ID, in.Kind)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return out, ErrNoCampaign
	case err != nil:
		return out, err
	}
	if refused := hidden(status); refused != nil {
		return read.List[Supporter]{Items: []Supporter{}}, refused
	}
	return out, nil
}
