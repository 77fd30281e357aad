package projections

import (
	"time"

	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/reaction"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// threadsProjection keeps what others felt about, answered to, and shared of each post and comment: one row, so that its author
// is told once of however many they are. Nobody is told of what they did themselves: it is not counted, but of what a page
// published, of which several are told.
func threadsProjection() *projector.Projection {
	counts := func(t *readmodel.NotificationThread, who ident.ID) bool {
		return t != nil && (t.Member != who || !t.Page.IsNil())
	}
	told := func(t *readmodel.NotificationThread) bool { return t.Reacted > 0 || t.Answered > 0 || t.Shared > 0 }
	rows := projector.NewTable[ident.ID, readmodel.NotificationThread](readmodel.NotificationThreads, "thing",
		projector.Index("(member, reacted_at DESC) WHERE reacted > 0"),
		projector.Index("(member, answered_at DESC) WHERE answered > 0"),
		projector.Index("(member, shared_at DESC) WHERE shared > 0"),
		projector.Index("(page, reacted_at DESC) WHERE reacted > 0 AND page <> '00000000-0000-0000-0000-000000000000'"),
		projector.Index("(page, answered_at DESC) WHERE answered > 0 AND page <> '00000000-0000-0000-0000-000000000000'"),
		projector.Index("(page, shared_at DESC) WHERE shared > 0 AND page <> '00000000-0000-0000-0000-000000000000'"),
		projector.Lookup("sharing", func(t *readmodel.NotificationThread) ident.ID { return t.Sharing }),
		projector.Lookup("post", func(t *readmodel.NotificationThread) ident.ID { return t.Post }),
		projector.Lookup("subject", func(t *readmodel.NotificationThread) ident.ID { return t.Subject }),
		projector.OwnedBy("subject", projector.Remove()),
		projector.Kept("reacted_by", "it leads to a name, which goes from members"),
		projector.Kept("answered_by", "it leads to a name, which goes from members"),
		projector.Kept("shared_by", "it leads to a name, which goes from members"),
		projector.Shown(told))
	begin := func(r *projector.Rows, thing, under, post, who ident.ID, on reaction.Target) {
		t := rows.Begin(r, thing)
		t.Above, t.Post, t.Member, t.Subject, t.On = under, post, who, member.SubjectOf(who), string(on)
		t.ReactedID = ident.Pair("notification", thing.String()+"/reacted")
		t.AnsweredID = ident.Pair("notification", thing.String()+"/answered")
		t.SharedID = ident.Pair("notification", thing.String()+"/shared")
	}
	answered := func(r *projector.Rows, thing, who ident.ID, at time.Time) {
		if !counts(rows.Get(r, thing), who) {
			return
		}
		t := rows.Edit(r, thing)
		t.Answered++
		t.AnsweredAt, t.AnsweredBy = &at, member.SubjectOf(who)
	}
	// unsaid takes off what was said by a comment that is gone.
	unsaid := func(r *projector.Rows, id ident.ID) {
		gone := rows.Get(r, id)
		if gone == nil {
			return
		}
		above := gone.Above
		if counts(rows.Get(r, above), gone.Member) {
			t := rows.Edit(r, above)
			t.Answered--
			if t.AnsweredBy == gone.Subject {
				t.AnsweredBy = ident.Nil
			}
		}
		rows.Delete(r, id)
	}
	// original is the thread of what a post shares, where somebody else wrote it and the sharer shares it by no other post.
	original := func(r *projector.Rows, share *readmodel.NotificationThread) *readmodel.NotificationThread {
		if !counts(rows.Get(r, share.Above), share.Member) {
			return nil
		}
		for other := range rows.By(r, "sharing", share.Sharing) {
			if other.Thing != share.Thing {
				return nil
			}
		}
		return rows.Edit(r, share.Above)
	}
	ended := func(r *projector.Rows, id ident.ID) {
		if gone := rows.Get(r, id); gone != nil && !gone.Sharing.IsNil() {
			if t := original(r, gone); t != nil {
				t.Shared--
				if t.SharedBy == gone.Subject {
					t.SharedBy = ident.Nil
				}
			}
		}
		var all []ident.ID
		for t := range rows.By(r, "post", id) {
			all = append(all, t.Thing)
		}
		for _, thing := range all {
			rows.Delete(r, thing)
		}
	}
	return projector.New(readmodel.NotificationThreads, 4, rows).
		Invariant("threads", "SELECT on_kind, concat_ws(' ', count(*), sum(reacted), sum(answered), sum(shared)) "+
			"FROM {notification_threads} GROUP BY on_kind").
		On(projector.Fold(func(r *projector.Rows, e post.Posted, _ projector.Meta) {
			begin(r, e.Post, ident.Nil, e.Post, e.Member, reaction.Post)
		})).
		On(projector.Fold(func(r *projector.Rows, e post.Published, _ projector.Meta) {
			begin(r, e.Post, ident.Nil, e.Post, e.Member, reaction.Post)
			rows.Edit(r, e.Post).Page = e.Page
		})).
		On(projector.Fold(func(r *projector.Rows, e post.Shared, _ projector.Meta) {
			if rows.Get(r, e.Post) == nil { // its author was erased
				return
			}
			share, at := rows.Edit(r, e.Post), e.At
			share.Above, share.Sharing = e.Original, sharing(e.Original, share.Member)
			if t := original(r, share); t != nil {
				t.Shared++
				t.SharedAt, t.SharedBy = &at, share.Subject
				if !share.Page.IsNil() {
					t.SharedBy = ident.Nil
				}
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e post.Deleted, _ projector.Meta) { ended(r, e.Post) })).
		On(projector.Fold(func(r *projector.Rows, e post.Removed, _ projector.Meta) { ended(r, e.Post) })).
		On(projector.Fold(func(r *projector.Rows, e comment.Written, _ projector.Meta) {
			above := e.Post
			if !e.Parent.IsNil() {
				above = e.Parent
			}
			if rows.Get(r, e.Post) == nil { // the post is gone
				return
			}
			begin(r, e.Comment, above, e.Post, e.Member, reaction.Comment)
			answered(r, above, e.Member, e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e comment.Deleted, _ projector.Meta) { unsaid(r, e.Comment) })).
		On(projector.Fold(func(r *projector.Rows, e comment.Removed, _ projector.Meta) { unsaid(r, e.Comment) })).
		On(projector.Fold(func(r *projector.Rows, e reaction.Chosen, _ projector.Meta) {
			if !counts(rows.Get(r, e.Thing), e.Member) {
				return
			}
			t, at := rows.Edit(r, e.Thing), e.At
			if e.Before == reaction.None {
				t.Reacted++
				t.ReactedAt, t.ReactedBy = &at, e.Subject
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e reaction.TakenBack, _ projector.Meta) {
			if !counts(rows.Get(r, e.Thing), e.Member) {
				return
			}
			t := rows.Edit(r, e.Thing)
			t.Reacted--
			if t.ReactedBy == e.Subject {
				t.ReactedBy = ident.Nil
			}
		}))
}
