package auth

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"golang.org/x/oauth2"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/auth/providers"
	"github.com/callup/callup/internal/problem"
)

const (
	awayCookiePlain, awayCookieSecure = "callup_away", "__Host-callup_away"
	heldCookiePlain, heldCookieSecure = "callup_held", "__Host-callup_held"
	purposeAway                       = "away"
	purposeHeld                       = "held"
	providerPath                      = pathPrefix + "with/{provider}"
)

// HeldAnswer is what a provider said of whoever uses this browser.
type HeldAnswer struct {
	Provider string `json:"provider,omitempty" enum:"google,facebook,linkedin,microsoft,discord" doc:"Absent: nothing is held of any"`
	Email    string `json:"email" doc:"Empty where the provider told none"`
	Name     string `json:"name" doc:"Empty where the provider told none"`
}

type heldOutput struct {
	NoStore string `header:"Cache-Control" hidden:"true"`
	Body    HeldAnswer
}

// Providers are those that an installation may sign people in with, as it is known to them.
func (s *Service) useProviders(all []providers.Provider) {
	s.providers = map[string]*providers.Client{}
	for _, p := range all {
		s.providers[p.Name] = providers.New(p, s.baseURL+pathPrefix+"with/"+p.Name+"/back")
	}
}

// External mounts the way to the providers and back. The router needs the middleware ratelimit.Identify before it.
func (s *Service) External(r chi.Router) {
	r.Get(providerPath, s.leave)
	r.Get(providerPath+"/back", s.comeBack)
}

// registerExternal declares what the page asks of what a browser holds.
func registerExternal(api huma.API, s *Service) {
	problem.Register(api, huma.Operation{
		OperationID: "provider-held", Method: http.MethodGet, Path: pathPrefix + "held", Tags: []string{"auth"},
		Summary: "What a sign-in provider said of whoever uses this browser", DefaultStatus: http.StatusOK,
	}, func(_ context.Context, in *struct{ Browser }) (*heldOutput, error) {
		h, err := s.heldIn(s.heldOf(in.cookies))
		if err != nil {
			return &heldOutput{NoStore: noStore}, nil //nolint:nilerr // whoever was not away asks too
		}
		return &heldOutput{NoStore: noStore, Body: HeldAnswer{Provider: h.Provider, Email: h.Said.Email, Name: h.Said.Name}}, nil
	})
}

func (s *Service) heldOf(cookies []*http.Cookie) string {
	return valueOf(cookies, s.named(heldCookiePlain, heldCookieSecure))
}

func (s *Service) named(plain, secure string) string {
	if s.secure {
		return secure
	}
	return plain
}

// keep sets a cookie for as long as somebody may be away, or takes it back where the value is empty. It comes along when
// another site hands the browser back.
func (s *Service) keep(rw http.ResponseWriter, name, value string) {
	http.SetCookie(rw, s.kept(name, value))
}

func (s *Service) kept(name, value string) *http.Cookie {
	seconds := int(awayLife / time.Second)
	if value == "" {
		seconds = -1
	}
	return &http.Cookie{ //nolint:gosec // Secure follows the scheme: plain http is for development only
		Name: name, Value: value, Path: "/", MaxAge: seconds, HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteLaxMode,
	}
}

// leave sends a browser to a provider.
func (s *Service) leave(rw http.ResponseWriter, r *http.Request) {
	rw.Header().Set("Cache-Control", noStore)
	to := r.URL.Query().Get("next")
	client := s.providers[chi.URLParam(r, "provider")]
	if client == nil {
		s.problems.NotFound(rw, r)
		return
	}
	if len(to) > 2000 {
		to = ""
	}
	a := away{To: to, Lang: language(r.URL.Query().Get("lang"))}
	address, sealed, err := s.depart(r.Context(), client, a)
	if err != nil {
		s.log.WarnContext(r.Context(), "a sign-in provider can't be reached", "provider", client.Name, "error", err)
		s.returnTo(rw, r, a, url.Values{"refused": {"provider_unavailable"}})
		return
	}
	s.keep(rw, s.named(awayCookiePlain, awayCookieSecure), sealed)
	http.Redirect(rw, r, address, http.StatusSeeOther)
}

// depart gives the address of a provider to which a browser goes, and what it keeps meanwhile.
func (s *Service) depart(ctx context.Context, client *providers.Client, a away) (address, sealed string, err error) {
	state, err := s.secret()
	if err != nil {
		return "", "", err
	}
	nonce, err := s.secret()
	if err != nil {
		return "", "", err
	}
	a.Provider, a.Verifier, a.Until = client.Name, oauth2.GenerateVerifier(), s.now().Add(awayLife)
	a.State, a.Nonce = base64.RawURLEncoding.EncodeToString(state), base64.RawURLEncoding.EncodeToString(nonce)
	if address, err = client.Address(ctx, a.State, a.Nonce, a.Verifier); err != nil {
		return "", "", err
	}
	sealed, err = s.seal(purposeAway, a)
	return address, sealed, err
}

// returnTo sends a browser that was away to the page that signs people in, which leads on to where they were going, or back to
// the settings that sent it.
func (s *Service) returnTo(rw http.ResponseWriter, r *http.Request, a away, with url.Values) {
	address, place := "/auth", ""
	if !a.Session.IsNil() {
		address, place = "/my/settings", "#linked"
	} else if a.To != "" {
		with.Set("next", a.To)
	}
	if len(with) > 0 {
		address += "?" + with.Encode()
	}
	http.Redirect(rw, r, address+place, http.StatusSeeOther)
}

// failed is the code of a sign-in by a provider that nobody foresaw would fail.
const failed = "provider_failed"

// cancelled are the codes by which providers say that somebody turned back: access_denied is RFC 6749's, section 4.1.2.1, the
// others are LinkedIn's.
var cancelled = []string{"access_denied", "user_cancelled_login", "user_cancelled_authorize"}

// codes is how a provider's own code may look: the page shows it.
var codes = regexp.MustCompile(`^[a-z_]{1,64}$`)

// unforeseen adds what a page names of a failure, as of any other that nobody foresaw: its code and the request.
func unforeseen(ctx context.Context, with url.Values, code string) {
	with.Set("code", cmp.Or(code, failed))
	with.Set("reference", middleware.GetReqID(ctx))
}

// comeBack takes a browser that a provider hands back.
func (s *Service) comeBack(rw http.ResponseWriter, r *http.Request) {
	rw.Header().Set("Cache-Control", noStore)
	ctx, q := r.Context(), r.URL.Query()
	client := s.providers[chi.URLParam(r, "provider")]
	if client == nil {
		s.problems.NotFound(rw, r)
		return
	}
	var a away
	name := s.named(awayCookiePlain, awayCookieSecure)
	begun := s.unseal(purposeAway, valueOf(r.Cookies(), name), &a) && a.Provider == client.Name && s.now().Before(a.Until) &&
		a.State == q.Get("state")
	s.keep(rw, name, "") // what came back comes back once
	refuse := func(code string) {
		with := url.Values{"refused": {code}, "provider": {client.Name}}
		if code == failed {
			unforeseen(ctx, with, failed)
		}
		s.returnTo(rw, r, a, with)
	}
	switch {
	case !begun:
		a.To = ""
		refuse("provider_lost")
		return
	case q.Get("error") != "" && !slices.Contains(cancelled, q.Get("error")):
		code := codes.FindString(q.Get("error"))
		s.log.WarnContext(ctx, "a sign-in provider refused somebody", "provider", client.Name, "code", code)
		with := url.Values{"refused": {failed}, "provider": {client.Name}}
		unforeseen(ctx, with, code)
		s.returnTo(rw, r, a, with)
		return
	case q.Get("code") == "":
		refuse("provider_refused")
		return
	}
	said, err := client.Redeem(ctx, q.Get("code"), a.Nonce, a.Verifier)
	if err != nil {
		s.log.WarnContext(ctx, "a sign-in provider's word was not taken", "provider", client.Name, "error", err)
		refuse(failed)
		return
	}
	if !a.Session.IsNil() {
		s.comeLinked(rw, r, a, said)
		return
	}
	browser := s.state(Browser{cookies: r.Cookies(), userAgent: r.UserAgent()})
	t, ok, err := s.letIn(ctx, client.Name, said, a.Lang, browser)
	var refusal *domain.Refusal
	switch {
	case errors.As(err, &refusal) && refusal.Code == errSecondStep.Code:
		challenge, _ := refusal.Args["challenge"].(string)
		s.returnTo(rw, r, a, url.Values{"second": {challenge}})
	case errors.As(err, &refusal) && refusal.Code == errLeaving.Code:
		refuse("provider_leaving")
	case errors.As(err, &refusal): // the account is closed
		refuse("provider_refused")
	case err != nil:
		s.log.ErrorContext(ctx, "a member whom a provider sent can't be let in", "error", err)
		refuse(failed)
	case !ok:
		sealed, err := s.seal(purposeHeld, held{Provider: client.Name, Said: said, Until: s.now().Add(awayLife)})
		if err != nil {
			s.problems.Write(rw, r, err)
			return
		}
		s.keep(rw, s.named(heldCookiePlain, heldCookieSecure), sealed)
		with := url.Values{"link": {client.Name}}
		if !said.Verified {
			with.Set("tab", "signup")
		}
		s.returnTo(rw, r, a, with)
	default:
		for _, c := range s.withCookies(t) {
			rw.Header().Add("Set-Cookie", c)
		}
		s.returnTo(rw, r, a, url.Values{})
	}
}

// comeLinked takes a browser back whose member went to a provider to have it open their account too.
func (s *Service) comeLinked(rw http.ResponseWriter, r *http.Request, a away, said providers.Said) {
	err := s.endLink(r.Context(), a, said, r.UserAgent())
	with := url.Values{"provider": {a.Provider}}
	refusal, refused := errors.AsType[*domain.Refusal](err)
	switch {
	case refused:
		with.Set("refused", refusal.Code)
	case err != nil:
		s.log.ErrorContext(r.Context(), "a provider's account can't be linked", "provider", a.Provider, "error", err)
		with.Set("refused", failed)
		unforeseen(r.Context(), with, failed)
	default:
		with.Set("linked", a.Provider)
	}
	s.returnTo(rw, r, a, with)
}
