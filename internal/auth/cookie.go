package auth

import (
	"net/http"
	"time"
)

// The names of the cookies. The browser accepts a name that begins with __Host- only over https, for this host alone
// and with Secure (RFC 6265bis section 4.1.3.2). Plain http, which only development allows, has another name.
const (
	refreshCookieSecure = "__Host-callup_refresh"
	refreshCookiePlain  = "callup_refresh"
	// HintCookie tells the page, which can't see the other one, that a refresh is worth trying. It is worth nothing.
	HintCookie = "callup_signed_in"
)

func (s *Service) refreshCookie() string {
	if s.secure {
		return refreshCookieSecure
	}
	return refreshCookiePlain
}

func (s *Service) knownCookie() string {
	if s.secure {
		return knownCookieSecure
	}
	return knownCookiePlain
}

func (s *Service) refreshOf(cookies []*http.Cookie) string {
	return valueOf(cookies, s.refreshCookie())
}

func valueOf(cookies []*http.Cookie, name string) string {
	for _, c := range cookies {
		if c.Name == name {
			return c.Value
		}
	}
	return ""
}

func (s *Service) withCookies(t Tokens) []string {
	set := s.cookies(t.Refresh, "1", int(refreshIdle/time.Second))
	if t.Known == "" {
		return set
	}
	known := http.Cookie{ //nolint:gosec // Secure follows the scheme: plain http is for development only
		Name: s.knownCookie(), Value: t.Known, Path: "/", MaxAge: knownSeconds,
		HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteStrictMode,
	}
	return append(set, known.String())
}

func (s *Service) withoutCookies() []string { return s.cookies("", "", -1) }

func (s *Service) cookies(refresh, hint string, seconds int) []string {
	token := http.Cookie{ //nolint:gosec // Secure follows the scheme: plain http is for development only
		Name: s.refreshCookie(), Value: refresh, Path: "/", MaxAge: seconds,
		HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteStrictMode,
	}
	visible := http.Cookie{ //nolint:gosec // the page reads it and it is worth nothing
		Name: HintCookie, Value: hint, Path: "/", MaxAge: seconds, Secure: s.secure, SameSite: http.SameSiteStrictMode,
	}
	return []string{token.String(), visible.String()}
}
