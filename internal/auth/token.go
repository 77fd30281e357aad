package auth

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
)

const (
	issuer   = "callup"
	audience = "callup-api"
)

// claims is what an access token says: the member as its subject, and the session it belongs to. The roles are for the
// client; the server reads them anew.
type claims struct {
	jwt.RegisteredClaims
	Session  ident.ID         `json:"sid"`
	Roles    []string         `json:"roles"`
	AuthTime *jwt.NumericDate `json:"auth_time,omitempty"` // when they last showed that it is them
}

// rememberedTokens is how many tokens that were found good are known by their digest, so that those who send many requests
// have theirs verified once.
const rememberedTokens = 10_000

// tokens signs and reads access tokens. It is safe for concurrent use.
type tokens struct {
	key    []byte
	now    ports.Clock
	parser *jwt.Parser
	good   *lru.Cache[[sha256.Size]byte, verified]
}

// verified is what a good token says.
type verified struct {
	member, session ident.ID
	proved          time.Time // zero: the token does not say
	expires         time.Time
}

func newTokens(key []byte, now ports.Clock) *tokens {
	good, err := lru.New[[sha256.Size]byte, verified](rememberedTokens)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &tokens{key: key, now: now, good: good, parser: jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithIssuer(issuer), jwt.WithAudience(audience),
		jwt.WithExpirationRequired(), jwt.WithTimeFunc(now), jwt.WithStrictDecoding(),
	)}
}

func (t *tokens) sign(member, session ident.ID, roles []string, proved time.Time) (string, error) {
	now := t.now()
	var authTime *jwt.NumericDate
	if !proved.IsZero() {
		authTime = jwt.NewNumericDate(proved)
	}
	signed, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: issuer, Audience: jwt.ClaimStrings{audience}, Subject: member.String(),
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(AccessLife)),
		},
		Session: session, Roles: roles, AuthTime: authTime,
	}).SignedString(t.key)
	if err != nil {
		return "", fmt.Errorf("signing an access token: %w", err)
	}
	return signed, nil
}

// maxTokenBytes is far above what sign makes.
const maxTokenBytes = 4096

var (
	errForged  = errors.New("Invalid JWT signature") //nolint:staticcheck // the words the log is searched for
	errInvalid = errors.New("the access token is invalid or expired")
)

// read gives what a token says; errForged or errInvalid when it is not good.
func (t *tokens) read(raw string) (verified, error) {
	if len(raw) > maxTokenBytes {
		return verified{}, errInvalid
	}
	digest := sha256.Sum256([]byte(raw))
	if v, ok := t.good.Get(digest); ok && t.now().Before(v.expires) {
		return v, nil
	}
	var c claims
	_, err := t.parser.ParseWithClaims(raw, &c, func(*jwt.Token) (any, error) { return t.key, nil })
	switch {
	case errors.Is(err, jwt.ErrTokenSignatureInvalid), errors.Is(err, jwt.ErrTokenUnverifiable):
		return verified{}, errForged
	case err != nil:
		return verified{}, errInvalid
	}
	member, err := ident.Parse(c.Subject)
	if err != nil || c.Session.IsNil() {
		return verified{}, errInvalid
	}
	v := verified{member: member, session: c.Session, expires: c.ExpiresAt.Time}
	if c.AuthTime != nil {
		v.proved = c.AuthTime.Time
	}
	t.good.Add(digest, v)
	return v, nil
}
