package campaign

import (
	"strings"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Media is what a campaign shows besides its words. A photograph and a video are named by their uploads, empty without one.
type Media struct {
	Photo     string
	PhotoBlur string // what stands in pages until the photograph is loaded: a data: address
	PhotoAlt  string // what it shows, in the words of the owner; may be empty
	Video     string
}

func (m Media) tidy() Media {
	m.PhotoAlt = strings.TrimSpace(m.PhotoAlt)
	if m.Photo == "" {
		m.PhotoBlur, m.PhotoAlt = "", ""
	}
	return m
}

// shown is the event that a campaign shows other media than before, if it does.
func (m Media) shown(campaign, subject ident.ID, before Media, now time.Time) []Event {
	if m = m.tidy(); m == before {
		return nil
	}
	return []Event{MediaShown{
		Campaign: campaign, Subject: subject, Photo: personal.Plain(m.Photo), PhotoBlur: personal.Plain(m.PhotoBlur),
		PhotoAlt: personal.Plain(m.PhotoAlt), Video: personal.Plain(m.Video), At: now,
	}}
}

// Media is what an event that was opened says that a campaign shows, or that a draft keeps.
func (e MediaShown) Media() Media {
	return Media{Photo: e.Photo.String(), PhotoBlur: e.PhotoBlur.String(), PhotoAlt: e.PhotoAlt.String(), Video: e.Video.String()}
}

func (m Media) check() domain.Refusals {
	if chars(m.PhotoAlt) > MaxAlt {
		return domain.Refusals{domain.RefuseField("photo_alt", "too_long", "this is too long").With("max", MaxAlt)}
	}
	return nil
}

// Shows tells whether an upload is among them.
func (m Media) Shows(upload string) bool {
	return upload != "" && (m.Photo == upload || m.Video == upload)
}

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
