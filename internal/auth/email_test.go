package auth

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

const newEmail = "Ada.Lovelace@elsewhere.example"

// asks has a member who is signed in ask for another address, and gives the links in the mails to it and to the one in use.
func (f *fixture) asks(in Tokens, to string) (confirm, stop string) {
	f.t.Helper()
	f.clock.pass(time.Second)
	p, err := f.VerifyToken(f.t.Context(), in.Access)
	if err != nil {
		f.t.Fatal(err)
	}
	if err := f.ChangeEmail(f.t.Context(), p, NewEmail{Email: to, UserAgent: "Firefox"}); err != nil {
		f.t.Fatal(err)
	}
	return f.link(to), f.link(email)
}

func (f *fixture) signsIn(email, password string) string {
	f.t.Helper()
	_, err := f.SignIn(f.t.Context(), SignIn{Email: email, Password: password})
	return code(err)
}

func (f *fixture) kinds() []string {
	f.t.Helper()
	rows, err := f.pool.Query(f.t.Context(), `SELECT kind FROM account_history ORDER BY at, id`)
	if err != nil {
		f.t.Fatal(err)
	}
	var all []string
	for rows.Next() {
		var kind string
		if err := rows.Scan(&kind); err != nil {
			f.t.Fatal(err)
		}
		all = append(all, kind)
	}
	return all
}

func TestEmail_ChangesWithItsConfirmation(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	here := f.signedIn(email)
	elsewhere, err := f.SignIn(t.Context(), SignIn{Email: email, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	reset := f.forgot()
	link, _ := f.asks(here, newEmail)
	if said := f.mails(newEmail)[0]; said.Kind != "email_offered" || !strings.Contains(said.Text, "24 hours") ||
		strings.Contains(said.Text, "Ada") {
		t.Errorf("to the new address: %s", said.Text)
	}
	if said := f.mails(email)[0]; said.Kind != "email_asked" || strings.Contains(strings.ToLower(said.Text), "elsewhere") {
		t.Errorf("to the address in use: %s", said.Text)
	}
	p, err := f.VerifyToken(t.Context(), here.Access)
	if err != nil {
		t.Fatal(err)
	}
	if waits, err := f.PendingEmail(t.Context(), p.Member); err != nil || waits == nil || waits.Email != newEmail {
		t.Errorf("what waits: %+v, %v", waits, err)
	}
	if f.signsIn(newEmail, password) != "invalid_credentials" || f.signsIn(email, password) != "" ||
		len(f.members.addresses()) != 0 {
		t.Error("something changed before it was confirmed")
	}

	f.members.setFailing(errors.New("the log is away"))
	if err := f.ConfirmEmail(t.Context(), link, "Firefox"); err != nil {
		t.Fatal(err)
	}
	f.members.setFailing(nil)
	if f.signsIn(newEmail, password) != "" || f.signsIn(email, password) != "invalid_credentials" {
		t.Error("signing in does not follow the address")
	}
	if _, err := f.VerifyToken(t.Context(), here.Access); err != nil {
		t.Errorf("the session that asked ended: %v", err)
	}
	if _, err := f.VerifyToken(t.Context(), elsewhere.Access); code(err) != "invalid_token" {
		t.Errorf("signed in elsewhere still: %v", err)
	}
	if _, err := f.reset(reset, other); code(err) != "reset_used" {
		t.Errorf("a reset mailed to the address before: %v", err)
	}
	if said := f.mails(email)[0]; said.Kind != "email_changed" || !strings.Contains(said.Text, "7 days") {
		t.Errorf("to the address before: %s", said.Text)
	}
	for range 2 {
		if err := f.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if told := f.members.addresses(); !slices.Equal(told, []string{newEmail}) {
		t.Errorf("the log was told %v", told)
	}
	if waits, err := f.PendingEmail(t.Context(), p.Member); err != nil || waits != nil {
		t.Errorf("what waits still: %+v, %v", waits, err)
	}
	if did := f.kinds(); !slices.Contains(did, didAskEmail) || !slices.Contains(did, didChangeEmail) {
		t.Errorf("history: %v", did)
	}
	if contact, err := f.Contact(t.Context(), p.Member); err != nil || contact.Email != newEmail {
		t.Errorf("mails go to %+v, %v", contact, err)
	}
}

func TestEmail_LinksThatDoNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	here := f.signedIn(email)
	first, _ := f.asks(here, "first@elsewhere.example")
	link, stop := f.asks(here, newEmail)
	confirms := func(token string) string {
		return code(f.ConfirmEmail(context.WithoutCancel(t.Context()), token, "Firefox"))
	}
	stops := func(token string) string {
		_, err := f.StopEmailChange(context.WithoutCancel(t.Context()), token, "Firefox")
		return code(err)
	}
	for name, c := range map[string]struct{ got, want string }{
		"none":             {confirms(""), "email_change_invalid"},
		"cut":              {confirms(link[:len(link)-4]), "email_change_invalid"},
		"another's secret": {confirms(strings.Repeat("A", len(link))), "email_change_invalid"},
		"the other kind":   {confirms(stop), "email_change_invalid"},
		"a newer one":      {confirms(first), "email_change_cancelled"},
		"to stop: none":    {stops(""), "email_change_invalid"},
		"to stop: cut":     {stops(stop[:len(stop)-4]), "email_change_invalid"},
		"to stop: forged":  {stops(stop[:len(stop)-10] + strings.Repeat("A", 10)), "email_change_invalid"},
		"to stop: a link":  {stops(link), "email_change_invalid"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", name, c.got, c.want)
		}
	}
	f.clock.pass(emailChangeLife)
	if got := confirms(link); got != "email_change_expired" {
		t.Errorf("late: %q", got)
	}
	if f.signsIn(email, password) != "" {
		t.Error("the address changed")
	}
	here, err := f.SignIn(t.Context(), SignIn{Email: email, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	link, _ = f.asks(here, newEmail)
	if got := confirms(link); got != "" {
		t.Fatalf("in time: %q", got)
	}
	if got := confirms(link); got != "email_change_used" {
		t.Errorf("twice: %q", got)
	}
	f.exec(`UPDATE accounts SET closed_at = now()`)
	if got := confirms(link); got != "email_change_invalid" {
		t.Errorf("of a closed account: %q", got)
	}
}

func TestEmail_OfSomebodyElseIsAnsweredAlike(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.member("bea@example.org")
	here := f.signedIn(email)
	p, err := f.VerifyToken(t.Context(), here.Access)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(to string) []string {
		f.sql.take()
		if err := f.ChangeEmail(t.Context(), p, NewEmail{Email: to}); err != nil {
			t.Errorf("%s: %v", to, err)
		}
		return f.sql.take()
	}
	free, taken := ask(newEmail), ask("Bea@example.org")
	if !slices.Equal(free, taken) {
		t.Errorf("other statements for an address that is used:\n%s\n\n%s", strings.Join(free, "\n"), strings.Join(taken, "\n"))
	}
	if said := f.mails("bea@example.org")[0]; said.Kind != "email_taken" || strings.Contains(said.Text, "token=") {
		t.Errorf("to whom it belongs: %s", said.Text)
	}
	if waits, err := f.PendingEmail(t.Context(), p.Member); err != nil || waits == nil {
		t.Errorf("nothing is said to wait: %v, %v", waits, err)
	}
	if err := f.ResendEmailChange(t.Context(), p); err != nil {
		t.Error(err)
	}
	if said := f.mails("bea@example.org")[0]; said.Kind != "email_taken" {
		t.Errorf("once more: %s", said.Kind)
	}
}

// Whoever confirms has shown that the address is theirs: a sign-up with it that nobody confirmed goes, and a member who has it by
// then keeps it.
func TestEmail_TakenMeanwhile(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	here := f.signedIn(email)
	link, _ := f.asks(here, newEmail)
	in := goodSignUp()
	in.Email = newEmail
	f.clock.pass(time.Second)
	if err := f.SignUp(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	theirs := f.link(newEmail)
	f.exec(`UPDATE accounts SET confirmed_at = now() WHERE email = lower($1)`, newEmail)
	if got := code(f.ConfirmEmail(t.Context(), link, "")); got != "email_taken" {
		t.Errorf("an address that is another's: %q", got)
	}
	f.exec(`UPDATE accounts SET confirmed_at = NULL WHERE email = lower($1)`, newEmail)
	if err := f.ConfirmEmail(t.Context(), link, ""); err != nil {
		t.Fatal(err)
	}
	if got := code(f.confirm(theirs, in.Password)); got != "confirmation_invalid" {
		t.Errorf("the sign-up's link: %q", got)
	}
}

func TestEmail_IsKeptByWhoReadsTheMailsToIt(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	here := f.signedIn(email)
	link, stop := f.asks(here, newEmail)
	if became, err := f.StopEmailChange(t.Context(), stop, "Firefox"); err != nil || became != StoppedBefore {
		t.Errorf("%s, %v", became, err)
	}
	if got := code(f.ConfirmEmail(t.Context(), link, "")); got != "email_change_cancelled" {
		t.Errorf("confirmed all the same: %q", got)
	}

	here, err := f.SignIn(t.Context(), SignIn{Email: email, Password: password}) // to call it off ended the session
	if err != nil {
		t.Fatal(err)
	}
	link, _ = f.asks(here, newEmail)
	if err := f.ConfirmEmail(t.Context(), link, ""); err != nil {
		t.Fatal(err)
	}
	stop = f.link(email) // of the mail that says it happened
	for range 2 {
		if became, err := f.StopEmailChange(t.Context(), stop, "Firefox"); err != nil || became != StoppedAfter {
			t.Errorf("%s, %v", became, err)
		}
	}
	if _, err := f.VerifyToken(t.Context(), here.Access); code(err) != "invalid_token" {
		t.Errorf("whoever changed it is signed in still: %v", err)
	}
	for _, address := range []string{email, newEmail} {
		if got := f.signsIn(address, password); got != "invalid_credentials" {
			t.Errorf("the password of before opens %s: %q", address, got)
		}
	}
	if _, err := f.reset(f.forgot(), other); err != nil {
		t.Error(err)
	}
	if got := f.signsIn(email, other); got != "" {
		t.Errorf("a new password: %q", got)
	}
	if told := f.members.addresses(); !slices.Equal(told, []string{newEmail, email}) {
		t.Errorf("the log was told %v", told)
	}

	back, err := f.SignIn(t.Context(), SignIn{Email: email, Password: other})
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.VerifyToken(t.Context(), back.Access)
	if err != nil {
		t.Fatal(err)
	}
	f.clock.pass(time.Hour)
	if err := f.show(t.Context(), f.pool, p.Session, ByPassword); err != nil {
		t.Fatal(err)
	}
	if err := f.ChangeEmail(t.Context(), p, NewEmail{Email: newEmail}); err != nil {
		t.Fatal(err)
	}
	if err := f.ConfirmEmail(t.Context(), f.link(newEmail), ""); err != nil {
		t.Fatal(err)
	}
	f.clock.pass(emailUndoLife)
	if _, err := f.StopEmailChange(t.Context(), f.link(email), ""); code(err) != "email_undo_too_late" {
		t.Errorf("a week later: %v", err)
	}
}

func TestEmail_AsksForProof(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p, err := f.VerifyToken(t.Context(), f.signedIn(email).Access)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(in NewEmail) string { return code(f.ChangeEmail(context.WithoutCancel(t.Context()), p, in)) }
	for name, c := range map[string]struct{ email, want string }{
		"no address":      {"", "required"},
		"no such address": {"ada", "malformed_email"},
		"their own":       {strings.ToUpper(email), "email_unchanged"},
	} {
		if got := ask(NewEmail{Email: c.email}); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	f.exec(`UPDATE accounts SET password_hash = ''`)
	if got := ask(NewEmail{Email: newEmail}); got != "" {
		t.Errorf("without a password, right after signing in: %q", got)
	}
	f.clock.pass(ProofLasts)
	if got := ask(NewEmail{Email: newEmail}); got != "proof_required" {
		t.Errorf("without a password, long after signing in: %q", got)
	}
	if _, err := f.Leave(t.Context(), p, "", Browser{}); code(err) != "proof_required" {
		t.Errorf("deleting the account, long after: %v", err)
	}
	if err := f.AllowArchive(t.Context(), p, "", Browser{}); code(err) != "proof_required" {
		t.Errorf("downloading everything, long after: %v", err)
	}
	if _, err := f.BeginFactor(t.Context(), p); code(err) != "proof_required" {
		t.Errorf("a second factor, long after: %v", err)
	}
	if err := f.show(t.Context(), f.pool, p.Session, ByPasskey); err != nil {
		t.Fatal(err)
	}
	if err := f.AllowArchive(t.Context(), p, "", Browser{}); err != nil {
		t.Errorf("downloading everything, right after: %v", err)
	}
	if _, err := f.BeginFactor(t.Context(), p); err != nil {
		t.Errorf("a second factor, right after: %v", err)
	}
	if _, err := f.Leave(t.Context(), p, "", Browser{}); err != nil {
		t.Errorf("deleting the account, right after: %v", err)
	}
}

func TestEmail_IsAskedForSeldom(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(c *Config) { c.Limits.EmailsPerMember = DefaultLimits().EmailsPerMember })
	b := f.browser()
	b.access = f.signedIn(email).Access
	body := `{"email": "` + newEmail + `"}`
	for range 5 {
		if a := b.do(http.MethodPost, "/api/auth/change-email", body); a.status != http.StatusAccepted {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	if a := b.do(http.MethodPost, "/api/auth/change-email", body); a.status != http.StatusTooManyRequests {
		t.Errorf("a sixth time: %d %s", a.status, a.body)
	}
	if a := b.do(http.MethodPost, "/api/auth/resend-email-change", ""); a.status != http.StatusTooManyRequests {
		t.Errorf("a seventh mail: %d %s", a.status, a.body)
	}
	if a := b.do(http.MethodGet, "/api/auth/security", ""); !strings.Contains(a.body, `"pending_email":{"email":"`+newEmail) {
		t.Errorf("%s", a.body)
	}
	if a := b.do(http.MethodPost, "/api/auth/cancel-email-change", ""); a.status != http.StatusNoContent {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.do(http.MethodPost, "/api/auth/confirm-email", `{"token": "`+f.link(newEmail)+`"}`); a.problem.Code != "email_change_cancelled" {
		t.Errorf("%d %s", a.status, a.body)
	}
	p, err := f.VerifyToken(t.Context(), b.access)
	if err != nil {
		t.Fatal(err)
	}
	f.clock.pass(10 * time.Minute)
	if err := f.ResendEmailChange(t.Context(), p); code(err) != "email_change_not_found" {
		t.Errorf("nothing waits: %v", err)
	}
}

// Two who press the link at the same time change the address once.
func TestEmail_PressedTwiceAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	link, _ := f.asks(f.signedIn(email), newEmail)
	var (
		all sync.WaitGroup
		mu  sync.Mutex
		got []string
	)
	for range 4 {
		all.Go(func() {
			said := code(f.ConfirmEmail(context.WithoutCancel(t.Context()), link, ""))
			mu.Lock()
			defer mu.Unlock()
			got = append(got, said)
		})
	}
	all.Wait()
	slices.Sort(got)
	if !slices.Equal(got, []string{"", "email_change_used", "email_change_used", "email_change_used"}) {
		t.Errorf("%q", got)
	}
	if n := f.count(`SELECT count(*) FROM account_history WHERE kind = $1`, didChangeEmail); n != 1 {
		t.Errorf("the history says it %d times", n)
	}
}

func TestEmail_OldChangesAreSwept(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	link, _ := f.asks(f.signedIn(email), newEmail)
	if err := f.ConfirmEmail(t.Context(), link, ""); err != nil {
		t.Fatal(err)
	}
	f.clock.pass(keepEmailChanges - time.Hour)
	if err := f.Sweep(t.Context()); err != nil || f.count(`SELECT count(*) FROM account_email_changes`) != 1 {
		t.Errorf("swept while mails to the address before may be kept: %v", err)
	}
	f.clock.pass(2 * time.Hour)
	if err := f.Sweep(t.Context()); err != nil || f.count(`SELECT count(*) FROM account_email_changes`) != 0 {
		t.Errorf("kept: %v", err)
	}
}
