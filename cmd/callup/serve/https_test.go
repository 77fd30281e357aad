package serve

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/certificates/certificatestest"
)

// A server that meets the internet itself gets its certificate, speaks https with it, and sends to it who comes by http.
func TestHTTPS_HasACertificateOfItsOwn(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	plain, secure := certificatestest.FreePort(t), certificatestest.FreePort(t)
	from := certificatestest.New(t, plain, secure, time.Hour)
	in := apptest.NewInstallation(t, "CALLUP_HTTPS=auto", "CALLUP_PUBLIC_URL=https://localhost", "CALLUP_ACME_URL="+from.URL,
		"SSL_CERT_FILE="+from.File(t), fmt.Sprintf("CALLUP_ADDR=127.0.0.1:%d", secure),
		fmt.Sprintf("CALLUP_HTTP_ADDR=127.0.0.1:%d", plain))
	s := in.MustStart(ctx)
	if s.URL != "https://localhost" {
		t.Errorf("it is at %s", s.URL)
	}
	// the internet leads 80 and 443 to the ports
	leads := func(ctx context.Context, network, address string) (net.Conn, error) {
		port := plain
		if strings.HasSuffix(address, ":443") {
			port = secure
		}
		return (&net.Dialer{}).DialContext(ctx, network, fmt.Sprintf("127.0.0.1:%d", port))
	}
	client := &http.Client{Transport: &http.Transport{
		DialContext: leads, TLSClientConfig: &tls.Config{RootCAs: from.Roots, MinVersion: tls.VersionTLS12}, DisableKeepAlives: true,
	}}
	var err error
	for tick := time.NewTicker(50 * time.Millisecond); ctx.Err() == nil; <-tick.C {
		if err = comes(ctx, t, client); err == nil {
			break
		}
	}
	if err != nil {
		t.Fatalf("no answer: %v\n%s", err, s.Logs)
	}
	s.Stop()
	if strings.Contains(s.Logs.String(), "level=ERROR") {
		t.Error(s.Logs)
	}
}

// comes has a visitor come by http. Its error says that nobody answers yet.
func comes(ctx context.Context, t *testing.T, visitor *http.Client) error {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/explore", http.NoBody)
	if err != nil {
		return err
	}
	res, err := visitor.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK || res.Request.URL.String() != "https://localhost/explore" {
		t.Errorf("http://localhost/explore ends at %s with %d", res.Request.URL, res.StatusCode)
	}
	if res.Header.Get("Strict-Transport-Security") == "" {
		t.Error("browsers may come by http again")
	}
	return nil
}
