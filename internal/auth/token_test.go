package auth

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/callup/callup/domain/ident"
)

var (
	ada  = ident.Pair("test", "ada")
	sess = ident.Pair("test", "session")
)

func signedWith(t *testing.T, method jwt.SigningMethod, key any, change func(jwt.MapClaims)) string {
	t.Helper()
	c := jwt.MapClaims{
		"iss": issuer, "aud": []string{audience}, "sub": ada.String(), "sid": sess.String(), "roles": []string{},
		"iat": time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix(),
	}
	change(c)
	s, err := jwt.NewWithClaims(method, c).SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTokens(t *testing.T) {
	t.Parallel()
	key := bytes.Repeat([]byte{1}, 32)
	tok := newTokens(key, time.Now)
	good, err := tok.sign(ada, sess, []string{Auditor}, time.Unix(1700000000, 0))
	if err != nil {
		t.Fatal(err)
	}
	if v, err := tok.read(good); err != nil || v.member != ada || v.session != sess || v.proved.Unix() != 1700000000 {
		t.Fatalf("%+v %v", v, err)
	}
	parts := strings.Split(good, ".")
	b64 := base64.RawURLEncoding
	other := strings.Replace(parts[1], parts[1][10:14], "AAAA", 1)
	m := hmac.New(sha256.New, key)
	m.Write([]byte(b64.EncodeToString([]byte(`{"alg":"HS256"}`)) + "." + b64.EncodeToString([]byte("null"))))
	for name, c := range map[string]struct {
		raw  string
		want error
	}{
		"other key":     {signedWith(t, jwt.SigningMethodHS256, []byte("other"), func(jwt.MapClaims) {}), errForged},
		"alg none":      {signedWith(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, func(jwt.MapClaims) {}), errForged},
		"other alg":     {signedWith(t, jwt.SigningMethodHS512, key, func(jwt.MapClaims) {}), errForged},
		"signature cut": {parts[0] + "." + parts[1] + ".", errForged},
		"no parts":      {"abc", errInvalid},
		"empty":         {"", errInvalid},
		"other body":    {parts[0] + "." + other + "." + parts[2], nil},
		"huge":          {strings.Repeat("a", maxTokenBytes+1), errInvalid},
		"expired": {signedWith(t, jwt.SigningMethodHS256, key,
			func(c jwt.MapClaims) { c["exp"] = time.Now().Add(-time.Second).Unix() }), errInvalid},
		"without expiry":   {signedWith(t, jwt.SigningMethodHS256, key, func(c jwt.MapClaims) { delete(c, "exp") }), errInvalid},
		"other audience":   {signedWith(t, jwt.SigningMethodHS256, key, func(c jwt.MapClaims) { c["aud"] = "x" }), errInvalid},
		"other issuer":     {signedWith(t, jwt.SigningMethodHS256, key, func(c jwt.MapClaims) { c["iss"] = "x" }), errInvalid},
		"no session":       {signedWith(t, jwt.SigningMethodHS256, key, func(c jwt.MapClaims) { delete(c, "sid") }), errInvalid},
		"malformed member": {signedWith(t, jwt.SigningMethodHS256, key, func(c jwt.MapClaims) { c["sub"] = "x" }), errInvalid},
	} {
		_, err := tok.read(c.raw)
		if err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// A token that was found good is not taken for longer than it says.
func TestAKnownTokenExpires(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	tok := newTokens(bytes.Repeat([]byte{1}, 32), func() time.Time { return at })
	good, err := tok.sign(ada, sess, nil, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		after time.Duration
		want  error
	}{{0, nil}, {AccessLife - time.Nanosecond, nil}, {time.Nanosecond, errInvalid}, {time.Hour, errInvalid}} {
		at = at.Add(c.after)
		v, err := tok.read(good)
		if !errors.Is(err, c.want) || err == nil && (v.member != ada || v.session != sess) {
			t.Errorf("at %s: %+v %v, want %v", at, v, err, c.want)
		}
	}
}

func FuzzAccessToken(f *testing.F) {
	tok := newTokens(bytes.Repeat([]byte{1}, 32), time.Now)
	good, err := tok.sign(ada, sess, nil, time.Time{})
	if err != nil {
		f.Fatal(err)
	}
	f.Add("")
	f.Add("a.b.c")
	f.Add(good[:len(good)-1])
	f.Add(strings.Replace(good, "eyJ", "eyK", 1))
	f.Fuzz(func(t *testing.T, raw string) {
		if _, err := tok.read(raw); err == nil && raw != good {
			t.Fatalf("%q is taken", raw)
		}
	})
}

func FuzzSecret(f *testing.F) {
	f.Add("")
	f.Add(base64.RawURLEncoding.EncodeToString(make([]byte, 32)))
	f.Fuzz(func(t *testing.T, raw string) {
		b, err := parseSecret(raw)
		if err == nil && (len(b) != 32 || base64.RawURLEncoding.EncodeToString(b) != raw) {
			t.Fatalf("%q gives %x", raw, b)
		}
	})
}
