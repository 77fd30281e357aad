package auth

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/auth/providers"
)

// signInChanges is every operation that changes how a member signs in, with a body that changes nothing once it is let through.
var signInChanges = map[string]string{
	"change-password":      `{"new_password":"short"}`,
	"change-email":         `{"email":"` + email + `"}`,
	"begin-factor":         "",
	"turn-factor-on":       `{"code":"000000"}`,
	"turn-factor-off":      "",
	"renew-recovery-codes": "",
	"begin-passkey":        "",
	"add-passkey":          `{"name":"Phone","credential":"{}"}`,
	"remove-passkey":       `{"id":"0197c000-0000-7000-8000-000000000001"}`,
	"link-provider":        `{"provider":"google"}`,
	"unlink-provider":      `{"id":"none"}`,
}

// noProvider is configured, and can't be reached.
func noProvider(c *Config) {
	c.BaseURL = passkeyOrigin
	c.Providers = []providers.Provider{{Name: "google", Issuer: "https://google.test", ID: "x", Secret: "y"}}
}

// TestFound14_EveryWayAsksForTheSameProof is the rule, once for every change × what the account has × what the session has shown
// × how long ago × staff or not.
func TestFound14_EveryWayAsksForTheSameProof(t *testing.T) {
	t.Parallel()
	f := newFixture(t, noProvider)
	f.member(email)
	member := f.memberOf(email)
	b := f.browser()
	b.enter(firefox)
	p, err := f.VerifyToken(t.Context(), b.access)
	if err != nil {
		t.Fatal(err)
	}
	tries := 0
	for _, has := range []struct {
		name                                string
		password, codes, passkey, providers bool
		by                                  []string // what the refusal names
		enough                              []Means
	}{
		{"password", true, false, false, false, []string{"password"}, []Means{ByPassword, ByCode, ByPasskey}},
		{"password and provider", true, false, false, true, []string{"password"}, []Means{ByPassword, ByCode, ByPasskey}},
		{"password and codes", true, true, false, false, []string{"code"}, []Means{ByCode, ByPasskey}},
		{"password and passkey", true, false, true, false, []string{"passkey"}, []Means{ByCode, ByPasskey}},
		{"everything", true, true, true, true, []string{"passkey", "code"}, []Means{ByCode, ByPasskey}},
		{"provider", false, false, false, true, []string{"provider"}, []Means{ByProvider, ByPassword, ByCode, ByPasskey}},
		{"provider and codes", false, true, false, true, []string{"code"}, []Means{ByCode, ByPasskey}},
		{"provider and passkey", false, false, true, true, []string{"passkey"}, []Means{ByCode, ByPasskey}},
		{"passkey", false, false, true, false, []string{"passkey"}, []Means{ByCode, ByPasskey}},
		{"nothing that works here", false, false, false, false, []string{}, []Means{ByProvider, ByPassword, ByCode, ByPasskey}},
	} {
		f.has(has.password, has.codes, has.passkey, has.providers)
		for _, staff := range []bool{false, true} {
			roles := []string{}
			if staff {
				roles = []string{Administrator}
			}
			if err := f.SetRoles(t.Context(), member, roles, "test"); err != nil {
				t.Fatal(err)
			}
			for _, by := range []Means{"", ByProvider, ByPassword, ByCode, ByPasskey} {
				for _, age := range []time.Duration{0, ProofLasts - time.Second, ProofLasts, time.Hour} {
					f.exec(`UPDATE sessions SET proved_by = nullif($1, ''), proved_at = $2`, by, f.clock.time().Add(-age))
					enough := slices.Contains(has.enough, by) && age < ProofLasts
					for name, body := range signInChanges {
						what := fmt.Sprintf("%s of an account with %s, staff %v, %q shown %s ago", name, has.name, staff, by, age)
						tries++
						a := b.do(http.MethodPost, pathPrefix+name, body)
						if asked := a.problem.Code == "proof_required"; asked == enough {
							t.Fatalf("%s: %d %s", what, a.status, a.body)
						}
						if enough {
							f.exec(`DELETE FROM passkey_ceremonies`)
							continue
						}
						raw, err := json.Marshal(a.problem.Args["by"])
						want, _ := json.Marshal(has.by) //nolint:errchkjson // strings
						if err != nil || !bytes.Equal(raw, want) {
							t.Fatalf("%s: by %s, want %s", what, raw, want)
						}
					}
					if enough { // what was let through: the account is as before
						f.has(has.password, has.codes, has.passkey, has.providers)
					}
				}
			}
			if staff && !has.codes {
				if in, err := f.VerifyToken(t.Context(), b.access); err != nil || in.Has(Administrator) {
					t.Errorf("%s: a session without a second factor uses a role: %v", has.name, err)
				}
			}
		}
	}
	if want := 10 * 2 * 5 * 4 * len(signInChanges); tries != want || p.Member != member {
		t.Errorf("%d tries, want %d", tries, want)
	}
}

// has makes of the fixture's account one with these ways in.
func (f *fixture) has(password, codes, passkey, provider bool) {
	f.t.Helper()
	account := `(SELECT id FROM accounts WHERE email = '` + email + `')`
	for _, table := range []string{"account_factors", "account_recovery_codes", "account_passkeys", "account_identities"} {
		f.exec(`DELETE FROM ` + table)
	}
	hash := ""
	if password {
		var err error
		if hash, err = f.HashPassword(f.t.Context(), "correct horse battery"); err != nil {
			f.t.Fatal(err)
		}
	}
	f.exec(`UPDATE accounts SET password_hash = $1`, hash)
	if codes {
		sealed, err := f.seal(purposeFactor+f.accountOf(email).String(), "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
		if err != nil {
			f.t.Fatal(err)
		}
		f.exec(`INSERT INTO account_factors (account_id, secret, created_at, proved_at) VALUES (`+account+`, $1, now(), now())`, sealed)
	}
	if passkey {
		f.exec(`INSERT INTO account_passkeys (id, account_id, credential_id, public_key, user_handle, sign_count, eligible, synced,
			name, created_at) VALUES (gen_random_uuid(), ` + account + `, 'id', 'key', 'handle', 0, true, true, 'Phone', now())`)
	}
	if provider {
		f.exec(`INSERT INTO account_identities (issuer, subject, account_id, provider, email, created_at)
			VALUES ('https://google.test', 'ada', ` + account + `, 'google', '', now())`)
	}
}

func (f *fixture) accountOf(email string) (id ident.ID) {
	f.t.Helper()
	if err := f.pool.QueryRow(f.t.Context(), `SELECT id FROM accounts WHERE email = $1`, email).Scan(&id); err != nil {
		f.t.Fatal(err)
	}
	return id
}

// TestFound14_EveryOperationIsInTheTable fails for an operation that is added and says nothing of the rule.
func TestFound14_EveryOperationIsInTheTable(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	others := []string{ // change nothing of how a member signs in, or rest on a proof of their own
		opSignUp, opConfirm, opResend, opForgot, opReset, opSignIn, opRefresh, opSignOut, opSecondStep, opConfirmEmail,
		opStopEmail, opEndAll, opChooseEmail, opBeginPasskeySignIn, opPasskeySignIn, "held", "session", "security",
		"end-session", "end-other-sessions", "delete-account",
		"cancel-email-change", "resend-email-change", "rename-passkey", "begin-proof", "prove",
	}
	for path := range f.api.OpenAPI().Paths {
		name := strings.TrimPrefix(path, pathPrefix)
		if _, asks := signInChanges[name]; !asks && !slices.Contains(others, name) {
			t.Errorf("does %s change how a member signs in?", name)
		}
	}
}

// TestFound14_APasswordAloneMakesNoAdministrator goes the way that was found: from the password to a passkey of the thief's own.
func TestFound14_APasswordAloneMakesNoAdministrator(t *testing.T) {
	t.Parallel()
	f := newFixture(t, onHTTPS)
	p, d := passkeyMember(f, email), newDevice(t)
	if err := addPasskey(f, p, d); err != nil {
		t.Fatal(err)
	}
	if err := f.SetRoles(t.Context(), p.Member, []string{Administrator}, "test"); err != nil {
		t.Fatal(err)
	}
	got, err := f.SignIn(t.Context(), SignIn{Email: email, Password: passkeyPassword})
	thief := signedInBy(f, got, err)
	if _, _, err := f.BeginPasskey(t.Context(), thief); codeOf(err) != "proof_required" {
		t.Errorf("a passkey for who knows the password: %v", err)
	}
	if _, err := f.BeginFactor(t.Context(), thief); codeOf(err) != "proof_required" {
		t.Errorf("codes for who knows the password: %v", err)
	}
	if _, err := f.Prove(t.Context(), thief, Proof{Password: passkeyPassword}, ""); codeOf(err) != "proof_required" {
		t.Errorf("the password stands for the passkey: %v", err)
	}
	// what was begun before the account had a passkey ends with it
	late := passkeyMember(f, "late@example.org")
	options, kept, err := f.BeginPasskey(t.Context(), late)
	if err != nil {
		t.Fatal(err)
	}
	got, err = f.SignIn(t.Context(), SignIn{Email: "late@example.org", Password: passkeyPassword})
	if err := addPasskey(f, signedInBy(f, got, err), newDevice(t)); err != nil {
		t.Fatal(err)
	}
	stolen := NewPasskey{Kept: kept, Credential: newDevice(t).makes(options), Name: "x"}
	if err := f.AddPasskey(t.Context(), late, stolen); codeOf(err) != "proof_required" {
		t.Errorf("a passkey that was asked for before: %v", err)
	}
}

// TestFound14_APasskeyIsShownInTheSession: with it the session of a password is that of a passkey.
func TestFound14_APasskeyIsShownInTheSession(t *testing.T) {
	t.Parallel()
	f := newFixture(t, onHTTPS)
	p, d := passkeyMember(f, email), newDevice(t)
	if err := addPasskey(f, p, d); err != nil {
		t.Fatal(err)
	}
	if err := f.SetRoles(t.Context(), p.Member, []string{Administrator}, "test"); err != nil {
		t.Fatal(err)
	}
	got, err := f.SignIn(t.Context(), SignIn{Email: email, Password: passkeyPassword})
	in := signedInBy(f, got, err)
	other := passkeyMember(f, "other@example.org")
	if _, _, err := f.BeginProof(t.Context(), other); codeOf(err) != "passkey_not_found" {
		t.Errorf("without any: %v", err)
	}
	options, kept, err := f.BeginProof(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	signIn := PasskeySignIn{Kept: kept, Credential: d.signs(options)}
	if _, err := f.SignInWithPasskey(t.Context(), signIn); codeOf(err) != "passkey_ended" {
		t.Errorf("a proof signs in: %v", err)
	}
	bad := *newDevice(t)
	bad.id, bad.handle = d.id, d.handle
	if options, kept, err = f.BeginProof(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Prove(t.Context(), in, Proof{Kept: kept, Credential: bad.signs(options)}, ""); codeOf(err) != "passkey_refused" {
		t.Errorf("another key: %v", err)
	}
	if options, kept, err = f.BeginProof(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	got, err = f.Prove(t.Context(), in, Proof{Kept: kept, Credential: d.signs(options)}, "")
	if now := signedInBy(f, got, err); !now.Has(Administrator) {
		t.Errorf("with the passkey they are %+v", now)
	}
	if err := addPasskey(f, in, newDevice(t)); err != nil {
		t.Errorf("another passkey: %v", err)
	}
}

// TestFound15_NoPasskeyGoesAroundTheCode: with codes switched on, the password alone adds no passkey.
func TestFound15_NoPasskeyGoesAroundTheCode(t *testing.T) {
	t.Parallel()
	f := newFixture(t, onHTTPS)
	f.member(email)
	b := f.browser()
	b.enter(firefox)
	before := f.browser() // signed in with the password alone, before the codes
	before.enter(phone)
	secret, _ := b.factorOn()
	if a := before.do(http.MethodPost, "/api/auth/begin-passkey", ""); a.status != http.StatusUnauthorized {
		t.Errorf("a session of before: %d %s", a.status, a.body)
	}
	f.clock.pass(ProofLasts)
	b.again()
	if a := b.post("begin-passkey", "", http.StatusForbidden, nil); a.problem.Code != "proof_required" {
		t.Error(a.body)
	}
	if a := b.do(http.MethodPost, "/api/auth/prove", `{"password":"`+password+`"}`); a.status < 400 {
		t.Error("the password stands for the code")
	}
	b.post("prove", `{"code":"`+f.code(secret)+`"}`, http.StatusOK, nil)
	b.post("begin-passkey", "", http.StatusOK, nil)
}

// TestFound16_ASessionOfAnyAgeLinksNothing: a member without a password signs in by their provider, within five minutes.
func TestFound16_ASessionOfAnyAgeLinksNothing(t *testing.T) {
	t.Parallel()
	a := newAbroad(t)
	a.goes("google", grace)
	held := a.security()
	a.clock.pass(ProofLasts)
	if _, code := a.acts(http.MethodPost, "link-provider", map[string]any{"provider": "microsoft"}, nil); code != "proof_required" {
		t.Errorf("linking: %q", code)
	}
	if _, code := a.unlinks(held.Identities[0].ID); code != "proof_required" {
		t.Errorf("removing: %q", code)
	}
	a.goes("google", grace) // once more, which is the proof
	if _, code := a.unlinks(held.Identities[0].ID); code != "last_way_in" {
		t.Errorf("removing, right after: %q", code)
	}
	if to := a.links("microsoft", atWork); to != "/my/settings?linked=microsoft&provider=microsoft#linked" {
		t.Errorf("linking, right after: %s", to)
	}
	// away at the provider while the account gets a passkey: what was shown before is not enough any more
	var to LinkProviderAnswer
	a.acts(http.MethodPost, "link-provider", map[string]any{"provider": "google"}, &to)
	a.exec(`INSERT INTO account_factors (account_id, secret, created_at, proved_at) SELECT id, 'x', now(), now() FROM accounts`)
	a.idp.QueueUser(someone{Subject: "the thief", Name: "Eve"})
	if at := a.get(to.Address); at != "/my/settings?provider=google&refused=provider_lost#linked" {
		t.Errorf("they come back to %s", at)
	}
}

// TestFound14_LinkingAtTheSignInAsksForThePasskey: a password alone links no account elsewhere to one that has a passkey.
func TestFound14_LinkingAtTheSignInAsksForThePasskey(t *testing.T) {
	t.Parallel()
	a := newAbroad(t)
	var err error
	if a.rp, err = newRelyingParty(&url.URL{Scheme: "https", Host: "callup.example"}); err != nil {
		t.Fatal(err)
	}
	a.member(email)
	ada := someone{Subject: "ada", Email: email, Verified: true, Name: "Ada"}
	a.has(true, false, true, false)
	a.goes("google", ada)
	if _, code, _ := a.posts(opSignIn, map[string]any{"email": email, "password": password, "link_provider": true}); code !=
		"link_by_passkey" || a.count(`SELECT count(*) FROM account_identities`)+a.count(`SELECT count(*) FROM sessions`) != 0 {
		t.Errorf("%q", code)
	}
}

// TestFound14_ARemovedPasskeyProvesNothing: what other sessions had shown with it counts no more.
func TestFound14_ARemovedPasskeyProvesNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t, onHTTPS)
	p, d := passkeyMember(f, email), newDevice(t)
	if err := addPasskey(f, p, d); err != nil {
		t.Fatal(err)
	}
	if err := f.SetRoles(t.Context(), p.Member, []string{Administrator}, "test"); err != nil {
		t.Fatal(err)
	}
	got, err := passkeySignIn(f, d)
	thief := signedInBy(f, got, err)
	all, err := f.Passkeys(t.Context(), p.Member)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.RemovePasskey(t.Context(), p, all[0].ID, "x"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := f.BeginPasskey(t.Context(), thief); codeOf(err) != "proof_required" {
		t.Errorf("the session of a removed passkey adds another: %v", err)
	}
	in, err := f.VerifyToken(t.Context(), got.Access)
	if err != nil || in.Has(Administrator) {
		t.Errorf("and uses a role: %v", err)
	}
	if !in.ProvedAt.IsZero() {
		t.Errorf("and counts as proved at %s, by which commands ask", in.ProvedAt)
	}
}

// TestFound14_NewRecoveryCodesReplaceTheOld after a code, in the answer alone.
func TestFound14_NewRecoveryCodesReplaceTheOld(t *testing.T) {
	t.Parallel()
	f, b, secret, codes := withFactor(t)
	b.post("prove", `{"code":"`+f.code(secret)+`"}`, http.StatusOK, nil)
	var made RecoveryCodesAnswer
	b.post("renew-recovery-codes", "", http.StatusOK, &made)
	other := f.browser()
	if got := other.step(other.challenge(), codes[0]); got != "wrong_code" {
		t.Errorf("a code of before: %q", got)
	}
	if got := other.step(other.challenge(), made.RecoveryCodes[0]); got != "" || len(made.RecoveryCodes) != 10 {
		t.Errorf("a new one: %q", got)
	}
}
