package readapi

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
)

// CardTables are the tables a card is made of.
var CardTables = []string{readmodel.Campaigns, readmodel.Progress, readmodel.ProgressHours, readmodel.Members}

// In the queries over campaigns c is the campaign, p its progress, m its organizer, and $1 the moment "now": a campaign
// whose end has come is completed, whether or not the timer has said so yet. Gifts are counted by the hour, so the hour
// a window begins in belongs to it.
const (
	cardColumns = `c.id, c.slug, c.title, c.description, c.lang, c.category,
	CASE WHEN c.ends_at <= $1 THEN 'completed' ELSE c.status END,
	c.location, c.owner, coalesce(m.name, ''), c.resources, c.currency, coalesce(p.raised, 0), c.goal, c.time_goal,
	c.items_goal, coalesce(p.supporters, 0), coalesce(p.gifts, 0), c.ends_at, c.end_date, c.launched_at, c.featured, ` + trendingSQL

	trendingSQL = `EXISTS (SELECT FROM {campaign_hours} h
		WHERE h.campaign = c.id AND h.hour > $1::timestamptz - interval '73 hours' AND h.gifts > 0)`

	cardSource = `{campaigns} c
	LEFT JOIN {campaign_progress} p ON p.campaign = c.id
	LEFT JOIN {members} m ON m.id = c.owner`
)

// targets are where cardColumns go.
func (c *Card) targets() []any {
	return []any{
		&c.ID, &c.Slug, &c.Title, &c.Description, &c.Lang, &c.Category, &c.Status, &c.Location, &c.Organizer.ID, &c.Organizer.Name,
		&c.Resources, &c.Currency, &c.RaisedAmount, &c.GoalAmount, &c.TimeGoalMinutes, &c.ItemsGoal, &c.Supporters, &c.Gifts,
		&c.EndsAt, &c.EndDate, &c.LaunchedAt, &c.Featured, &c.Trending,
	}
}

// settle fills in what the row does not say.
func (c *Card) settle() {
	if c.Resources == nil {
		c.Resources = []string{}
	}
	c.LaunchedAt = c.LaunchedAt.UTC()
	utc(&c.EndsAt)
}

func utc(t **time.Time) {
	if *t != nil {
		u := (*t).UTC()
		*t = &u
	}
}

func scanCard(row pgx.CollectableRow) (Card, error) {
	var c Card
	err := row.Scan(c.targets()...)
	c.settle()
	return c, err
}

// Cards gives campaigns as lists show them, in the order asked for; one that does not exist is left out.
func (s *Service) Cards(ctx context.Context, ids []ident.ID) ([]Card, error) {
	return query(ctx, s, "cards", `SELECT `+cardColumns+`
		FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted(id, n) JOIN `+cardSource+` ON c.id = wanted.id ORDER BY wanted.n`,
		scanCard, s.c.Clock(), ids)
}
