package campaigns

import (
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// In the queries over campaigns c is the campaign, p its progress, m its owner, g the page in whose name it goes, and $1 the moment "now": a campaign
// whose end has come is completed, whether or not the timer has said so yet. Gifts are counted by the hour: the hour in
// which a window for what is popular begins belongs to it. What is trending is told to the instant: the hour in which its 72
// hours begin counts only where the last gift came within them.
const (
	cardColumns = `c.id, c.slug, c.title, c.description, c.lang, c.category,
	CASE WHEN c.ends_at <= $1 AND c.status IN ('active', 'paused') THEN 'completed' ELSE c.status END AS status,
	c.location, c.owner AS "organizer.id", coalesce(g.name, m.name, '') AS "organizer.name",
	coalesce(g.id, {nobody}) AS "organizer.page",
	g.verified_at IS NOT NULL AS "organizer.verified", ` + readmodel.ShownResources + ` AS resources, c.currency,
	coalesce(p.raised, 0) AS raised_amount, ` + readmodel.ShownGoal + ` AS goal_amount, c.time_goal AS time_goal_minutes,
	coalesce(p.minutes_confirmed, 0) AS minutes_confirmed, coalesce(p.minutes_pledged, 0) AS minutes_pledged,
	c.items_goal, coalesce(p.items_received, 0) AS items_received, coalesce(p.items_pledged, 0) AS items_pledged,
	coalesce(p.supporters, 0) AS supporters, coalesce(p.gifts, 0) AS gifts, c.ends_at, c.end_date, c.launched_at,
	c.featured, ` + readmodel.IsUrgent + ` AS urgent, ` + trendingSQL + ` AS trending,
	` + readmodel.PhotoAddress + ` AS photo, c.photo_blur`

	trendingSQL = `EXISTS (SELECT FROM {campaign_hours} h
		WHERE h.campaign = c.id AND h.hour > $1::timestamptz - interval '73 hours' AND h.gifts > 0
			AND (h.hour > $1::timestamptz - interval '72 hours' OR p.last_gift_at > $1::timestamptz - interval '72 hours'))`

	cardSource = `{campaigns} c
	LEFT JOIN {campaign_progress} p ON p.campaign = c.id
	LEFT JOIN {members} m ON m.id = c.owner
	` + readmodel.InNameOf
)

// public is a campaign that everybody may see.
const public = readmodel.IsPublic

// normalize fills in what the row does not say.
func (c *CampaignCard) normalize() {
	if c.Resources == nil {
		c.Resources = []string{}
	}
	c.LaunchedAt = c.LaunchedAt.UTC()
	read.UTC(&c.EndsAt)
}

// cardsByID gives campaigns as lists show them; one that does not exist is left out.
// So is one that never was public: lists are told of those that were taken off them.
var cardsByID = read.SQL(`SELECT ` + cardColumns + ` FROM ` + cardSource + ` WHERE c.id = ANY ($2::text[]::uuid[])
	AND (` + public + ` OR c.status IN ('cancelled', 'suspended'))`)

// cards are the cards that are pushed.
func cards(c *read.Call, keys []string) (map[string]any, error) {
	found, err := read.Rows(c, cardsByID, scanCard, c.Now(), keys)
	out := make(map[string]any, len(found))
	for _, card := range found {
		out[card.ID.String()] = card
	}
	return out, err
}

var scanCard = rowscan.Then((*CampaignCard).normalize)
