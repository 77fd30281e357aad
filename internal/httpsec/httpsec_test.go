package httpsec_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/callup/callup/internal/httpsec"
)

// A browser follows the answer to a form no further than to the origins that are named.
func TestHeaders_FormsLeadToPaymentPages(t *testing.T) {
	for want, to := range map[string][]string{
		"form-action 'self'": nil, "form-action 'self' https://pay.example.org": {"https://pay.example.org"},
	} {
		rec := httptest.NewRecorder()
		httpsec.Headers(true, to...)(http.NotFoundHandler()).ServeHTTP(rec,
			httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody))
		csp := rec.Header().Get("Content-Security-Policy")
		if !strings.Contains(csp, "; "+want+";") {
			t.Errorf("the policy lacks %q: %s", want, csp)
		}
	}
}

func TestHeaders(t *testing.T) {
	for _, https := range []bool{true, false} {
		handler := httpsec.Headers(https)(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "no", http.StatusInternalServerError)
		}))
		rec := httptest.NewRecorder()
		handler.ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody))
		csp := rec.Header().Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self';", "style-src 'self';", "frame-ancestors 'none'",
			"base-uri 'none'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("https %v: the policy lacks %q: %s", https, want, csp)
			}
		}
		if strings.Contains(csp, "unsafe") {
			t.Errorf("the policy allows what is unsafe: %s", csp)
		}
		if got := rec.Header().Get("Strict-Transport-Security") != ""; got != https {
			t.Errorf("https %v: Strict-Transport-Security is set: %v", https, got)
		}
		for _, name := range []string{"X-Content-Type-Options", "Referrer-Policy", "Permissions-Policy", "Cross-Origin-Opener-Policy"} {
			if rec.Header().Get(name) == "" {
				t.Errorf("https %v: an error carries no %s", https, name)
			}
		}
	}
}
