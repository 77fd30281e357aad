package campaign

import (
	"time"

	"github.com/callup/callup/domain/ident"
)

// TakeOutMedia shows a photograph or a video no more, also where the campaign is suspended or over.
type TakeOutMedia struct {
	Actor        ident.ID
	Photo, Video bool
	Shown        Media // what it shows now: the caller opened it
	Now          time.Time
}

// left is what it shows then.
func (c TakeOutMedia) left() Media {
	left := c.Shown
	if c.Photo {
		left.Photo = ""
	}
	if c.Video {
		left.Video = ""
	}
	return left.tidy()
}

// Decide refuses others than the owner. Taking out what is not there changes nothing.
func (c TakeOutMedia) Decide(s State) ([]Event, error) {
	if err := s.owned(c.Actor); err != nil {
		return nil, err
	}
	return c.left().shown(s.ID, s.Subject, c.Shown, c.Now), nil
}
