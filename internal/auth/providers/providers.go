// Package providers asks others who somebody is: Google, LinkedIn and Microsoft by OpenID Connect, Facebook and Discord by
// OAuth 2 and a profile; all with PKCE.
package providers

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"
)

// within bounds each question to a provider.
const within = 10 * time.Second

// Names are the providers that can be configured, in the order in which they are offered.
var Names = []string{"google", "facebook", "linkedin", "microsoft", "discord"}

// Called is what people call a provider, in every language.
var Called = map[string]string{
	"google": "Google", "facebook": "Facebook", "linkedin": "LinkedIn", "microsoft": "Microsoft", "discord": "Discord",
}

// Provider is one of Names as the installation is known to it.
type Provider struct {
	Name   string
	Issuer string // as it stands in its tokens; of who signs none, where it is
	ID     string // of the client
	Secret string
}

// Parse reads a provider from an address: client id and secret, percent-encoded, before the issuer.
func Parse(name, address string) (Provider, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User == nil {
		return Provider{}, errors.New("must be like https://client-id:secret@issuer.example.org") // without the secret
	}
	secret, _ := u.User.Password()
	p := Provider{Name: name, ID: u.User.Username(), Secret: secret}
	if p.ID == "" || secret == "" {
		return Provider{}, errors.New("needs client id and secret before the issuer: https://client-id:secret@issuer.example.org")
	}
	if u.Scheme != "https" && (u.Scheme != "http" || !loopback(u.Hostname())) {
		return Provider{}, errors.New("must begin with https://")
	}
	u.User = nil
	p.Issuer = u.String()
	return p, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Said is what a provider says of somebody. Issuer and Subject together name them for ever; nothing else does.
type Said struct {
	Issuer, Subject string
	Email           string // may be empty
	Verified        bool   // the provider vouches that the address is theirs
	Name            string // may be empty
	Picture         string `json:",omitempty"` // address of their picture, unchecked; may be empty
}

// Client asks one provider. It is safe for concurrent use.
type Client struct {
	Provider
	speaks dialect
}

// dialect is how a provider is asked.
type dialect interface {
	address(ctx context.Context, state, nonce, verifier string) (string, error)
	redeem(ctx context.Context, code, nonce, verifier string) (Said, error)
}

// New makes a client. back is the address at which the provider hands people back.
func New(p Provider, back string) *Client {
	c := &Client{Provider: p}
	ask := &http.Client{Timeout: within}
	switch p.Name {
	case "facebook":
		c.speaks = facebook(p, back, ask)
	case "discord":
		c.speaks = discord(p, back, ask)
	default:
		c.speaks = &connect{Provider: p, back: back, http: ask}
	}
	return c
}

// Address is where a browser goes to be asked who it is. state, nonce and verifier are secrets that come back, or are needed
// with what comes back.
func (c *Client) Address(ctx context.Context, state, nonce, verifier string) (string, error) {
	return c.speaks.address(ctx, state, nonce, verifier)
}

// Redeem gives who somebody is for the code that they brought back.
func (c *Client) Redeem(ctx context.Context, code, nonce, verifier string) (Said, error) {
	said, err := c.speaks.redeem(ctx, code, nonce, verifier)
	if err != nil {
		return Said{}, fmt.Errorf("redeem a code of %s: %w", c.Name, err)
	}
	return said, nil
}
