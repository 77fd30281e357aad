package auth

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/callup/callup/internal/problem"
)

// A page that came over plain http may be anybody's on the way, although its host is the installation's own.
func TestSameOrigin_ComparesTheScheme(t *testing.T) {
	t.Parallel()
	same, err := SameOrigin(problem.NewWriter(slog.New(slog.DiscardHandler)), "https://callup.example")
	if err != nil {
		t.Fatal(err)
	}
	handler := same(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	for _, c := range []struct {
		method, host, origin string
		want                 int
	}{
		{http.MethodPost, "callup.example", "https://callup.example", http.StatusNoContent},
		{http.MethodPost, "callup.example", "http://callup.example", http.StatusForbidden},
		{http.MethodPost, "backend:8080", "https://callup.example", http.StatusNoContent}, // a proxy with a host of its own
		{http.MethodPost, "backend:8080", "http://callup.example", http.StatusForbidden},
		{http.MethodPost, "10.0.0.5:8080", "http://10.0.0.5:8080", http.StatusNoContent}, // the server behind its proxy
		{http.MethodGet, "callup.example", "http://callup.example", http.StatusNoContent},
	} {
		r := httptest.NewRequestWithContext(t.Context(), c.method, "/", nil)
		r.Host = c.host
		r.Header.Set("Origin", c.origin)
		w := httptest.NewRecorder()
		if handler.ServeHTTP(w, r); w.Code != c.want {
			t.Errorf("%s to %s from %s: status %d, want %d", c.method, c.host, c.origin, w.Code, c.want)
		}
	}
}
