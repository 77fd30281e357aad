package campaigns

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/readapi/read"
)

// Change is something that a campaign asks for otherwise than when its first gift was paid.
type Change struct {
	ID        ident.ID       `json:"id" format:"uuid"`
	At        time.Time      `json:"at"`
	What      string         `json:"what" enum:"goal,time_goal,end_date,beneficiary"`
	Currency  money.Currency `json:"currency" enum:",EUR,USD,GBP" doc:"Of a goal of money; empty for everything else"`
	Before    int64          `json:"before" doc:"Of a goal: minor units of currency; of a goal of time: minutes; 0 for everything else"`
	After     int64          `json:"after"`
	DayBefore string         `json:"day_before" doc:"Of an end date: ISO 8601 day; empty without deadline, and for everything else"`
	DayAfter  string         `json:"day_after"`
}

const changeColumns = `h.id, h.at, h.what, h.currency, h.before, h.after, h.day_before, h.day_after`

var changesNewest = read.SQL(`SELECT ` + changeColumns + `
	FROM {campaign_changes} h WHERE h.campaign = $1 ORDER BY h.number DESC LIMIT 100`)

// changes are the last hundred of a campaign, the newest first.
func changes(c *read.Call, campaign ident.ID) ([]Change, error) {
	return read.Rows(c, changesNewest, scanChange, campaign)
}

var scanChange = rowscan.Then(func(h *Change) { h.At = h.At.UTC() })
