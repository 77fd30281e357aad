// Command standin runs callup with a stand-in of Stripe behind it, in test mode, for journeys. It takes callup's commands and
// settings; CALLUP_ADDR must name a port, where the stand-in sends its webhooks. STANDIN_PAGES is where its hosted pages listen,
// for what leads requests for checkout.stripe.com there.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/cmd/callup/serve"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/payments/stripe"
	"github.com/callup/callup/internal/payments/stripe/stripetest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code, err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "standin:", err)
		code = 1
	}
	os.Exit(code)
}

func run(ctx context.Context) (code int, err error) {
	addr, pagesAt := os.Getenv("CALLUP_ADDR"), os.Getenv("STANDIN_PAGES")
	if addr == "" || pagesAt == "" {
		return 1, errors.New("CALLUP_ADDR and STANDIN_PAGES must be set")
	}
	violated := make(chan string, 1)
	s, err := stripetest.New(func(what string) {
		select {
		case violated <- what:
		default: // one is enough
		}
	})
	if err != nil {
		return 1, err
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

	p := &cli.Program{
		Environ: append(os.Environ(), "CALLUP_STRIPE_KEY="+stripetest.TestKey, "CALLUP_STRIPE_WEBHOOK_SECRETS="+secret),
		Stdout:  os.Stdout, Stderr: os.Stderr, Options: app.Options{Version: "standin", Seams: app.Seams{Stripe: there.Backends(2)}},
	}
	code = p.Run(ctx, os.Args[1:], serve.Command(p))
	select {
	case what := <-violated:
		return 1, errors.New("Stripe's description was violated: " + what)
	default:
		return code, nil
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
