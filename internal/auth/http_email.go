package auth

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/callup/callup/internal/problem"
)

// ChangeEmailBody is the address at which a member wants to be reached, and sign in.
type ChangeEmailBody struct {
	Email string `json:"email" maxLength:"1000"`
}

// EmailLinkBody is the secret of a link that was mailed about an account.
type EmailLinkBody struct {
	Token string `json:"token" maxLength:"1000"`
}

// ChooseEmailBody is the address that an account gets whose own one another account has.
type ChooseEmailBody struct {
	Token string `json:"token" maxLength:"1000"`
	Email string `json:"email" maxLength:"1000"`
}

// StoppedAnswer says what became of a change of address.
type StoppedAnswer struct {
	Became Stopped `json:"became" enum:"stopped,undone,needs_address" doc:"undone: set a new password; needs_address: choose-email comes next"`
}

// PendingView is an address that waits for its confirmation.
type PendingView struct {
	Email     string    `json:"email"`
	ExpiresAt time.Time `json:"expires_at" doc:"Until when the link in the newest mail works"`
}

func registerEmail(api huma.API, s *Service) {
	problem.Register(api, ofMember(http.MethodPost, "change-email",
		"Ask for another address; nothing changes until the link that is mailed there is confirmed", http.StatusAccepted),
		s.changeEmail)
	problem.Register(api, ofMember(http.MethodPost, "cancel-email-change", "Call a change of address off",
		http.StatusNoContent), s.cancelEmailChange)
	problem.Register(api, ofMember(http.MethodPost, "resend-email-change", "Have the link mailed to the new address once more",
		http.StatusAccepted), s.resendEmailChange)
	link := func(name, summary string, status int) huma.Operation {
		return huma.Operation{
			OperationID: name, Method: http.MethodPost, Path: pathPrefix + name, Summary: summary, DefaultStatus: status,
			Tags: []string{"auth"},
		}
	}
	problem.Register(api, link(opConfirmEmail, "Change the address with the secret of the link that was mailed there",
		http.StatusNoContent), s.confirmEmail)
	problem.Register(api, link(opStopEmail,
		"Call a change of address off, or take it back, with the secret of the link that was mailed to the address before",
		http.StatusOK), s.stopEmailChange)
	problem.Register(api, link(opChooseEmail,
		"Ask for an address for an account that an undo left without one, with the secret of the link mailed to the one before",
		http.StatusAccepted), s.chooseEmail)
	problem.Register(api, link(opEndAll, "End every session of an account, with the secret of the link in a mail about it",
		http.StatusNoContent), s.endAllSessions)
}

func (s *Service) changeEmail(ctx context.Context, in *browserBodyOf[ChangeEmailBody]) (*struct{}, error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	return &struct{}{}, s.ChangeEmail(ctx, p, NewEmail{Email: in.Body.Email, UserAgent: in.userAgent})
}

func (s *Service) cancelEmailChange(ctx context.Context, in *struct{ Browser }) (*struct{}, error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	return &struct{}{}, s.CancelEmailChange(ctx, p, in.userAgent)
}

func (s *Service) resendEmailChange(ctx context.Context, _ *struct{}) (*struct{}, error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	return &struct{}{}, s.ResendEmailChange(ctx, p)
}

func (s *Service) confirmEmail(ctx context.Context, in *browserBodyOf[EmailLinkBody]) (*struct{}, error) {
	return &struct{}{}, s.ConfirmEmail(ctx, in.Body.Token, in.userAgent)
}

func (s *Service) chooseEmail(ctx context.Context, in *browserBodyOf[ChooseEmailBody]) (*struct{}, error) {
	return &struct{}{}, s.ChooseEmail(ctx, in.Body.Token, NewEmail{Email: in.Body.Email, UserAgent: in.userAgent})
}

func (s *Service) endAllSessions(ctx context.Context, in *browserBodyOf[EmailLinkBody]) (*struct{}, error) {
	return &struct{}{}, s.EndEverywhere(ctx, in.Body.Token, in.userAgent)
}

type stoppedOutput struct{ Body StoppedAnswer }

func (s *Service) stopEmailChange(ctx context.Context, in *browserBodyOf[EmailLinkBody]) (*stoppedOutput, error) {
	became, err := s.StopEmailChange(ctx, in.Body.Token, in.userAgent)
	if err != nil {
		return nil, err
	}
	return &stoppedOutput{StoppedAnswer{became}}, nil
}
