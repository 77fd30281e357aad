package sandbox_test

import (
	"bytes"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/callup/callup/internal/payments/paymentstest"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/ports"
)

// contracted is the sandbox as the contract handles it.
type contracted struct {
	*world
	header http.Header
	body   []byte
}

func (c *contracted) Pay(reference string) error {
	_, err := c.Approve(c.t.Context(), reference, sandbox.Options{})
	return err
}

func (c *contracted) PayLater(reference string) error {
	_, err := c.Delay(c.t.Context(), reference, sandbox.Options{})
	return err
}

func (c *contracted) Settle(reference string, arrived bool) error {
	settle := c.Bounce
	if arrived {
		settle = c.Arrive
	}
	_, err := settle(c.t.Context(), reference)
	return err
}

func (c *contracted) GiveAllBack(reference string) error {
	_, err := c.GiveBack(c.t.Context(), reference)
	return err
}

func (c *contracted) FailRefund(reference string) error {
	_, err := c.Sandbox.FailRefund(c.t.Context(), reference)
	return err
}

func (c *contracted) DisputeAll(reference string) error {
	_, err := c.Dispute(c.t.Context(), reference, true)
	return err
}

func (c *contracted) DecideDispute(reference string, won bool) error {
	_, err := c.Sandbox.DecideDispute(c.t.Context(), reference, won)
	return err
}

func (c *contracted) Now() time.Time                 { return c.clock.Now() }
func (c *contracted) Pass(d time.Duration)           { c.clock.Add(d) }
func (c *contracted) Told() []ports.PaymentEvent     { return c.deliver() }
func (c *contracted) Webhook() (http.Header, []byte) { return c.header, c.body }

func TestContract(t *testing.T) {
	paymentstest.Contract(t, func(t *testing.T) paymentstest.Provider {
		t.Helper()
		c := &contracted{world: newWorld(t)}
		settings := c.config
		through := http.DefaultTransport
		settings.Client = &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return nil, err
			}
			c.header, c.body = r.Header.Clone(), body
			r.Body = io.NopCloser(bytes.NewReader(body))
			return through.RoundTrip(r)
		})}
		c.Sandbox = c.another(settings)
		c.inbox.sandbox = c.Sandbox
		return c
	})
}
