package auth

import (
	"context"
	"errors"
	"time"

	"github.com/mileusna/useragent"

	"github.com/callup/callup/domain/ident"
)

// ForgotPasswordBody is an address whose password is forgotten.
type ForgotPasswordBody struct {
	Email string `json:"email" maxLength:"1000"`
}

// ResetPasswordBody is the secret of a reset link, and the new password.
type ResetPasswordBody struct {
	Token    string `json:"token" maxLength:"1000"`
	Password string `json:"password" maxLength:"2000"`
}

// ChangePasswordBody is the password that a member wants.
type ChangePasswordBody struct {
	NewPassword string `json:"new_password" maxLength:"2000"`
}

// DeleteAccountBody is the password of a member who deletes their account.
type DeleteAccountBody struct {
	Password string `json:"password" maxLength:"2000"`
}

// DeletionAnswer says when a member is erased.
type DeletionAnswer struct {
	DueAt time.Time `json:"due_at" doc:"Until then signing in offers to undo it"`
}

// EndSessionBody names a session.
type EndSessionBody struct {
	SessionID ident.ID `json:"session_id"`
}

// Device is what a browser says of itself and where it was.
type Device struct {
	Browser string `json:"browser,omitempty" doc:"Its name; absent when it is not known"`
	System  string `json:"system,omitempty" doc:"Of the device; absent when it is not known"`
	Kind    string `json:"kind" enum:"computer,phone,tablet,other"`
	Address string `json:"address" doc:"Of the network it came from; empty when it is not known"`
}

// SessionView is a browser in which the member is signed in.
type SessionView struct {
	ID        ident.ID  `json:"id"`
	Current   bool      `json:"current" doc:"Whether it is the one that asks"`
	Device    Device    `json:"device"`
	CreatedAt time.Time `json:"created_at"`
	UsedAt    time.Time `json:"used_at" doc:"About when it was last used: up to ten minutes more"`
}

// HappeningView is an entry of an account's history.
type HappeningView struct {
	At     time.Time `json:"at"`
	Kind   string    `json:"kind" enum:"signed_up,confirmed,signed_in_anew,password_changed,password_reset,session_ended,other_sessions_ended,all_sessions_ended,refresh_token_reused,data_downloaded,deletion_requested,deletion_undone,provider_linked,provider_removed,passkey_added,passkey_removed,passkey_refused,second_factor_on,second_factor_off,recovery_code_used,recovery_codes_renewed,second_factor_reset,email_change_requested,email_changed,email_change_stopped,email_change_undone,sessions_revoked"`
	Device *Device   `json:"device,omitempty" doc:"In which the member did it; absent when it was none of theirs"`
}

// SecurityAnswer is what a member sees of their account.
type SecurityAnswer struct {
	Email             string          `json:"email"`
	PendingEmail      *PendingView    `json:"pending_email,omitempty" doc:"The address that waits for its confirmation"`
	ConfirmedAt       *time.Time      `json:"confirmed_at,omitempty"`
	PasswordChangedAt *time.Time      `json:"password_changed_at,omitempty" doc:"Absent: never since the sign-up"`
	HasPassword       bool            `json:"has_password" doc:"Whether there is one: whoever came by a provider has none at first"`
	PasswordMin       int             `json:"password_min" doc:"The least number of characters of a new password"`
	DeletionDays      int             `json:"deletion_days" doc:"For how long a member who deletes their account can undo it"`
	Identities        []IdentityView  `json:"identities" doc:"What opens the account besides the password, the oldest first"`
	SecondFactor      FactorView      `json:"second_factor"`
	Passkeys          PasskeysView    `json:"passkeys"`
	Sessions          []SessionView   `json:"sessions" doc:"The last one used first"`
	History           []HappeningView `json:"history" doc:"The newest first, at most 100"`
}

type securityOutput struct {
	NoStore string `header:"Cache-Control" hidden:"true"`
	Body    SecurityAnswer
}

func deviceOf(userAgent, address string) Device {
	is := useragent.Parse(userAgent)
	kind := "other"
	switch {
	case is.Tablet:
		kind = "tablet"
	case is.Mobile:
		kind = "phone"
	case is.Desktop:
		kind = "computer"
	}
	d := Device{Kind: kind, Address: address, System: is.OS}
	if kind != "other" {
		d.Browser = is.Name
	}
	return d
}

func (s *Service) forgotPassword(ctx context.Context, in *bodyOf[ForgotPasswordBody]) (*struct{}, error) {
	return &struct{}{}, s.ForgotPassword(ctx, in.Body.Email)
}

func (s *Service) resetPassword(ctx context.Context, in *browserBodyOf[ResetPasswordBody]) (*signedInOutput, error) {
	t, err := s.ResetPassword(ctx, Reset{Token: in.Body.Token, Password: in.Body.Password, Browser: s.state(in.Browser)})
	if err != nil {
		return nil, err
	}
	return s.signedIn(t), nil
}

func (s *Service) changePassword(ctx context.Context, in *browserBodyOf[ChangePasswordBody]) (*struct{}, error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	return &struct{}{}, s.ChangePassword(ctx, p, PasswordChange{New: in.Body.NewPassword, UserAgent: in.userAgent})
}

func (s *Service) endOne(ctx context.Context, in *browserBodyOf[EndSessionBody]) (*struct{}, error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	return &struct{}{}, s.EndSession(ctx, p, in.Body.SessionID, in.userAgent)
}

func (s *Service) endOtherSessions(ctx context.Context, in *struct{ Browser }) (*struct{}, error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	return &struct{}{}, s.EndOtherSessions(ctx, p, in.userAgent)
}

type deletionOutput struct {
	SetCookie []string `header:"Set-Cookie" hidden:"true"`
	Body      DeletionAnswer
}

func (s *Service) deleteAccount(ctx context.Context, in *browserBodyOf[DeleteAccountBody]) (*deletionOutput, error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	due, err := s.Leave(ctx, p, in.Body.Password, in.Browser)
	if err != nil {
		return nil, err
	}
	return &deletionOutput{SetCookie: s.withoutCookies(), Body: DeletionAnswer{DueAt: due}}, nil
}

func (s *Service) security(ctx context.Context, _ *struct{}) (*securityOutput, error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	a, err := s.find(ctx, "member_id = $1", p.Member)
	if errors.Is(err, errNoAccount) {
		return nil, errInvalidToken
	}
	if err != nil {
		return nil, err
	}
	out := SecurityAnswer{
		Email: a.Email, ConfirmedAt: a.ConfirmedAt, PasswordChangedAt: a.PasswordChangedAt,
		PasswordMin: s.rulesFor(p.Held()).min, DeletionDays: int(s.grace / (24 * time.Hour)),
		HasPassword: a.PasswordHash != "", Identities: []IdentityView{}, Sessions: []SessionView{}, History: []HappeningView{},
	}
	waiting, err := s.PendingEmail(ctx, p.Member)
	if err != nil {
		return nil, err
	}
	if waiting != nil {
		out.PendingEmail = &PendingView{Email: waiting.Email, ExpiresAt: waiting.Expires}
	}
	identities, err := s.Identities(ctx, p.Member)
	if err != nil {
		return nil, err
	}
	for _, i := range identities {
		out.Identities = append(out.Identities, IdentityView{ID: i.ID, Provider: i.Provider, Email: i.Email, LinkedAt: i.At})
	}
	f, err := s.Factor(ctx, p.Member)
	if err != nil {
		return nil, err
	}
	out.SecondFactor = FactorView{Since: f.Since, RecoveryCodesLeft: f.Left}
	if out.Passkeys, err = s.passkeysView(ctx, p.Member); err != nil {
		return nil, err
	}
	sessions, err := s.Sessions(ctx, p.Member)
	if err != nil {
		return nil, err
	}
	for _, o := range sessions {
		out.Sessions = append(out.Sessions, SessionView{
			ID: o.ID, Current: o.ID == p.Session, Device: deviceOf(o.UserAgent, o.Address), CreatedAt: o.CreatedAt, UsedAt: o.UsedAt,
		})
	}
	history, err := s.History(ctx, p.Member, shownHistory)
	if err != nil {
		return nil, err
	}
	for _, h := range history {
		view := HappeningView{At: h.At, Kind: h.Kind}
		if h.UserAgent != "" {
			device := deviceOf(h.UserAgent, h.Address)
			view.Device = &device
		}
		out.History = append(out.History, view)
	}
	return &securityOutput{NoStore: noStore, Body: out}, nil
}
