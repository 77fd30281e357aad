package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
)

// Tables of this area.
const (
	CampaignTeam        = "campaign_team"
	CampaignInvitations = "campaign_invitations"
)

// TeamMember is a member who runs a campaign: its owner, or a co-organizer.
type TeamMember struct {
	Member    ident.ID   `db:"member"`
	Campaign  ident.ID   `db:"campaign"`
	Subject   ident.ID   `db:"subject"` // the member's
	Owner     bool       `db:"owns"`
	Since     time.Time  `db:"since"`
	OfferedAt *time.Time `db:"offered_at"` // when the owner offered the campaign to them; nil where they did not
}

// Invitation waits for whoever has an address to run a campaign. One that is over stays, so that they hear of that.
type Invitation struct {
	ID        ident.ID  `db:"id"`
	Campaign  ident.ID  `db:"campaign"`
	Invitee   ident.ID  `db:"invitee"` // the subject of whoever has the address
	Email     string    `db:"email"`   // as it was written; empty once it is over
	Address   string    `db:"address"` // the same in lower case, to be found by
	InvitedAt time.Time `db:"invited_at"`
	Over      bool      `db:"over"` // answered, or taken back
}

// TakesTeam is the condition that d, a campaign, may get a co-organizer or another owner: invitations to one that was cancelled,
// or never becomes public, can't be accepted and are shown to nobody.
const TakesTeam = `d.status NOT IN ('cancelled', 'rejected', 'withdrawn')`

// IsRun is the condition that the viewer runs c, a campaign.
const IsRun = `EXISTS (SELECT FROM {campaign_team:own} r WHERE r.campaign = c.id)`

// StatusIfHidden is SQL for the status of c, a campaign, where the viewer may not read it; empty where they may.
const StatusIfHidden = `CASE WHEN EXISTS (SELECT FROM {campaigns:readable} v WHERE v.id = c.id) THEN '' ELSE c.status END`
