package campaign

import (
	"errors"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

// SlugDecider folds the stream of one slug into the campaign that holds it; none while the slug is free.
var SlugDecider = domain.Decider[ident.ID, SlugEvent]{
	Category: SlugCategory,
	Initial:  func() ident.ID { return ident.Nil },
	Evolve: func(_ ident.ID, e SlugEvent) ident.ID {
		switch e := e.(type) {
		case SlugReserved:
			return e.Campaign
		case SlugReleased:
		}
		return ident.Nil
	},
}

// ErrSlugTaken tells that another campaign holds a slug: the next one is tried.
var ErrSlugTaken = errors.New("another campaign holds the slug")

// ReserveSlug gives a free slug to a campaign.
type ReserveSlug struct {
	Campaign, Subject ident.ID
	Slug              string
}

// Decide changes nothing when the campaign holds the slug already. Error: ErrSlugTaken.
func (c ReserveSlug) Decide(holder ident.ID) ([]SlugEvent, error) {
	switch holder {
	case ident.Nil:
		return []SlugEvent{SlugReserved{Campaign: c.Campaign, Subject: c.Subject, Slug: plainText(c.Slug)}}, nil
	case c.Campaign:
		return nil, nil
	}
	return nil, ErrSlugTaken
}

// ReleaseSlug takes a slug back from a campaign. The caller has made sure that this campaign never will be launched
// under it.
type ReleaseSlug struct {
	Campaign ident.ID
	Now      time.Time
}

// Decide leaves a slug alone that the campaign does not hold.
func (c ReleaseSlug) Decide(holder ident.ID) ([]SlugEvent, error) {
	if holder != c.Campaign || holder.IsNil() {
		return nil, nil
	}
	return []SlugEvent{SlugReleased{Campaign: c.Campaign, At: c.Now}}, nil
}
