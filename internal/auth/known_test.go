package auth

import (
	"net/http"
	"testing"
	"time"

	"github.com/callup/callup/internal/ratelimit"
)

// from is a browser at an address.
func (f *fixture) from(address string) *browser {
	b := f.browser()
	b.remote = address + ":4711"
	return b
}

func signInWith(password string) string {
	return `{"email":"` + email + `","password":"` + password + `"}`
}

// wrongly tries wrong passwords until the browser is told to wait.
func (b *browser) wrongly() {
	b.f.t.Helper()
	for range 1000 {
		if b.do("POST", "/api/auth/sign-in", signInWith("wrong")).status == http.StatusTooManyRequests {
			return
		}
	}
	b.f.t.Fatal("nobody is ever told to wait")
}

func TestSignIn_NoStrangerLocksAnybodyOut(t *testing.T) {
	t.Parallel()
	few := ratelimit.Rule{Burst: 5, Every: time.Minute}
	f := newFixture(t, func(c *Config) {
		c.Limits.SignInPerPair, c.Limits.SignInPerAccount = few, ratelimit.Rule{Burst: 20, Every: time.Minute}
	})
	f.member(email)
	f.from("192.0.2.1").wrongly()
	owner := f.from("198.51.100.7")
	if a := owner.do("POST", "/api/auth/sign-in", signInBody); a.status != http.StatusOK {
		t.Fatalf("the owner elsewhere: %d %s", a.status, a.body)
	}
	// many strangers together use up what unknown browsers share, and nothing of a browser that is known
	for _, address := range []string{"192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5", "192.0.2.6", "198.51.100.7"} {
		f.from(address).wrongly()
	}
	if a := f.from("203.0.113.9").do("POST", "/api/auth/sign-in", signInBody); a.status != http.StatusTooManyRequests {
		t.Errorf("guesses from everywhere are not bounded: %d", a.status)
	}
	for range 10 {
		if a := owner.do("POST", "/api/auth/sign-in", signInBody); a.status != http.StatusOK {
			t.Fatalf("the owner's browser: %d %s", a.status, a.body)
		}
	}
	owner.wrongly() // known is not trusted
}

// The mark of a browser is of no use for another account, and a family's browser is known to each of them.
func TestKnownBrowser_IsKnownToWhoSignedInWithIt(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	others := []string{"bo@example.org", "cy@example.org", "di@example.org", "ed@example.org"}
	cookie := ""
	for _, to := range append([]string{email}, others...) {
		f.member(to)
		if _, known := f.knows(cookie, to); known {
			t.Errorf("%s is known before", to)
		}
		tokens, err := f.SignIn(t.Context(), SignIn{Email: to, Password: password, Browser: BrowserState{Known: cookie}})
		if err != nil {
			t.Fatal(err)
		}
		cookie = tokens.Known
	}
	for _, to := range others {
		if _, known := f.knows(cookie, to); !known {
			t.Errorf("%s is not known any more", to)
		}
	}
	if _, known := f.knows(cookie, email); known {
		t.Error("marks are kept without end")
	}
	forged := knownMarks{nonce: parseKnown(cookie).nonce, marks: [][]byte{make([]byte, knownMark)}}
	for _, bad := range []string{"", ".", "x.y", cookie + ".AAAA", cookie[1:], forged.String(), cookie[:len(cookie)-8]} {
		if _, known := f.knows(bad, others[0]); known {
			t.Errorf("%q is known", bad)
		}
	}
}

// Strangers who sign an address up close it to nobody: its owner's sign-up is answered as ever and opens by any link.
func TestSignUp_StrangersDoNotCloseAnAddress(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *Config) { c.Limits.MailsPerRecipient = ratelimit.Rule{Burst: 3, Every: time.Hour} })
	for range 5 {
		if err := f.ResendConfirmation(t.Context(), email); err != nil {
			t.Fatalf("a wish for a mail: %v", err)
		}
		f.signUp("Mallory", strangers)
	}
	f.signUp("Ada", owners)
	if n := len(f.mails(email)); n != 3 {
		t.Errorf("%d mails were sent", n)
	}
	if err := f.confirm(f.link(email), owners); err != nil {
		t.Errorf("the owner: %v", err)
	}
}
