package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
)

// CampaignUpdates is the table of what is posted on campaigns' pages.
const CampaignUpdates = "campaign_updates"

// CampaignUpdate is an update of a campaign that is on its page.
type CampaignUpdate struct {
	Campaign  ident.ID   `db:"campaign"`
	ID        ident.ID   `db:"id"`
	Author    ident.ID   `db:"author"` // the subject of whoever wrote the words
	Member    ident.ID   `db:"member"` // who posted it
	Title     string     `db:"title"`
	Text      string     `db:"text"`
	Lang      string     `db:"lang"`
	Audience  string     `db:"audience"` // a campaignupdate.Audience
	Pinned    bool       `db:"pinned"`
	PostedAt  time.Time  `db:"posted_at"`
	RevisedAt *time.Time `db:"revised_at"`
}
