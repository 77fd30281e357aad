package httpsec_test

import (
	"testing"

	"github.com/callup/callup/internal/httpsec"
)

func TestDowngraded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		origin, ours string
		want         bool
	}{
		{"http://callup.example", "https://callup.example", true},
		{"http://CALLUP.example:80", "https://callup.example:443", true},
		{"http://callup.example:8443", "https://callup.example:8443", true},
		{"https://callup.example", "https://callup.example", false},
		{"http://10.0.0.5:8080", "https://callup.example", false},               // the server itself, behind its proxy
		{"http://callup.example:8080", "https://callup.example", false},         // the same
		{"http://127.0.0.1:8080", "http://127.0.0.1:8080", false},               // development
		{"https://callup.example", "http://callup.example", false},              // a proxy with TLS that no setting tells of
		{"http://callup.example.evil.example", "https://callup.example", false}, // another host, which others refuse
		{"", "https://callup.example", false},
		{"null", "https://callup.example", false},
		{"http://%", "https://callup.example", false},
	} {
		if got := httpsec.Downgraded(c.origin, []string{c.ours}); got != c.want {
			t.Errorf("%q at %s: %t", c.origin, c.ours, got)
		}
	}
}
