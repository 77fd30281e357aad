package auth

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestFound18_OnePageEndsAllSessions: the page that a mail about a change links to works without a session.
func TestFound18_OnePageEndsAllSessions(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.member(email)
	b, thief := f.browser(), f.browser()
	b.enter(firefox)
	thief.enter(phone)
	thief.post("change-password", `{"new_password":"a sentence of the thief"}`, http.StatusNoContent, nil)
	said := f.mails(email)[0]
	if said.Kind != "password_changed" || !strings.Contains(said.Text, "Browser: ") || !strings.Contains(said.Text, " UTC") {
		t.Fatalf("%s", said.Text)
	}
	_, token, ok := strings.Cut(said.Text, "/auth/sign-out?token=")
	if !ok {
		t.Fatalf("no link: %s", said.Text)
	}
	token, _, _ = strings.Cut(token, "\n")
	token, err := url.QueryUnescape(token)
	if err != nil {
		t.Fatal(err)
	}
	end := func(token string) string {
		return f.browser().do(http.MethodPost, "/api/auth/end-all-sessions", `{"token":"`+token+`"}`).problem.Code
	}
	for name, bad := range map[string]string{"none": "", "cut": token[:len(token)-4], "forged": token[:len(token)-10] + "AAAAAAAAAA"} {
		if got := end(bad); got != "sign_out_link_invalid" {
			t.Errorf("%s: %q", name, got)
		}
	}
	if _, err := f.VerifyToken(t.Context(), thief.access); err != nil {
		t.Fatalf("the thief is signed out already: %v", err)
	}
	if got := end(token); got != "" {
		t.Fatal(got)
	}
	if _, err := f.VerifyToken(t.Context(), thief.access); code(err) != "invalid_token" {
		t.Errorf("the thief is signed in still: %v", err)
	}
	f.clock.pass(everywhereLife)
	if got := end(token); got != "sign_out_link_expired" {
		t.Errorf("a month later: %q", got)
	}
	member := f.memberOf(email)
	var at time.Time
	row := f.pool.QueryRow(t.Context(), `SELECT at FROM account_history WHERE kind = $1 LIMIT 1`, didSignInAnew)
	if err := row.Scan(&at); err != nil {
		t.Fatal(err)
	}
	if is, link, err := f.Occasion(t.Context(), member, didSignInAnew, at); err != nil || is.Browser == "" || link == "" {
		t.Errorf("%+v %s %v", is, link, err)
	}
}
