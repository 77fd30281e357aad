package auth

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/problem"
)

// Who is a signed-in member.
type Who struct {
	ID    ident.ID `json:"id" doc:"The member"`
	Roles []string `json:"roles" enum:"moderator,auditor,administrator"`
}

// SignedIn is the answer that lets a browser act for a member.
type SignedIn struct {
	AccessToken string `json:"access_token" doc:"Send it as Authorization: Bearer; keep it in memory only"`
	ExpiresIn   int    `json:"expires_in" doc:"Seconds until access_token expires; refresh before"`
	Member      Who    `json:"member"`
}

// SignUpBody is a person who wants to become a member.
type SignUpBody struct {
	FullName      string `json:"full_name" maxLength:"1000" doc:"Empty with link_provider: as the provider calls them"`
	Email         string `json:"email" maxLength:"1000"`
	Password      string `json:"password" maxLength:"2000"`
	TermsAccepted bool   `json:"terms_accepted" doc:"Agreement to /terms and /privacy; recorded with their version and the time"`
	Lang          string `json:"lang,omitempty" enum:"en,fr,es" doc:"Of the mails; en when absent"`
	Link          bool   `json:"link_provider,omitempty" doc:"The account that the browser holds of a provider opens this one, once it is confirmed"`
}

// SignInBody is a member's proof.
type SignInBody struct {
	Email    string `json:"email" maxLength:"1000"`
	Password string `json:"password" maxLength:"2000"`
	Keep     bool   `json:"keep,omitempty" doc:"Who deletes their account keeps it: without this they are refused with account_leaving"`
	Link     bool   `json:"link_provider,omitempty" doc:"The account that the browser holds of a provider opens this one from now on"`
}

// ConfirmBody is the secret of a confirmation link, and the password of the sign-up, or a new one.
type ConfirmBody struct {
	Token         string `json:"token" maxLength:"1000"`
	Password      string `json:"password" maxLength:"2000"`
	Anew          bool   `json:"anew,omitempty" doc:"Password is a new one, and the fields below stand instead of the sign-up's"`
	FullName      string `json:"full_name,omitempty" maxLength:"1000"`
	TermsAccepted bool   `json:"terms_accepted,omitempty" doc:"Agreement to /terms and /privacy; recorded with their version and the time"`
	Lang          string `json:"lang,omitempty" enum:"en,fr,es" doc:"Of the mails; that of the sign-up when absent"`
}

// ResendConfirmationBody is an address that waits for its mail.
type ResendConfirmationBody struct {
	Email string `json:"email" maxLength:"1000"`
}

// SessionAnswer says who is signed in.
type SessionAnswer struct {
	SessionID ident.ID `json:"session_id"`
	Member    Who      `json:"member"`
}

type bodyOf[B any] struct{ Body B }

type browserBodyOf[B any] struct {
	Browser
	Body B
}

// Browser is what comes along with a request besides its body.
type Browser struct {
	cookies   []*http.Cookie
	userAgent string
}

// Resolve reads it from the request.
func (b *Browser) Resolve(ctx huma.Context) []error {
	b.cookies, b.userAgent = huma.ReadCookies(ctx), ctx.Header("User-Agent")
	return nil
}

type signedInOutput struct {
	SetCookie []string `header:"Set-Cookie" hidden:"true"`
	NoStore   string   `header:"Cache-Control" hidden:"true"`
	Body      SignedIn
}

type emptyOutput struct {
	SetCookie []string `header:"Set-Cookie" hidden:"true"`
}

type sessionOutput struct {
	NoStore string `header:"Cache-Control" hidden:"true"`
	Body    SessionAnswer
}

const noStore = "no-store"

// Register declares the operations under /api/auth on an API made by problem.NewAPI. The router needs the middleware
// ratelimit.Identify, SameOrigin and Authenticate before them.
func Register(api huma.API, s *Service) {
	post := func(name, summary string, status int) huma.Operation {
		return huma.Operation{
			OperationID: name, Method: http.MethodPost, Path: pathPrefix + name, Summary: summary, DefaultStatus: status,
			Tags: []string{"auth"},
		}
	}
	problem.Register(api, post(opSignUp, "Become a member; a mail with a confirmation link follows", http.StatusAccepted), s.signUp)
	problem.Register(api,
		post(opConfirm, "Confirm an address with the secret of the link and a password, and open a session", http.StatusOK), s.confirm)
	problem.Register(api, post(opResend, "Ask for another confirmation mail", http.StatusAccepted),
		s.resendConfirmation)
	problem.Register(api, post(opSignIn, "Open a session; the refresh token comes as a cookie", http.StatusOK), s.signIn)
	registerExternal(api, s)
	registerLinked(api, s)
	problem.Register(api, post(opRefresh, "Exchange the cookie's refresh token for new tokens", http.StatusOK), s.refreshSession)
	problem.Register(api, post(opSignOut, "End the session", http.StatusNoContent), s.signOut)
	problem.Register(api, post(opForgot, "Ask for a mail with a link that sets a new password", http.StatusAccepted),
		s.forgotPassword)
	problem.Register(api, post(opReset,
		"Set a new password with the secret of the link, end every session, and open one", http.StatusOK), s.resetPassword)
	problem.Register(api, ofMember(http.MethodGet, "session", "Who is signed in", http.StatusOK), s.session)
	problem.Register(api, ofMember(http.MethodPost, "change-password", "Change one's password, and end every other session",
		http.StatusNoContent), s.changePassword)
	problem.Register(api, ofMember(http.MethodGet, "security",
		"How one signs in, where one is signed in, and what happened to the account", http.StatusOK), s.security)
	problem.Register(api, ofMember(http.MethodPost, "end-session", "End one of one's sessions", http.StatusNoContent), s.endOne)
	problem.Register(api, ofMember(http.MethodPost, "end-other-sessions", "End every session but this one",
		http.StatusNoContent), s.endOtherSessions)
	problem.Register(api, ofMember(http.MethodPost, "delete-account",
		"Delete one's account: signed out everywhere at once, erased when the time to undo it is over", http.StatusOK), s.deleteAccount)
	registerFactor(api, s)
	registerPasskeys(api, s)
	registerEmail(api, s)
}

// ofMember is an operation that only who is signed in may ask for.
func ofMember(method, name, summary string, status int) huma.Operation {
	return huma.Operation{
		OperationID: name, Method: method, Path: pathPrefix + name, Summary: summary, DefaultStatus: status,
		Tags: []string{"auth"}, Security: []map[string][]string{{problem.Bearer: {}}},
	}
}

func (s *Service) signUp(ctx context.Context, in *browserBodyOf[SignUpBody]) (*struct{}, error) {
	b := in.Body
	up := SignUp{Name: b.FullName, Email: b.Email, Password: b.Password, Lang: b.Lang, AcceptTerms: b.TermsAccepted}
	if b.Link {
		h, err := s.heldIn(s.heldOf(in.cookies))
		if err != nil {
			return nil, err
		}
		up.Held = &h
	}
	return &struct{}{}, s.SignUp(ctx, up)
}

func (s *Service) confirm(ctx context.Context, in *browserBodyOf[ConfirmBody]) (*signedInOutput, error) {
	b := in.Body
	c := Confirmation{Token: b.Token, Password: b.Password, Browser: s.state(in.Browser)}
	if b.Anew {
		c.Anew = &Anew{Name: b.FullName, Lang: b.Lang, AcceptTerms: b.TermsAccepted}
	}
	t, err := s.Confirm(ctx, c)
	if err != nil {
		return nil, err
	}
	return s.signedIn(t), nil
}

// state is what a browser brought along.
func (s *Service) state(b Browser) BrowserState {
	return BrowserState{UserAgent: b.userAgent, Previous: s.refreshOf(b.cookies), Known: valueOf(b.cookies, s.knownCookie())}
}

func (s *Service) resendConfirmation(ctx context.Context, in *bodyOf[ResendConfirmationBody]) (*struct{}, error) {
	return &struct{}{}, s.ResendConfirmation(ctx, in.Body.Email)
}

func (s *Service) signIn(ctx context.Context, in *browserBodyOf[SignInBody]) (*signedInOutput, error) {
	from := s.state(in.Browser)
	from.Keep = in.Body.Keep
	who := SignIn{Email: in.Body.Email, Password: in.Body.Password, Browser: from}
	if in.Body.Link {
		h, err := s.heldIn(s.heldOf(in.cookies))
		if err != nil {
			return nil, err
		}
		who.Held = &h
	}
	t, err := s.SignIn(ctx, who)
	if err != nil {
		return nil, err
	}
	return s.signedIn(t), nil
}

func (s *Service) refreshSession(ctx context.Context, in *struct{ Browser }) (*signedInOutput, error) {
	t, err := s.Refresh(ctx, s.refreshOf(in.cookies))
	if errors.Is(err, errSessionEnded) { // its cookies are worth nothing
		return nil, huma.ErrorWithHeaders(err, http.Header{"Set-Cookie": s.withoutCookies()})
	}
	if err != nil {
		return nil, err
	}
	return s.signedIn(t), nil
}

func (s *Service) signOut(ctx context.Context, in *struct{ Browser }) (*emptyOutput, error) {
	p, ok := FromContext(ctx)
	if !ok {
		p = Principal{}
	}
	if err := s.SignOut(ctx, s.refreshOf(in.cookies), p); err != nil {
		return nil, err
	}
	return &emptyOutput{SetCookie: s.withoutCookies()}, nil
}

func (s *Service) session(ctx context.Context, _ *struct{}) (*sessionOutput, error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	return &sessionOutput{NoStore: noStore, Body: SessionAnswer{SessionID: p.Session, Member: Who{ID: p.Member, Roles: p.Held()}}},
		nil
}

func (s *Service) signedIn(t Tokens) *signedInOutput {
	return &signedInOutput{
		SetCookie: s.withCookies(t), NoStore: noStore,
		Body: t.body(),
	}
}

func (t Tokens) body() SignedIn {
	return SignedIn{AccessToken: t.Access, ExpiresIn: int(t.ExpiresIn.Seconds()), Member: Who{ID: t.Member, Roles: t.Roles}}
}
