// Command standin runs callup's server with a stand-in of Stripe behind it, in test mode, for journeys. It takes callup's
// settings; CALLUP_ADDR must name a port, where the stand-in sends its webhooks. STANDIN_PAGES is where its hosted pages
// listen, for what leads requests for checkout.stripe.com there.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/payments/stripe"
	"github.com/callup/callup/internal/payments/stripe/stripetest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "standin:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	addr, pagesAt := os.Getenv("CALLUP_ADDR"), os.Getenv("STANDIN_PAGES")
	if addr == "" || pagesAt == "" {
		return errors.New("CALLUP_ADDR and STANDIN_PAGES must be set")
	}
	violated := make(chan string, 1)
	s, err := stripetest.New(func(what string) {
		select {
		case violated <- what:
		default: // one is enough
		}
	})
	if err != nil {
		return err
	}
	api := httptest.NewServer(s)
	defer api.Close()
	there := &stripetest.Server{Stripe: s, URL: api.URL}
	_, secret := there.Listen(stripetest.Endpoint{URL: "http://" + addr + "/api/webhooks/stripe", Events: stripe.Heard}, false)
	hosted := http.NewServeMux()
	hosted.Handle("/c/pay/{session}", pages{there, there.Client(stripetest.TestKey)})
	shown := &http.Server{Addr: pagesAt, Handler: hosted, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = shown.ListenAndServe() }() // without it the journey finds no page
	defer func() { _ = shown.Close() }()
	living, end := context.WithCancel(ctx)
	defer end()
	go live(living, there)

	cfg, err := config.Load(append(os.Environ(),
		"CALLUP_STRIPE_KEY="+stripetest.TestKey, "CALLUP_STRIPE_WEBHOOK_SECRETS="+secret))
	if err != nil {
		return err
	}
	err = app.Serve(ctx, cfg, app.Options{
		Version: "standin", Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: cfg.LogLevel})),
		Seams: app.Seams{Stripe: there.Backends(2)},
	}, os.Stdout)
	select {
	case what := <-violated:
		return errors.Join(err, errors.New("Stripe's description was violated: "+what))
	default:
		return err
	}
}

// live has the stand-in's time pass, and sends what it has to tell.
func live(ctx context.Context, there *stripetest.Server) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for last := time.Now(); ; {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			if passed := now.Sub(last).Truncate(time.Second); passed > 0 {
				there.Advance(passed)
				last = last.Add(passed)
			}
			_, _ = there.Deliver(ctx, stripetest.Delivery{}) // what is not taken is due again
		}
	}
}
