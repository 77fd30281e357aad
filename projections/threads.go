package projections

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/thread"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

type threadSide struct {
	Side   ident.ID `db:"side"`
	Thread ident.ID `db:"thread"`
}

// messagesProjection keeps threads, a row for each of the two sides: what one side does changes the row of the other only where
// the other may know of it, so that nothing is pushed that tells more.
func messagesProjection() *projector.Projection {
	sides := projector.NewTable[threadSide, readmodel.ThreadSide](readmodel.ThreadSides, "side, thread",
		projector.Index("(side, last_at DESC, thread) WHERE messages > 0"),
		projector.Index("(side, last_at DESC, thread) WHERE unread > 0"),
		projector.Index("(side, last_at DESC, thread) WHERE request"),
		projector.Lookup("subject", func(s *readmodel.ThreadSide) ident.ID { return s.Subject }),
		projector.OwnedBy("subject", projector.Remove()))
	written := projector.NewTable[ident.ID, readmodel.ThreadMessage](readmodel.ThreadMessages, "id",
		projector.Index("(thread, at DESC, id)"),
		projector.Lookup("author", func(m *readmodel.ThreadMessage) ident.ID { return m.Author }),
		projector.OwnedBy("author", projector.Blank("author", "member", "text")))
	choices := projector.NewTable[ident.ID, readmodel.ThreadChoice](readmodel.ThreadChoices, "member",
		projector.Lookup("subject", func(c *readmodel.ThreadChoice) ident.ID { return c.Subject }),
		projector.OwnedBy("subject", projector.Remove()))
	// edit gives the row of a side; nil where the member was erased.
	edit := func(r *projector.Rows, of, side ident.ID) *readmodel.ThreadSide {
		if sides.Get(r, threadSide{side, of}) == nil {
			return nil
		}
		return sides.Edit(r, threadSide{side, of})
	}
	other := func(r *projector.Rows, of, side ident.ID) *readmodel.ThreadSide {
		if s := sides.Get(r, threadSide{side, of}); s != nil {
			return edit(r, of, s.Other)
		}
		return nil
	}
	return projector.New(readmodel.ThreadSides, 1, sides, written, choices).Personal().
		Invariant("threads", "SELECT kind, concat_ws(' ', count(*), sum(messages), sum(unread)) FROM {thread_sides} GROUP BY kind").
		On(projector.Fold(func(r *projector.Rows, e thread.Begun, _ projector.Meta) {
			if e.Part > 0 {
				return
			}
			for i, p := range e.Parties {
				s, with := sides.Begin(r, threadSide{p.ID, e.Thread}), e.Parties[1-i]
				s.Kind, s.Other, s.OtherKind, s.Opened = string(p.Kind), with.ID, string(with.Kind), p.Open
				s.AboutKind, s.About = string(e.About.Kind), e.About.ID
				s.Request = !e.Known && p.Kind == thread.Member && with.Kind == thread.Member
				if p.Kind == thread.Member {
					s.Subject = member.SubjectOf(p.ID)
				}
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e thread.Sent, _ projector.Meta) {
			m := written.Begin(r, e.Message)
			m.Thread, m.Number, m.Side, m.Member, m.Author = e.Thread, e.Number, e.From.ID, e.Member, e.Author
			m.Text, m.Lang, m.Withheld, m.At = e.Text.String(), e.Lang, e.Withheld, e.At
			to := other(r, e.Thread, e.From.ID)
			shows := func(s *readmodel.ThreadSide) {
				s.Messages++
				s.Last, s.LastAt = e.Message, e.At
				if e.About != (thread.About{}) {
					s.AboutKind, s.About = string(e.About.Kind), e.About.ID
				}
			}
			if s := edit(r, e.Thread, e.From.ID); s != nil {
				shows(s)
				s.Opened, s.Request, s.Declined = true, false, false
			}
			if to != nil && !e.Withheld {
				shows(to)
				to.Unread++
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e thread.Read, _ projector.Meta) {
			s := edit(r, e.Thread, e.Side.ID)
			if s == nil {
				return
			}
			s.ReadTo, s.Unread = e.UpTo, e.Left
			if to := sides.Get(r, threadSide{s.Other, e.Thread}); to != nil && !s.Request {
				sides.Edit(r, threadSide{s.Other, e.Thread}).SeenTo = e.UpTo
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e thread.Muted, _ projector.Meta) {
			if s := edit(r, e.Thread, e.Side.ID); s != nil {
				s.Muted = true
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e thread.Unmuted, _ projector.Meta) {
			if s := edit(r, e.Thread, e.Side.ID); s != nil {
				s.Muted = false
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e thread.Accepted, _ projector.Meta) {
			if s := edit(r, e.Thread, e.Side.ID); s != nil {
				s.Opened, s.Request, s.Declined = true, false, false
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e thread.Declined, _ projector.Meta) {
			if s := edit(r, e.Thread, e.Side.ID); s != nil {
				s.Declined, s.Unread = true, 0
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e thread.Closed, _ projector.Meta) {
			if s := sides.Get(r, threadSide{e.Side.ID, e.Thread}); s != nil {
				at := e.At
				for _, side := range []ident.ID{e.Side.ID, s.Other} {
					if s := edit(r, e.Thread, side); s != nil {
						s.ClosedAt = &at
					}
				}
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e thread.WriterChosen, _ projector.Meta) {
			c := choices.Edit(r, e.Member)
			c.Subject, c.Who = e.Subject, string(e.Who)
		}))
}
