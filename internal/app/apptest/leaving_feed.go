package apptest

import (
	"maps"
	"net/http"
	"strings"

	"github.com/callup/callup/domain/ident"
)

// wrote has the rare person write posts and comments, and change and delete some, with words of theirs wherever one can write
// some, and feel something about what somebody else wrote.
func (l *Leaving) wrote() {
	l.T.Helper()
	post := func(token string) (id ident.ID) {
		var made struct {
			ID ident.ID `json:"post_id"`
		}
		l.as(token, "write-post", map[string]any{"text": "Written by " + RareName, "lang": "en"}, http.StatusOK).JSON(l.T, &made)
		return made.ID
	}
	comment := func(token string, on ident.ID, text string, more map[string]any) ident.ID {
		var made struct {
			ID ident.ID `json:"comment_id"`
		}
		body := map[string]any{"post_id": on, "text": text, "lang": "en"}
		maps.Copy(body, more)
		l.as(token, "write-comment", body, http.StatusOK).JSON(l.T, &made)
		return made.ID
	}
	kept, deleted := post(l.Token), post(l.Token)
	edit := map[string]any{"post_id": kept, "text": "Written again by " + RareName, "lang": "en"}
	l.as(l.Token, "edit-post", edit, http.StatusOK)
	l.as(l.Token, "delete-post", map[string]any{"post_id": deleted}, http.StatusOK)
	pictures := map[string]any{"text": "Seen by " + RareName, "lang": "en", "files": []map[string]any{
		{"kind": "photo", "upload": l.upload("post-photo"), "alt": RareName + " smiles"},
	}}
	l.as(l.Token, "write-post", pictures, http.StatusOK)
	said := comment(l.Token, kept, RareName+" agrees", nil)
	l.as(l.Token, "edit-comment", map[string]any{"comment_id": said, "text": RareName + " disagrees", "lang": "en"}, http.StatusOK)
	comment(l.Tokens["other"], kept, "Gladly", map[string]any{"parent_id": said})
	gone := comment(l.Token, kept, RareName+" says nothing", nil)
	l.as(l.Token, "delete-comment", map[string]any{"comment_id": gone}, http.StatusOK)
	var others struct {
		ID ident.ID `json:"post_id"`
	}
	l.as(l.Tokens["other"], "write-post", map[string]any{"text": "Hello", "lang": "en"}, http.StatusOK).JSON(l.T, &others)
	for _, one := range []struct {
		by       string
		original ident.ID
	}{{l.Tokens["other"], kept}, {l.Token, others.ID}} { // what was theirs is shared, and they share
		l.as(one.by, "write-post", map[string]any{"text": "", "lang": "en", "shared_id": one.original}, http.StatusOK)
	}
	l.as(l.Token, "toggle-reaction", map[string]any{"post_id": others.ID, "kind": "love"}, http.StatusOK)
	answer := comment(l.Tokens["other"], others.ID, "Well", nil)
	l.as(l.Token, "toggle-comment-like", map[string]any{"comment_id": answer, "liked": true}, http.StatusOK)
	comment(l.Token, others.ID, "So says "+RareName, nil)
	rude := post(l.Token)
	insult := comment(l.Token, others.ID, RareName+" insults them", nil)
	for kind, thing := range map[string]ident.ID{"post": others.ID, "comment": answer} {
		l.as(l.Token, "file-report", map[string]any{
			"kind": kind, "thing_id": thing, "reason": "other", "words": RareName + " is meant",
		}, http.StatusOK)
	}
	l.as(l.Tokens["owner"], "remove-post", map[string]any{"post_id": rude, "reason": RareName + " insults people"}, http.StatusOK)
	l.as(l.Tokens["owner"], "remove-comment", map[string]any{"comment_id": insult, "reason": RareName + " again"}, http.StatusOK)
	long := strings.Repeat(RareName+" ", 700)
	for command, body := range map[string]map[string]any{
		"write-post": {"text": "", "lang": "en", "files": []map[string]any{
			{"kind": "photo", "upload": RareName, "alt": "Of " + RareName},
		}},
		"write-comment": {"post_id": others.ID, "text": long, "lang": "en"},
	} {
		l.as(l.Token, command, body, http.StatusUnprocessableEntity)
	}
}
