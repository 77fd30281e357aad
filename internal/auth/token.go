package auth

import (
	"errors"
	"fmt"

	"github.com/golang-jwt/jwt/v5"

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
	Session ident.ID `json:"sid"`
	Roles   []string `json:"roles"`
}

// tokens signs and reads access tokens.
type tokens struct {
	key    []byte
	now    ports.Clock
	parser *jwt.Parser
}

func newTokens(key []byte, now ports.Clock) *tokens {
	return &tokens{key: key, now: now, parser: jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithIssuer(issuer), jwt.WithAudience(audience),
		jwt.WithExpirationRequired(), jwt.WithTimeFunc(now), jwt.WithStrictDecoding(),
	)}
}

func (t *tokens) sign(member, session ident.ID, roles []string) (string, error) {
	now := t.now()
	signed, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: issuer, Audience: jwt.ClaimStrings{audience}, Subject: member.String(),
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(AccessLife)),
		},
		Session: session, Roles: roles,
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

// read gives the member and session of a token; errForged or errInvalid when it is not good.
func (t *tokens) read(raw string) (member, session ident.ID, err error) {
	if len(raw) > maxTokenBytes {
		return ident.Nil, ident.Nil, errInvalid
	}
	var c claims
	_, err = t.parser.ParseWithClaims(raw, &c, func(*jwt.Token) (any, error) { return t.key, nil })
	switch {
	case errors.Is(err, jwt.ErrTokenSignatureInvalid), errors.Is(err, jwt.ErrTokenUnverifiable):
		return ident.Nil, ident.Nil, errForged
	case err != nil:
		return ident.Nil, ident.Nil, errInvalid
	}
	member, err = ident.Parse(c.Subject)
	if err != nil || c.Session.IsNil() {
		return ident.Nil, ident.Nil, errInvalid
	}
	return member, c.Session, nil
}
