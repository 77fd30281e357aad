package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
)

// CampaignFollowers is the table of who follows which campaign.
const CampaignFollowers = "campaign_followers"

// CampaignFollower says that a member follows a campaign.
type CampaignFollower struct {
	Member     ident.ID  `db:"member"`
	Campaign   ident.ID  `db:"campaign"`
	Subject    ident.ID  `db:"subject"` // the member's
	FollowedAt time.Time `db:"followed_at"`
}
