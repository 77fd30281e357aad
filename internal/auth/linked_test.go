package auth

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
)

// acts asks for something as whoever is signed in in the browser, and gives the status, the code of a refusal and the answer.
func (a *abroad) acts(method, name string, body map[string]any, into any) (status int, code string) {
	a.t.Helper()
	res, err := a.browser.Post(a.url+pathPrefix+opRefresh, "application/json", nil)
	if err != nil {
		a.t.Fatal(err)
	}
	var me SignedIn
	if err := json.NewDecoder(res.Body).Decode(&me); err != nil {
		a.t.Fatal(err)
	}
	_ = res.Body.Close()
	raw, err := json.Marshal(body)
	if err != nil {
		a.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(a.t.Context(), method, a.url+pathPrefix+name, strings.NewReader(string(raw)))
	if err != nil {
		a.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+me.AccessToken)
	r.Header.Set("Content-Type", "application/json")
	if res, err = a.browser.Do(r); err != nil {
		a.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var refused struct {
		Code   string
		Errors []struct{ Code string }
	}
	if res.StatusCode >= http.StatusBadRequest {
		_ = json.NewDecoder(res.Body).Decode(&refused) // the code is empty then, which no test wants
		if len(refused.Errors) > 0 {
			refused.Code = refused.Errors[0].Code
		}
	} else if into != nil {
		if err := json.NewDecoder(res.Body).Decode(into); err != nil {
			a.t.Fatal(err)
		}
	}
	return res.StatusCode, refused.Code
}

// links sends whoever is signed in to a provider from their settings, and gives where they come back to.
func (a *abroad) links(provider string, who someone) string {
	a.t.Helper()
	body := map[string]any{"provider": provider}
	var to LinkProviderAnswer
	if status, code := a.acts(http.MethodPost, "link-provider", body, &to); status != http.StatusOK {
		a.t.Fatalf("%d %s", status, code)
	}
	a.idp.QueueUser(who)
	return a.get(to.Address)
}

func (a *abroad) security() (all SecurityAnswer) {
	a.t.Helper()
	if status, code := a.acts(http.MethodGet, "security", nil, &all); status != http.StatusOK {
		a.t.Fatalf("%d %s", status, code)
	}
	return all
}

func (a *abroad) unlinks(id string) (status int, code string) {
	a.t.Helper()
	return a.acts(http.MethodPost, "unlink-provider", map[string]any{"id": id}, nil)
}

func kindsOf(history []HappeningView) (kinds []string) {
	for _, h := range history {
		kinds = append(kinds, h.Kind)
	}
	return kinds
}

var atWork = someone{Subject: "ada at work", Email: "ada@work.example.org", Name: "Ada"}

// A member who gives their password has an account elsewhere open theirs too, whatever its address, and takes it back.
func TestLinked_OpensTheAccountUntilItIsRemoved(t *testing.T) {
	t.Parallel()
	a := newAbroad(t)
	a.member(email)
	_, _, member := a.posts(opSignIn, map[string]any{"email": email, "password": password})
	for range 2 { // the second time nothing is new
		if to := a.links("microsoft", atWork); to !=
			"/my/settings?linked=microsoft&provider=microsoft#linked" {
			t.Fatalf("they come back to %s", to)
		}
	}
	held := a.security()
	if !held.HasPassword || len(held.Identities) != 1 || held.Identities[0].Provider != "microsoft" ||
		held.Identities[0].Email != atWork.Email || held.Identities[0].LinkedAt.IsZero() {
		t.Fatalf("%+v", held)
	}
	mine := a.browser
	a.browser = a.newBrowser()
	a.goes("microsoft", atWork)
	if now := a.opened(); now != member {
		t.Errorf("they are %s, not %s", now, member)
	}
	a.browser = mine
	if _, code := a.unlinks("another"); code != "identity_not_found" {
		t.Error(code)
	}
	a.clock.pass(time.Second)
	if status, code := a.unlinks(held.Identities[0].ID); status != http.StatusNoContent {
		t.Fatalf("%d %s", status, code)
	}
	held = a.security()
	kinds := kindsOf(held.History)
	if len(held.Identities) != 0 || kinds[0] != "provider_removed" ||
		len(slices.DeleteFunc(kinds, func(k string) bool { return k != "provider_linked" })) != 1 {
		t.Errorf("%+v", held)
	}
	a.browser = a.newBrowser()
	if a.goes("microsoft", atWork); a.opened() != nobody {
		t.Error("what was removed still opens the account")
	}
	if err := a.Work(t.Context()); err != nil || !slices.Contains(a.members.news(), didLink) ||
		!slices.Contains(a.members.news(), didUnlink) {
		t.Errorf("%v, told %v", err, a.members.news())
	}
}

// An account elsewhere opens one here; only the session that began has it do so, while it lives.
func TestLinked_StaysWithWhoseItIs(t *testing.T) {
	t.Parallel()
	a := newAbroad(t)
	a.goes("google", grace)
	_, owner := a.members.list()[0], a.opened()
	a.browser = a.newBrowser()
	a.member(email)
	a.posts(opSignIn, map[string]any{"email": email, "password": password})
	if to := a.links("google", grace); to !=
		"/my/settings?provider=google&refused=provider_linked_elsewhere#linked" {
		t.Errorf("they come back to %s", to)
	}
	body := map[string]any{"provider": "google"}
	var to LinkProviderAnswer
	a.acts(http.MethodPost, "link-provider", body, &to)
	mine, stranger := a.browser, a.newBrowser()
	a.idp.QueueUser(someone{Subject: "ada elsewhere", Name: "Ada"})
	a.browser = stranger
	if at := a.get(to.Address); at != "/auth?provider=google&refused=provider_lost" {
		t.Errorf("another browser comes back to %s", at)
	}
	a.browser = mine
	a.acts(http.MethodPost, "link-provider", body, &to)
	a.exec(`UPDATE sessions SET ended_at = now(), end_reason = 'sign_out' WHERE ended_at IS NULL`)
	a.idp.QueueUser(someone{Subject: "ada elsewhere", Name: "Ada"})
	if at := a.get(to.Address); at != "/my/settings?provider=google&refused=provider_lost#linked" {
		t.Errorf("out of a session that has ended they come back to %s", at)
	}
	if n := a.count(`SELECT count(*) FROM account_identities`); n != 1 {
		t.Errorf("%d are linked", n)
	}
	a.browser = a.newBrowser()
	if a.goes("google", grace); a.opened() != owner {
		t.Error("it opens another account now")
	}
}

// The last way in stays: the only account elsewhere of who has no password. One at a provider that nobody can sign in with any
// more is no way in.
func TestLinked_KeepsTheLastWayIn(t *testing.T) {
	t.Parallel()
	a := newAbroad(t)
	a.goes("google", grace)
	held := a.security()
	if held.HasPassword || len(held.Identities) != 1 {
		t.Fatalf("%+v", held)
	}
	if status, code := a.unlinks(held.Identities[0].ID); status != http.StatusConflict || code != "last_way_in" {
		t.Errorf("%d %s", status, code)
	}
	a.exec(`INSERT INTO account_identities SELECT 'https://gone.example.org', 'grace', account_id, 'linkedin', '', now()
		FROM account_identities`)
	if _, code := a.unlinks(held.Identities[0].ID); code != "last_way_in" {
		t.Error(code)
	}
	a.links("microsoft", atWork)
	held = a.security()
	member := a.members.list()[0].Member
	var session ident.ID
	if err := a.pool.QueryRow(t.Context(), `SELECT id FROM sessions WHERE ended_at IS NULL`).Scan(&session); err != nil {
		t.Fatal(err)
	}
	var (
		wait    sync.WaitGroup
		refused [2]error
	)
	ways := slices.DeleteFunc(held.Identities, func(i IdentityView) bool { return i.Provider == "linkedin" })
	for i := range refused { // both at once
		wait.Go(func() {
			refused[i] = a.Unlink(t.Context(), Principal{Member: member, Session: session}, ways[i].ID, firefox)
		})
	}
	wait.Wait()
	if codes := []string{code(refused[0]), code(refused[1])}; !slices.Contains(codes, "") || !slices.Contains(codes, "last_way_in") {
		t.Errorf("removed at once, they are answered %v", codes)
	}
	err := a.Work(t.Context())
	// of what they linked later, not of how they came
	if told := a.members.news(); err != nil || !slices.Equal(told, []string{didLink, didUnlink}) {
		t.Errorf("%v, told %v", err, told)
	}
}
