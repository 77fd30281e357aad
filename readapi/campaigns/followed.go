package campaigns

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// FollowedInput asks for a page of the campaigns that the member follows.
type FollowedInput struct {
	read.ReadAfter
	read.Paging
	Campaign ident.ID `query:"campaign" format:"uuid" required:"false" doc:"Only this one: whether it is followed"`
}

// FollowedCampaign is a campaign that the member follows.
type FollowedCampaign struct {
	ID         ident.ID  `json:"id" format:"uuid"`
	Slug       string    `json:"slug"`
	Title      string    `json:"title" doc:"Empty where its words were erased, or it is shown to nobody"`
	Lang       string    `json:"lang" doc:"BCP 47 tag of title"`
	Status     string    `json:"status"`
	Category   string    `json:"category"`
	Photo      string    `json:"photo" doc:"Where its photograph lies; empty without one"`
	FollowedAt time.Time `json:"followed_at"`
}

// Followed are the campaigns that the member follows, what they followed last first. Errors: bad_cursor.
var Followed = read.Define(read.Query[FollowedInput, read.List[FollowedCampaign]]{
	ID: "my-followed", Path: "/api/me/followed", Summary: "The campaigns that the member follows, newest first",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{followedNewest}, Answer: followed,
	Live: &read.Live[FollowedInput]{
		Topic: "followed", Own: true, Refetch: true,
		On:    []read.On{read.ByKey(readmodel.CampaignFollowers)},
		Quiet: []read.Quiet{{Table: readmodel.Campaigns, Because: "a new title or state shows at the next reading"}},
	},
})

// FollowQueries are those of campaigns that are followed.
var FollowQueries = read.Area{Name: "follows", Queries: []read.Declared{Followed}}

const isFollowed = `($2 = {nobody} OR f.campaign = $2)`

var followedNewest = read.SQL(`SELECT c.id, c.slug, ` + readmodel.ListedTitle + ` AS title, c.lang,
	CASE WHEN c.ends_at <= $1 AND c.status IN ('active', 'paused') THEN 'completed' ELSE c.status END AS status,
	c.category, ` + readmodel.PhotoAddress + ` AS photo, f.followed_at,
	` + read.Micros("f.followed_at") + ` AS list_micros,
	(SELECT count(*) FROM {campaign_followers:own} f WHERE ` + isFollowed + `) AS list_total
	FROM {campaign_followers:own} f JOIN {campaigns} c ON c.id = f.campaign
	WHERE ` + isFollowed + ` AND (NOT $3::boolean OR f.followed_at < $4 OR f.followed_at = $4 AND f.campaign > $5::uuid)
	ORDER BY f.followed_at DESC, f.campaign LIMIT $6`)

func followed(c *read.Call, in FollowedInput) (read.List[FollowedCampaign], error) {
	return read.Newest(c, []any{"followed campaigns", c.Viewer.Member, in.Campaign}, in.Paging, followedNewest,
		func(f *FollowedCampaign) ident.ID { f.FollowedAt = f.FollowedAt.UTC(); return f.ID },
		c.Now(), in.Campaign)
}
