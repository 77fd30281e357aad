package projections

import (
	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/reaction"
)

// aboutPosts has somebody write a post, in their own name or as a page, or its author change or delete it.
func (h *history) aboutPosts(draw draw) {
	id := thing("post", draw("post", 2))
	who, subject := someMember(draw)
	if s, known := statesOf(h, post.Decider)[id]; known {
		who = s.Member
		subject = member.SubjectOf(who)
	}
	page := ident.Nil // as which somebody writes who edits it
	if id := thing("page", draw("page", 2)); statesOf(h, orgpage.Decider)[id].EditedBy(who) == nil && draw("as a page", 2) > 0 {
		page = id
	}
	writing := post.Writing{Author: subject, Text: text("Post", 1+draw("text", 2)), Lang: "en"}
	var files []post.File
	for n := range max(0, draw("files", 4)-2) {
		files = append(files, post.File{
			Kind: post.FileKinds[n%3], Upload: personal.Plain(text("Upload", n+1)),
			Blur: personal.Plain(text("Blur", n)), Alt: personal.Plain(text("Alt", n)),
		})
	}
	original, shares := h.shownPost(draw) // itself no share: who shares one shares what it shares
	if of := statesOf(h, post.Decider)[original].Original; !of.IsNil() {
		original = of
	}
	if !shares || original == id || draw("shares", 2) == 0 || statesOf(h, post.Decider)[original].Shown() != nil {
		original = ident.Nil
	}
	write := post.Write{
		Post: id, Member: who, Page: page, Writing: writing, Files: files, Original: original, Now: h.now,
	}
	if take(h, post.Decider, id, write.Decide); draw("changes", 1) == 0 {
		return
	}
	decisions := []func(post.State) ([]post.Event, error){
		post.Edit{Post: id, Member: who, Page: page, Writing: writing, Now: h.now}.Decide,
		post.Edit{Post: id, Member: who, Page: page, Writing: writing, Now: h.now}.Decide,
		post.Delete{Post: id, Member: who, Page: page, Now: h.now}.Decide,
	}
	take(h, post.Decider, id, decisions[draw("what", len(decisions)-1)])
}

// shownPost is one of the posts that are there, if there is one.
func (h *history) shownPost(draw draw) (id ident.ID, there bool) {
	from := draw("post", 2)
	for n := range 3 {
		id = thing("post", (from+n)%3)
		if statesOf(h, post.Decider)[id].Shown() == nil {
			return id, true
		}
	}
	return id, false
}

// aboutComments has somebody comment on a post or reply to a comment, or the author change or delete what they wrote.
func (h *history) aboutComments(draw draw) {
	id := thing("comment", draw("comment", 3))
	who, subject := someMember(draw)
	below, there := h.shownPost(draw)
	parent := ident.Nil
	comments := statesOf(h, comment.Decider)
	if s, known := comments[id]; known {
		who = s.Member
		subject = member.SubjectOf(who)
	} else if other := thing("comment", draw("parent", 3)); comments[other].Answers(below) == nil {
		parent = other
	}
	writing := comment.Writing{Author: subject, Text: text("Comment", 1+draw("text", 2)), Lang: "en"}
	if there {
		take(h, comment.Decider, id, comment.Write{
			Comment: id, Post: below, Parent: parent, Member: who, Writing: writing, Now: h.now,
		}.Decide)
	}
	decisions := []func(comment.State) ([]comment.Event, error){
		comment.Edit{Comment: id, Member: who, Writing: writing, Now: h.now}.Decide,
		comment.Delete{Comment: id, Member: who, Now: h.now}.Decide,
	}
	if what := draw("what", 5); what < len(decisions) {
		take(h, comment.Decider, id, decisions[what])
	}
}

// aboutReactions has somebody feel something about a post or a comment, or nothing any more.
func (h *history) aboutReactions(draw draw) {
	who, subject := someMember(draw)
	about := reaction.About{On: reaction.Post, Member: who, Subject: subject}
	var there bool
	about.Thing, there = h.shownPost(draw)
	kinds := []reaction.Kind{reaction.Like, reaction.None, reaction.Love, reaction.Laugh}
	if draw("on a comment", 1) == 1 {
		about.Thing, about.On = thing("comment", draw("comment", 3)), reaction.Comment
		kinds = kinds[:2]
		there = statesOf(h, comment.Decider)[about.Thing].Shown() == nil
	}
	if there {
		toggle := reaction.Toggle{About: about, Kind: kinds[draw("kind", len(kinds)-1)], Now: h.now}
		take(h, reaction.Decider, reaction.Of(about.Thing, who), toggle.Decide)
	}
}
