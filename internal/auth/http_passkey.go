package auth

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/problem"
)

// The cookie that binds a challenge to the browser that was given it.
const (
	passkeyCookiePlain, passkeyCookieSecure = "callup_passkey", "__Host-callup_passkey" //nolint:gosec // names of cookies
	opBeginPasskeySignIn                    = "begin-passkey-sign-in"
	opPasskeySignIn                         = "passkey-sign-in"
)

// PasskeyView is a passkey of a member.
type PasskeyView struct {
	ID        ident.ID   `json:"id"`
	Name      string     `json:"name"`
	Synced    bool       `json:"synced" doc:"Whether it was on more than one device, at its last use"`
	CreatedAt time.Time  `json:"created_at"`
	UsedAt    *time.Time `json:"used_at,omitempty" doc:"Absent: never"`
}

// PasskeysView is what a member sees of their passkeys.
type PasskeysView struct {
	Offered bool          `json:"offered" doc:"Whether browsers offer passkeys at the address of this installation"`
	All     []PasskeyView `json:"all" doc:"The oldest first"`
}

// PasskeyOptionsAnswer is what a device is asked.
type PasskeyOptionsAnswer struct {
	Options string `json:"options" doc:"JSON that the browser's PublicKeyCredential reads"`
}

// AddPasskeyBody is the answer of a device that made a passkey.
type AddPasskeyBody struct {
	Credential string `json:"credential" maxLength:"30000" doc:"RegistrationResponseJSON of WebAuthn level 3"`
	Name       string `json:"name" maxLength:"1000" doc:"At most 60 characters"`
}

// RenamePasskeyBody is another name of a passkey.
type RenamePasskeyBody struct {
	ID   ident.ID `json:"id"`
	Name string   `json:"name" maxLength:"1000" doc:"At most 60 characters"`
}

// RemovePasskeyBody names a passkey that is to open a member's account no more.
type RemovePasskeyBody struct {
	ID ident.ID `json:"id"`
}

// PasskeySignInBody is the answer of a device that knows whoever signs in.
type PasskeySignInBody struct {
	Credential string `json:"credential" maxLength:"30000" doc:"AuthenticationResponseJSON of WebAuthn level 3"`
	Keep       bool   `json:"keep,omitempty" doc:"Who deletes their account keeps it: without this they are refused with account_leaving"`
	Link       bool   `json:"link_provider,omitempty" doc:"The account that the browser holds of a provider opens this one from now on"`
}

type passkeyOptionsOutput struct {
	SetCookie []string `header:"Set-Cookie" hidden:"true"`
	NoStore   string   `header:"Cache-Control" hidden:"true"`
	Body      PasskeyOptionsAnswer
}

func registerPasskeys(api huma.API, s *Service) {
	problem.Register(api, huma.Operation{
		OperationID: opBeginPasskeySignIn, Method: http.MethodPost, Path: pathPrefix + opBeginPasskeySignIn, Tags: []string{"auth"},
		Summary: "Ask for what a device is asked to sign in with a passkey",
	}, s.beginPasskeySignIn)
	problem.Register(api, huma.Operation{
		OperationID: opPasskeySignIn, Method: http.MethodPost, Path: pathPrefix + opPasskeySignIn, Tags: []string{"auth"},
		Summary: "Open a session with a passkey; it stands for password and code",
	}, s.passkeySignIn)
	problem.Register(api, ofMember(http.MethodPost, "begin-passkey", "Ask for what a device is asked to make a passkey",
		http.StatusOK), s.beginPasskey)
	problem.Register(api, ofMember(http.MethodPost, "add-passkey", "Have a passkey open one's account",
		http.StatusNoContent), s.addPasskey)
	problem.Register(api, ofMember(http.MethodPost, "rename-passkey", "Call a passkey something else",
		http.StatusNoContent), s.renamePasskey)
	problem.Register(api, ofMember(http.MethodPost, "remove-passkey",
		"Have a passkey open one's account no more; the last way in stays", http.StatusNoContent), s.removePasskey)
}

func (s *Service) passkeyCookie() string { return s.named(passkeyCookiePlain, passkeyCookieSecure) }

func (s *Service) asksDevice(options, kept string) *passkeyOptionsOutput {
	cookie := http.Cookie{ //nolint:gosec // Secure follows the scheme: plain http is for development only
		Name: s.passkeyCookie(), Value: kept, Path: "/", MaxAge: int(ceremonyLife / time.Second),
		HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteStrictMode,
	}
	return &passkeyOptionsOutput{
		SetCookie: []string{cookie.String()}, NoStore: noStore, Body: PasskeyOptionsAnswer{Options: options},
	}
}

func (s *Service) beginPasskeySignIn(ctx context.Context, _ *struct{}) (*passkeyOptionsOutput, error) {
	options, kept, err := s.BeginPasskeySignIn(ctx)
	if err != nil {
		return nil, err
	}
	return s.asksDevice(options, kept), nil
}

func (s *Service) passkeySignIn(ctx context.Context, in *browserBodyOf[PasskeySignInBody]) (*signedInOutput, error) {
	from := s.state(in.Browser)
	from.Keep = in.Body.Keep
	who := PasskeySignIn{Kept: valueOf(in.cookies, s.passkeyCookie()), Credential: in.Body.Credential, Browser: from}
	if in.Body.Link {
		h, err := s.heldIn(s.heldOf(in.cookies))
		if err != nil {
			return nil, err
		}
		who.Held = &h
	}
	t, err := s.SignInWithPasskey(ctx, who)
	if err != nil {
		return nil, err
	}
	return s.signedIn(t), nil
}

func (s *Service) beginPasskey(ctx context.Context, _ *struct{}) (*passkeyOptionsOutput, error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	options, kept, err := s.BeginPasskey(ctx, p)
	if err != nil {
		return nil, err
	}
	return s.asksDevice(options, kept), nil
}

func (s *Service) addPasskey(ctx context.Context, in *browserBodyOf[AddPasskeyBody]) (*struct{}, error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	return &struct{}{}, s.AddPasskey(ctx, p, NewPasskey{
		Kept: valueOf(in.cookies, s.passkeyCookie()), Credential: in.Body.Credential, Name: in.Body.Name, UserAgent: in.userAgent,
	})
}

func (s *Service) renamePasskey(ctx context.Context, in *bodyOf[RenamePasskeyBody]) (*struct{}, error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	return &struct{}{}, s.RenamePasskey(ctx, p, in.Body.ID, in.Body.Name)
}

func (s *Service) removePasskey(ctx context.Context, in *browserBodyOf[RemovePasskeyBody]) (*struct{}, error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	return &struct{}{}, s.RemovePasskey(ctx, p, in.Body.ID, in.userAgent)
}

// passkeysView is what a member sees of their passkeys.
func (s *Service) passkeysView(ctx context.Context, member ident.ID) (PasskeysView, error) {
	out := PasskeysView{Offered: s.OffersPasskeys(), All: []PasskeyView{}}
	all, err := s.Passkeys(ctx, member)
	for _, k := range all {
		out.All = append(out.All, PasskeyView(k))
	}
	return out, err
}
