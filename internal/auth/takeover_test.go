package auth

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	owners    = "the owner's own secret"
	strangers = "the stranger's secret"
)

// Two people sign up with one address: whoever holds its mailbox and gives their password is let in, by either link, in
// either order of sign-ups and of links, and the other password opens nothing.
func TestConfirm_NobodysSignUpTakesAnothersAddress(t *testing.T) {
	t.Parallel()
	for name, order := range map[string][]string{"the owner first": {owners, strangers}, "the stranger first": {strangers, owners}} {
		for press := range 2 {
			t.Run(name+[]string{", the first link", ", the second link"}[press], func(t *testing.T) {
				t.Parallel()
				f := newFixture(t)
				names := map[string]string{owners: "Ada", strangers: "Mallory"}
				var links []string
				for _, password := range order {
					links = append(links, f.signUp(names[password], password))
				}
				if err := f.confirm(links[press], owners); err != nil {
					t.Fatalf("the owner is not let in: %v", err)
				}
				if err := f.confirm(links[1-press], strangers); code(err) != "confirmation_used" {
					t.Errorf("the other link with the stranger's password: %v", err)
				}
				if f.opens(strangers) == "" || f.opens(owners) != "" {
					t.Errorf("the stranger's password gives %q, the owner's %q", f.opens(strangers), f.opens(owners))
				}
				if got := f.members.list(); len(got) != 1 || got[0].Name != "Ada" {
					t.Errorf("%+v", got)
				}
			})
		}
	}
}

// The owner of an address that only a stranger signed up presses the link in the mail.
func TestConfirm_ALinkAloneOpensNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	link := f.signUp("Mallory", strangers)
	for _, guess := range []string{owners, "", "x"} {
		if err := f.confirm(link, guess); err == nil {
			t.Fatalf("confirmed with %q", guess)
		}
	}
	if got := f.opens(strangers); got != "email_not_confirmed" {
		t.Fatalf("the stranger gets %q before anybody confirmed", got)
	}
	if n := len(f.members.list()); n != 0 {
		t.Fatalf("%d members", n)
	}
	anew := func(password string, how Anew) error {
		_, err := f.Confirm(t.Context(), Confirmation{Token: link, Password: password, Anew: &how})
		return err
	}
	for _, c := range []struct {
		password string
		how      Anew
		want     []string
	}{
		{owners, Anew{Name: "Ada"}, []string{"terms_accepted"}},
		{"short", Anew{}, []string{"full_name", "password", "terms_accepted"}},
	} {
		if diff := cmp.Diff(c.want, fields(anew(c.password, c.how))); diff != "" {
			t.Errorf("%q, %+v: %s", c.password, c.how, diff)
		}
	}
	if err := anew(owners, Anew{Name: "Ada", Lang: "es", AcceptTerms: true}); err != nil {
		t.Fatal(err)
	}
	if got := f.opens(owners); got != "" {
		t.Errorf("the owner gets %q", got)
	}
	// as before: that the address has become a member's is nothing the stranger should learn
	if got := f.opens(strangers); got != "email_not_confirmed" {
		t.Errorf("the stranger gets %q after the owner confirmed", got)
	}
	if got := f.members.list(); len(got) != 1 || got[0].Name != "Ada" || got[0].Lang != "es" {
		t.Errorf("%+v", got)
	}
	if n := f.count(`SELECT count(*) FROM accounts WHERE terms_at = $1`, f.clock.time().Truncate(time.Microsecond)); n != 1 {
		t.Error("the agreement is the stranger's")
	}
}

func TestConfirm_ManySignUpsOfStrangersCostAFewHashes(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.signUp("Ada", owners)
	var link string
	for range 10 {
		link = f.signUp("Mallory", strangers)
	}
	before := f.argonCalls.Load()
	if err := f.confirm(link, owners); code(err) != "confirmation_password" {
		t.Errorf("%v", err)
	}
	if n := f.argonCalls.Load() - before; n != triedCandidates {
		t.Errorf("%d hashes", n)
	}
}

// A stranger signs addresses up and tries the password on them.
func TestSignIn_AnswersASignUpOfAMembersAddressAsOfANewOne(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.member("member@example.org")
	type answer struct {
		Code   string
		Hashes int64
		SQL    []string
	}
	try := func(to, password string) answer {
		f.sql.take()
		before := f.argonCalls.Load()
		_, err := f.SignIn(t.Context(), SignIn{Email: to, Password: password})
		return answer{code(err), f.argonCalls.Load() - before, f.sql.take()}
	}
	addresses := []string{"new@example.org", "member@example.org"}
	for _, password := range []string{strangers, "another secret"} {
		f.clock.pass(time.Second)
		for _, to := range addresses {
			in := goodSignUp()
			in.Email, in.Password = to, password
			if err := f.SignUp(t.Context(), in); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		password, want string
		later          time.Duration
	}{
		"the newest sign-up":   {password: "another secret", want: "email_not_confirmed"},
		"an earlier sign-up":   {password: strangers, want: "invalid_credentials"},
		"neither":              {password: "wrong", want: "invalid_credentials"},
		"a month later":        {password: "another secret", later: keepEnded, want: "email_not_confirmed"},
		"when it is forgotten": {password: "another secret", later: keepEnded + confirmationLife, want: "invalid_credentials"},
	} {
		t.Run(name, func(t *testing.T) {
			f.clock.pass(c.later)
			defer f.clock.pass(-c.later)
			got := try(addresses[0], c.password)
			if got.Code != c.want || got.Hashes != 2 {
				t.Errorf("%+v, want %s", got, c.want)
			}
			if diff := cmp.Diff(got, try(addresses[1], c.password)); diff != "" {
				t.Errorf("a member's address is answered otherwise: %s", diff)
			}
		})
	}
	f.clock.pass(keepEnded + time.Second)
	if err := f.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	a, b := try(addresses[0], "another secret"), try(addresses[1], "another secret")
	if !slices.Equal(a.SQL, b.SQL) || a.Code != b.Code {
		t.Errorf("after clearing away: %s and %s", a.Code, b.Code)
	}
}
