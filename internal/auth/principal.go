package auth

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/httpsec"
	"github.com/callup/callup/internal/problem"
)

// Principal is the member on whose behalf something is asked.
type Principal struct {
	Member  ident.ID
	Session ident.ID
	Roles   []string
	Waiting []string // roles that are of no use until the member has what Missing names
	// ShortPassword tells that what they wait for is a longer password, not a second factor.
	ShortPassword bool
	// ProvedAt is when they last showed that it is them, by one of the means that their account wants; zero: never.
	ProvedAt time.Time
	wanted   ways // of which Prove takes what the account wants
}

// Has tells whether the principal holds a role. An administrator is moderator and auditor too.
func (p Principal) Has(role string) bool {
	return slices.Contains(p.Roles, role) || slices.Contains(p.Roles, Administrator)
}

// Held are the roles of a member, those that wait included.
func (p Principal) Held() []string {
	return append(slices.Clone(p.Roles), p.Waiting...)
}

// Missing refuses a principal whose roles wait with what they wait for: second_factor_required or staff_password_short (403).
func (p Principal) Missing() error {
	if p.ShortPassword {
		return errPasswordShort
	}
	return ErrFactorNeeded
}

// WaitsFor tells whether only what Missing names keeps the principal from using one of some roles.
func (p Principal) WaitsFor(roles ...string) bool {
	return slices.ContainsFunc(roles, Principal{Roles: p.Waiting}.Has)
}

type principalKey struct{}

// WithPrincipal returns a context in which somebody is signed in.
func WithPrincipal(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// FromContext gives who is signed in; false for a visitor.
func FromContext(ctx context.Context) (Principal, bool) {
	p, ok := ctx.Value(principalKey{}).(Principal)
	return p, ok
}

var (
	errSignInRequired = domain.Refuse(domain.Unauthorized, "sign_in_required", "Please sign in.")
	errNotAllowed     = domain.Refuse(domain.Forbidden, "forbidden", "You may not do this.")
	// ErrFactorNeeded refuses staff who have no second factor.
	ErrFactorNeeded = domain.Refuse(domain.Forbidden, "second_factor_required",
		"Staff sign in with a second factor. Please switch yours on in your settings.")
	errPasswordShort = domain.Refuse(domain.Forbidden, "staff_password_short",
		"Staff need a password of at least 12 characters. Please change yours in your settings.").With("min", staffMin)
	errInvalidToken = domain.Refuse(domain.Unauthorized, "invalid_token", "The access token is invalid or expired.")
)

// Require gives who is signed in and refuses visitors with sign_in_required (401).
func Require(ctx context.Context) (Principal, error) {
	p, ok := FromContext(ctx)
	if !ok {
		return Principal{}, errSignInRequired
	}
	return p, nil
}

// RequireRole gives who is signed in, and refuses visitors with sign_in_required (401), who holds none of the roles with
// forbidden (403), and who holds one that waits as Missing does.
func RequireRole(ctx context.Context, roles ...string) (Principal, error) {
	p, err := Require(ctx)
	if err != nil {
		return Principal{}, err
	}
	switch {
	case slices.ContainsFunc(roles, p.Has):
		return p, nil
	case p.WaitsFor(roles...):
		return Principal{}, p.Missing()
	}
	return Principal{}, errNotAllowed
}

// RequireProof refuses with proof_required (403) who is signed in but has not shown lately that it is them, as mayChange does.
func RequireProof(ctx context.Context, now time.Time) error {
	p, err := Require(ctx)
	if err != nil {
		return err
	}
	if now.Sub(p.ProvedAt) < ProofLasts {
		return nil
	}
	return p.wanted.proofNeeded()
}

// VerifyToken reads an access token and makes sure that its session still lives. It refuses with invalid_token (401).
// What stays open longer than one request, a socket, asks Alive again at least every two seconds.
func (s *Service) VerifyToken(ctx context.Context, raw string) (Principal, error) {
	said, err := s.tokens.read(raw)
	if errors.Is(err, errForged) {
		s.log.WarnContext(ctx, "Invalid JWT signature")
		return Principal{}, errInvalidToken
	}
	if err != nil {
		return Principal{}, errInvalidToken
	}
	st, err := s.sessions.get(ctx, said.session)
	if err != nil {
		return Principal{}, err
	}
	if !st.alive || st.member != said.member {
		return Principal{}, errInvalidToken
	}
	// either it was looked up before the proof, or a proof that is recent enough to be asked for counts no more
	if st.proved.Before(said.proved) && s.now().Sub(said.proved) < ProofLasts {
		s.sessions.drop(said.session)
		if st, err = s.sessions.get(ctx, said.session); err != nil {
			return Principal{}, err
		}
		if !st.alive {
			return Principal{}, errInvalidToken
		}
	}
	p := st.principal(said.session)
	if p.ProvedAt = said.proved; st.proved.Before(said.proved) {
		p.ProvedAt = st.proved
	}
	return p, nil
}

// Alive tells whether a principal's session still lives, with the roles that it could use, at most sessionCacheLife late.
func (s *Service) Alive(ctx context.Context, p Principal) (bool, error) {
	st, err := s.sessions.get(ctx, p.Session)
	if err != nil {
		return false, err
	}
	return st.alive && st.member == p.Member && slices.Equal(st.principal(p.Session).Roles, p.Roles), nil
}

// pathPrefix is where the operations of this package are.
const pathPrefix = "/api/auth/"

// The operations that need no access token.
const (
	opSignUp     = "sign-up"
	opConfirm    = "confirm"
	opResend     = "resend-confirmation"
	opForgot     = "forgot-password"
	opReset      = "reset-password"
	opSignIn     = "sign-in"
	opRefresh    = "refresh"
	opSignOut    = "sign-out"
	opSecondStep = "second-step"

	opConfirmEmail = "confirm-email"
	opStopEmail    = "stop-email-change"
	opEndAll       = "end-all-sessions"
	opChooseEmail  = "choose-email"
)

func restsOnOtherProof(path string) bool {
	name, ok := strings.CutPrefix(path, pathPrefix)
	return ok && slices.Contains([]string{opSignUp, opConfirm, opResend, opForgot, opReset, opSignIn, opRefresh, opSignOut,
		opSecondStep, opBeginPasskeySignIn, opPasskeySignIn, opConfirmEmail, opStopEmail, opEndAll,
		opChooseEmail}, name)
}

// Authenticate is middleware that finds out who asks. A request without an Authorization header is a visitor's; one
// whose token is not good is refused with invalid_token (401) rather than taken for a visitor's. Only what rests on other
// proof, like signing in, out and up, does not mind: a browser whose token has expired must be able to refresh it.
func (s *Service) Authenticate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := r.Header.Get("Authorization")
		if header == "" {
			next.ServeHTTP(w, r)
			return
		}
		p, err := s.bearer(r.Context(), header)
		if errors.Is(err, errInvalidToken) && restsOnOtherProof(r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		if err != nil {
			if errors.Is(err, errInvalidToken) {
				w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
			}
			s.problems.Write(w, r, err)
			return
		}
		next.ServeHTTP(w, r.WithContext(WithPrincipal(r.Context(), p)))
	})
}

func (s *Service) bearer(ctx context.Context, header string) (Principal, error) {
	scheme, raw, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return Principal{}, errInvalidToken
	}
	return s.VerifyToken(ctx, strings.TrimSpace(raw))
}

// SameOrigin is middleware that refuses, with cross_origin (403), requests that change something and come from a page
// of another origin, as the browser says in Sec-Fetch-Site or Origin. Requests of programs, which say neither, pass:
// they bring no cookie along that is not theirs. origins are where people reach the installation, such as
// https://callup.example: their pages are trusted, and one that came over plain http is not.
func SameOrigin(w *problem.Writer, origins ...string) (func(http.Handler) http.Handler, error) {
	guard := http.NewCrossOriginProtection()
	for _, o := range origins {
		if err := guard.AddTrustedOrigin(o); err != nil {
			return nil, err
		}
	}
	refused := domain.Refuse(domain.Forbidden, "cross_origin", "This request comes from another site.")
	deny := http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { w.Write(rw, r, refused) })
	guard.SetDenyHandler(deny)
	return func(next http.Handler) http.Handler {
		guarded := guard.Handler(next)
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			safe := r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodOptions
			if !safe && httpsec.Downgraded(r.Header.Get("Origin"), origins) {
				deny(rw, r)
				return
			}
			guarded.ServeHTTP(rw, r)
		})
	}, nil
}
