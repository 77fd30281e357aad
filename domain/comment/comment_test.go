package comment_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

var (
	id, post, ada, bea, subject = ident.ID{1}, ident.ID{2}, ident.ID{3}, ident.ID{4}, ident.ID{5}
	at                          = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
)

func said(text string) comment.Words {
	return comment.Words{Author: subject, Text: personal.Plain(text), Lang: "en"}
}

func says(text string) comment.Writing {
	return comment.Writing{Author: subject, Text: text, Lang: "en"}
}

func TestComment_IsWrittenEditedAndDeletedByItsAuthor(t *testing.T) {
	write := comment.Write{Comment: id, Post: post, Member: ada, Writing: says(" Yes "), Now: at}
	written := comment.Written{Comment: id, Post: post, Member: ada, Words: said("Yes"), At: at}
	h := domaintest.Given(t, comment.Decider)
	h.When(comment.Edit{Comment: id, Member: ada, Writing: says("x"), Now: at}.Decide).ThenRefused("comment_not_found")
	h.When(comment.Drop{Comment: id, Now: at}.Decide).ThenNothing()
	h.When(write.Decide).Then(written)

	h = h.And(written)
	h.When(write.Decide).ThenRefused("comment_exists")
	h.When(comment.Edit{Comment: id, Member: bea, Writing: says("x"), Now: at}.Decide).ThenRefused("not_comment_author")
	h.When(comment.Delete{Comment: id, Member: bea, Now: at}.Decide).ThenRefused("not_comment_author")
	h.When(comment.Edit{Comment: id, Member: ada, Writing: says("No"), Now: at}.Decide).
		Then(comment.Edited{Comment: id, Words: said("No"), At: at})
	deleted := comment.Deleted{Comment: id, Post: post, At: at}
	h.When(comment.Drop{Comment: id, Now: at}.Decide).Then(deleted)
	gone := h.When(comment.Delete{Comment: id, Member: ada, Now: at}.Decide).Then(deleted)
	gone.When(comment.Delete{Comment: id, Member: ada, Now: at}.Decide).ThenNothing()
	gone.When(comment.Delete{Comment: id, Member: bea, Now: at}.Decide).ThenRefused("comment_not_found")
}

func TestComment_NeedsWordsAndNotTooMany(t *testing.T) {
	h := domaintest.Given(t, comment.Decider)
	h.When(comment.Write{Comment: id, Post: post, Member: ada, Writing: says(" \n"), Now: at}.Decide).
		ThenRefused("required text")
	h.When(comment.Write{
		Comment: id, Post: post, Member: ada, Writing: says(strings.Repeat("é", comment.MaxText+1)), Now: at,
	}.Decide).ThenRefused("too_long text")
}

func TestAnswers_OneLevelOfReplies(t *testing.T) {
	top := comment.State{Post: post, Member: ada}
	reply := comment.State{Post: post, Parent: id, Member: ada}
	deleted := comment.State{Post: post, Member: ada, Deleted: true}
	for _, one := range []struct {
		of   comment.State
		on   ident.ID
		want error
	}{
		{top, post, nil},
		{top, ident.ID{9}, comment.ErrNotFound},
		{reply, post, comment.ErrReplyToReply},
		{deleted, post, comment.ErrNotFound},
		{comment.State{}, post, comment.ErrNotFound},
	} {
		if got := one.of.Answers(one.on); !errors.Is(got, one.want) {
			t.Errorf("%+v answered below %s: %v, want %v", one.of, one.on, got, one.want)
		}
	}
}

func TestComment_IsRemovedByAModeratorWhoSaysWhy(t *testing.T) {
	remove := comment.Remove{Comment: id, Author: subject, By: bea, Reason: " It insults ", Now: at}
	removed := comment.Removed{
		Comment: id, Post: post, Member: ada, Author: subject, Reason: personal.Plain("It insults"), By: bea, At: at,
	}
	h := domaintest.Given(t, comment.Decider)
	h.When(remove.Decide).ThenRefused("comment_not_found")
	h = h.And(comment.Written{Comment: id, Post: post, Member: ada, Words: said("Rude"), At: at})
	h.When(comment.Remove{Comment: id, By: bea, Reason: " ", Now: at}.Decide).ThenRefused("removal_reason_required reason")
	h.When(comment.Remove{Comment: id, By: bea, Reason: strings.Repeat("é", comment.MaxReason+1), Now: at}.Decide).
		ThenRefused("too_long reason")
	h = h.When(remove.Decide).Then(removed)
	h.When(remove.Decide).ThenRefused("comment_not_found")
	h.When(comment.Drop{Comment: id, Now: at}.Decide).ThenNothing()
}
