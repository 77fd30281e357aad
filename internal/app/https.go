package app

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/callup/callup/internal/certificates"
)

// front is where visitors come in: by https with a certificate of the server's own, or by http from a proxy, or on one machine.
type front struct {
	net.Listener
	log    *slog.Logger
	hooked string // where this process reaches itself, without a trailing slash

	// Both are nil without https.
	certificate *certificates.Certificates
	plain       net.Listener // for those who come by http
}

// listen opens what visitors come in by. Nothing is answered before serve.
func (b *Base) listen(ctx context.Context) (*front, error) {
	main, err := Listen(ctx, b.Config.Addr, "CALLUP_ADDR")
	if err != nil {
		return nil, err
	}
	f := &front{Listener: main, log: b.Log, hooked: "http://" + reachable(main.Addr())}
	if !b.Config.HTTPS {
		return f, nil
	}
	f.hooked = "https://" + b.Config.PublicURL.Host
	if f.plain, err = Listen(ctx, b.Config.HTTPAddr, "CALLUP_HTTP_ADDR"); err != nil {
		_ = main.Close()
		return nil, err
	}
	f.certificate = certificates.New(certificates.Config{
		Host: b.Config.PublicURL.Hostname(), Email: b.Config.OperatorEmail, Folder: filepath.Join(b.Config.Data, "certificates"),
		Directory: b.Config.ACMEURL, HTTPPort: portOf(f.plain), TLSPort: portOf(main), Log: b.Log,
	})
	return f, nil
}

func portOf(l net.Listener) int {
	if at, ok := l.Addr().(*net.TCPAddr); ok {
		return at.Port
	}
	return 0
}

// serve answers until the server is shut down.
func (f *front) serve(server *http.Server) error {
	if f.certificate == nil {
		return server.Serve(f.Listener)
	}
	server.TLSConfig = f.certificate.TLS()
	// Everybody who knocks at an open port and speaks something else would be a line.
	server.ErrorLog = slog.NewLogLogger(f.log.Handler(), slog.LevelDebug)
	return server.ServeTLS(f.Listener, "", "")
}

// run keeps the certificate, and sends who comes by http to https, until the context ends.
func (f *front) run(ctx context.Context) error {
	if f.certificate == nil {
		return nil
	}
	plain := &http.Server{
		Handler: f.certificate.Plain(), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 10 * time.Second, MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(f.log.Handler(), slog.LevelDebug),
	}
	defer context.AfterFunc(ctx, func() { _ = plain.Close() })()
	if err := f.certificate.Manage(ctx); err != nil {
		return err
	}
	if err := plain.Serve(f.plain); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// close gives the ports back and ends renewals. It may be called after all was closed already.
func (f *front) close() {
	_ = f.Close()
	if f.certificate != nil {
		_ = f.plain.Close()
		f.certificate.Close()
	}
}

// remaining gives, at each scrape, how long the certificate is still valid.
func (f *front) remaining() prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "callup_certificate_remaining_seconds",
		Help: "How long the server's own certificate is still valid; 0 while there is none, +Inf where it needs none.",
	}, func() float64 {
		if f.certificate == nil {
			return math.Inf(1)
		}
		return max(time.Until(f.certificate.Expires()).Seconds(), 0)
	})
}
