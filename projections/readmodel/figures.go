package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
)

// CampaignFigures is the table of what moved campaigns' figures, and when.
const CampaignFigures = "campaign_figures"

// FigureSlot is how finely time is kept there: every time zone's days begin with one.
const FigureSlot = 15 * time.Minute

// CampaignFigure is by how much a campaign's figures moved within one FigureSlot. What went back counts against the slot in
// which it did. All slots of a campaign come to what campaign_progress says.
type CampaignFigure struct {
	Campaign ident.ID  `db:"campaign"`
	Slot     time.Time `db:"slot"`    // its beginning, UTC
	Raised   int64     `db:"raised"`  // minor units of the campaign's currency
	Gifts    int64     `db:"gifts"`   // completed, less those that went back whole
	Minutes  int64     `db:"minutes"` // confirmed
	Items    int64     `db:"items"`   // received, of what the campaign asks for
}
