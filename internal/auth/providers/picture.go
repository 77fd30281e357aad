package providers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"
)

const (
	maxPicture    = 5 << 20 // bytes of a picture that are read
	pictureWithin = 3 * time.Second
	mostMoves     = 3 // redirections
)

// Errors of Picture.
var (
	errNoPicture      = errors.New("the provider gives no picture")
	errPictureAddress = errors.New("the picture's address is not allowed")
	errPictureSize    = errors.New("the picture is too large")
)

// reserved are ranges that are not public, besides those that netip knows.
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), // RFC 6598
	netip.MustParsePrefix("192.0.0.0/24"), netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), // IPv4 behind a translator, RFC 6052 and 8215
	netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("2001::/32"), // IPv4 in 6to4 and Teredo
}

// public tells whether an address is public: not of this machine, nor of a private network.
func public(ip netip.Addr) bool {
	ip = ip.Unmap()
	if !ip.IsGlobalUnicast() || ip.IsPrivate() {
		return false
	}
	for _, r := range reserved {
		if r.Contains(ip) {
			return false
		}
	}
	return true
}

// Picture fetches a person's picture, at most 5 MB in 3 seconds. Its address comes from outside: it must be HTTPS, and neither
// its name nor a redirection may lead to a private address. A provider on this machine, as in development, may name this
// machine. Errors say no address, and are those above or of the network.
func (c *Client) Picture(ctx context.Context, said Said) ([]byte, error) {
	if said.Picture == "" {
		return nil, errNoPicture
	}
	issuer, err := url.Parse(c.Issuer)
	here := err == nil && loopback(issuer.Hostname())
	may := func(u *url.URL) error {
		if u.User != nil || u.Scheme != "https" && (!here || u.Scheme != "http" || !loopback(u.Hostname())) {
			return errPictureAddress
		}
		return nil
	}
	dialer := &net.Dialer{Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil || !public(at.Addr()) && (!here || !at.Addr().IsLoopback()) {
			return errPictureAddress
		}
		return nil
	}}
	transport := &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true, MaxResponseHeaderBytes: 1 << 16}
	client := &http.Client{
		Timeout: pictureWithin, Transport: transport, // no proxy: it would dial in our place, unchecked
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			if len(via) > mostMoves {
				return errPictureAddress
			}
			return may(r.URL)
		},
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, said.Picture, nil)
	if err != nil {
		return nil, errPictureAddress
	}
	if err := may(r.URL); err != nil {
		return nil, err
	}
	r.Header.Set("Accept", "image/*")
	r.Header.Set("User-Agent", "Callup")
	res, err := client.Do(r)
	if err != nil {
		return nil, withoutAddress(err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("it answers %s", res.Status)
	}
	picture, err := io.ReadAll(io.LimitReader(res.Body, maxPicture+1))
	if err != nil {
		return nil, fmt.Errorf("read the picture: %w", err)
	}
	if len(picture) > maxPicture {
		return nil, errPictureSize
	}
	return picture, nil
}

// withoutAddress removes the address from an error of a request: it leads to a person's picture.
func withoutAddress(err error) error {
	if of, ok := errors.AsType[*url.Error](err); ok {
		return of.Err
	}
	return err
}
