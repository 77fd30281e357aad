package auth

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/callup/callup/internal/problem"
)

// NewFactorAnswer is a secret for the member's app. Nothing shows it again.
type NewFactorAnswer struct {
	Secret string `json:"secret" doc:"To type into the app, in base32"`
	URI    string `json:"uri" doc:"What the QR code says: opens the app on the device that has it"`
	QR     string `json:"qr" doc:"The QR code, as the path of an SVG"`
	QRSide int    `json:"qr_side" doc:"Of that SVG's view box, with the quiet zone"`
}

// TurnFactorOnBody is the first code of the member's app.
type TurnFactorOnBody struct {
	Code string `json:"code" maxLength:"100"`
}

// RecoveryCodesAnswer is what lets a member in without their app. Nothing shows it again.
type RecoveryCodesAnswer struct {
	RecoveryCodes []string `json:"recovery_codes" doc:"Each works once"`
}

// SecondStepBody is a code after the password.
type SecondStepBody struct {
	Challenge string `json:"challenge" maxLength:"1000" doc:"From the args of second_step_needed"`
	Code      string `json:"code" maxLength:"100" doc:"Of the app, or a recovery code"`
	Link      bool   `json:"link_provider,omitempty" doc:"Whether the account held of a provider opens this one from now on"`
}

// ProveBody is what shows that whoever is signed in is who they were then.
type ProveBody struct {
	Password   string `json:"password,omitempty" maxLength:"2000" doc:"Where the account has neither a second factor nor a passkey"`
	Code       string `json:"code,omitempty" maxLength:"100" doc:"Of the second factor: the app's, or a recovery code"`
	Credential string `json:"credential,omitempty" maxLength:"30000" doc:"The answer to begin-proof: AuthenticationResponseJSON of WebAuthn level 3"`
}

// FactorView is how far a member's second factor has come.
type FactorView struct {
	Since             *time.Time `json:"since,omitempty" doc:"When it was switched on; absent: it is off"`
	RecoveryCodesLeft int        `json:"recovery_codes_left"`
}

type secretOutput[B any] struct {
	NoStore string `header:"Cache-Control" hidden:"true"`
	Body    B
}

func registerFactor(api huma.API, s *Service) {
	problem.Register(api, huma.Operation{
		OperationID: opSecondStep, Method: http.MethodPost, Path: pathPrefix + opSecondStep,
		Summary: "Open a session with the code of one's second factor, after the password", Tags: []string{"auth"},
	}, s.secondStep)
	problem.Register(api, ofMember(http.MethodPost, "begin-factor", "Ask for the secret of a second factor",
		http.StatusOK), s.beginFactor)
	problem.Register(api, ofMember(http.MethodPost, "turn-factor-on", "Switch the second factor on, with its first code",
		http.StatusOK), s.turnFactorOn)
	problem.Register(api, ofMember(http.MethodPost, "turn-factor-off", "Switch the second factor off",
		http.StatusNoContent), s.turnFactorOff)
	problem.Register(api, ofMember(http.MethodPost, "renew-recovery-codes",
		"Have other recovery codes; those of before work no more", http.StatusOK), s.renewRecoveryCodes)
	problem.Register(api, ofMember(http.MethodPost, "begin-proof",
		"Ask for what a device is asked to show with a passkey that it is oneself", http.StatusOK), s.beginProof)
	problem.Register(api, ofMember(http.MethodPost, "prove",
		"Show again that it is oneself, for what asks for it; the new access token says so", http.StatusOK), s.proveAgain)
}

func (s *Service) secondStep(ctx context.Context, in *browserBodyOf[SecondStepBody]) (*signedInOutput, error) {
	who := SecondStep{Challenge: in.Body.Challenge, Code: in.Body.Code, Browser: s.state(in.Browser)}
	if in.Body.Link {
		h, err := s.heldIn(s.heldOf(in.cookies))
		if err != nil {
			return nil, err
		}
		who.Held = &h
	}
	t, err := s.SecondStep(ctx, who)
	if err != nil {
		return nil, err
	}
	return s.signedIn(t), nil
}

func (s *Service) beginFactor(ctx context.Context, _ *struct{}) (*secretOutput[NewFactorAnswer], error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	f, err := s.BeginFactor(ctx, p)
	if err != nil {
		return nil, err
	}
	path, side, err := qrPath(f.URI)
	if err != nil {
		return nil, err
	}
	return &secretOutput[NewFactorAnswer]{
		NoStore: noStore, Body: NewFactorAnswer{Secret: f.Secret, URI: f.URI, QR: path, QRSide: side},
	}, nil
}

func (s *Service) turnFactorOn(
	ctx context.Context, in *browserBodyOf[TurnFactorOnBody],
) (*secretOutput[RecoveryCodesAnswer], error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	codes, err := s.TurnFactorOn(ctx, p, in.Body.Code, in.userAgent)
	if err != nil {
		return nil, err
	}
	return &secretOutput[RecoveryCodesAnswer]{NoStore: noStore, Body: RecoveryCodesAnswer{RecoveryCodes: codes}}, nil
}

func (s *Service) turnFactorOff(ctx context.Context, in *struct{ Browser }) (*struct{}, error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	return &struct{}{}, s.TurnFactorOff(ctx, p, in.userAgent)
}

func (s *Service) renewRecoveryCodes(ctx context.Context, in *struct{ Browser }) (*secretOutput[RecoveryCodesAnswer], error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	codes, err := s.RenewRecoveryCodes(ctx, p, in.userAgent)
	if err != nil {
		return nil, err
	}
	return &secretOutput[RecoveryCodesAnswer]{NoStore: noStore, Body: RecoveryCodesAnswer{RecoveryCodes: codes}}, nil
}

func (s *Service) beginProof(ctx context.Context, _ *struct{}) (*passkeyOptionsOutput, error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	options, kept, err := s.BeginProof(ctx, p)
	if err != nil {
		return nil, err
	}
	return s.asksDevice(options, kept), nil
}

func (s *Service) proveAgain(ctx context.Context, in *browserBodyOf[ProveBody]) (*secretOutput[SignedIn], error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	t, err := s.Prove(ctx, p, Proof{
		Password: in.Body.Password, Code: in.Body.Code, Credential: in.Body.Credential,
		Kept: valueOf(in.cookies, s.passkeyCookie()),
	}, in.userAgent)
	if err != nil {
		return nil, err
	}
	return &secretOutput[SignedIn]{NoStore: noStore, Body: t.body()}, nil
}
