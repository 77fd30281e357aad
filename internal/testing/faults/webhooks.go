package faults

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/stripe/stripe-go/v85/webhook"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/ports"
)

// said is the body of a webhook, written here once more as an outsider would from the provider's documents.
type said struct {
	ID        string       `json:"id"`
	Type      string       `json:"type"`
	Donation  ident.ID     `json:"donation"`
	Reference string       `json:"reference"`
	Refund    ident.ID     `json:"refund"`
	Amount    money.Amount `json:"amount"`
	Begun     time.Time    `json:"begun"`
	At        time.Time    `json:"at"`
}

var types = map[ports.PaymentKind]string{
	ports.PaymentPaid: "payment.paid", ports.PaymentDeclined: "payment.declined", ports.PaymentExpired: "payment.expired",
	ports.PaymentCancelled: "payment.cancelled", ports.PaymentRefunded: "refund.made",
}

// tell sends a webhook, late, once or more often, each time until it is taken. Several overtake each other. The lock is
// held.
func (p *provider) tell(e ports.PaymentEvent) {
	body, err := json.Marshal(said{e.ID, types[e.Kind], e.Donation, e.Reference, e.Refund, e.Amount, e.Begun, e.At})
	if err != nil {
		p.run.violate(Rest, "a webhook can't be written: %v", err)
		return
	}
	times := 1
	if p.chance(20) {
		times += 1 + p.random.IntN(2)
	}
	for range times {
		delay := time.Duration(p.random.IntN(200)) * time.Millisecond
		if p.chance(5) {
			delay += 2 * time.Second
		}
		if p.chance(10) {
			delay = 0
		}
		seed := p.random.Uint64()
		p.waiting.Add(1)
		p.sending.Go(func() {
			defer p.waiting.Add(-1)
			p.deliver(body, delay, seed)
		})
	}
	if p.chance(3) {
		p.sending.Go(func() { p.forge(e) })
	}
}

func (p *provider) deliver(body []byte, delay time.Duration, seed uint64) {
	wait := 100 * time.Millisecond
	for try := seed; pause(p.ctx, delay); try++ {
		if p.away.Load() && (try-seed)%2 == 0 { // some of what it tells arrives although it answers nothing
			delay = wait
			continue
		}
		if status, err := p.post(body, p.secret, int(try%1000)); err == nil && status/100 == 2 {
			p.sent.Add(1)
			return
		}
		delay = wait
		wait = min(2*wait, 2*time.Second)
	}
}

// forge sends what somebody else signed, with a sum of their choice.
func (p *provider) forge(e ports.PaymentEvent) {
	e.Amount.Minor += 100_000
	body, err := json.Marshal(said{"forged_" + e.ID, "payment.paid", e.Donation, e.Reference, ident.Nil, e.Amount, e.Begun, e.At})
	if err != nil {
		p.run.violate(Rest, "a webhook can't be written: %v", err)
		return
	}
	status, err := p.post(body, "not the secret", 0)
	if err == nil && status/100 == 2 {
		p.run.violate(Forged, "a webhook about donation %s was taken: %d", e.Donation, status)
	}
}

func (p *provider) post(body []byte, secret string, n int) (int, error) {
	ctx, cancel := context.WithTimeout(p.ctx, 10*time.Second)
	defer cancel()
	now := time.Now()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.run.address(n)+"/api/webhooks/"+sandbox.ProviderName,
		bytes.NewReader(body))
	if err != nil {
		return 0, fmt.Errorf("make a webhook: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set(sandbox.SignatureHeader, "t="+strconv.FormatInt(now.Unix(), 10)+",v1="+
		hex.EncodeToString(webhook.ComputeSignature(now, body, secret)))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, fmt.Errorf("send a webhook: %w", err)
	}
	_, _ = io.Copy(io.Discard, res.Body) // what is said there does not matter
	return res.StatusCode, res.Body.Close()
}
