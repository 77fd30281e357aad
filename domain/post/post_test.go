package post_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/domain/post"
)

var (
	id, ada, bea, page = ident.ID{1}, ident.ID{2}, ident.ID{3}, ident.ID{4}
	subject            = member.SubjectOf(ada)
	at                 = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
)

func said(text string) post.Words {
	return post.Words{Author: subject, Text: personal.Plain(text), Lang: "en"}
}

func says(text string) post.Writing { return post.Writing{Author: subject, Text: text, Lang: "en"} }

func TestPost_IsWrittenEditedAndDeletedByItsAuthor(t *testing.T) {
	write := post.Write{Post: id, Member: ada, Writing: says(" Hello \n"), Now: at}
	h := domaintest.Given(t, post.Decider)
	h.When(post.Edit{Post: id, Member: ada, Writing: says("x"), Now: at}.Decide).ThenRefused("post_not_found")
	h.When(post.Delete{Post: id, Member: ada, Now: at}.Decide).ThenRefused("post_not_found")
	h.When(post.Drop{Post: id, Now: at}.Decide).ThenNothing()
	h.When(write.Decide).Then(post.Posted{Post: id, Member: ada, Words: said("Hello"), At: at})

	h = h.And(post.Posted{Post: id, Member: ada, Words: said("Hello"), At: at})
	h.When(write.Decide).ThenRefused("post_exists")
	h.When(post.Edit{Post: id, Member: bea, Writing: says("x"), Now: at}.Decide).ThenRefused("not_post_author")
	h.When(post.Delete{Post: id, Member: bea, Now: at}.Decide).ThenRefused("not_post_author")
	h.When(post.Edit{Post: id, Member: ada, Writing: says("Hi"), Now: at}.Decide).
		Then(post.Edited{Post: id, Words: said("Hi"), At: at})
	h.When(post.Drop{Post: id, Now: at}.Decide).Then(post.Deleted{Post: id, At: at})
	gone := h.When(post.Delete{Post: id, Member: ada, Now: at}.Decide).Then(post.Deleted{Post: id, At: at})
	gone.When(post.Delete{Post: id, Member: ada, Now: at}.Decide).ThenNothing()
	gone.When(post.Drop{Post: id, Now: at}.Decide).ThenNothing()
	gone.When(post.Delete{Post: id, Member: bea, Now: at}.Decide).ThenRefused("post_not_found")
	gone.When(post.Edit{Post: id, Member: ada, Writing: says("x"), Now: at}.Decide).ThenRefused("post_not_found")
}

// What is written as a page is the page's to change, under the key of whoever wrote it.
func TestPost_OfAPage(t *testing.T) {
	files := []post.File{file(post.Photo, "p")}
	write := post.Write{Post: id, Member: ada, Page: page, Writing: says("Open"), Files: files, Now: at}
	h := domaintest.Given(t, post.Decider).When(write.Decide).Then(
		post.Published{Post: id, Page: page, Member: ada, Words: said("Open"), At: at},
		post.FilesShown{Post: id, Author: subject, Files: files, At: at})
	other := post.Writing{Author: member.SubjectOf(bea), Text: "Shut", Lang: "en"}
	for _, who := range []ident.ID{ada, bea} {
		h.When(post.Edit{Post: id, Member: who, Writing: other, Now: at}.Decide).ThenRefused("not_post_author")
		h.When(post.Edit{Post: id, Member: who, Page: ada, Writing: other, Now: at}.Decide).ThenRefused("not_post_author")
		h.When(post.Delete{Post: id, Member: who, Now: at}.Decide).ThenRefused("not_post_author")
		h.When(post.Edit{Post: id, Member: who, Page: page, Writing: other, Now: at}.Decide).
			Then(post.Edited{Post: id, Words: said("Shut"), At: at})
	}
	gone := h.When(post.Delete{Post: id, Member: bea, Page: page, Now: at}.Decide).Then(post.Deleted{Post: id, At: at})
	gone.When(post.Delete{Post: id, Member: ada, Page: page, Now: at}.Decide).ThenNothing()
	gone.When(post.Delete{Post: id, Member: ada, Now: at}.Decide).ThenRefused("post_not_found")
	h.When(post.Drop{Post: id, Now: at}.Decide).Then(post.Deleted{Post: id, At: at})

	own := domaintest.Given(t, post.Decider).And(post.Posted{Post: id, Member: ada, Words: said("Hello"), At: at})
	own.When(post.Delete{Post: id, Member: bea, Page: page, Now: at}.Decide).ThenRefused("not_post_author")
}

// Of two who change what they both read, the later one has not read what it says now.
func TestPost_IsNotChangedUnread(t *testing.T) {
	later := at.Add(time.Second)
	edit := post.Edit{Post: id, Member: bea, Page: page, Writing: says("Shut"), BuildsOn: at, Now: later}
	edited := post.Edited{Post: id, Words: said("Shut"), At: later}
	h := domaintest.Given(t, post.Decider).And(post.Published{Post: id, Page: page, Member: ada, Words: said("Open"), At: at})
	h = h.When(edit.Decide).Then(edited)
	h.When(edit.Decide).ThenRefused("post_changed")
	edit.BuildsOn = later
	h.When(edit.Decide).Then(edited)
	own := domaintest.Given(t, post.Decider).And(post.Posted{Post: id, Member: bea, Words: said("Open"), At: at})
	edit.Page = ident.Nil
	own.When(edit.Decide).ThenRefused("post_changed")
}

func TestPost_NeedsWordsAndNotTooMany(t *testing.T) {
	h := domaintest.Given(t, post.Decider)
	for code, text := range map[string]string{"post_empty": " \n\t", "too_long": strings.Repeat("é", post.MaxText+1)} {
		want := code + " text"
		h.When(post.Write{Post: id, Member: ada, Writing: says(text), Now: at}.Decide).ThenRefused(want)
		h.And(post.Posted{Post: id, Member: ada, Words: said("Hello"), At: at}).
			When(post.Edit{Post: id, Member: ada, Writing: says(text), Now: at}.Decide).ThenRefused(want)
	}
	long := strings.Repeat("é", post.MaxText)
	h.When(post.Write{Post: id, Member: ada, Writing: says(long), Now: at}.Decide).
		Then(post.Posted{Post: id, Member: ada, Words: said(long), At: at})
}

func file(kind post.FileKind, upload string) post.File {
	return post.File{Kind: kind, Upload: personal.Plain(upload), Alt: personal.Plain("A kettle")}
}

func TestPost_ShowsFilesUntilItIsDeleted(t *testing.T) {
	files := []post.File{file(post.Photo, "p"), file(post.Video, "v"), file(post.Audio, "a")}
	h := domaintest.Given(t, post.Decider).When(post.Write{Post: id, Member: ada, Writing: says(""), Files: files, Now: at}.Decide).
		Then(post.Posted{Post: id, Member: ada, Words: said(""), At: at},
			post.FilesShown{Post: id, Author: subject, Files: files, At: at})
	h.When(post.Edit{Post: id, Member: ada, Writing: says(""), Now: at}.Decide).Then(post.Edited{Post: id, Words: said(""), At: at})

	shows := func(events ...post.Event) (all []bool) {
		s := post.Decider.Initial()
		for _, e := range events {
			s = post.Decider.Evolve(s, e)
		}
		for _, upload := range []string{"p", "v", "a", "x", ""} {
			all = append(all, s.Shows(upload))
		}
		return all
	}
	posted := post.Posted{Post: id, Member: ada, Words: said(""), At: at}
	shown := post.FilesShown{Post: id, Author: subject, Files: files, At: at}
	if got := shows(posted, shown); !slices.Equal(got, []bool{true, true, true, false, false}) {
		t.Errorf("it shows %v", got)
	}
	if got := shows(posted, shown, post.Deleted{Post: id, At: at}); slices.Contains(got, true) {
		t.Errorf("deleted, it shows %v", got)
	}
}

func TestPost_RefusesFiles(t *testing.T) {
	many := make([]post.File, post.MaxFiles+1)
	for i := range many {
		many[i] = file(post.Photo, string(rune('a'+i)))
	}
	long := file(post.Photo, "p")
	long.Alt = personal.Plain(strings.Repeat("é", post.MaxAlt+1))
	for want, files := range map[string][]post.File{
		"too_many_files files":            many,
		"upload_not_found files.1.upload": {file(post.Photo, "p"), file(post.Photo, "p")},
		"upload_not_found files.0.upload": {file(post.Photo, "")},
		"unknown_file_kind files.0.kind":  {file("paper", "p")},
		"too_long files.0.alt":            {long},
	} {
		domaintest.Given(t, post.Decider).
			When(post.Write{Post: id, Member: ada, Writing: says("Hello"), Files: files, Now: at}.Decide).ThenRefused(want)
	}
}

// A share may say nothing of its own, also when it is edited.
func TestPost_SharesAnother(t *testing.T) {
	original, shared := ident.ID{9}, post.Shared{Post: id, Original: ident.ID{9}, At: at}
	write := post.Write{Post: id, Member: ada, Writing: says(" "), Original: original, Now: at}
	h := domaintest.Given(t, post.Decider).When(write.Decide).
		Then(post.Posted{Post: id, Member: ada, Words: said(""), At: at}, shared)
	h.When(post.Edit{Post: id, Member: ada, Writing: says("Look"), Now: at}.Decide).
		Then(post.Edited{Post: id, Words: said("Look"), At: at})
	h.When(post.Edit{Post: id, Member: ada, Writing: says(""), Now: at}.Decide).
		Then(post.Edited{Post: id, Words: said(""), At: at})
	write.Page, write.Text = page, "Look"
	domaintest.Given(t, post.Decider).When(write.Decide).
		Then(post.Published{Post: id, Page: page, Member: ada, Words: said("Look"), At: at}, shared)
	s := post.Decider.Evolve(post.Decider.Initial(), shared)
	if s.Original != original {
		t.Errorf("it shares %s", s.Original)
	}
}

func TestPost_IsRemovedByAModeratorWhoSaysWhy(t *testing.T) {
	posted := post.Posted{Post: id, Member: ada, Words: said("Rude"), At: at}
	remove := post.Remove{Post: id, Author: subject, By: bea, Reason: " It insults ", Now: at}
	removed := post.Removed{Post: id, Member: ada, Author: subject, Reason: personal.Plain("It insults"), By: bea, At: at}
	h := domaintest.Given(t, post.Decider)
	h.When(remove.Decide).ThenRefused("post_not_found")
	h = h.And(posted)
	h.When(post.Remove{Post: id, By: bea, Reason: " ", Now: at}.Decide).ThenRefused("removal_reason_required reason")
	h.When(post.Remove{Post: id, By: bea, Reason: strings.Repeat("é", post.MaxReason+1), Now: at}.Decide).
		ThenRefused("too_long reason")
	h = h.When(remove.Decide).Then(removed)
	h.When(remove.Decide).ThenRefused("post_not_found")
	h.When(post.Drop{Post: id, Now: at}.Decide).ThenNothing()
	h.When(post.Delete{Post: id, Member: ada, Now: at}.Decide).ThenNothing()
}
