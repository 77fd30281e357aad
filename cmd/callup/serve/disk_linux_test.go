package serve

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/testing/datadir"
)

// TestFullDisk fills the disk of the bundled Postgres while a member gives and reacts, and makes room again.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it starts a server: make check leaves it to make test, where nothing of this package changed")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	dir := apptest.SmallDisk(t, 256<<20)
	if err := datadir.FillWithin(ctx, dir); err != nil {
		t.Fatal(err)
	}
	in := &apptest.Installation{T: t, Dir: dir, Program: os.Args[0], Env: []string{apptest.Quickly, "CALLUP_DATA=" + dir,
		"CALLUP_ADDR=127.0.0.1:0", "CALLUP_DEMO=off", "CALLUP_RATE_LIMIT_FACTOR=1000", "PATH=" + os.Getenv("PATH")}}
	s := in.MustStart(ctx)
	defer s.Stop()
	defer func() {
		if t.Failed() {
			t.Log("the server says:", s.Logs)
		}
	}()
	m := &member{t: t, ctx: ctx, url: s.URL}
	campaign := apptest.CampaignsOn(ctx, t, in, s)[0]
	m.signIn()
	var written struct {
		ID ident.ID `json:"post_id"`
	}
	a := m.send("write-post", map[string]any{"text": "Hello", "lang": "en"})
	a.JSON(t, &written)
	give := func() apptest.Answer {
		return m.send("donate-money", map[string]any{"campaign_id": campaign, "amount": 500, "currency": "EUR", "lang": "en",
			"message": strings.Repeat("Go on. ", 60)})
	}
	reacted := 0
	react := func() apptest.Answer {
		reacted++
		return m.send("toggle-reaction", map[string]any{"post_id": written.ID, "kind": []string{"like", "love"}[reacted%2]})
	}
	if a, b := give(), react(); a.Status != http.StatusOK || b.Status != http.StatusOK {
		t.Fatalf("with room: %s %s", a.Body, b.Body)
	}

	makeRoom := apptest.FillDisk(t, dir)
	for what, does := range map[string]func() apptest.Answer{"gifts": give, "reactions": react} {
		refused := false
		for n := 0; !refused; n++ { // pages that are there already take some
			began := time.Now()
			a := does()
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("%s: an answer takes %s", what, took)
			}
			refused = a.Status == http.StatusServiceUnavailable
			if !refused && a.Status != http.StatusOK || n == 200 {
				t.Fatalf("%s: number %d is answered %d %s", what, n, a.Status, a.Body)
			}
		}
	}
	ready := func() (bool, string) {
		a, err := apptest.Call(ctx, http.MethodGet, s.URL+"/readyz", nil)
		if err != nil {
			t.Fatal(err)
		}
		return a.Status == http.StatusOK, string(a.Body)
	}
	apptest.Until(ctx, t, "the full disk is named", func() bool {
		ok, says := ready()
		return !ok && strings.Contains(says, `"disk"`) && strings.Contains(says, "CALLUP_DATA")
	})
	makeRoom()
	apptest.Until(ctx, t, "the server is ready again", func() bool { ok, _ := ready(); return ok })
	if a, b := give(), react(); a.Status != http.StatusOK || b.Status != http.StatusOK {
		t.Errorf("with room again: %s %s", a.Body, b.Body)
	}
}

// member sends commands as the one member of an installation.
type member struct {
	t     *testing.T
	ctx   context.Context //nolint:containedctx // of the test
	url   string
	token string
	sent  int
}

func (m *member) signIn() {
	m.t.Helper()
	a, err := apptest.Call(m.ctx, http.MethodPost, m.url+"/api/auth/sign-in",
		map[string]any{"email": apptest.Organizer, "password": "a password of one's own"})
	if err != nil || a.Status != http.StatusOK {
		m.t.Fatalf("sign in: %v %s", err, a.Body)
	}
	var in struct {
		Token string `json:"access_token"`
	}
	a.JSON(m.t, &in)
	m.token = in.Token
}

func (m *member) send(command string, body map[string]any) apptest.Answer {
	m.t.Helper()
	m.sent++
	a, err := apptest.Call(m.ctx, http.MethodPost, m.url+"/api/commands/"+command, body,
		"Authorization", "Bearer "+m.token, "Idempotency-Key", fmt.Sprintf("a-key-of-its-own-%d", m.sent))
	if err != nil {
		m.t.Fatalf("%s: %v", command, err)
	}
	return a
}
