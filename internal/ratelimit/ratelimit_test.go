package ratelimit

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"testing"
	"time"

	"github.com/callup/callup/domain"
)

func TestLimiter(t *testing.T) {
	t.Parallel()
	now := time.Unix(1000, 0)
	l := New(Rule{Burst: 2, Every: 10 * time.Second}, func() time.Time { return now })
	for range 2 {
		if err := l.Take("a"); err != nil {
			t.Fatal(err)
		}
	}
	var refusal *domain.Refusal
	if err := l.Take("a"); !errors.As(err, &refusal) || refusal.Kind != domain.TooMany || refusal.Args[ArgRetryAfter] != 10 {
		t.Fatalf("third at once: %v", err)
	}
	if err := l.Take("b"); err != nil {
		t.Errorf("another key is counted along: %v", err)
	}
	now = now.Add(10 * time.Second)
	if err := l.Take("a"); err != nil {
		t.Errorf("after the wait: %v", err)
	}
	if err := l.Take("a"); err == nil {
		t.Error("one more than the wait earned")
	}
	l.Forget("a")
	if err := l.Take("a"); err != nil {
		t.Errorf("after Forget: %v", err)
	}
}

func TestLimiterIsBounded(t *testing.T) {
	t.Parallel()
	now := time.Unix(1000, 0)
	l := New(Rule{Burst: 1, Every: time.Hour}, func() time.Time { return now })
	l.max = 10
	for i := range 1000 {
		if err := l.Take(strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
		if len(l.buckets) > 10 {
			t.Fatalf("%d buckets", len(l.buckets))
		}
	}
}

func TestClientIP(t *testing.T) {
	t.Parallel()
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("127.0.0.1/32")}
	for name, c := range map[string]struct {
		remote    string
		forwarded []string
		trusted   []netip.Prefix
		want      string
	}{
		"direct":            {remote: "203.0.113.9:5", want: "203.0.113.9"},
		"nobody is trusted": {remote: "203.0.113.9:5", forwarded: []string{"1.2.3.4"}, want: "203.0.113.9"},
		"stranger's header": {remote: "203.0.113.9:5", forwarded: []string{"1.2.3.4"}, trusted: proxies, want: "203.0.113.9"},
		"proxy": {remote: "10.1.1.1:5", forwarded: []string{"198.51.100.7"}, trusted: proxies,
			want: "198.51.100.7"},
		"client's own claim before": {remote: "10.1.1.1:5", forwarded: []string{"1.2.3.4, 198.51.100.7"}, trusted: proxies,
			want: "198.51.100.7"},
		"two proxies": {remote: "127.0.0.1:5", forwarded: []string{"1.2.3.4", "198.51.100.7, 10.9.9.9"}, trusted: proxies,
			want: "198.51.100.7"},
		"rubbish":    {remote: "10.1.1.1:5", forwarded: []string{"x"}, trusted: proxies, want: "10.1.1.1"},
		"mapped":     {remote: "[::ffff:203.0.113.9]:5", want: "203.0.113.9"},
		"no address": {remote: "@", want: "invalid IP"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr = c.remote
			for _, f := range c.forwarded {
				r.Header.Add("X-Forwarded-For", f)
			}
			var got netip.Addr
			Identify(c.trusted)(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				got = Client(r.Context())
			})).ServeHTTP(httptest.NewRecorder(), r)
			if got.String() != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestKeyOfAddress(t *testing.T) {
	t.Parallel()
	if a, b := Key(netip.MustParseAddr("2001:db8::1")), Key(netip.MustParseAddr("2001:db8::ffff:1")); a != b {
		t.Errorf("one /64, two keys: %s %s", a, b)
	}
	if Key(netip.MustParseAddr("192.0.2.1")) == Key(netip.MustParseAddr("192.0.2.2")) {
		t.Error("two addresses share a key")
	}
}

func FuzzForwardedFor(f *testing.F) {
	f.Add("1.2.3.4, 10.0.0.1", "10.0.0.2:1")
	f.Add(",,", "[::1]:1")
	trusted := []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")}
	f.Fuzz(func(_ *testing.T, header, remote string) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = remote
		r.Header.Set("X-Forwarded-For", header)
		_ = Key(ClientIP(r, trusted))
	})
}
