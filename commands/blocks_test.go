package commands_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/callup/callup/domain/ident"
)

// blockMemberBodies are about two members whom nobody of the matrix is.
func blockMemberBodies(m *matrix) (one, other string) {
	who := ident.Pair("member", "else")
	m.register(who)
	return blocking(m.nobody()), blocking(who)
}

func unblockMemberBodies(m *matrix) (one, other string) {
	one, other = blockMemberBodies(m)
	m.send(m.owner, "block-member", one)
	m.send(m.owner, "block-member", other)
	return one, other
}

func blocking(who ident.ID) string { return `{"member_id":"` + who.String() + `"}` }

// aboutBlocks has a member block another, and take it back.
func (l *life) aboutBlocks() {
	by, other := ident.Pair("member", "fee"), ident.Pair("member", "hugo")
	l.send(by, "block-member", blocking(other))
	l.send(by, "unblock-member", blocking(other))
}

// Neither of two of whom one blocks the other answers what the other wrote, and each is refused as for what is not there. What a
// page published is there for all, and what is said below it is for whoever reads it.
func TestBlocks_RefuseAsWhatIsNotThere(t *testing.T) {
	t.Parallel()
	l := &life{around: &around{world: newWorld(t)}}
	l.commands = l.service()
	l.serve()
	m := &matrix{life: l, owner: ada}
	bea, cleo := ident.Pair("member", "bea"), ident.Pair("member", "cleo")
	for _, id := range []ident.ID{ada, bea, cleo} {
		l.register(id)
	}
	n := 0
	ask := func(by ident.ID, name, body string) (int, string) {
		t.Helper()
		n++
		return m.asked(by, name, fmt.Sprintf("the key of what is asked %d", n), body)
	}
	post := func(by ident.ID, more string) string {
		return `"post_id":"` + l.send(by, "write-post", `{"text":"Hello","lang":"en"`+more+`}`).String() + `"`
	}
	say := func(by ident.ID, on string) string {
		return `"comment_id":"` + l.send(by, "write-comment", `{`+on+`,"text":"Yes","lang":"en"}`).String() + `"`
	}
	adas, beas, cleos := post(ada, ""), post(bea, ""), post(cleo, "")
	page := l.pageOf(ada)
	published := post(ada, `,"page_id":"`+page.String()+`"`)
	adaSaid, beaSaid, cleoSaid := say(ada, cleos), say(bea, cleos), say(cleo, adas)
	reported := func(kind, thing string) string {
		_, id, _ := strings.Cut(thing, ":")
		return `{"kind":"` + kind + `","thing_id":` + id + `,"reason":"spam"}`
	}
	reply := func(on, to string) string {
		return `{` + on + `,` + strings.Replace(to, "comment_id", "parent_id", 1) + `,"text":"No","lang":"en"}`
	}
	deeds := func(by ident.ID, theirs, said string) map[string]string {
		return map[string]string{
			"toggle-reaction":     `{` + theirs + `,"kind":"love"}`,
			"write-comment":       `{` + theirs + `,"text":"No","lang":"en"}`,
			"toggle-comment-like": `{` + said + `,"liked":true}`,
			"file-report":         reported("comment", said),
		}
	}
	if s, c := ask(ada, "block-member", blocking(ada)); s != http.StatusConflict || c != "block_yourself" {
		t.Errorf("whoever blocks themselves is answered %d %s", s, c)
	}
	if s, _ := ask(ada, "block-member", blocking(ident.Pair("member", "none"))); s != http.StatusNotFound {
		t.Errorf("whoever blocks nobody is answered %d", s)
	}
	l.send(ada, "block-member", blocking(bea))
	for by, about := range map[ident.ID][2]string{ada: {beas, beaSaid}, bea: {adas, adaSaid}} {
		for name, body := range deeds(by, about[0], about[1]) {
			if s, _ := ask(by, name, body); s != http.StatusNotFound {
				t.Errorf("%s %s of %s is answered %d", name, body, by, s)
			}
		}
		for name, body := range map[string]string{
			"edit-post": `{` + about[0] + `,"text":"Mine","lang":"en"}`, "delete-post": `{` + about[0] + `}`,
			"edit-comment": `{` + about[1] + `,"text":"Mine","lang":"en"}`, "delete-comment": `{` + about[1] + `}`,
		} {
			if s, _ := ask(by, name, body); s != http.StatusNotFound {
				t.Errorf("%s %s of %s is answered %d", name, body, by, s)
			}
		}
		for _, body := range []string{reported("post", about[0]), reported("comment", cleoSaid)} {
			if by == ada && body == reported("comment", cleoSaid) {
				continue // it stands below her own post
			}
			if s, _ := ask(by, "file-report", body); s != http.StatusNotFound {
				t.Errorf("file-report %s of %s is answered %d", body, by, s)
			}
		}
		if s, _ := ask(by, "write-comment", reply(cleos, about[1])); s != http.StatusNotFound {
			t.Errorf("a reply of %s is answered %d", by, s)
		}
		if s, c := ask(by, "toggle-reaction", `{`+cleos+`,"kind":"like"}`); s != http.StatusOK {
			t.Errorf("what somebody else wrote is answered %s with %d %s", by, s, c)
		}
	}
	if s, _ := ask(bea, "toggle-comment-like", `{`+cleoSaid+`,"liked":true}`); s != http.StatusNotFound {
		t.Errorf("a comment below what is hidden is answered %d", s)
	}
	for name, body := range map[string]string{
		"toggle-reaction": `{` + published + `,"kind":"love"}`, "write-comment": `{` + published + `,"text":"No","lang":"en"}`,
		"follow-page": `{"page_id":"` + page.String() + `"}`,
	} {
		if s, c := ask(bea, name, body); s != http.StatusOK {
			t.Errorf("%s of what a page published is answered %d %s", name, s, c)
		}
	}
	l.send(ada, "unblock-member", blocking(bea))
	for name, body := range deeds(bea, adas, adaSaid) {
		if s, c := ask(bea, name, body); s != http.StatusOK {
			t.Errorf("%s afterwards is answered %d %s", name, s, c)
		}
	}
}
