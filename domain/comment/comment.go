// Package comment is the rules of what members write below a post, and below one another's comments, one level deep.
package comment

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Category of the streams, one a comment.
const Category = "comment"

// MaxText is the limit of a comment's words, in characters.
const MaxText = 2000

// MaxReason is the limit of why a moderator removes one, in characters.
const MaxReason = 500

// Event is what happened to a comment.
//
//sumtype:decl
type Event interface{ commentEvent() }

// Words are what a comment says.
type Words struct {
	Author ident.ID      `json:"author"` // the subject of the member whose words they are
	Text   personal.Text `json:"text" personal:"author"`
	Lang   string        `json:"lang"` // BCP 47 tag of the words
}

// Written puts a comment below a post.
type Written struct {
	Comment ident.ID `json:"comment"`
	Post    ident.ID `json:"post"`
	Parent  ident.ID `json:"parent,omitzero"` // the comment to which it replies, none of which is a reply
	Member  ident.ID `json:"member"`          // who wrote it
	Words
	At time.Time `json:"at"`
}

// Edited replaces what a comment says.
type Edited struct {
	Comment ident.ID `json:"comment"`
	Words
	At time.Time `json:"at"`
}

// Deleted takes back what a comment says for good.
type Deleted struct {
	Comment ident.ID  `json:"comment"`
	Post    ident.ID  `json:"post"`
	At      time.Time `json:"at"`
}

// Removed says that a moderator took away what a comment says for good.
type Removed struct {
	Comment ident.ID      `json:"comment"`
	Post    ident.ID      `json:"post"`
	Member  ident.ID      `json:"member"` // who wrote it
	Author  ident.ID      `json:"author"` // their subject
	Reason  personal.Text `json:"reason" personal:"author"`
	By      ident.ID      `json:"by"` // the moderator
	At      time.Time     `json:"at"`
}

func (Written) commentEvent() {}
func (Edited) commentEvent()  {}
func (Deleted) commentEvent() {}
func (Removed) commentEvent() {}

// State is what the rules need to know of a comment.
type State struct {
	Post, Parent ident.ID
	Member       ident.ID // who wrote it; nil before the comment
	Deleted      bool     // by its author, or by a moderator
}

// Decider folds the events of a comment into its state.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve: func(s State, e Event) State {
		switch e := e.(type) {
		case Written:
			return State{Post: e.Post, Parent: e.Parent, Member: e.Member}
		case Edited:
		case Deleted, Removed:
			s.Deleted = true
		}
		return s
	},
}

var (
	// ErrNotFound refuses a comment that there is none of, or that was deleted.
	ErrNotFound = domain.Refuse(domain.NotFound, "comment_not_found", "there is no such comment")
	// ErrNotYours refuses to change what somebody else wrote.
	ErrNotYours = domain.Refuse(domain.Forbidden, "not_comment_author", "somebody else wrote this")
	// ErrReplyToReply refuses a second level of replies.
	ErrReplyToReply = domain.RefuseField("parent_id", "reply_to_reply", "replies are one level deep")
)

// Shown refuses a comment that is not there, or not any more.
func (s State) Shown() error {
	if s.Member.IsNil() || s.Deleted {
		return ErrNotFound
	}
	return nil
}

// Answers refuses a reply, below a post, to a comment that is none of the post's, or is a reply itself.
func (s State) Answers(post ident.ID) error {
	switch err := s.Shown(); {
	case err != nil:
		return err
	case s.Post != post:
		return ErrNotFound
	case !s.Parent.IsNil():
		return ErrReplyToReply
	}
	return nil
}

func (s State) by(member ident.ID) error {
	if err := s.Shown(); err != nil {
		return err
	}
	if s.Member != member {
		return ErrNotYours
	}
	return nil
}

// Writing is what somebody writes.
type Writing struct {
	Author     ident.ID // their subject
	Text, Lang string
}

func (w Writing) words() (Words, error) {
	text := strings.TrimSpace(w.Text)
	switch {
	case text == "":
		return Words{}, domain.RefuseField("text", "required", "this is needed")
	case utf8.RuneCountInString(text) > MaxText:
		return Words{}, domain.RefuseField("text", "too_long", "this is too long").With("max", MaxText)
	}
	return Words{w.Author, personal.Plain(text), w.Lang}, nil
}

// Write puts a comment below a post. The caller has made sure that the post is there, and that Parent may be answered.
type Write struct {
	Comment, Post, Parent, Member ident.ID
	Writing
	Now time.Time
}

// Decide refuses what Writing does; a comment that is there is not written again.
func (c Write) Decide(s State) ([]Event, error) {
	if !s.Member.IsNil() {
		return nil, domain.Refuse(domain.Closed, "comment_exists", "the comment was written already")
	}
	words, err := c.words()
	if err != nil {
		return nil, err
	}
	return []Event{Written{c.Comment, c.Post, c.Parent, c.Member, words, c.Now}}, nil
}

// Edit replaces what a comment says.
type Edit struct {
	Comment, Member ident.ID
	Writing
	Now time.Time
}

// Decide refuses everybody but the author, and what Writing does.
func (c Edit) Decide(s State) ([]Event, error) {
	if err := s.by(c.Member); err != nil {
		return nil, err
	}
	words, err := c.words()
	if err != nil {
		return nil, err
	}
	return []Event{Edited{c.Comment, words, c.Now}}, nil
}

// Delete takes back what a comment says for good.
type Delete struct {
	Comment, Member ident.ID
	Now             time.Time
}

// Decide changes nothing where the author deleted it before.
func (c Delete) Decide(s State) ([]Event, error) {
	if s.Deleted && s.Member == c.Member {
		return nil, nil
	}
	if err := s.by(c.Member); err != nil {
		return nil, err
	}
	return []Event{Deleted{c.Comment, s.Post, c.Now}}, nil
}

// Remove takes away what a comment says for good. The caller has checked that By is a moderator.
type Remove struct {
	Comment ident.ID
	Author  ident.ID // the subject of whoever wrote it
	By      ident.ID
	Reason  string
	Now     time.Time
}

// Decide refuses a comment that is not there, and to say nothing.
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
	return []Event{Removed{c.Comment, s.Post, s.Member, c.Author, personal.Plain(text), c.By, c.Now}}, nil
}

// Drop deletes the comment of somebody who is erased.
type Drop struct {
	Comment ident.ID
	Now     time.Time
}

// Decide changes nothing where there is nothing to delete.
func (c Drop) Decide(s State) ([]Event, error) {
	if s.Member.IsNil() || s.Deleted {
		return nil, nil
	}
	return []Event{Deleted{c.Comment, s.Post, c.Now}}, nil
}
