package campaigns

import (
	"context"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Seen is what there is to see of a campaign: figures that everybody is shown, and how far its news go. Two of them say exactly
// what changed between, whatever the clocks said and in whatever order the tables were written.
type Seen struct {
	Status     string    `json:"status"`
	Raised     int64     `json:"raised"` // minor units of the campaign's currency
	Supporters int64     `json:"supporters"`
	Minutes    int64     `json:"minutes"`       // confirmed
	Items      int64     `json:"items"`         // received
	Update     time.Time `json:"update" db:"-"` // when the latest that the member may read was posted
	Change     int64     `json:"change"`        // the number of the last
	Marks      [3]int64  `json:"marks" db:"-"`  // the milestones of money, time and things, in percent
}

// Present is a campaign as a member who supports or follows it sees it.
type Present struct {
	Seen

	Currency money.Currency `db:"currency"`
	Goals    [3]int64       // of money, time and things, as Marks
	Member   ident.ID       `db:"-"`
}

// Since is what changed of a campaign since a visit.
type Since struct {
	Visit       *time.Time     `json:"visit,omitempty" doc:"When the visit before this one ended; absent where there was none, and nothing is told"`
	Currency    money.Currency `json:"currency" enum:",EUR,USD,GBP" doc:"Of raised; empty without a visit"`
	Raised      int64          `json:"raised" doc:"How much more there is, in minor units; less than 0 where more went back than came"`
	Supporters  int64          `json:"supporters" doc:"How many more there are; may be less than 0"`
	Minutes     int64          `json:"minutes" doc:"Of work that was confirmed; may be less than 0"`
	Items       int64          `json:"items" doc:"Things that were received; may be less than 0"`
	Status      string         `json:"status" enum:",active,paused,completed" doc:"What it is now, if it was something else; empty where that has not changed"`
	Milestones  []Milestone    `json:"milestones" doc:"The highest that was reached of each kind, where the campaign is still that far"`
	Updates     []NewUpdate    `json:"updates" doc:"The latest, at most three"`
	UpdateCount int64          `json:"update_count"`
	Changes     []Change       `json:"changes" doc:"What the campaign asks for otherwise, the newest first, at most a hundred"`
}

// Milestone is a share of what a campaign asks for that it came to.
type Milestone struct {
	Need    string `json:"need" enum:"money,time,materials"`
	Percent int64  `json:"percent"`
}

// NewUpdate is the title of an update.
type NewUpdate struct {
	ID       ident.ID  `json:"id" format:"uuid"`
	Title    string    `json:"title"`
	Lang     string    `json:"lang" doc:"BCP 47 tag of the title"`
	PostedAt time.Time `json:"posted_at"`
}

// presentNow is the campaign $1 at the moment $2 as the viewer sees it: no row unless it is public, and they support or
// follow it, and do not run it.
var presentNow = read.SQL(`SELECT
	CASE WHEN c.ends_at <= $2 AND c.status IN ('active', 'paused') THEN 'completed' ELSE c.status END AS status,
	c.currency, coalesce(p.raised, 0) AS raised, coalesce(p.supporters, 0) AS supporters,
	coalesce(p.minutes_confirmed, 0) AS minutes, coalesce(p.items_received, 0) AS items,
	(SELECT max(u.posted_at) FROM {campaign_updates:readable} u WHERE u.campaign = c.id) AS latest,
	c.changes AS change,
	ARRAY[coalesce(l.money_mark, 0), coalesce(l.time_mark, 0), coalesce(l.things_mark, 0)] AS marks,
	ARRAY[coalesce(l.goal, 0), c.time_goal, c.items_goal] AS goals
	FROM {campaigns} c
		LEFT JOIN {campaign_progress} p ON p.campaign = c.id
		LEFT JOIN {campaign_listings} l ON l.campaign = c.id
	WHERE c.id = $1 AND ` + readmodel.IsPublic + ` AND NOT ` + readmodel.IsRun + ` AND (
		EXISTS (SELECT FROM {notification_supports} n WHERE n.campaign = c.id AND n.member = {viewer}
			AND (n.gifts > 0 OR n.pledges > 0))
		OR EXISTS (SELECT FROM {campaign_followers:own} f WHERE f.campaign = c.id))`)

var (
	newUpdates = read.SQL(`SELECT u.id, u.title, u.lang, u.posted_at, count(*) OVER () AS count FROM {campaign_updates:readable} u
		WHERE u.campaign = $1 AND u.posted_at > $2 ORDER BY u.posted_at DESC, u.id LIMIT 3`)
	newChanges = read.SQL(`SELECT ` + changeColumns + `
		FROM {campaign_changes} h WHERE h.campaign = $1 AND h.number > $2 ORDER BY h.number DESC LIMIT 100`)
)

// presentRow is a campaign with what becomes a moment and two arrays of it.
type presentRow struct {
	Present
	Latest *time.Time `db:"latest"`
	Marks  []int64    `db:"marks"`
	Goals  []int64    `db:"goals"`
}

// PresentTo is a campaign as a member sees it now. known is false where it is not public, or they neither support nor follow it,
// or run it: they are told nothing of what changed.
func PresentTo(ctx context.Context, s *read.Service, member, campaign ident.ID, at time.Time) (p Present, known bool, err error) {
	all, err := read.Look(ctx, s, presentNow, read.Viewer{Member: member}, rowscan.Row[presentRow], campaign, at)
	if err != nil || len(all) == 0 {
		return p, false, err
	}
	row := all[0]
	p = row.Present
	p.Member = member
	if row.Latest != nil {
		p.Update = row.Latest.UTC()
	}
	copy(p.Marks[:], row.Marks)
	copy(p.Goals[:], row.Goals)
	return p, true, nil
}

// newUpdateRow is a new update with how many there are.
type newUpdateRow struct {
	NewUpdate
	Count int64 `db:"count"`
}

// SinceVisit is what changed of a campaign since it was seen.
func SinceVisit(ctx context.Context, s *read.Service, campaign ident.ID, now Present, then Seen, at time.Time) (Since, error) {
	out := Since{
		Visit: &at, Currency: now.Currency, Raised: now.Raised - then.Raised, Supporters: now.Supporters - then.Supporters,
		Minutes: now.Minutes - then.Minutes, Items: now.Items - then.Items,
		Milestones: []Milestone{}, Updates: []NewUpdate{}, Changes: []Change{},
	}
	if now.Status != then.Status {
		out.Status = now.Status
	}
	for i, need := range []string{readmodel.ContributionMoney, readmodel.ContributionTime, readmodel.ContributionMaterials} {
		has := []int64{now.Raised, now.Minutes, now.Items}[i]
		if now.Marks[i] > then.Marks[i] && now.Goals[i] > 0 && has*100 >= now.Marks[i]*now.Goals[i] {
			out.Milestones = append(out.Milestones, Milestone{need, now.Marks[i]})
		}
	}
	var err error
	if now.Update.After(then.Update) {
		updates, err := read.Look(ctx, s, newUpdates, read.Viewer{Member: now.Member}, rowscan.Row[newUpdateRow], campaign, then.Update)
		if err != nil {
			return out, err
		}
		for _, u := range updates {
			u.PostedAt = u.PostedAt.UTC()
			out.Updates, out.UpdateCount = append(out.Updates, u.NewUpdate), u.Count
		}
	}
	if now.Change > then.Change {
		out.Changes, err = read.Look(ctx, s, newChanges, read.Viewer{}, scanChange, campaign, then.Change)
	}
	return out, err
}
