package serve

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/testing/long"
)

// fronted is a server behind Caddy, which runs the Caddyfile of the checkout.
type fronted struct {
	t      *testing.T
	url    string // of Caddy
	direct string // of the server
	roots  *x509.CertPool
}

// caddy is the path of the program, as scripts/caddy.sh found it.
func caddy(t *testing.T) string {
	t.Helper()
	if !long.Deep() {
		t.Skip("make test-deep runs it")
	}
	path, err := os.ReadFile(filepath.Join("..", "..", "..", ".tools", "caddy"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if len(path) == 0 {
		if os.Getenv("CI") != "" {
			t.Fatal("there is no caddy here: scripts/caddy.sh fetches it")
		}
		t.Skip("there is no caddy here")
	}
	return string(path)
}

// freeAddress is one of this machine at which nothing listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }() // nothing was sent
	return l.Addr().String()
}

func newFronted(ctx context.Context, t *testing.T, program string) (*fronted, *apptest.Installation, *apptest.Server) {
	t.Helper()
	front, upstream, home := freeAddress(t), freeAddress(t), t.TempDir()
	_, port, err := net.SplitHostPort(front)
	if err != nil {
		t.Fatal(err)
	}
	file, err := filepath.Abs(filepath.Join("..", "..", "..", "Caddyfile"))
	if err != nil {
		t.Fatal(err)
	}
	// what concerns the machine, and not the proxy: no port 80, no administration, no change of the system's certificates
	config := filepath.Join(home, "Caddyfile")
	options := "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\nimport " + file + "\n"
	if err := os.WriteFile(config, []byte(options), 0o600); err != nil {
		t.Fatal(err)
	}
	f := &fronted{t: t, url: "https://localhost:" + port, direct: "http://" + upstream, roots: x509.NewCertPool()}
	in := apptest.NewInstallation(t, "CALLUP_PUBLIC_URL="+f.url, "CALLUP_ADDR="+upstream, "CALLUP_TRUSTED_PROXIES=127.0.0.1",
		"CALLUP_RATE_LIMIT_FACTOR=1", "CALLUP_LOG_FORMAT=json")
	s := in.MustStart(ctx)
	logs := &apptest.Buffer{}
	run := exec.CommandContext(ctx, program, "run", "--config", config, "--adapter", "caddyfile")
	run.Env = []string{
		"HOME=" + home, "XDG_DATA_HOME=" + home, "XDG_CONFIG_HOME=" + home, "CALLUP_SITE=localhost:" + port, "CALLUP_UPSTREAM=" + upstream,
	}
	run.Stderr = logs
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = run.Process.Kill() // ended already
		_ = run.Wait()         // killed
		if t.Failed() {
			t.Log(apptest.Tail(logs.String()))
		}
	})
	certificate := filepath.Join(home, "caddy", "pki", "authorities", "local", "root.crt")
	apptest.Until(ctx, t, "Caddy's certificate", func() bool {
		root, err := os.ReadFile(certificate)
		return err == nil && f.roots.AppendCertsFromPEM(root)
	})
	apptest.Until(ctx, t, "Caddy", func() bool {
		res, err := f.from("127.0.0.1").Get(f.url + "/healthz")
		if err != nil {
			return false
		}
		return res.Body.Close() == nil && res.StatusCode == http.StatusOK
	})
	return f, in, s
}

// from is a browser at an address of this machine.
func (f *fronted) from(address string) *http.Client {
	dial := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}, Timeout: 10 * time.Second}
	transport := &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: f.roots, MinVersion: tls.VersionTLS12},
		DialContext: func(ctx context.Context, _, to string) (net.Conn, error) {
			_, port, err := net.SplitHostPort(to)
			if err != nil {
				return nil, err
			}
			return dial.DialContext(ctx, "tcp4", net.JoinHostPort("127.0.0.1", port))
		},
	}
	f.t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: time.Minute}
}

// ask sends a request by a browser; headers are pairs.
func (f *fronted) ask(
	c *http.Client, method, path, body string, headers ...string,
) (status int, header http.Header, text string) {
	f.t.Helper()
	r, err := http.NewRequestWithContext(f.t.Context(), method, f.url+path, strings.NewReader(body))
	if err != nil {
		f.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := c.Do(r)
	if err != nil {
		f.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }() // read to its end
	all, err := io.ReadAll(res.Body)
	if err != nil {
		f.t.Fatal(err)
	}
	return res.StatusCode, res.Header, string(all)
}

// The Caddyfile beside compose.yaml is a proxy that works: limits count by the address of the visitor and not by Caddy's,
// whatever the visitor says of it; sockets open; cookies are for https alone; a failure names its request, as the log does
// (issue 30).
func TestCaddyfile_IsAProxyThatWorks_Issue30(t *testing.T) {
	program := caddy(t)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	f, in, s := newFronted(ctx, t, program)
	token := in.Member(ctx, t, &apptest.Server{URL: f.direct})

	status, header, text := f.ask(f.from("127.0.0.4"), http.MethodPost, "/api/auth/sign-in",
		`{"email":"`+apptest.Organizer+`","password":"a password of one's own"}`)
	cookies := header.Values("Set-Cookie")
	if status != http.StatusOK || len(cookies) == 0 {
		t.Fatalf("sign in: %d %q %s", status, cookies, text)
	}
	for _, c := range cookies {
		if !strings.Contains(c, "; Secure") {
			t.Errorf("a cookie for http, too: %q", c)
		}
	}

	conn, res, err := websocket.Dial(ctx, "wss"+strings.TrimPrefix(f.url, "https")+"/api/live",
		&websocket.DialOptions{HTTPClient: f.from("127.0.0.4"), HTTPHeader: http.Header{"Origin": {f.url}}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }() // the test ends
	if res.Body != nil {
		defer func() { _ = res.Body.Close() }() // there is nothing in it
	}
	if err := wsjson.Write(ctx, conn, map[string]string{"type": "hello", "lang": "en", "token": token}); err != nil {
		t.Fatal(err)
	}
	var ready struct{ Type string }
	if err := wsjson.Read(ctx, conn, &ready); err != nil || ready.Type != "ready" {
		t.Errorf("the socket says %+v, %v", ready, err)
	}

	var problem struct {
		RequestID string `json:"request_id"`
	}
	wrong := func(c *http.Client, headers ...string) int {
		status, _, text := f.ask(c, http.MethodPost, "/api/auth/sign-in", `{"email":"nobody@example.org","password":"wrong"}`, headers...)
		problem.RequestID = ""
		if err := json.Unmarshal([]byte(text), &problem); err != nil || problem.RequestID == "" {
			t.Fatalf("%d %s: %v", status, text, err)
		}
		return status
	}
	greedy, refused := f.from("127.0.0.2"), 0
	for range 100 {
		if refused = wrong(greedy); refused == http.StatusTooManyRequests {
			break
		}
	}
	id := problem.RequestID
	if refused != http.StatusTooManyRequests {
		t.Fatalf("nobody is limited: %d", refused)
	}
	const elsewhere = "203.0.113.9"
	if is := wrong(greedy, "X-Forwarded-For", elsewhere, "X-Real-IP", elsewhere, "Forwarded", "for="+elsewhere); is != refused {
		t.Errorf("who says that they come from elsewhere is answered %d", is)
	}
	apptest.Until(ctx, t, "the request in the log", func() bool { return strings.Contains(s.Logs.String(), id) })
	if status, _, text := f.ask(f.from("127.0.0.3"), http.MethodPost, "/api/auth/sign-in",
		`{"email":"`+apptest.Organizer+`","password":"a password of one's own"}`); status != http.StatusOK {
		t.Errorf("another visitor is limited by the first: %d %s", status, text)
	}
}
