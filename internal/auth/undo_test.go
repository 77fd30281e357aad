package auth

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain"
)

// moves changes the account's address from a session, and gives the link that was mailed to the previous one.
func (f *fixture) moves(p Principal, from, to string) (stop string) {
	f.t.Helper()
	f.clock.pass(time.Second)
	if err := f.show(f.t.Context(), f.pool, p.Session, ByPasskey); err != nil {
		f.t.Fatal(err)
	}
	if err := f.ChangeEmail(f.t.Context(), p, NewEmail{Email: to, UserAgent: "Firefox"}); err != nil {
		f.t.Fatal(err)
	}
	f.clock.pass(time.Second)
	if err := f.ConfirmEmail(f.t.Context(), f.link(to), "Firefox"); err != nil {
		f.t.Fatal(err)
	}
	return f.link(from)
}

func (f *fixture) stops(link string) string {
	f.t.Helper()
	_, err := f.StopEmailChange(context.WithoutCancel(f.t.Context()), link, "Firefox")
	return code(err)
}

// TestFound17_ASecondChangeTakesNothingFromTheUndo: A→B→C, and A's link gives A back.
func TestFound17_ASecondChangeTakesNothingFromTheUndo(t *testing.T) {
	t.Parallel()
	f := newFixture(t, onHTTPS)
	p := passkeyMember(f, email)
	first := f.moves(p, email, "b@thief.example")
	second := f.moves(p, "b@thief.example", "c@thief.example")
	f.clock.pass(6 * 24 * time.Hour)
	if got := f.stops(first); got != "" {
		t.Fatalf("the owner's link: %q", got)
	}
	if contact, err := f.Contact(t.Context(), p.Member); err != nil || contact.Email != email {
		t.Errorf("mails go to %+v, %v", contact, err)
	}
	if got := f.stops(second); got != "" || f.count(`SELECT count(*) FROM accounts WHERE email = $1`, email) != 1 {
		t.Errorf("the thief's link afterwards: %q", got)
	}
	if said := f.mails(email)[0]; said.Kind != "email_restored" {
		t.Errorf("the owner sees %s", said.Kind)
	}
	if err := f.Work(t.Context()); err != nil || f.members.addresses()[len(f.members.addresses())-1] != email {
		t.Errorf("the log has %v, %v", f.members.addresses(), err)
	}
}

// TestFound17_TheUndoReachesBackSevenDays, to the address before the oldest change of these days, from whichever link.
func TestFound17_TheUndoReachesBackSevenDays(t *testing.T) {
	t.Parallel()
	f := newFixture(t, onHTTPS)
	p := passkeyMember(f, email)
	old := f.moves(p, email, "b@elsewhere.example")
	f.clock.pass(5 * 24 * time.Hour)
	f.moves(p, "b@elsewhere.example", "c@elsewhere.example")
	f.clock.pass(24 * time.Hour)
	newest := f.moves(p, "c@elsewhere.example", "d@elsewhere.example")
	f.clock.pass(2 * 24 * time.Hour)
	if got := f.stops(old); got != "email_undo_too_late" {
		t.Errorf("a change of eight days ago: %q", got)
	}
	if got := f.stops(newest); got != "" {
		t.Fatal(got)
	}
	if contact, err := f.Contact(t.Context(), p.Member); err != nil || contact.Email != "b@elsewhere.example" {
		t.Errorf("mails go to %+v, %v", contact, err)
	}
}

// TestFound18_TheUndoEndsWhatWasAdded and gives back what was removed since the change was asked for.
func TestFound18_TheUndoEndsWhatWasAdded(t *testing.T) {
	t.Parallel()
	f := newFixture(t, onHTTPS)
	p, mine := passkeyMember(f, email), newDevice(t)
	if err := addPasskey(f, p, mine); err != nil {
		t.Fatal(err)
	}
	begun, err := f.BeginFactor(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	codes, err := f.TurnFactorOn(t.Context(), p, f.code(begun.Secret), "Firefox")
	if err != nil {
		t.Fatal(err)
	}
	account := f.accountOf(email)
	f.exec(`INSERT INTO account_identities (issuer, subject, account_id, provider, email, created_at)
		VALUES ('https://google.test', 'ada', $1, 'google', '', $2)`, account, f.clock.time())
	// what was added in the week before the request goes, too: this is older
	f.clock.pass(8 * 24 * time.Hour)
	stop := f.moves(p, email, "b@thief.example")

	// the thief takes away what is there, and adds what is theirs
	theirs := newDevice(t)
	if err := addPasskey(f, p, theirs); err != nil {
		t.Fatal(err)
	}
	all, err := f.Passkeys(t.Context(), p.Member)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.RemovePasskey(t.Context(), p, all[0].ID, ""); err != nil {
		t.Fatal(err)
	}
	google, err := f.Identities(t.Context(), p.Member)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Unlink(t.Context(), p, google[0].ID, ""); err != nil {
		t.Fatal(err)
	}
	if err := f.TurnFactorOff(t.Context(), p, ""); err != nil {
		t.Fatal(err)
	}
	if begun, err = f.BeginFactor(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	f.clock.pass(time.Minute)
	stolen, err := f.TurnFactorOn(t.Context(), p, f.code(begun.Secret), "")
	if err != nil {
		t.Fatal(err)
	}
	f.exec(`INSERT INTO account_identities (issuer, subject, account_id, provider, email, created_at)
		VALUES ('https://microsoft.test', 'eve', $1, 'microsoft', '', $2)`, account, f.clock.time())

	if got := f.stops(stop); got != "" {
		t.Fatal(got)
	}
	if _, err := passkeySignIn(f, theirs); codeOf(err) != "passkey_refused" {
		t.Errorf("the thief's passkey: %v", err)
	}
	if _, err := passkeySignIn(f, mine); err != nil {
		t.Errorf("the owner's passkey: %v", err)
	}
	if left, err := f.Identities(t.Context(), p.Member); err != nil || len(left) != 1 || left[0].Provider != "google" {
		t.Errorf("linked: %+v, %v", left, err)
	}
	if _, err := f.SignIn(t.Context(), SignIn{Email: email, Password: passkeyPassword}); code(err) != "invalid_credentials" {
		t.Errorf("the password of before: %v", err)
	}
	if n := f.count(`SELECT count(*) FROM sessions WHERE ended_at IS NULL AND user_agent = 'Firefox'`); n != 0 {
		t.Errorf("%d sessions are left", n)
	}
	// the mail sets a password anew, and asks for the owner's codes
	f.exec(`DELETE FROM account_reset_wishes`)
	_, err = f.reset(f.forgot(), "another long sentence")
	if code(err) != "second_step_needed" {
		t.Fatalf("the reset: %v", err)
	}
	for given, want := range map[string]string{stolen[0]: "wrong_code", codes[0]: ""} {
		_, err := f.SignIn(t.Context(), SignIn{Email: email, Password: "another long sentence"})
		var step SecondStep
		if refused, ok := errors.AsType[*domain.Refusal](err); ok {
			step.Challenge, _ = refused.Args["challenge"].(string)
		}
		step.Code = given
		if _, err := f.SecondStep(t.Context(), step); code(err) != want {
			t.Errorf("code %s: %v, want %q", given, err, want)
		}
	}
	var said string
	for _, m := range f.mails(email) {
		if m.Kind == "email_restored" {
			said = m.Text
		}
	}
	for _, want := range []string{
		"passkeys (1)", "Google", "Microsoft", "two-step sign-in", "recovery codes", "keep your authenticator app",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("the mail does not say %q: %s", want, said)
		}
	}
	if n := f.count(`SELECT count(*) FROM account_removed`); n != 0 {
		t.Errorf("%d rows are set aside still", n)
	}
}

// TestFound18_NothingIsLeftToAskFor: without a second step of the owner's, the reset asks for none.
func TestFound18_NothingIsLeftToAskFor(t *testing.T) {
	t.Parallel()
	f := newFixture(t, onHTTPS)
	p := passkeyMember(f, email)
	stop := f.moves(p, email, "b@thief.example")
	begun, err := f.BeginFactor(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.TurnFactorOn(t.Context(), p, f.code(begun.Secret), ""); err != nil {
		t.Fatal(err)
	}
	if got := f.stops(stop); got != "" {
		t.Fatal(got)
	}
	if _, err := f.reset(f.forgot(), "another long sentence"); err != nil {
		t.Errorf("the reset: %v", err)
	}
}

// TestFound17_ADeletedAccountIsGivenBack: to delete it is no way around the undo.
func TestFound17_ADeletedAccountIsGivenBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t, onHTTPS)
	p := passkeyMember(f, email)
	stop := f.moves(p, email, "b@thief.example")
	if _, err := f.Leave(t.Context(), p, passkeyPassword, Browser{}); err != nil {
		t.Fatal(err)
	}
	if got := f.stops(stop); got != "" {
		t.Fatal(got)
	}
	if slices.Contains(f.members.leaving, p.Member) {
		t.Error("the account is being deleted still")
	}
	if _, err := f.reset(f.forgot(), "another long sentence"); err != nil {
		t.Errorf("the reset: %v", err)
	}
}

// TestFound18_TheOperatorsResetIsNotUndone: what is on a lost device stays away. What is old is swept.
func TestFound18_TheOperatorsResetIsNotUndone(t *testing.T) {
	t.Parallel()
	f := newFixture(t, onHTTPS)
	p, mine := passkeyMember(f, email), newDevice(t)
	if err := addPasskey(f, p, mine); err != nil {
		t.Fatal(err)
	}
	f.clock.pass(time.Second)
	stop := f.moves(p, email, "b@elsewhere.example")
	if err := f.ResetFactor(t.Context(), p.Member); err != nil {
		t.Fatal(err)
	}
	if got := f.stops(stop); got != "" {
		t.Fatal(got)
	}
	if _, err := passkeySignIn(f, mine); codeOf(err) != "passkey_refused" {
		t.Errorf("a passkey that the operator took away: %v", err)
	}
	f.exec(`INSERT INTO account_removed (account_id, kind, was, removed_at) SELECT id, 'account_passkeys', '{}', $1 FROM accounts`,
		f.clock.time())
	f.clock.pass(keepRemoved + time.Second)
	if err := f.Sweep(t.Context()); err != nil || f.count(`SELECT count(*) FROM account_removed`) != 0 {
		t.Errorf("kept for ever: %v", err)
	}
}

// TestFound18_CallingAChangeOffSignsEverybodyOut: the request came from a session.
func TestFound18_CallingAChangeOffSignsEverybodyOut(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	here := f.signedIn(email)
	_, stop := f.asks(here, newEmail)
	if got := f.stops(stop); got != "" {
		t.Fatal(got)
	}
	if _, err := f.VerifyToken(t.Context(), here.Access); code(err) != "invalid_token" {
		t.Errorf("signed in still: %v", err)
	}
	if f.signsIn(email, password) != "" {
		t.Error("the password is gone, though nothing was changed")
	}
}

// TestFound18_SigningOutCallsOffWhatWasAskedFor: a thief's request for another address ends with the thief's session, whichever
// way the owner ends it, and the owner's own stays.
func TestFound18_SigningOutCallsOffWhatWasAskedFor(t *testing.T) {
	t.Parallel()
	for name, ends := range map[string]func(f *fixture, thief, owner Principal) error{
		"all others": func(f *fixture, _, owner Principal) error {
			return f.EndOtherSessions(t.Context(), owner, "Firefox")
		},
		"that session": func(f *fixture, thief, owner Principal) error {
			return f.EndSession(t.Context(), owner, thief.Session, "Firefox")
		},
		"everywhere, by the operator": func(f *fixture, thief, _ Principal) error {
			return f.RevokeSessions(t.Context(), thief.Member)
		},
		"by a reset of the password": func(f *fixture, _, _ Principal) error {
			_, err := f.reset(f.forgot(), other)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			thief := f.signedIn(email)
			owner, err := f.SignIn(t.Context(), SignIn{Email: email, Password: password})
			who := signedInBy(f, owner, err)
			confirm, _ := f.asks(thief, "b@thief.example")
			if err := ends(f, signedInBy(f, thief, nil), who); err != nil {
				t.Fatal(err)
			}
			if got := code(f.ConfirmEmail(t.Context(), confirm, "Firefox")); got != "email_change_cancelled" {
				t.Errorf("the thief's link: %q", got)
			}
		})
	}
}

// TestFound18_TheFirstMailStopsALaterRequest, and undoes one that was confirmed: a thief gains nothing by asking twice.
func TestFound18_TheFirstMailStopsALaterRequest(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	thief := f.signedIn(email)
	_, stop := f.asks(thief, "b@thief.example")
	confirm, _ := f.asks(thief, "c@thief.example")
	if got := f.stops(stop); got != "" {
		t.Fatal(got)
	}
	if got := code(f.ConfirmEmail(t.Context(), confirm, "Firefox")); got != "email_change_cancelled" {
		t.Errorf("the later link: %q", got)
	}
	if _, err := f.VerifyToken(t.Context(), thief.Access); code(err) != "invalid_token" {
		t.Errorf("the thief is signed in still: %v", err)
	}

	again, err := f.SignIn(t.Context(), SignIn{Email: email, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	_, stop = f.asks(again, "d@thief.example")
	confirm, _ = f.asks(again, "e@thief.example")
	if err := f.ConfirmEmail(t.Context(), confirm, "Firefox"); err != nil {
		t.Fatal(err)
	}
	if got := f.stops(stop); got != "" || f.count(`SELECT count(*) FROM accounts WHERE email = $1`, email) != 1 {
		t.Errorf("the first mail's link once the later one was confirmed: %q", got)
	}
}

// TestFound18_AWayInAddedBeforeTheRequestGoes: a thief adds a passkey first, and asks for another address then.
func TestFound18_AWayInAddedBeforeTheRequestGoes(t *testing.T) {
	t.Parallel()
	f := newFixture(t, onHTTPS)
	p, theirs := passkeyMember(f, email), newDevice(t)
	if err := addPasskey(f, p, theirs); err != nil {
		t.Fatal(err)
	}
	f.clock.pass(24 * time.Hour)
	if got := f.stops(f.moves(p, email, "b@thief.example")); got != "" {
		t.Fatal(got)
	}
	if all, err := f.Passkeys(t.Context(), p.Member); err != nil || len(all) != 0 {
		t.Errorf("left: %+v, %v", all, err)
	}
}

// TestFound18_TheOldPasswordIsWrong after the undo, as any other is: also that of the sign-up.
func TestFound18_TheOldPasswordIsWrong(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if err := f.confirm(f.signUp("Ada", password), password); err != nil {
		t.Fatal(err)
	}
	in, err := f.SignIn(t.Context(), SignIn{Email: email, Password: password})
	if got := f.stops(f.moves(signedInBy(f, in, err), email, "b@thief.example")); got != "" {
		t.Fatal(got)
	}
	if got := f.opens(password); got != "invalid_credentials" {
		t.Errorf("the password of before: %q", got)
	}
}

// TestFound17_TheUndoTakesNobodysAddress: an account that signed up at the old address, or moved there, no longer
// keeps the owner from their account, and loses nothing by it.
func TestFound17_TheUndoTakesNobodysAddress(t *testing.T) {
	t.Parallel()
	for name, squat := range map[string]func(f *fixture) (taken bool){
		"nobody confirmed it": func(f *fixture) bool {
			f.signUp("Eve", other)
			return false
		},
		"the mailbox confirmed it": func(f *fixture) bool {
			if err := f.confirm(f.signUp("Eve", other), other); err != nil {
				f.t.Fatal(err)
			}
			return true
		},
		"another member moved there": func(f *fixture) bool {
			f.member("bea@example.org")
			in, err := f.SignIn(f.t.Context(), SignIn{Email: "bea@example.org", Password: password})
			f.moves(signedInBy(f, in, err), "bea@example.org", email)
			f.exec(`UPDATE accounts SET password_hash = (SELECT password_hash FROM accounts WHERE email = 'b@thief.example')
				WHERE email = $1`, email)
			return true
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			in := f.signedIn(email)
			p := signedInBy(f, in, nil)
			account := f.accountOf(email)
			stop := f.moves(p, email, "b@thief.example")
			theirs := other
			taken := squat(f)
			if name == "another member moved there" {
				theirs = password
			}
			became, err := f.StopEmailChange(t.Context(), stop, "Firefox")
			want := StoppedAfter
			if taken {
				want = StoppedNeedsAddress
			}
			if err != nil || became != want {
				t.Fatalf("%s, %v", became, err)
			}
			if _, err := f.VerifyToken(t.Context(), in.Access); code(err) != "invalid_token" {
				t.Errorf("the thief is signed in still: %v", err)
			}
			if got := f.signsIn("b@thief.example", password); got != "invalid_credentials" {
				t.Errorf("the thief's address opens the account: %q", got)
			}
			if !taken {
				if f.accountOf(email) != account {
					t.Error("the address is not the owner's")
				}
				return
			}
			if got := f.signsIn(email, theirs); got != "" || f.accountOf(email) == account {
				t.Errorf("the account that has the address by now was shut out: %q", got)
			}
			if said := f.mails(email)[0]; said.Kind != "email_needed" || f.link(email) != stop {
				t.Errorf("the mailbox reads %s: %s", said.Kind, said.Text)
			}
			// the owner chooses another address, and a password with it
			if became, err := f.StopEmailChange(t.Context(), stop, ""); err != nil || became != StoppedNeedsAddress {
				t.Errorf("pressed again: %s, %v", became, err)
			}
			if err := f.ChooseEmail(t.Context(), stop, NewEmail{Email: "ada@new.example"}); err != nil {
				t.Fatal(err)
			}
			if err := f.ConfirmEmail(t.Context(), f.link("ada@new.example"), ""); err != nil {
				t.Fatal(err)
			}
			if err := f.Work(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, err := f.reset(f.link("ada@new.example"), "another long sentence"); err != nil {
				t.Fatal(err)
			}
			if f.accountOf("ada@new.example") != account {
				t.Error("another account has the new address")
			}
			if got := code(f.ChooseEmail(t.Context(), stop, NewEmail{Email: "late@new.example"})); got != "email_change_invalid" {
				t.Errorf("an account that has an address: %q", got)
			}
			// the mailbox of before can undo that, too: the last who reads it decides, not the first
			if became, err := f.StopEmailChange(t.Context(), f.link(email), ""); err != nil || became != StoppedNeedsAddress {
				t.Errorf("the mail about the new address: %s, %v", became, err)
			}
		})
	}
}

// TestFound17_OnlyTheMailboxOfBeforeChooses: a thief's link undoes the change, too, but never says where the account goes.
func TestFound17_OnlyTheMailboxOfBeforeChooses(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := signedInBy(f, f.signedIn(email), nil)
	f.moves(p, email, "b@thief.example")
	theirs := f.moves(p, "b@thief.example", "c@thief.example")
	if err := f.confirm(f.signUp("Eve", other), other); err != nil {
		t.Fatal(err)
	}
	if got := f.stops(theirs); got != "" {
		t.Fatal(got)
	}
	if got := code(f.ChooseEmail(t.Context(), theirs, NewEmail{Email: "d@thief.example"})); got != "email_change_invalid" {
		t.Errorf("the thief's link: %q", got)
	}
	owners := f.link(email)
	if err := f.ChooseEmail(t.Context(), owners, NewEmail{Email: "not an address"}); code(err) != "malformed_email" {
		t.Errorf("no address: %v", err)
	}
	if err := f.ChooseEmail(t.Context(), owners, NewEmail{Email: "ada@new.example"}); err != nil {
		t.Errorf("the owner's link: %v", err)
	}
	f.clock.pass(chooseLife)
	if got := code(f.ChooseEmail(t.Context(), owners, NewEmail{Email: "ada@new.example"})); got != "email_undo_too_late" {
		t.Errorf("a month later: %q", got)
	}
}

// TestFound18_AMailToTheThiefsAddressSignsNobodyOutAfterwards: the links that were mailed before the undo end with it.
func TestFound18_AMailToTheThiefsAddressSignsNobodyOutAfterwards(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := signedInBy(f, f.signedIn(email), nil)
	stop := f.moves(p, email, "b@thief.example")
	link := func() string {
		_, link, err := f.Occasion(t.Context(), p.Member, didChangePassword, f.clock.time())
		if err != nil {
			t.Fatal(err)
		}
		_, token, _ := strings.Cut(link, "token=")
		return token
	}
	theirs := link()
	if err := f.EndEverywhere(t.Context(), theirs, ""); err != nil {
		t.Fatalf("before the undo: %v", err)
	}
	f.clock.pass(time.Hour)
	if got := f.stops(stop); got != "" {
		t.Fatal(got)
	}
	if got := code(f.EndEverywhere(t.Context(), theirs, "")); got != "sign_out_link_expired" {
		t.Errorf("the thief's link: %q", got)
	}
	f.clock.pass(time.Second)
	if err := f.EndEverywhere(t.Context(), link(), ""); err != nil {
		t.Errorf("the owner's link: %v", err)
	}
}

// TestFound18_AnotherMailDoesNotExtendAChange: the proof was given for a day.
func TestFound18_AnotherMailDoesNotExtendAChange(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := signedInBy(f, f.signedIn(email), nil)
	if err := f.ChangeEmail(t.Context(), p, NewEmail{Email: newEmail}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		after time.Duration
		says  string
	}{{3 * time.Hour, "21 hours"}, {20*time.Hour + 30*time.Minute, "30 minutes"}} {
		f.clock.pass(c.after)
		if err := f.ResendEmailChange(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if said := f.mails(newEmail)[0].Text; !strings.Contains(said, c.says) {
			t.Errorf("not within %s: %s", c.says, said)
		}
	}
	f.clock.pass(30 * time.Minute)
	if got := code(f.ConfirmEmail(t.Context(), f.link(newEmail), "")); got != "email_change_expired" {
		t.Errorf("after a day: %q", got)
	}
}
