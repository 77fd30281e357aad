package campaigns

import (
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Update is what a campaign's organizer posted on its page.
type Update struct {
	ID        ident.ID   `json:"id" format:"uuid"`
	Title     string     `json:"title"`
	Text      string     `json:"text" doc:"Without markup; an empty line parts paragraphs"`
	Lang      string     `json:"lang" doc:"BCP 47 tag of title and text"`
	Audience  string     `json:"audience" enum:"public,supporters" doc:"Who may read it"`
	Author    Person     `json:"author"`
	PostedAt  time.Time  `json:"posted_at"`
	RevisedAt *time.Time `json:"revised_at,omitempty" doc:"When its words or its audience changed last"`
}

// CampaignUpdates are the updates of a campaign that the reader may read.
type CampaignUpdates struct {
	read.List[Update]
	Pinned  *Update  `json:"pinned,omitempty" doc:"The one that is kept on top; it is none of the items, and counts in their total"`
	Changes []Change `json:"changes" doc:"What the campaign asks for otherwise than when its first gift was paid, the newest first"`
	Hidden  int64    `json:"hidden" doc:"How many are for supporters, of whom the reader is none"`
}

// UpdatesInput asks for a page of a campaign's updates.
type UpdatesInput struct {
	read.ByID
	read.Paging
}

// UpdatesFirst asks for the newest updates of a campaign, as many as when nothing is said.
func UpdatesFirst(id ident.ID) UpdatesInput {
	return UpdatesInput{ByID: read.ByID{ID: id}, Paging: read.FirstPage()}
}

// Updates are what was posted on a campaign's page, the newest first. Those for supporters are shown to those who run it,
// and to members who gave to it or whose pledge to it was accepted, as long as that stands. Errors: campaign_not_found,
// campaign_cancelled, campaign_suspended, bad_cursor.
var Updates = read.Define(read.Query[UpdatesInput, CampaignUpdates]{
	ID: "campaign-updates", Path: "/api/campaigns/{id}/updates", Summary: "What was posted on a campaign's page, newest first",
	May: read.Anybody, Sees: read.EachMember,
	SQL: []*read.Statement{updatesReader, updatesNewest, updatePinned, changesNewest}, Answer: updates,
	Live: &read.Live[UpdatesInput]{
		Topic: "campaign-updates/{id}", Refetch: true, On: []read.On{
			read.ByKey(readmodel.CampaignUpdates), read.ByKey(readmodel.CampaignChanges),
		},
		Quiet: []read.Quiet{
			quietTeam, {Table: readmodel.Campaigns, Because: "the campaign's own answer tells that it is no longer shown"},
			{Table: readmodel.Members, Because: "a new name shows at the next reading"},
			{Table: readmodel.Supporters, Because: "whoever becomes a supporter reads more at the next reading"},
		},
	},
})

const updateColumns = `u.id, u.title, u.text, u.lang, u.audience, coalesce(m.name, '') AS "author.name",
	coalesce(m.id, {nobody}) AS "author.id",
	` + readmodel.AvatarAddress + ` AS "author.avatar", u.posted_at, u.revised_at`

var (
	// updatesReader says which status hides the campaign from the viewer, how many of its updates are for supporters, and how many
	// of those they read. There is no row where there is no campaign. Who gave anonymously is a supporter, too: it is they who read.
	updatesReader = read.SQL(`SELECT ` + readmodel.StatusIfHidden + `,
	(SELECT count(*) FROM {campaign_updates:counted} u WHERE u.campaign = c.id AND u.audience <> 'public'),
	(SELECT count(*) FROM {campaign_updates:readable} u WHERE u.campaign = c.id AND u.audience <> 'public')
	FROM {campaigns} c WHERE c.id = $1`)

	updatesNewest = read.SQL(`SELECT ` + updateColumns + `, ` + read.Micros("u.posted_at") + ` AS list_micros,
	(SELECT count(*) FROM {campaign_updates:readable} a WHERE a.campaign = $1) AS list_total
	FROM {campaign_updates:readable} u LEFT JOIN {members} m ON m.id = u.member
	WHERE u.campaign = $1 AND NOT u.pinned AND (NOT $2::boolean OR u.posted_at < $3 OR u.posted_at = $3 AND u.id > $4::uuid)
	ORDER BY u.posted_at DESC, u.id LIMIT $5`)

	updatePinned = read.SQL(`SELECT ` + updateColumns + `
	FROM {campaign_updates:readable} u LEFT JOIN {members} m ON m.id = u.member WHERE u.campaign = $1 AND u.pinned LIMIT 1`)
)

func (u *Update) normalize() ident.ID {
	u.PostedAt = u.PostedAt.UTC()
	read.UTC(&u.RevisedAt)
	return u.ID
}

func updates(c *read.Call, in UpdatesInput) (out CampaignUpdates, err error) {
	type reader struct {
		status         string
		reserved, read int64
	}
	who, err := read.Row(c, updatesReader, func(row pgx.CollectableRow) (r reader, err error) {
		err = row.Scan(&r.status, &r.reserved, &r.read)
		return r, err
	}, in.ID)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return out, ErrNoCampaign
	case err != nil:
		return out, err
	}
	if refused := hidden(who.status); refused != nil {
		return out, refused
	}
	out.List, err = read.Newest(c, []any{"updates", in.ID, who.read > 0}, in.Paging, updatesNewest,
		(*Update).normalize, in.ID)
	if err != nil {
		return out, err
	}
	pinned, err := read.Row(c, updatePinned, rowscan.Then(func(u *Update) { u.normalize() }), in.ID)
	switch {
	case err == nil:
		out.Pinned = &pinned
		out.Total = max(out.Total, 1)
	case !errors.Is(err, pgx.ErrNoRows):
		return out, err
	}
	if out.Changes, err = changes(c, in.ID); err != nil {
		return out, err
	}
	out.Hidden = who.reserved - who.read
	return out, nil
}
