package readapi_test

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// bellList is what members read of their notices.
type bellList struct {
	Items  []bellItem `json:"items"`
	Next   string     `json:"next"`
	Total  int64      `json:"total"`
	More   bool       `json:"more"`
	Unread int64      `json:"unread"`
}

// bellItem is a notice of any kind: what its kind does not say is empty.
type bellItem struct {
	ID            ident.ID       `json:"id"`
	Kind          string         `json:"kind"`
	What          string         `json:"what"`
	At            time.Time      `json:"at"`
	CampaignID    ident.ID       `json:"campaign_id"`
	CampaignSlug  string         `json:"campaign_slug"`
	CampaignTitle string         `json:"campaign_title"`
	Own           bool           `json:"own"`
	DonationID    ident.ID       `json:"donation_id"`
	Giver         string         `json:"giver"`
	PledgeStep    string         `json:"pledge_step"`
	Minutes       int64          `json:"minutes"`
	Quantity      int64          `json:"quantity"`
	Amount        int64          `json:"amount"`
	Currency      money.Currency `json:"currency"`
	EndReason     string         `json:"end_reason"`
	Decision      string         `json:"decision"`
	News          string         `json:"news"`
	ShiftStep     string         `json:"shift_step"`
	ShiftStarts   *time.Time     `json:"shift_starts"`
	ShiftZone     string         `json:"shift_zone"`
	SubjectTitle  string         `json:"subject_title"`
	TeamChange    string         `json:"team_change"`
	PageID        ident.ID       `json:"page_id"`
	PageName      string         `json:"page_name"`
	Outcome       string         `json:"outcome"`
	On            string         `json:"on"`
	PostID        ident.ID       `json:"post_id"`
	Reason        string         `json:"reason"`
	ThreadStep    string         `json:"thread_step"`
	Others        int64          `json:"others"`
	New           bool           `json:"new"`
	Returned      string         `json:"returned"`
}
