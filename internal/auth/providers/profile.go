package providers

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/oauth2"
)

// What names the people of a provider that signs nothing, wherever it is asked. The names are stored.
const (
	facebookIssuer = "https://www.facebook.com"
	discordIssuer  = "https://discord.com"
)

// discordPictures is where Discord serves what people show of themselves.
const discordPictures = "https://cdn.discordapp.com"

const (
	graphVersion = "v24.0"
	maxProfile   = 1 << 16 // bytes of a profile that are read
)

// profile is OAuth 2 alone: the provider signs nothing, and tells whoever brings a token to whom it belongs.
type profile struct {
	with oauth2.Config
	http *http.Client
	at   string                        // where the profile is told
	also func(token string) url.Values // what is sent along to there
	read func(raw []byte) (Said, error)
}

// facebook asks the Graph API, with the proof that whoever asks knows the app's secret. It does not say whether an address was
// confirmed, so it vouches for none.
func facebook(p Provider, back string, ask *http.Client) *profile {
	site := strings.TrimSuffix(p.Issuer, "/")
	graph := strings.Replace(site, "://www.", "://graph.", 1)
	return &profile{
		with: oauth2.Config{
			ClientID: p.ID, ClientSecret: p.Secret, RedirectURL: back, Scopes: []string{"public_profile", "email"},
			Endpoint: oauth2.Endpoint{
				AuthURL: site + "/" + graphVersion + "/dialog/oauth", TokenURL: graph + "/" + graphVersion + "/oauth/access_token",
				AuthStyle: oauth2.AuthStyleInParams,
			},
		},
		http: ask, at: graph + "/" + graphVersion + "/me",
		also: func(token string) url.Values {
			proof := hmac.New(sha256.New, []byte(p.Secret))
			proof.Write([]byte(token))
			return url.Values{"fields": {"id,name,email,picture.type(large)"}, "appsecret_proof": {hex.EncodeToString(proof.Sum(nil))}}
		},
		read: func(raw []byte) (Said, error) {
			var who struct {
				ID, Name, Email string
				Picture         struct {
					Data struct {
						URL   string
						Drawn bool `json:"is_silhouette"`
					}
				}
			}
			err := json.Unmarshal(raw, &who)
			said := Said{Issuer: facebookIssuer, Subject: who.ID, Email: who.Email, Name: who.Name}
			if !who.Picture.Data.Drawn { // what Facebook draws of who shows none
				said.Picture = who.Picture.Data.URL
			}
			return said, err
		},
	}
}

// discord asks for the user of a token, with whether the address was confirmed there.
func discord(p Provider, back string, ask *http.Client) *profile {
	site := strings.TrimSuffix(p.Issuer, "/")
	return &profile{
		with: oauth2.Config{
			ClientID: p.ID, ClientSecret: p.Secret, RedirectURL: back, Scopes: []string{"identify", "email"},
			Endpoint: oauth2.Endpoint{
				AuthURL: site + "/oauth2/authorize", TokenURL: site + "/api/oauth2/token", AuthStyle: oauth2.AuthStyleInParams,
			},
		},
		http: ask, at: site + "/api/users/@me",
		read: func(raw []byte) (Said, error) {
			var who struct {
				ID       string
				Username string
				Global   string `json:"global_name"`
				Email    string
				Verified bool
				Avatar   string // a hash
			}
			err := json.Unmarshal(raw, &who)
			name := who.Global
			if strings.TrimSpace(name) == "" {
				name = who.Username
			}
			picture := ""
			if who.Avatar != "" {
				picture = discordPictures + "/avatars/" + url.PathEscape(who.ID) + "/" + url.PathEscape(who.Avatar) + ".png?size=512"
			}
			return Said{
				Picture: picture,
				Issuer:  discordIssuer, Subject: who.ID, Email: who.Email, Verified: who.Verified && who.Email != "", Name: name,
			}, err
		},
	}
}

func (o *profile) address(_ context.Context, state, _, verifier string) (string, error) {
	return o.with.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier)), nil
}

func (o *profile) redeem(ctx context.Context, code, _, verifier string) (Said, error) {
	ctx = context.WithValue(ctx, oauth2.HTTPClient, o.http)
	token, err := o.with.Exchange(ctx, code, oauth2.VerifierOption(verifier))
	if err != nil {
		return Said{}, err
	}
	raw, err := o.ask(ctx, token.AccessToken)
	if err != nil {
		return Said{}, fmt.Errorf("ask for the profile: %w", err)
	}
	said, err := o.read(raw)
	if err != nil {
		return Said{}, fmt.Errorf("read the profile: %w", err)
	}
	if said.Subject == "" {
		return Said{}, errors.New("the profile says of nobody that it is theirs")
	}
	said.Email, said.Name = strings.TrimSpace(said.Email), strings.TrimSpace(said.Name)
	return said, nil
}

// ask brings a token to where the profile is told. The token stays out of the address, which errors name.
func (o *profile) ask(ctx context.Context, token string) ([]byte, error) {
	address := o.at
	if o.also != nil {
		address += "?" + o.also(token).Encode()
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Accept", "application/json")
	r.Header.Set("User-Agent", "Callup")
	res, err := o.http.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("it answers %s", res.Status)
	}
	return io.ReadAll(io.LimitReader(res.Body, maxProfile)) // what is cut off is no JSON
}
