package auth

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain"
)

const passkeyOrigin = "https://callup.example"

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// device is an authenticator with one passkey.
type device struct {
	t      *testing.T
	key    *ecdsa.PrivateKey
	id     []byte
	handle []byte
	count  uint32
	origin string
	rpID   string
	flags  byte // user present and verified, backup eligible and backed up
}

func newDevice(t *testing.T) *device {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	id := make([]byte, 16)
	if _, err := rand.Read(id); err != nil {
		t.Fatal(err)
	}
	return &device{t: t, key: key, id: id, origin: passkeyOrigin, rpID: "callup.example", flags: 0x1d}
}

func (d *device) clientData(kind, challenge string) []byte {
	raw, err := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": d.origin, "crossOrigin": false})
	if err != nil {
		d.t.Fatal(err)
	}
	return raw
}

func (d *device) authData(attested []byte) []byte {
	sum := sha256.Sum256([]byte(d.rpID))
	flags := d.flags
	if attested != nil {
		flags |= 0x40
	}
	out := append(sum[:], flags)
	return append(binary.BigEndian.AppendUint32(out, d.count), attested...)
}

func (d *device) written(response map[string]any) string {
	raw, err := json.Marshal(map[string]any{
		"id": b64(d.id), "rawId": b64(d.id), "type": "public-key", "response": response, "clientExtensionResults": map[string]any{},
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return string(raw)
}

// makes answers what BeginPasskey asks.
func (d *device) makes(options string) string {
	d.t.Helper()
	var o struct {
		Challenge string
		User      struct{ ID string }
	}
	if err := json.Unmarshal([]byte(options), &o); err != nil {
		d.t.Fatal(err)
	}
	var err error
	if d.handle, err = base64.RawURLEncoding.DecodeString(o.User.ID); err != nil {
		d.t.Fatal(err)
	}
	point, err := d.key.PublicKey.Bytes()
	if err != nil {
		d.t.Fatal(err)
	}
	attested := binary.BigEndian.AppendUint16(make([]byte, 16), uint16(len(d.id)))
	attested = append(attested, d.id...)
	attested = append(attested, 0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20) // COSE: EC2, ES256, P-256
	attested = append(attested, point[1:33]...)
	attested = append(attested, 0x22, 0x58, 0x20)
	attested = append(attested, point[33:]...)
	data := d.authData(attested)
	object := []byte("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58")
	object = append(append(object, byte(len(data))), data...)
	return d.written(map[string]any{
		"clientDataJSON": b64(d.clientData("webauthn.create", o.Challenge)), "attestationObject": b64(object),
	})
}

// signs answers what BeginPasskeySignIn asks.
func (d *device) signs(options string) string {
	d.t.Helper()
	var o struct{ Challenge string }
	if err := json.Unmarshal([]byte(options), &o); err != nil {
		d.t.Fatal(err)
	}
	client, data := d.clientData("webauthn.get", o.Challenge), d.authData(nil)
	sum := sha256.Sum256(client)
	signed := sha256.Sum256(slices.Concat(data, sum[:]))
	signature, err := ecdsa.SignASN1(rand.Reader, d.key, signed[:])
	if err != nil {
		d.t.Fatal(err)
	}
	return d.written(map[string]any{
		"clientDataJSON": b64(client), "authenticatorData": b64(data), "signature": b64(signature), "userHandle": b64(d.handle),
	})
}

const passkeyPassword = "a password of one's own"

// passkeyMember is somebody who is signed in, with a password.
func passkeyMember(f *fixture, email string) Principal {
	f.t.Helper()
	hash, err := f.HashPassword(f.t.Context(), passkeyPassword)
	if err != nil {
		f.t.Fatal(err)
	}
	if _, err = f.CreateConfirmed(f.t.Context(), NewAccount{Email: email, Name: "Ada", Lang: "en", PasswordHash: hash}); err != nil {
		f.t.Fatal(err)
	}
	got, err := f.SignIn(f.t.Context(), SignIn{Email: email, Password: passkeyPassword})
	return signedInBy(f, got, err)
}

func signedInBy(f *fixture, got Tokens, err error) Principal {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
	p, err := f.VerifyToken(f.t.Context(), got.Access)
	if err != nil {
		f.t.Fatal(err)
	}
	return p
}

func addPasskey(f *fixture, p Principal, d *device) error {
	f.t.Helper()
	options, kept, err := f.BeginPasskey(f.t.Context(), p)
	if err != nil {
		f.t.Fatal(err)
	}
	return f.AddPasskey(f.t.Context(), p, NewPasskey{Kept: kept, Credential: d.makes(options), Name: " My  phone ", UserAgent: "x"})
}

func passkeySignIn(f *fixture, d *device) (Tokens, error) {
	f.t.Helper()
	options, kept, err := f.BeginPasskeySignIn(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	return f.SignInWithPasskey(f.t.Context(), PasskeySignIn{Kept: kept, Credential: d.signs(options)})
}

func codeOf(err error) string {
	if r, ok := errors.AsType[*domain.Refusal](err); ok {
		return r.Code
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

func onHTTPS(c *Config) { c.BaseURL = passkeyOrigin }

func TestPasskeyOpensASessionWithBothFactors(t *testing.T) {
	f := newFixture(t, onHTTPS)
	p, d := passkeyMember(f, "ada@example.org"), newDevice(t)
	if err := addPasskey(f, p, d); err != nil {
		t.Fatal(err)
	}
	if err := addPasskey(f, p, d); codeOf(err) != "passkey_known" {
		t.Errorf("the same passkey twice: %v", err)
	}
	if err := f.SetRoles(t.Context(), p.Member, []string{Moderator}, "test"); err != nil {
		t.Fatal(err)
	}
	got, err := passkeySignIn(f, d)
	in := signedInBy(f, got, err)
	if in.Member != p.Member || !in.Has(Moderator) || in.wanted.Codes {
		t.Errorf("whoever signed in with a passkey is %+v", in)
	}
	got, err = f.SignIn(t.Context(), SignIn{Email: "ada@example.org", Password: passkeyPassword})
	if by := signedInBy(f, got, err); by.Has(Moderator) || !by.WaitsFor(Moderator) {
		t.Errorf("a password alone gives staff their role: %+v", by)
	}
	all, err := f.Passkeys(t.Context(), p.Member)
	if err != nil || len(all) != 1 || all[0].Name != "My phone" || !all[0].Synced || all[0].UsedAt == nil {
		t.Fatalf("the passkeys are %+v, %v", all, err)
	}
	if err := f.RenamePasskey(t.Context(), p, all[0].ID, "Key ring"); err != nil {
		t.Error(err)
	}
	other := passkeyMember(f, "other@example.org")
	if err := f.RenamePasskey(t.Context(), other, all[0].ID, "Mine"); codeOf(err) != "passkey_not_found" {
		t.Errorf("somebody else renames it: %v", err)
	}
	if err := f.RemovePasskey(t.Context(), other, all[0].ID, ""); codeOf(err) != "passkey_not_found" {
		t.Errorf("somebody else removes it: %v", err)
	}
	if err := f.RemovePasskey(t.Context(), p, all[0].ID, "x"); err != nil {
		t.Error(err)
	}
	if _, err := passkeySignIn(f, d); codeOf(err) != "passkey_refused" {
		t.Errorf("a removed passkey: %v", err)
	}
}

func TestPasskeyThatIsTheLastWayInStays(t *testing.T) {
	f := newFixture(t, onHTTPS)
	p, d := passkeyMember(f, "ada@example.org"), newDevice(t)
	if err := addPasskey(f, p, d); err != nil {
		t.Fatal(err)
	}
	if _, err := f.pool.Exec(t.Context(), `UPDATE accounts SET password_hash = ''`); err != nil {
		t.Fatal(err)
	}
	all, err := f.Passkeys(t.Context(), p.Member)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.RemovePasskey(t.Context(), p, all[0].ID, ""); codeOf(err) != "last_way_in" {
		t.Errorf("removing the last way in: %v", err)
	}
	f.clock.pass(ProofLasts)
	if _, _, err := f.BeginPasskey(t.Context(), p); codeOf(err) != "proof_required" {
		t.Errorf("adding one long after the sign-in, without a password: %v", err)
	}
	if err := f.ResetFactor(t.Context(), p.Member); err != nil {
		t.Fatal(err)
	}
	if all, err = f.Passkeys(t.Context(), p.Member); err != nil || len(all) != 0 {
		t.Errorf("after the operator's reset there are %v, %v", all, err)
	}
}

func TestPasskeyRefusals(t *testing.T) {
	f := newFixture(t, onHTTPS)
	p, d := passkeyMember(f, "ada@example.org"), newDevice(t)
	if err := addPasskey(f, p, d); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*device){
		"another origin":         func(d *device) { d.origin = "https://evil.example" },
		"another relying party":  func(d *device) { d.rpID = "evil.example" },
		"user not verified":      func(d *device) { d.flags &^= 0x04 },
		"unknown credential":     func(d *device) { d.id = []byte("sixteen bytes id") },
		"another's user handle":  func(d *device) { d.handle = []byte("somebody else") },
		"no user handle":         func(d *device) { d.handle = nil },
		"another key":            func(d *device) { d.key = newDevice(t).key },
		"backup no longer fits":  func(d *device) { d.flags &^= 0x18 },
		"a credential of no one": func(d *device) { d.id, d.handle = nil, nil },
	} {
		bad := *d
		spoil(&bad)
		if _, err := passkeySignIn(f, &bad); codeOf(err) != "passkey_refused" {
			t.Errorf("%s: %v", name, err)
		}
	}
	whole := func() (options, kept string) {
		options, kept, err := f.BeginPasskeySignIn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return options, kept
	}
	for _, length := range []int{0, 1, 40, 200} {
		options, kept := whole()
		cut := d.signs(options)[:length]
		if _, err := f.SignInWithPasskey(t.Context(), PasskeySignIn{Kept: kept, Credential: cut}); codeOf(err) != "passkey_refused" {
			t.Errorf("cut after %d bytes: %v", length, err)
		}
	}
	options, kept := whole()
	answer := d.signs(options)
	_, otherKept := whole()
	tries := []struct{ name, kept, want string }{
		{"another browser's challenge", otherKept, "passkey_refused"}, {"no cookie", "", "passkey_ended"},
		{"a made-up cookie", strings.Repeat("A", 43), "passkey_ended"}, {"the right one", kept, ""}, {"again", kept, "passkey_ended"},
	}
	for _, try := range tries {
		if _, err := f.SignInWithPasskey(t.Context(), PasskeySignIn{Kept: try.kept, Credential: answer}); codeOf(err) != try.want {
			t.Errorf("%s: %v", try.name, err)
		}
	}
	options, kept = whole()
	made := NewPasskey{Kept: kept, Credential: d.makes(options), Name: "x"}
	if err := f.AddPasskey(t.Context(), p, made); codeOf(err) != "passkey_ended" {
		t.Errorf("a challenge to sign in makes a passkey: %v", err)
	}
	options, kept, err := f.BeginPasskey(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	other := passkeyMember(f, "other@example.org")
	fresh := newDevice(t)
	err = f.AddPasskey(t.Context(), other, NewPasskey{Kept: kept, Credential: fresh.makes(options), Name: "x"})
	if codeOf(err) != "passkey_ended" {
		t.Errorf("another member answers: %v", err)
	}
	options, kept = whole()
	f.clock.pass(ceremonyLife + time.Second)
	late := PasskeySignIn{Kept: kept, Credential: d.signs(options)}
	if _, err := f.SignInWithPasskey(t.Context(), late); codeOf(err) != "passkey_ended" {
		t.Errorf("too late: %v", err)
	}
}

func TestPasskeyThatCountsBackIsRefusedAndTold(t *testing.T) {
	f := newFixture(t, onHTTPS)
	p, d := passkeyMember(f, "ada@example.org"), newDevice(t)
	d.count = 5
	if err := addPasskey(f, p, d); err != nil {
		t.Fatal(err)
	}
	for _, try := range []struct {
		count uint32
		want  string
	}{{6, ""}, {6, "passkey_refused"}, {3, "passkey_refused"}, {0, "passkey_refused"}, {7, ""}} {
		d.count = try.count
		if _, err := passkeySignIn(f, d); codeOf(err) != try.want {
			t.Errorf("count %d: %v", try.count, err)
		}
	}
	history, err := f.History(t.Context(), p.Member, 20)
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, h := range history {
		if h.Kind == didRefusePasskey {
			told++
		}
	}
	if told != 3 {
		t.Errorf("told %d times of three copies", told)
	}
}

func TestPasskeysAreOfferedWhereBrowsersTakeThem(t *testing.T) {
	f := newFixture(t)
	for address, want := range map[string]bool{
		"https://callup.example": true, "https://callup.example:8443": true, "http://localhost:8080": true,
		"http://callup.example": false, "http://127.0.0.1:8080": false, "https://192.0.2.7": false, "https://[2001:db8::1]": false,
	} {
		s, err := New(Config{
			Pool: f.pool, Key: make([]byte, 32), Now: f.clock.time, Random: rand.Reader, BaseURL: address, TermsVersion: "1",
			Hashing: cheap,
		})
		if err != nil {
			t.Fatal(err)
		}
		if s.OffersPasskeys() != want {
			t.Errorf("at %s: %v", address, !want)
		}
		if _, _, err := s.BeginPasskeySignIn(t.Context()); (codeOf(err) == "passkeys_off") == want {
			t.Errorf("at %s: %v", address, err)
		}
	}
}

// What is longer than any device's answer is not looked at.
func TestPasskey_RefusesHugeAnswers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.browser()
	b.access = f.signedIn(email).Access
	huge := strings.Repeat("a", 30_001)
	for path, body := range map[string]string{
		"add-passkey":     `{"name": "Phone", "credential": "` + huge + `"}`,
		"passkey-sign-in": `{"credential": "` + huge + `"}`,
		"rename-passkey":  `{"id": "0197c000-0000-7000-8000-000000000001", "name": "` + huge + `"}`,
	} {
		if a := b.do(http.MethodPost, "/api/auth/"+path, body); a.status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %.200s", path, a.status, a.body)
		}
	}
}
