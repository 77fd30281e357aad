// Package post is the rules of what members write for one another in the feed, in their own name or in that of a page.
package post

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/personal"
)

// Category of the streams, one a post.
const Category = "post"

// MaxText is the limit of a post's words, in characters.
const MaxText = 5000

// MaxReason is the limit of why a moderator removes one, in characters.
const MaxReason = 500

// Event is what happened to a post.
//
//sumtype:decl
type Event interface{ postEvent() }

// Words are what a post says.
type Words struct {
	Author ident.ID      `json:"author"` // the subject of the member whose words they are
	Text   personal.Text `json:"text" personal:"author"`
	Lang   string        `json:"lang"` // BCP 47 tag of the words
}

// Posted shows a post to all members.
type Posted struct {
	Post   ident.ID `json:"post"`
	Member ident.ID `json:"member"` // who wrote it
	Words
	At time.Time `json:"at"`
}

// Published shows a post of a page's to all members. The words are those of whoever published them: they go with them.
type Published struct {
	Post   ident.ID `json:"post"`
	Page   ident.ID `json:"page"`   // as which it is shown
	Member ident.ID `json:"member"` // who published it, which readers are not told
	Words
	At time.Time `json:"at"`
}

// Shared has a post show another below its words, which is none that shares itself. It stands right after the post. What the
// other says is read where it is: when it is deleted, nothing of it is left here.
type Shared struct {
	Post     ident.ID  `json:"post"`
	Original ident.ID  `json:"original"` // the post that it shows
	At       time.Time `json:"at"`
}

// Edited replaces what a post says. The words of a page's post stay under the key of whoever published it, whoever edits them.
type Edited struct {
	Post ident.ID `json:"post"`
	Words
	At time.Time `json:"at"`
}

// Deleted takes a post out of the feed for good.
type Deleted struct {
	Post ident.ID  `json:"post"`
	At   time.Time `json:"at"`
}

// Removed says that a moderator took a post out of the feed for good.
type Removed struct {
	Post   ident.ID      `json:"post"`
	Member ident.ID      `json:"member"` // who wrote it
	Author ident.ID      `json:"author"` // their subject
	Reason personal.Text `json:"reason" personal:"author"`
	By     ident.ID      `json:"by"` // the moderator
	At     time.Time     `json:"at"`
}

func (Posted) postEvent()     {}
func (Published) postEvent()  {}
func (FilesShown) postEvent() {}
func (Shared) postEvent()     {}
func (Edited) postEvent()     {}
func (Deleted) postEvent()    {}
func (Removed) postEvent()    {}

// State is what the rules need to know of a post.
type State struct {
	Member   ident.ID  // who wrote it; nil before the post
	Page     ident.ID  // whose post it is; nil: the member's own
	Original ident.ID  // the post that it shares; nil: none
	Uploads  []string  // that it shows; none of them is shown once the post is deleted
	Deleted  bool      // by its author, or by a moderator
	Said     time.Time // when its words changed last
}

// Decider folds the events of a post into its state.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve: func(s State, e Event) State {
		switch e := e.(type) {
		case Posted:
			s.Member, s.Said = e.Member, e.At
		case Published:
			s.Member, s.Page, s.Said = e.Member, e.Page, e.At
		case FilesShown:
			s.Uploads = uploads(e.Files)
		case Shared:
			s.Original = e.Original
		case Edited:
			s.Said = e.At
		case Deleted, Removed:
			s.Deleted, s.Uploads = true, nil
		}
		return s
	},
}

var (
	// ErrNotFound refuses a post that there is none of, or that was deleted.
	ErrNotFound = domain.Refuse(domain.NotFound, "post_not_found", "there is no such post")
	// ErrNotYours refuses to change what somebody else wrote.
	ErrNotYours = domain.Refuse(domain.Forbidden, "not_post_author", "somebody else wrote this")
	// ErrChanged refuses to replace words that whoever changes them has not read.
	ErrChanged = domain.Refuse(domain.Stale, "post_changed", "somebody changed the post since you read it")
)

// Shown refuses a post that is not there, or not any more.
func (s State) Shown() error {
	if s.Member.IsNil() || s.Deleted {
		return ErrNotFound
	}
	return nil
}

// of tells whether a post is a member's own or, where it is a page's, that of the page.
func (s State) of(member, page ident.ID) bool {
	if s.Page.IsNil() {
		return s.Member == member
	}
	return s.Page == page
}

// by refuses everybody but the author of a post that is shown or, where it is a page's, those who edit the page.
func (s State) by(member, page ident.ID) error {
	if err := s.Shown(); err != nil {
		return err
	}
	if !s.of(member, page) {
		return ErrNotYours
	}
	return nil
}

// Writing is what somebody writes.
type Writing struct {
	Author     ident.ID // their subject
	Text, Lang string
}

// words refuses too many of them, and none where nothing else is shown.
func (w Writing) words(beside bool) (Words, error) {
	text := strings.TrimSpace(w.Text)
	switch {
	case text == "" && !beside:
		return Words{}, domain.RefuseField("text", "post_empty", "there is nothing to show")
	case utf8.RuneCountInString(text) > MaxText:
		return Words{}, domain.RefuseField("text", "too_long", "this is too long").With("max", MaxText)
	}
	return Words{w.Author, personal.Plain(text), w.Lang}, nil
}

// Write shows a post to all members, as the member's own or as a page's.
type Write struct {
	Post, Member ident.ID
	Page         ident.ID // as which it is shown, where the caller has made sure that the member edits it; nil: their own
	Writing
	Files    []File   // in the order in which they are shown; the caller has made sure that they are the member's
	Original ident.ID // the post that it shares, where the caller has made sure that it is shown and shares none; nil: none
	Now      time.Time
}

// Decide refuses what Writing and Files do; a post that is there is not written again.
func (c Write) Decide(s State) ([]Event, error) {
	if !s.Member.IsNil() {
		return nil, domain.Refuse(domain.Closed, "post_exists", "the post was written already")
	}
	words, err := c.words(len(c.Files) > 0 || !c.Original.IsNil())
	if err != nil {
		return nil, err
	}
	if err := CheckFiles(c.Files); err != nil {
		return nil, err
	}
	all := []Event{Posted{c.Post, c.Member, words, c.Now}}
	if !c.Page.IsNil() {
		all[0] = Published{c.Post, c.Page, c.Member, words, c.Now}
	}
	if len(c.Files) > 0 {
		all = append(all, FilesShown{c.Post, c.Author, c.Files, c.Now})
	}
	if !c.Original.IsNil() {
		all = append(all, Shared{c.Post, c.Original, c.Now})
	}
	return all, nil
}

// Edit replaces what a post says.
type Edit struct {
	Post, Member ident.ID
	Page         ident.ID  // the post's, where the caller has made sure that the member edits it
	Writing                // under the key of whoever wrote the post, whoever edits it
	BuildsOn     time.Time // when the words that they read were said, to the microsecond; zero: they did not tell
	Now          time.Time
}

// Decide refuses everybody but the author, or those who edit the post's page, to replace words that they have not read, and what
// Writing does.
func (c Edit) Decide(s State) ([]Event, error) {
	if err := s.by(c.Member, c.Page); err != nil {
		return nil, err
	}
	if !domain.IsNewest(c.BuildsOn, s.Said) {
		return nil, ErrChanged
	}
	c.Author = member.SubjectOf(s.Member)
	words, err := c.words(len(s.Uploads) > 0 || !s.Original.IsNil())
	if err != nil {
		return nil, err
	}
	return []Event{Edited{c.Post, words, c.Now}}, nil
}

// Delete takes a post out of the feed for good.
type Delete struct {
	Post, Member ident.ID
	Page         ident.ID // the post's, where the caller has made sure that the member edits it
	Now          time.Time
}

// Decide changes nothing where the author, or the page, deleted it before.
func (c Delete) Decide(s State) ([]Event, error) {
	if s.Deleted && s.of(c.Member, c.Page) {
		return nil, nil
	}
	if err := s.by(c.Member, c.Page); err != nil {
		return nil, err
	}
	return []Event{Deleted{c.Post, c.Now}}, nil
}

// Remove takes a post out of the feed for good. The caller has checked that By is a moderator.
type Remove struct {
	Post   ident.ID
	Author ident.ID // the subject of whoever wrote it
	By     ident.ID
	Reason string
	Now    time.Time
}

// Decide refuses a post that is not there, and to say nothing.
func (c Remove) Decide(s State) ([]Event, error) {
	if err := s.Shown(); err != nil {
		return nil, err
	}
	text := strings.TrimSpace(c.Reason)
	switch n := utf8.RuneCountInString(text); {
	case n == 0:
		return nil, domain.RefuseField("reason", "removal_reason_required", "say why: the author is shown it")
	case n > MaxReason:
		return nil, domain.RefuseField("reason", "too_long", "this is too long").With("max", MaxReason)
	}
	return []Event{Removed{c.Post, s.Member, c.Author, personal.Plain(text), c.By, c.Now}}, nil
}

// Drop deletes the post of somebody who is erased.
type Drop struct {
	Post ident.ID
	Now  time.Time
}

// Decide changes nothing where there is nothing to delete.
func (c Drop) Decide(s State) ([]Event, error) {
	if s.Member.IsNil() || s.Deleted {
		return nil, nil
	}
	return []Event{Deleted{c.Post, c.Now}}, nil
}
