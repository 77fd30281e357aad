package providers

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// connect is OpenID Connect: the provider says where it takes what, and signs what it says.
type connect struct {
	Provider
	back string
	http *http.Client

	mu    sync.Mutex
	found *oidc.Provider // once it was reached
}

// discovered finds out where the provider takes what, once.
func (c *connect) discovered(ctx context.Context) (*oidc.Provider, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.found != nil {
		return c.found, nil
	}
	// its keys are fetched later, whatever became of this request
	found, err := oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), c.http), c.Issuer)
	if err != nil {
		return nil, fmt.Errorf("ask %s where it signs people in: %w", c.Name, err)
	}
	c.found = found
	return found, nil
}

func (c *connect) config(p *oidc.Provider) oauth2.Config {
	return oauth2.Config{
		ClientID: c.ID, ClientSecret: c.Secret, Endpoint: p.Endpoint(), RedirectURL: c.back,
		Scopes: []string{oidc.ScopeOpenID, "profile", "email"},
	}
}

func (c *connect) address(ctx context.Context, state, nonce, verifier string) (string, error) {
	p, err := c.discovered(ctx)
	if err != nil {
		return "", err
	}
	to := c.config(p)
	return to.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier)), nil
}

func (c *connect) redeem(ctx context.Context, code, nonce, verifier string) (Said, error) {
	p, err := c.discovered(ctx)
	if err != nil {
		return Said{}, err
	}
	ctx = oidc.ClientContext(ctx, c.http)
	with := c.config(p)
	token, err := with.Exchange(ctx, code, oauth2.VerifierOption(verifier))
	if err != nil {
		return Said{}, err
	}
	raw, _ := token.Extra("id_token").(string)
	id, err := p.Verifier(&oidc.Config{ClientID: c.ID}).Verify(ctx, raw)
	if err != nil {
		return Said{}, fmt.Errorf("verify its token: %w", err)
	}
	if id.Nonce != nonce {
		return Said{}, errors.New("its token belongs to another sign-in")
	}
	var claims struct {
		Email    string `json:"email"`
		Verified any    `json:"email_verified"` // some write it as a text
		Name     string `json:"name"`
		Picture  string `json:"picture"`
	}
	if err := id.Claims(&claims); err != nil {
		return Said{}, fmt.Errorf("read its token: %w", err)
	}
	// Microsoft lets whoever runs a tenant write any address into it, so it vouches for none.
	vouches := c.Name != "microsoft" && strings.TrimSpace(claims.Email) != "" &&
		(claims.Verified == true || claims.Verified == "true")
	return Said{
		Issuer: id.Issuer, Subject: id.Subject, Email: strings.TrimSpace(claims.Email), Verified: vouches,
		Name: strings.TrimSpace(claims.Name), Picture: claims.Picture,
	}, nil
}
