package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/callup/callup/internal/auth/providers"
)

const (
	standInID, standInSecret = "callup at the stand-in", "s3cret/of it"
	standInToken             = "a token that opens one profile"
)

// standIn speaks as Facebook or Discord does, and refuses what they refuse.
type standIn struct {
	t        *testing.T
	url      string
	facebook bool

	mu      sync.Mutex
	refuses bool                  // the person does not agree
	down    bool                  // no code is taken
	token   string                // what the code is answered with; empty: a token
	profile string                // what the token is answered with
	status  int                   // with which; 0: 200
	codes   map[string]url.Values // what was asked for each code that was not taken
}

// newStandIn gives a stand-in with the provider as an installation is given it.
func newStandIn(t *testing.T, name string) (*standIn, providers.Provider) {
	t.Helper()
	s := &standIn{t: t, facebook: name == "facebook", codes: map[string]url.Values{}}
	mux := http.NewServeMux()
	if s.facebook {
		mux.HandleFunc("GET /v24.0/dialog/oauth", s.ask)
		mux.HandleFunc("POST /v24.0/oauth/access_token", s.take)
		mux.HandleFunc("GET /v24.0/me", s.tell)
	} else {
		mux.HandleFunc("GET /oauth2/authorize", s.ask)
		mux.HandleFunc("POST /api/oauth2/token", s.take)
		mux.HandleFunc("GET /api/users/@me", s.tell)
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	s.url = server.URL
	own := url.UserPassword(standInID, standInSecret).String()
	p, err := providers.Parse(name, strings.Replace(server.URL, "://", "://"+own+"@", 1))
	if err != nil {
		t.Fatal(err)
	}
	return s, p
}

// ask is where a browser is asked who it is.
func (s *standIn) ask(rw http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := r.URL.Query()
	if q.Get("client_id") != standInID || q.Get("response_type") != "code" || q.Get("state") == "" ||
		q.Get("code_challenge_method") != "S256" || !strings.Contains(q.Get("scope"), "email") {
		s.t.Errorf("they are asked with %v", q)
	}
	back := url.Values{"state": {q.Get("state")}}
	if s.refuses {
		back.Set("error", "access_denied")
	} else {
		code := fmt.Sprintf("code-%d", len(s.codes))
		s.codes[code] = q
		back.Set("code", code)
	}
	rw.Header().Set("Location", q.Get("redirect_uri")+"?"+back.Encode())
	rw.WriteHeader(http.StatusFound)
}

// take exchanges a code for a token, once, for who knows the verifier and the secret.
func (s *standIn) take(rw http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	asked, ok := s.codes[r.PostFormValue("code")]
	s.codes[r.PostFormValue("code")] = nil
	challenge := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	ok = ok && asked != nil && asked.Get("redirect_uri") == r.PostFormValue("redirect_uri") &&
		asked.Get("code_challenge") == base64.RawURLEncoding.EncodeToString(challenge[:]) &&
		r.PostFormValue("client_id") == standInID && r.PostFormValue("client_secret") == standInSecret
	rw.Header().Set("Content-Type", "application/json")
	switch {
	case s.down:
		rw.WriteHeader(http.StatusServiceUnavailable)
	case !ok:
		rw.WriteHeader(http.StatusBadRequest)
		_, _ = fmt.Fprint(rw, `{"error":"invalid_grant"}`)
	case s.token != "":
		_, _ = fmt.Fprint(rw, s.token)
	default:
		_, _ = fmt.Fprintf(rw, `{"access_token":%q,"token_type":"bearer","expires_in":3600}`, standInToken)
	}
}

// tell answers whose a token is.
func (s *standIn) tell(rw http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	proof := hmac.New(sha256.New, []byte(standInSecret))
	proof.Write([]byte(standInToken))
	q := r.URL.Query()
	if r.Header.Get("Authorization") != "Bearer "+standInToken ||
		s.facebook && (q.Get("appsecret_proof") != hex.EncodeToString(proof.Sum(nil)) ||
			q.Get("fields") != "id,name,email,picture.type(large)") {
		rw.WriteHeader(http.StatusUnauthorized)
		return
	}
	if s.status != 0 {
		rw.WriteHeader(s.status)
	}
	_, _ = fmt.Fprint(rw, s.profile)
}

func (s *standIn) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// known counts who is known by what a provider calls them.
const known = `SELECT count(*) FROM account_identities WHERE issuer = $1 AND subject = $2`

const hopper = `{"id":"4711","username":"hopper","global_name":"Grace Hopper","email":"grace@example.org","verified":true}`

// with sends a browser to a stand-in and gives where it comes back to.
func (a *abroad) with(provider string) string {
	a.t.Helper()
	return a.get(a.url + "/api/auth/with/" + provider + "?next=" + url.QueryEscape("/explore"))
}

// Discord's word on an address is taken where it says that the address was confirmed there.
func TestProfile_OfDiscordOpensAnAccountWhoseAddressItVouchesFor(t *testing.T) {
	t.Parallel()
	s, p := newStandIn(t, "discord")
	a := newAbroad(t, p)
	s.set(func() { s.profile = strings.Replace(hopper, "true", "false", 1) })
	if to := a.with("discord"); to != "/auth?link=discord&next=%2Fexplore&tab=signup" || a.opened() != nobody {
		t.Errorf("with an address that nobody vouches for they come back to %s", to)
	}
	s.set(func() { s.profile = hopper })
	if to := a.with("discord"); to != "/auth?next=%2Fexplore" {
		t.Fatalf("they come back to %s", to)
	}
	first := a.opened()
	if made := a.members.list(); len(made) != 1 || made[0].Member.String() != first || made[0].Name != "Grace Hopper" ||
		made[0].Email != "grace@example.org" {
		t.Errorf("%+v", made)
	}
	a.browser = a.newBrowser()
	s.set(func() {
		s.profile = `{"id":"4711","username":"grace","global_name":null,"email":null,"verified":false}`
	})
	if a.with("discord"); a.opened() != first {
		t.Error("they are somebody else once their address there is gone")
	}
	if n := a.count(known, "https://discord.com", "4711"); n != 1 {
		t.Errorf("they are known by other names: %d", n)
	}
}

// Facebook says of no address that it was confirmed: it counts once the mail to it was read.
func TestProfile_OfFacebookVouchesForNoAddress(t *testing.T) {
	t.Parallel()
	s, p := newStandIn(t, "facebook")
	a := newAbroad(t, p)
	s.set(func() { s.profile = `{"id":"10160","name":"Ada Lovelace","email":"ada@example.org"}` })
	if to := a.with("facebook"); to != "/auth?link=facebook&next=%2Fexplore&tab=signup" || a.opened() != nobody {
		t.Fatalf("they come back to %s", to)
	}
	up := map[string]any{"full_name": "Ada", "email": email, "password": password, "terms_accepted": true, "link_provider": true}
	if status, code, _ := a.posts(opSignUp, up); status != http.StatusAccepted {
		t.Fatalf("%d %s", status, code)
	}
	_, _, member := a.posts(opConfirm, map[string]any{"token": a.link(email), "password": password})
	a.browser = a.newBrowser()
	if a.with("facebook"); a.opened() != member || member == nobody {
		t.Errorf("they are %s, not %s", a.opened(), member)
	}
	if n := a.count(known, "https://www.facebook.com", "10160"); n != 1 {
		t.Errorf("they are known by other names: %d", n)
	}
}

// Nobody is let in who did not agree, by what was not begun here, or by an answer that says nothing.
func TestProfile_RefusesWhatSaysOfNobodyThatTheyAreHere(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"facebook", "discord"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, p := newStandIn(t, name)
			a := newAbroad(t, p)
			s.set(func() { s.profile = hopper })
			refused := func(what, to, code string) {
				t.Helper()
				at, err := url.Parse(to)
				if err != nil || at.Query().Get("refused") != code || at.Path != "/auth" || a.opened() != nobody {
					t.Errorf("%s: they come back to %s as %s", what, to, a.opened())
				}
			}
			away := func() string {
				t.Helper()
				stay := *a.browser
				stay.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
					if strings.HasSuffix(r.URL.Path, "/back") {
						return http.ErrUseLastResponse
					}
					return nil
				}
				res, err := stay.Get(a.url + "/api/auth/with/" + name)
				if err != nil {
					t.Fatal(err)
				}
				_ = res.Body.Close()
				return res.Header.Get("Location")
			}
			back, mine := away(), a.browser
			a.browser = a.newBrowser()
			refused("another browser", a.get(back), "provider_lost")
			a.browser = mine
			refused("another state", a.get(strings.Replace(back, "state=", "state=x", 1)), "provider_lost")
			replayed := regexpCode.FindString(away())
			s.set(func() { s.profile = "[]" })
			refused("a profile of no shape", a.get(away()), "provider_failed")
			s.set(func() { s.profile, s.codes[strings.TrimPrefix(replayed, "code=")] = hopper, nil })
			refused("a code that was taken", a.get(regexpCode.ReplaceAllString(away(), replayed)), "provider_failed")
			s.set(func() { s.codes["theirs"] = url.Values{} })
			refused("a code of somebody else", a.get(regexpCode.ReplaceAllString(away(), "code=theirs")), "provider_failed")
			s.set(func() { s.refuses = true })
			refused("cancelled", a.with(name), "provider_refused")
			s.set(func() { s.refuses, s.down = false, true })
			refused("no answer", a.with(name), "provider_failed")
			s.set(func() { s.down, s.token = false, `{"token_type":"bearer"}` })
			refused("no token", a.with(name), "provider_failed")
			s.set(func() { s.token, s.status = "", http.StatusBadGateway })
			refused("no profile", a.with(name), "provider_failed")
			s.set(func() { s.status = 0 })
			for _, profile := range []string{
				"", "null", "{}", "not json", `{"id":""}`, `{"id":4711,"name":"Grace"}`, `{"id":"4711","email":["a@example.org"]}`,
				`{"id":"4711","name":"` + strings.Repeat("a", 1<<16) + `"}`,
			} {
				s.set(func() { s.profile = profile })
				refused("the profile "+profile[:min(40, len(profile))], a.with(name), "provider_failed")
			}
			if strings.Contains(a.log.String(), standInToken) || strings.Contains(a.log.String(), standInSecret) {
				t.Error("a secret is in the log")
			}
			if n := a.count(`SELECT count(*) FROM account_identities`); n != 0 {
				t.Errorf("%d are linked", n)
			}
		})
	}
}
