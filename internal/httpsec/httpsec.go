// Package httpsec sets the headers that keep a browser from doing what a page of Callup never asks for. They stand on
// every answer, errors and files included.
package httpsec

import (
	"net/http"
	"strings"
)

// policy allows what the web app needs and nothing else: no inline script or style, no other origin, no frame. The
// app's style sheets are files; styles that scripts set on elements are no inline styles (CSP level 3, section 6.1.13).
var policy = strings.Join([]string{
	"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:", "font-src 'self'",
	"media-src 'self' blob:", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
	"frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'",
}, "; ")

// yearly is one year in seconds, the least browsers ask for before they rely on https beforehand.
const yearly = "max-age=31536000; includeSubDomains"

// Headers is middleware that sets the headers before anything else answers. https is whether people reach the
// installation over https, and formsTo are the origins to which the answer to a form may lead, besides its own; a handler that
// needs another policy sets its own.
func Headers(https bool, formsTo ...string) func(http.Handler) http.Handler {
	csp := policy + "; " + strings.Join(append([]string{"form-action 'self'"}, formsTo...), " ")
	if https {
		csp += "; upgrade-insecure-requests"
	}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("Content-Security-Policy", csp)
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("X-Frame-Options", "DENY")
			h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
			h.Set("Cross-Origin-Resource-Policy", "same-origin")
			h.Set("Permissions-Policy",
				"accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(self), payment=(), usb=()")
			if https {
				h.Set("Strict-Transport-Security", yearly)
			}
			next.ServeHTTP(w, r)
		})
	}
}
