package campaign

import (
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

// PageSet says in whose name a campaign, or a draft of one, goes: a page's, or its owner's. Who runs it stays the same.
type PageSet struct {
	Campaign ident.ID  `json:"campaign"`
	Page     ident.ID  `json:"page,omitzero"` // nil: in its owner's own name
	By       ident.ID  `json:"by"`            // the campaign's owner
	At       time.Time `json:"at"`
}

// PageTakenOff says that the owner of a page does not want a campaign to go in the page's name any more.
type PageTakenOff struct {
	Campaign ident.ID  `json:"campaign"`
	Page     ident.ID  `json:"page"`
	By       ident.ID  `json:"by"` // the page's owner
	At       time.Time `json:"at"`
}

func (PageSet) campaignEvent()      {}
func (PageTakenOff) campaignEvent() {}

// The refusals about the page in whose name a campaign goes.
var (
	// ErrPage refuses a page that is closed, or that the campaign's owner neither owns nor edits: the caller looks.
	ErrPage = domain.RefuseField("page_id", "page_not_available", "you do not run or edit such a page")
	// ErrPageFixed refuses another page than the one that people have seen.
	ErrPageFixed = domain.RefuseField("page_id", "page_fixed", "a public campaign comes to no other page")
	ErrNotOfPage = domain.Refuse(domain.NotFound, "campaign_not_of_page", "the campaign does not go in the name of your page")
)

// named is the event that a campaign goes in another name than before, if it does.
func (s State) named(campaign, page, by ident.ID, now time.Time) []Event {
	if s.Page == page {
		return nil
	}
	return []Event{PageSet{Campaign: campaign, Page: page, By: by, At: now}}
}

// TakeOffPage has a campaign go in its owner's name. The caller has checked that By owns the page.
type TakeOffPage struct {
	Page, By ident.ID
	Now      time.Time
}

// Decide refuses a campaign that does not go in the page's name.
func (c TakeOffPage) Decide(s State) ([]Event, error) {
	if !s.Exists() || c.Page.IsNil() || s.Page != c.Page {
		return nil, ErrNotOfPage
	}
	return []Event{PageTakenOff{Campaign: s.ID, Page: c.Page, By: c.By, At: c.Now}}, nil
}
