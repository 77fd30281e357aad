package app_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// limitedSite is a whole site at the limits of every installation, and what it logs.
func limitedSite(t *testing.T, log *slog.Logger, env ...string) (*app.Services, http.Handler) {
	t.Helper()
	return siteOn(t, apptest.BaseWith(t, app.Options{Log: log, Times: apptest.Times()}, env...), config.Development)
}

// siteOn has the site believe in an environment: while there is no provider but the sandbox, nothing else runs in production.
func siteOn(t *testing.T, b *app.Base, in config.Environment) (*app.Services, http.Handler) {
	t.Helper()
	s, err := b.Services("http://callup.test", "http://callup.test/api/webhooks/sandbox")
	if err != nil {
		t.Fatal(err)
	}
	s.Config.Environment = in
	tables, versions := projector.Versions(b.Projections)
	site, err := s.Site(
		app.SiteConfig{Health: b.Health(), Resolver: readmodel.NewResolver(b.Pool, tables, versions, app.Now, b.Log)},
	)
	if err != nil {
		t.Fatal(err)
	}
	return s, site.Handler
}

// Whatever is asked for counts, found or not; probes are answered all the same, and what a page elsewhere has a visitor's
// browser send is refused before it counts as the visitor's.
func TestLimits_CountWhateverIsAskedFor(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	_, site := limitedSite(t, slog.New(slog.NewTextHandler(&lines, nil)))
	from := "192.0.2.1:1"
	ask := func(method, path string, headers ...string) int {
		r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(""))
		r.RemoteAddr = from
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		rec := httptest.NewRecorder()
		site.ServeHTTP(rec, r)
		return rec.Code
	}
	long := "/" + strings.Repeat("x", 30_000)
	for i, c := range []struct{ method, cheap, path string }{
		{http.MethodGet, "/api/none", long}, {http.MethodGet, "/api/none", "/sandbox/pay/none"},
		{http.MethodPost, "/api/none", "/sandbox/pay/none"}, {http.MethodPost, "/api/none", "/explore"},
		{http.MethodPost, "/api/webhooks/none", "/api/webhooks/sandbox"}, {http.MethodPost, "/api/none", "/api/commands/donate-money"},
	} {
		from = "192.0.2." + string(rune('1'+i)) + ":1"
		for range 100 {
			if code := ask(http.MethodPost, "/api/commands/donate-money", "Sec-Fetch-Site", "cross-site"); code != http.StatusForbidden {
				t.Fatalf("from elsewhere %d", code)
			}
		}
		if code := ask(c.method, c.path); code == http.StatusTooManyRequests {
			t.Errorf("%s %.30s: the first is refused", c.method, c.path)
		}
		refused := false
		for range 20 { // one more may have come free meanwhile
			for asked := 0; ask(c.method, c.cheap) != http.StatusTooManyRequests; asked++ {
				if asked > 5000 {
					t.Fatalf("%s %s is not counted", c.method, c.cheap)
				}
			}
			if refused = ask(c.method, c.path) == http.StatusTooManyRequests; refused {
				break
			}
		}
		if !refused {
			t.Errorf("%s %.30s is not counted", c.method, c.path)
		}
		for _, probe := range []string{"/healthz", "/readyz", "/metrics"} {
			if code := ask(http.MethodGet, probe); code == http.StatusTooManyRequests {
				t.Errorf("%s is refused", probe)
			}
		}
	}
	for line := range strings.Lines(lines.String()) {
		if len(line) > 2000 {
			t.Fatalf("a line of %d bytes is logged: %.300s", len(line), line)
		}
	}
}

// Where metrics have an address of their own they are not there, and asking for them counts (found, point 25).
func TestFound25_MetricsThatAreNotThereCount(t *testing.T) {
	t.Parallel()
	for name, in := range map[string]struct {
		environment config.Environment
		env         []string
	}{
		"an address of their own": {config.Development, []string{"CALLUP_METRICS_ADDR=127.0.0.1:0"}},
		"production":              {config.Production, nil},
	} {
		log := slog.New(slog.DiscardHandler)
		_, site := siteOn(t, apptest.BaseWith(t, app.Options{Log: log, Times: apptest.Times()}, in.env...), in.environment)
		code := 0
		for asked := 0; code != http.StatusTooManyRequests; asked++ {
			if asked > 5000 {
				t.Fatalf("%s: it is answered %d without end", name, code)
			}
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil)
			rec := httptest.NewRecorder()
			site.ServeHTTP(rec, r)
			if code = rec.Code; code == http.StatusOK {
				t.Fatalf("%s: they are shown", name)
			}
		}
	}
}

// What is for this machine alone is not shown to a page elsewhere whose name was made to resolve to it, nor through a proxy,
// whichever header that adds; in production metrics are not there at all.
func TestSite_ShowsOutboxAndMetricsToThisMachineOnly(t *testing.T) {
	t.Parallel()
	_, development := limitedSite(t, nil)
	ask := func(site http.Handler, path, host, from string, header ...string) int {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		r.Host, r.RemoteAddr = host, from
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		rec := httptest.NewRecorder()
		site.ServeHTTP(rec, r)
		return rec.Code
	}
	const here = "127.0.0.1:4711"
	for _, path := range []string{"/metrics", "/dev/outbox"} {
		for _, host := range []string{"localhost", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080", "[::1]"} {
			if code := ask(development, path, host, here); code != http.StatusOK {
				t.Errorf("%s at %s: %d", path, host, code)
			}
		}
		for _, host := range []string{
			"evil.example", "evil.example:8080", "localhost.evil.example", "192.0.2.1", "127.0.0.1.evil.example", "",
		} {
			if code := ask(development, path, host, here); code != http.StatusForbidden {
				t.Errorf("%s at %q: %d", path, host, code)
			}
		}
		for _, name := range []string{"Forwarded", "Via", "X-Real-IP", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"} {
			if code := ask(development, path, "localhost", here, name, "x"); code != http.StatusForbidden {
				t.Errorf("%s through a proxy that says %s: %d", path, name, code)
			}
		}
		if code := ask(development, path, "localhost", "192.0.2.1:4711"); code != http.StatusForbidden {
			t.Errorf("%s from elsewhere: %d", path, code)
		}
	}
	_, production := siteOn(t, apptest.BaseWith(t, app.Options{Times: apptest.Times()}), config.Production)
	for _, path := range []string{"/metrics", "/dev/outbox"} {
		if code := ask(production, path, "localhost", here); code != http.StatusNotFound {
			t.Errorf("%s in production: %d", path, code)
		}
	}
}

// A request's id tells neither the host's name nor how many requests there were, and is never the client's.
func TestSite_RequestIDsTellNothing(t *testing.T) {
	t.Parallel()
	_, site := limitedSite(t, nil)
	random, seen := regexp.MustCompile(`^[A-Z2-7]{26}$`), map[string]bool{}
	for range 3 {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/none", nil)
		r.Header.Set("X-Request-Id", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
		rec := httptest.NewRecorder()
		site.ServeHTTP(rec, r)
		var p struct {
			ID string `json:"request_id"`
		}
		if err := json.Unmarshal(rec.Body.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		if !random.MatchString(p.ID) || seen[p.ID] || p.ID == r.Header.Get("X-Request-Id") {
			t.Errorf("the id of a request is %q", p.ID)
		}
		seen[p.ID] = true
	}
}

// One address holds a bounded number of connections, and one that does not read its answer is let go of.
func TestServer_BoundsConnections(t *testing.T) {
	t.Parallel()
	s, _ := limitedSite(t, nil)
	server := s.Server(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		part := make([]byte, 1<<20)
		for r.URL.Path == "/much" {
			if _, err := w.Write(part); err != nil {
				return
			}
		}
	}))
	if server.WriteTimeout == 0 || server.WriteTimeout > time.Minute {
		t.Errorf("an answer may take %s", server.WriteTimeout)
	}
	server.WriteTimeout = 3 * time.Second // a busy machine answers within it
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	defer func() {
		_ = server.Close() // it only ends
		<-served           //nolint:errcheck // it says that it was closed
	}()
	dial := func() net.Conn {
		t.Helper()
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		if err := conn.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
			t.Fatal(err)
		}
		return conn
	}
	answers := func(conn net.Conn) bool {
		_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: callup.test\r\n\r\n") // it may be closed
		_, err := conn.Read(make([]byte, 1))
		return err == nil
	}
	var all []net.Conn
	for i := range 200 {
		all = append(all, dial())
		if !answers(all[i]) {
			t.Fatalf("connection %d is refused", i+1)
		}
	}
	if answers(dial()) {
		t.Error("there is no bound")
	}
	_ = all[0].Close()
	apptest.Until(t.Context(), t, "another one may come", func() bool { return answers(dial()) })

	silent := all[1]
	if _, err := io.WriteString(silent, "GET /much HTTP/1.1\r\nHost: callup.test\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	_ = all[2].Close()
	again := func() bool { return answers(dial()) }
	apptest.Until(t.Context(), t, "there is room for one", again)
	apptest.Until(t.Context(), t, "who never reads makes room for one more", again)
}

// A webhook whose body does not come ends as a command does.
func TestWebhooks_EndThatComeSlowly(t *testing.T) {
	t.Parallel()
	w := apptest.NewWorld(t)
	body, writer := io.Pipe()
	defer func() { _ = writer.Close() }()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.URL+"/api/webhooks/sandbox", body)
	if err != nil {
		t.Fatal(err)
	}
	r.ContentLength = 100
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusRequestTimeout {
		t.Errorf("it answers %d", res.StatusCode)
	}
}

// Messages to support are bounded more narrowly than other commands, which they leave as many as before.
func TestLimits_BoundMessagesToSupport(t *testing.T) {
	t.Parallel()
	_, site := limitedSite(t, slog.New(slog.DiscardHandler))
	ask := func(from, command string) int {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/commands/"+command, strings.NewReader("{}"))
		r.RemoteAddr = from
		rec := httptest.NewRecorder()
		site.ServeHTTP(rec, r)
		return rec.Code
	}
	for i := range 5 {
		if code := ask("192.0.2.1:1", "write-to-support"); code == http.StatusTooManyRequests {
			t.Errorf("message %d is refused", i+1)
		}
	}
	if code := ask("192.0.2.1:1", "write-to-support"); code != http.StatusTooManyRequests {
		t.Errorf("the sixth message at once is answered %d", code)
	}
	if code := ask("192.0.2.1:1", "donate-money"); code == http.StatusTooManyRequests {
		t.Error("another command is refused")
	}
	if code := ask("192.0.2.2:1", "write-to-support"); code == http.StatusTooManyRequests {
		t.Error("another address is refused")
	}
}

// A village hall from which hundreds sign up has one address: the factor counts for accounts as for everything else.
func TestLimits_OfAccountsGrowWithTheFactor(t *testing.T) {
	t.Parallel()
	_, site := limitedSite(t, slog.New(slog.DiscardHandler), "CALLUP_RATE_LIMIT_FACTOR=2")
	ask := func() int {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/auth/resend-confirmation",
			strings.NewReader(`{"email":"nobody@example.org"}`))
		r.Header.Set("Content-Type", "application/json")
		r.RemoteAddr = "192.0.2.1:1"
		rec := httptest.NewRecorder()
		site.ServeHTTP(rec, r)
		return rec.Code
	}
	for i := range 2 * auth.DefaultLimits().ResendPerAddress.Burst {
		if code := ask(); code != http.StatusAccepted {
			t.Fatalf("the %d. is answered %d", i+1, code)
		}
	}
	if code := ask(); code != http.StatusTooManyRequests {
		t.Errorf("one more is answered %d", code)
	}
}
