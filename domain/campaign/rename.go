package campaign

import (
	"slices"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Renamed gives a campaign another slug. Those it had before go on leading to it.
type Renamed struct {
	Campaign ident.ID      `json:"campaign"`
	Subject  ident.ID      `json:"subject"`
	Slug     personal.Text `json:"slug" personal:"subject"`
	Stream   ident.ID      `json:"stream"` // that reserves the slug
	At       time.Time     `json:"at"`
}

func (Renamed) campaignEvent() {}

// Bears tells whether the campaign was renamed to the slug that a stream reserves.
func (s State) Bears(slug ident.ID) bool { return slices.Contains(s.Slugs, slug) }

// GiveUpSlug gives a slug up that was reserved for a renaming which was cut off, so that it can go to others.
type GiveUpSlug struct {
	Campaign ident.ID
	Slug     ident.ID // of the stream that reserves it
	Now      time.Time
}

// Decide leaves a slug alone that the campaign was renamed to, and one that it gave up before.
func (c GiveUpSlug) Decide(s State) ([]Event, error) {
	if s.Bears(c.Slug) || s.GaveUp(c.Slug) {
		return nil, nil
	}
	return []Event{SlugGivenUp{Campaign: c.Campaign, Slug: c.Slug, At: c.Now}}, nil
}
