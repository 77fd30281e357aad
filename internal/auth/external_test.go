package auth

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/oauth2-proxy/mockoidc"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/auth/providers"
)

// someone is a person at a provider.
type someone struct {
	Subject  string `json:"-"`
	Email    string `json:"email,omitempty"`
	Verified bool   `json:"email_verified"`
	Name     string `json:"name,omitempty"`
	Picture  string `json:"picture,omitempty"`
}

func (s someone) ID() string                        { return s.Subject }
func (s someone) Userinfo([]string) ([]byte, error) { return json.Marshal(s) }

func (s someone) Claims(_ []string, c *mockoidc.IDTokenClaims) (jwt.Claims, error) {
	return struct {
		*mockoidc.IDTokenClaims
		someone
	}{c, s}, nil
}

// abroad is an installation with two providers, and a browser.
type abroad struct {
	*fixture
	url     string
	idp     *mockoidc.MockOIDC
	browser *http.Client
}

func newAbroad(t *testing.T, also ...providers.Provider) *abroad {
	t.Helper()
	idp, err := mockoidc.Run()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = idp.Shutdown() })
	server := httptest.NewUnstartedServer(nil)
	a := &abroad{idp: idp, url: "http://" + server.Listener.Addr().String()}
	a.fixture = newFixture(t, func(c *Config) {
		c.BaseURL = a.url
		for _, name := range []string{"google", "microsoft"} {
			p, err := providers.Parse(name, strings.Replace(idp.Issuer(), "://", "://"+idp.ClientID+":"+idp.ClientSecret+"@", 1))
			if err != nil {
				t.Fatal(err)
			}
			c.Providers = append(c.Providers, p)
		}
		c.Providers = append(c.Providers, also...)
	})
	server.Config.Handler = a.handler
	server.Start()
	t.Cleanup(server.Close)
	a.browser = a.newBrowser()
	return a
}

func (a *abroad) newBrowser() *http.Client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		a.t.Fatal(err)
	}
	return &http.Client{Jar: jar, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if r.URL.Path == "/auth" || r.URL.Path == "/my/settings" {
			return http.ErrUseLastResponse
		}
		return nil
	}}
}

// goes sends somebody to a provider, who says who they are, and gives where they come back to.
func (a *abroad) goes(provider string, who someone) string {
	a.t.Helper()
	a.idp.QueueUser(who)
	return a.get(a.url + "/api/auth/with/" + provider + "?lang=fr&next=" + url.QueryEscape("/campaign/roof"))
}

func (a *abroad) get(address string) string {
	a.t.Helper()
	res, err := a.browser.Get(address)
	if err != nil {
		a.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	b, _ := io.ReadAll(res.Body)
	if res.StatusCode != http.StatusSeeOther {
		a.t.Fatalf("%s answers %d: %s", address, res.StatusCode, b)
	}
	return res.Header.Get("Location")
}

// posts sends something from the page, and gives the status, the code of a refusal and who is signed in.
func (a *abroad) posts(name string, body map[string]any) (status int, code, member string) {
	a.t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		a.t.Fatal(err)
	}
	res, err := a.browser.Post(a.url+pathPrefix+name, "application/json", strings.NewReader(string(raw)))
	if err != nil {
		a.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var out struct {
		Code   string
		Member Who
	}
	_ = json.NewDecoder(res.Body).Decode(&out) // some answers have no body
	return res.StatusCode, out.Code, out.Member.ID.String()
}

// opened tells whom a browser is signed in as.
func (a *abroad) opened() string {
	a.t.Helper()
	_, _, member := a.posts(opRefresh, nil)
	return member
}

var (
	nobody      = ident.Nil.String()
	regexpState = regexp.MustCompile(`state=[^&]+`)
	regexpCode  = regexp.MustCompile(`code=[^&]+`)
)

var grace = someone{Subject: "grace at google", Email: "Grace@Example.org", Verified: true, Name: "Grace Hopper"}

// A new member begins with the provider's picture. Later sign-ins don't fetch it, and a failed fetch lets them in without.
func TestExternal_Found53_ShowsTheProvidersPicture(t *testing.T) {
	t.Parallel()
	pictures := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/grace.png" {
			http.NotFound(w, r)
			return
		}
		_, _ = io.WriteString(w, "a picture of Grace")
	}))
	t.Cleanup(pictures.Close)
	a := newAbroad(t)
	with := func(subject, picture string) (member string) {
		a.browser = a.newBrowser()
		who := grace
		who.Subject, who.Email, who.Picture = subject, subject+"@example.org", picture
		a.goes("google", who)
		if member = a.opened(); member == nobody {
			t.Errorf("%s is not let in", subject)
		}
		return member
	}
	first := with("grace", pictures.URL+"/grace.png")
	with("grace", pictures.URL+"/grace.png") // they may show none by now
	for subject, picture := range map[string]string{"gone": pictures.URL + "/none", "none": "", "odd": "file:///etc/passwd", "far": "http://10.0.0.1/x"} {
		with(subject, picture)
	}
	if got := a.members.shown; !slices.Equal(got, []string{first + " a picture of Grace"}) {
		t.Errorf("shown is %q", got)
	}
}

// Somebody new whose address a provider vouches for is a member at once, and the same one ever after, whatever becomes of the
// address there.
func TestExternal_LetsInWhomAProviderVouchesFor(t *testing.T) {
	t.Parallel()
	a := newAbroad(t)
	if to := a.goes("google", grace); to != "/auth?next=%2Fcampaign%2Froof" {
		t.Fatalf("they come back to %s", to)
	}
	first := a.opened()
	made := a.members.list()
	if len(made) != 1 || made[0].Member.String() != first || made[0].Name != "Grace Hopper" || made[0].Lang != "fr" ||
		made[0].Email != "Grace@Example.org" {
		t.Fatalf("%s, %+v", first, made)
	}
	a.browser = a.newBrowser()
	renamed := grace
	renamed.Email, renamed.Name = "hopper@example.org", "Admiral"
	a.goes("google", renamed)
	if again := a.opened(); again != first || len(a.members.list()) != 1 {
		t.Errorf("they are %s now, and were %s", again, first)
	}
	linked, err := a.Identities(t.Context(), made[0].Member)
	if err != nil || len(linked) != 1 || linked[0].Provider != "google" || linked[0].Email != "Grace@Example.org" {
		t.Errorf("linked are %+v (%v)", linked, err)
	}
	// who has no password signs in with none
	for _, guess := range []string{"", " ", password} {
		if status, _, _ := a.posts(opSignIn, map[string]any{"email": grace.Email, "password": guess}); status < 400 {
			t.Errorf("the password %q opens the account", guess)
		}
	}
}

// A member's account is opened by a provider only once they have shown with their password that it is theirs, and asked for it.
func TestExternal_JoinsAMembersAccountOnlyWithThePassword(t *testing.T) {
	t.Parallel()
	a := newAbroad(t)
	a.member(email)
	ada := someone{Subject: "ada", Email: email, Verified: true, Name: "Ada"}
	if to := a.goes("google", ada); to != "/auth?link=google&next=%2Fcampaign%2Froof" || a.opened() != nobody {
		t.Fatalf("they come back to %s as %s", to, a.opened())
	}
	sign := map[string]any{"email": email, "password": "a guess", "link_provider": true}
	if status, code, _ := a.posts(opSignIn, sign); status != http.StatusUnauthorized || code != "invalid_credentials" {
		t.Errorf("%d %s", status, code)
	}
	sign["password"] = password
	delete(sign, "link_provider") // as somebody else at the same computer, who did not ask for it
	a.posts(opSignIn, sign)
	if n := a.count(`SELECT count(*) FROM account_identities`); n != 0 {
		t.Fatal("linked without being asked for")
	}
	sign["link_provider"] = true
	_, _, member := a.posts(opSignIn, sign)
	a.browser = a.newBrowser()
	a.goes("google", ada)
	if now := a.opened(); now != member || now == nobody {
		t.Errorf("they are %s, not %s", now, member)
	}
	// another account of the same person stays apart
	a.member("bea@example.org")
	a.browser = a.newBrowser()
	if status, code, _ := a.posts(opSignIn, map[string]any{"email": "bea@example.org", "password": password, "link_provider": true}); status !=
		http.StatusNotFound || code != "no_provider_session" {
		t.Errorf("without having been away: %d %s", status, code)
	}
}

// An address that nobody vouches for counts once its mail's link was followed, with the password of the sign-up that it was
// linked with.
func TestExternal_ProvesAnAddressByMail(t *testing.T) {
	t.Parallel()
	a := newAbroad(t)
	unsure := someone{Subject: "ada at work", Email: email, Name: "Ada", Verified: true} // Microsoft's word is not taken for it
	if to := a.goes("microsoft", unsure); to != "/auth?link=microsoft&next=%2Fcampaign%2Froof&tab=signup" {
		t.Fatalf("they come back to %s", to)
	}
	up := map[string]any{"full_name": "Ada", "email": email, "password": password, "terms_accepted": true, "link_provider": true}
	if status, code, _ := a.posts(opSignUp, up); status != http.StatusAccepted {
		t.Fatalf("%d %s", status, code)
	}
	stranger := map[string]any{"full_name": "Eve", "email": email, "password": "eve knows this one", "terms_accepted": true}
	a.posts(opSignUp, stranger)
	a.posts(opResend, map[string]any{"email": email})
	if n := a.count(`SELECT count(*) FROM account_identities`); n != 0 {
		t.Fatal("linked before the mail was read")
	}
	_, _, member := a.posts(opConfirm, map[string]any{"token": a.link(email), "password": password})
	a.browser = a.newBrowser()
	a.goes("microsoft", unsure)
	if now := a.opened(); now != member || now == nobody {
		t.Errorf("they are %s, not %s", now, member)
	}
}

// Who comes by a provider that tells no address gives one, which counts once its mail was read. A member's address stays the
// member's: they are told by mail that they can sign in.
func TestExternal_AsksForTheAddressThatAProviderDoesNotTell(t *testing.T) {
	t.Parallel()
	a := newAbroad(t)
	unknown := someone{Subject: "no address", Name: "Noor Haddad", Verified: true}
	if to := a.goes("google", unknown); to != "/auth?link=google&next=%2Fcampaign%2Froof&tab=signup" {
		t.Fatalf("they come back to %s", to)
	}
	a.member(email)
	link := map[string]any{"full_name": "", "email": email, "password": "another secret", "terms_accepted": true, "link_provider": true}
	if status, code, _ := a.posts(opSignUp, link); status != http.StatusAccepted {
		t.Fatalf("%d %s", status, code)
	}
	if kept := a.mails(email); len(kept) != 1 || linkToken.MatchString(kept[0].Text) {
		t.Errorf("a member is mailed %+v", kept)
	}
	link["email"] = "noor@example.org"
	a.posts(opSignUp, link)
	if n := a.count(`SELECT count(*) FROM account_identities`); n != 0 {
		t.Fatal("linked before the mail was read")
	}
	confirm := map[string]any{"token": a.link("noor@example.org"), "password": "another secret"}
	_, _, member := a.posts(opConfirm, confirm)
	a.browser = a.newBrowser()
	a.goes("google", unknown)
	made := a.members.list()
	if now := a.opened(); now != member || now != made[len(made)-1].Member.String() || made[len(made)-1].Name != "Noor Haddad" {
		t.Errorf("they are %s, not %s, of %+v", now, member, made)
	}
	// without a provider's word nobody is called nothing
	delete(link, "link_provider")
	if status, _, _ := a.posts(opSignUp, link); status != http.StatusUnprocessableEntity {
		t.Errorf("without a name: %d", status)
	}
}

// A sign-up that waits gives way to the address' owner whom a provider vouches for: what was typed for it opens nothing.
func TestExternal_TakesAWaitingSignUpFromAStranger(t *testing.T) {
	t.Parallel()
	a := newAbroad(t)
	a.posts(opSignUp, map[string]any{"full_name": "Eve", "email": grace.Email, "password": password, "terms_accepted": true})
	waiting := a.link(grace.Email)
	a.goes("google", grace)
	if made := a.members.list(); len(made) != 1 || made[0].Name != "Grace Hopper" {
		t.Fatalf("%+v", made)
	}
	a.browser = a.newBrowser()
	if status, _, member := a.posts(opConfirm, map[string]any{"token": waiting, "password": password}); status < 400 || member != nobody {
		t.Errorf("the stranger's link is answered %d", status)
	}
	if status, _, _ := a.posts(opSignIn, map[string]any{"email": grace.Email, "password": password}); status < 400 {
		t.Error("the stranger's password opens the account")
	}
}

// What comes back counts only in the browser that left, once, in time, and for the provider it went to.
func TestExternal_RefusesWhatWasNotBegunHere(t *testing.T) {
	t.Parallel()
	a := newAbroad(t)
	refused := func(what, to, code string) {
		t.Helper()
		at, err := url.Parse(to)
		if err != nil || at.Query().Get("refused") != code || at.Path != "/auth" {
			t.Errorf("%s: they come back to %s", what, to)
		}
		if a.opened() != nobody {
			t.Errorf("%s signs somebody in", what)
		}
	}
	// away gives the address to which a browser that just left comes back, without going there
	away := func() string {
		t.Helper()
		a.idp.QueueUser(grace)
		stay := *a.browser
		stay.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
			if strings.HasSuffix(r.URL.Path, "/back") {
				return http.ErrUseLastResponse
			}
			return nil
		}
		res, err := stay.Get(a.url + "/api/auth/with/google")
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		return res.Header.Get("Location")
	}
	back := away()
	mine := a.browser
	a.browser = a.newBrowser()
	refused("another browser", a.get(back), "provider_lost")
	a.browser = mine
	refused("another provider", a.get(strings.Replace(back, "/google/", "/microsoft/", 1)), "provider_lost")
	refused("once more", a.get(back), "provider_lost")
	back = away()
	refused("another state", a.get(strings.Replace(back, "state=", "state=x", 1)), "provider_lost")
	back = away()
	a.clock.pass(awayLife + time.Second)
	refused("too late", a.get(back), "provider_lost")
	back, _, _ = strings.Cut(away(), "?")
	state := strings.TrimPrefix(regexpState.FindString(away()), "state=")
	refused("cancelled", a.get(back+"?error=access_denied&state="+state), "provider_refused")
	state = strings.TrimPrefix(regexpState.FindString(away()), "state=")
	unforeseen := a.get(back + "?error=temporarily_unavailable&state=" + state)
	refused("A-18: a code that nobody foresaw (Found53)", unforeseen, "provider_failed")
	if at, err := url.Parse(unforeseen); err != nil || at.Query().Get("code") != "temporarily_unavailable" ||
		at.Query().Get("reference") == "" {
		t.Errorf("A-18: neither code nor request is named in %s", unforeseen)
	}
	state = strings.TrimPrefix(regexpState.FindString(away()), "state=")
	foul := a.get(back + "?error=%3Cb%3Efoul&state=" + state)
	if at, err := url.Parse(foul); err != nil || at.Query().Get("code") != "provider_failed" {
		t.Errorf("A-18: what is no code is shown: %s", foul)
	}
	back = regexpCode.ReplaceAllString(away(), "code=made-up")
	refused("a code of one's own", a.get(back), "provider_failed")
	res, err := a.browser.Get(a.url + "/api/auth/with/linkedin")
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusNotFound {
		t.Errorf("a provider that is not configured is answered %d", res.StatusCode)
	}
	if n := a.count(`SELECT count(*) FROM account_identities`); n != 0 {
		t.Errorf("%d are linked", n)
	}
}
