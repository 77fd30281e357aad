package auth

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/callup/callup/internal/problem"
)

// LinkProviderBody names a provider that is to open a member's account too.
type LinkProviderBody struct {
	Provider string `json:"provider" maxLength:"40"`
}

// LinkProviderAnswer says where to go on.
type LinkProviderAnswer struct {
	Address string `json:"address" doc:"Of the provider, which hands the browser back to /my/settings"`
}

// UnlinkProviderBody names a provider's account that is to open a member's no more.
type UnlinkProviderBody struct {
	ID string `json:"id" maxLength:"100"`
}

// IdentityView is a provider's account that opens the member's.
type IdentityView struct {
	ID       string    `json:"id"`
	Provider string    `json:"provider" enum:"google,facebook,linkedin,microsoft,discord"`
	Email    string    `json:"email" doc:"As the provider told it when it was linked; empty where it told none"`
	LinkedAt time.Time `json:"linked_at"`
}

type linkProviderOutput struct {
	SetCookie []string `header:"Set-Cookie" hidden:"true"`
	NoStore   string   `header:"Cache-Control" hidden:"true"`
	Body      LinkProviderAnswer
}

func registerLinked(api huma.API, s *Service) {
	problem.Register(api, ofMember(http.MethodPost, "link-provider",
		"Go to a provider, so that one's account there opens this one too", http.StatusOK), s.linkProvider)
	problem.Register(api, ofMember(http.MethodPost, "unlink-provider",
		"Have an account at a provider open this one no more; the last way in stays", http.StatusNoContent), s.unlinkProvider)
}

func (s *Service) linkProvider(ctx context.Context, in *browserBodyOf[LinkProviderBody]) (*linkProviderOutput, error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	address, sealed, err := s.BeginLink(ctx, p, in.Body.Provider)
	if err != nil {
		return nil, err
	}
	return &linkProviderOutput{
		SetCookie: []string{s.kept(s.named(awayCookiePlain, awayCookieSecure), sealed).String()},
		NoStore:   noStore, Body: LinkProviderAnswer{Address: address},
	}, nil
}

func (s *Service) unlinkProvider(ctx context.Context, in *browserBodyOf[UnlinkProviderBody]) (*struct{}, error) {
	p, err := Require(ctx)
	if err != nil {
		return nil, err
	}
	return &struct{}{}, s.Unlink(ctx, p, in.Body.ID, in.userAgent)
}
