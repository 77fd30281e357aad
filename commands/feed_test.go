package commands_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/domain/reaction"
)

const writtenPost = `{"text":"Hello","lang":"en"}`

func writePostBodies(*matrix) (one, other string) {
	return writtenPost, strings.Replace(writtenPost, "Hello", "Good morning", 1)
}

func (m *matrix) posted() string {
	return `{"post_id":"` + m.send(m.owner, "write-post", writtenPost).String() + `"`
}

// onTwoPosts are about two posts of the owner's.
func onTwoPosts(more string) func(*matrix) (one, other string) {
	return func(m *matrix) (one, other string) { return m.posted() + more + `}`, m.posted() + more + `}` }
}

// onTwoComments are about two comments of the owner's.
func onTwoComments(more string) func(*matrix) (one, other string) {
	return func(m *matrix) (one, other string) {
		commented := func() string {
			said := m.send(m.owner, "write-comment", m.posted()+`,"text":"Yes","lang":"en"}`)
			return `{"comment_id":"` + said.String() + `"` + more + `}`
		}
		return commented(), commented()
	}
}

// aboutFeed has a member write, feel and say one of everything.
func (l *life) aboutFeed() {
	by := ident.Pair("member", "fee")
	l.register(by)
	m := &matrix{life: l, owner: by}
	at := m.posted()
	said := l.send(by, "write-comment", at+`,"text":"Yes","lang":"en"}`)
	on := `{"comment_id":"` + said.String() + `"`
	reply := l.send(by, "write-comment", at+`,"parent_id":"`+said.String()+`","text":"No","lang":"en"}`)
	l.say("comment %s reply %s", said, reply)
	l.send(by, "edit-comment", on+`,"text":"Well","lang":"en"}`)
	l.send(by, "toggle-comment-like", on+`,"liked":true}`)
	l.send(by, "toggle-reaction", at+`,"kind":"laugh"}`)
	l.send(by, "edit-post", at+`,"text":"Hello!","lang":"en"}`)
	l.say("shared %s", l.send(by, "write-post", `{"text":"","lang":"en","shared_id"`+strings.TrimPrefix(at, `{"post_id"`)+`}`))
	l.send(by, "delete-comment", on+`}`)
	l.send(by, "delete-post", at+`}`)
	page := l.send(by, "create-page", `{"kind":"company","name":"Mill","lang":"en"}`)
	l.send(by, "write-post", `{"text":"Open","lang":"en","page_id":"`+page.String()+`"}`)
}

// What is written below posts, or felt about them, is refused where nothing is there any more.
func TestFeed_RefusesWhatLeadsNowhere(t *testing.T) {
	t.Parallel()
	l := &life{around: &around{world: newWorld(t)}}
	l.commands = l.service()
	l.serve()
	m := &matrix{life: l, owner: ada}
	bea := ident.Pair("member", "bea")
	for _, id := range []ident.ID{ada, bea} {
		l.register(id)
	}
	n := 0
	answered := func(by ident.ID, name, body string, status int, code string) {
		t.Helper()
		n++
		s, c := m.asked(by, name, fmt.Sprintf("the key of what is refused %d", n), body)
		if s != status || status != http.StatusNotFound && c != code {
			t.Errorf("%s %s is answered %d %s, not %d %s", name, body, s, c, status, code)
		}
	}
	at, elsewhere := m.posted(), m.posted()
	top := l.send(ada, "write-comment", at+`,"text":"Yes","lang":"en"}`)
	reply := l.send(bea, "write-comment", at+`,"parent_id":"`+top.String()+`","text":"No","lang":"en"}`)
	below := func(at string, parent ident.ID, text string) string {
		return at + `,"parent_id":"` + parent.String() + `","text":"` + text + `","lang":"en"}`
	}
	const invalid = http.StatusUnprocessableEntity
	answered(bea, "write-comment", below(at, reply, "Why?"), invalid, "reply_to_reply")
	answered(bea, "write-comment", below(elsewhere, top, "Why?"), http.StatusNotFound, "")
	answered(bea, "write-comment", below(at, top, ` \u200b\n`), invalid, "required")
	answered(bea, "write-post", `{"text":" \u200b\u2060\n","lang":"en"}`, invalid, "post_empty")
	answered(bea, "write-post", `{"text":"`+strings.Repeat("é", post.MaxText+1)+`","lang":"en"}`, invalid, "too_long")
	answered(bea, "toggle-comment-like", `{"comment_id":"`+bea.String()+`","liked":true}`, http.StatusNotFound, "")
	l.send(ada, "delete-comment", `{"comment_id":"`+top.String()+`"}`)
	answered(bea, "write-comment", below(at, top, "Why?"), http.StatusNotFound, "")
	answered(bea, "toggle-comment-like", `{"comment_id":"`+top.String()+`","liked":true}`, http.StatusNotFound, "")
	l.send(ada, "delete-post", at+`}`)
	answered(bea, "toggle-reaction", at+`,"kind":"like"}`, http.StatusNotFound, "")
	answered(bea, "write-comment", at+`,"text":"Why?","lang":"en"}`, http.StatusNotFound, "")
	answered(bea, "toggle-comment-like", `{"comment_id":"`+reply.String()+`","liked":true}`, http.StatusNotFound, "")
	if s := stateOf(t, l, comment.Decider, reply); s.Parent != top || s.Member != bea {
		t.Errorf("the reply is %+v", s)
	}
}

// However many presses on however many devices there are, one member feels one thing.
func TestToggleReaction_FromManyDevicesAtOnce(t *testing.T) {
	t.Parallel()
	l := &life{around: &around{world: newWorld(t)}}
	l.commands = l.service()
	l.serve()
	l.register(ada)
	m := &matrix{life: l, owner: ada}
	at := m.posted()
	var all sync.WaitGroup
	for n := range 12 {
		all.Go(func() {
			status, code := m.asked(ada, "toggle-reaction", fmt.Sprintf("the key of a device %d", n), at+`,"kind":"like"}`)
			if status != http.StatusOK {
				t.Errorf("answered %d %s", status, code)
			}
		})
	}
	all.Wait()
	id, err := ident.Parse(at[len(`{"post_id":"`) : len(at)-1])
	must(t, err)
	if s := stateOf(t, l, reaction.Decider, reaction.Of(id, ada)); s.Kind != reaction.Like {
		t.Errorf("felt: %+v", s)
	}
}
