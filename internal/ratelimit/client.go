package ratelimit

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
)

// ClientIP is the address a request came from. What a client says of itself in X-Forwarded-For is believed only as far
// as trusted proxies vouch for it: the list is read from its end, and the first address that is not a trusted proxy is
// the client. The zero Addr is returned when the connection has no address (a unix socket).
func ClientIP(r *http.Request, trusted []netip.Prefix) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	client := peer.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && contains(trusted, client); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		client = hop.Unmap().WithZone("")
	}
	return client
}

func contains(prefixes []netip.Prefix, a netip.Addr) bool {
	for _, p := range prefixes {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// Key is what is counted for an address: IPv4 by address, IPv6 by /64, since one household or machine owns all of it.
func Key(a netip.Addr) string {
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}

type clientKey struct{}

// Identify is middleware that makes the client's address known to Client.
func Identify(trusted []netip.Prefix) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), clientKey{}, ClientIP(r, trusted))))
		})
	}
}

// Client is the address of the client whose request ctx belongs to; the zero Addr outside of requests.
func Client(ctx context.Context) netip.Addr {
	a, ok := ctx.Value(clientKey{}).(netip.Addr)
	if !ok {
		return netip.Addr{}
	}
	return a
}
