// Package stripe takes payments through Stripe: hosted Checkout pages, refunds and signed webhooks, with the provider's own
// client.
package stripe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	stripego "github.com/stripe/stripe-go/v85"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/payments/stripe/settings"
	"github.com/callup/callup/internal/ports"
)

// WebhookName is Stripe's name in the address of webhooks, in either mode.
const WebhookName = "stripe"

// PagesAt is where Checkout pages are: what a form may lead to.
const PagesAt = "https://checkout.stripe.com"

// Config is what the adapter needs.
type Config struct {
	// Key is the account's secret or restricted key.
	Key string
	// Backends lead elsewhere than to api.stripe.com, in tests; nil: there.
	Backends *stripego.Backends
	// Secrets are those of the webhook endpoint: two while one is rolled over.
	Secrets []string
	// Installation tells this Callup's payments from those of others on the same account.
	Installation string
	// Fees are what a card payment costs, for covering it: an estimate that the operator sets.
	Fees map[money.Currency]ports.Fee
}

// Stripe is the provider. It implements ports.Payments.
type Stripe struct {
	Config

	client *stripego.Client
}

var (
	_ ports.Payments  = (*Stripe)(nil)
	_ ports.Customers = (*Stripe)(nil)
)

// New makes the provider. Errors: settings that can't be used. It asks Stripe nothing.
func New(c Config) (*Stripe, error) {
	switch {
	case c.Key == "":
		return nil, errors.New("stripe needs a key")
	case len(c.Secrets) == 0 || slices.Contains(c.Secrets, ""):
		return nil, errors.New("stripe needs the secret of its webhook endpoint")
	case c.Installation == "":
		return nil, errors.New("stripe needs a name of this installation")
	}
	if c.Backends == nil {
		c.Backends = backends()
	}
	return &Stripe{Config: c, client: stripego.NewClient(c.Key, stripego.WithBackends(c.Backends))}, nil
}

const (
	answersWithin = 10 * time.Second // of each try; people wait for some of them
	tries         = 2                // besides the first
)

// backends lead to api.stripe.com. Nothing is logged by the client, whose lines may quote what a person wrote.
func backends() *stripego.Backends {
	return stripego.NewBackendsWithConfig(&stripego.BackendConfig{
		HTTPClient: &http.Client{Timeout: answersWithin}, MaxNetworkRetries: new(int64(tries)), EnableTelemetry: new(false),
		LeveledLogger: &stripego.LeveledLogger{Level: stripego.LevelNull},
	})
}

// Name is "stripe" or "stripe-test": the mode of the key.
func (s *Stripe) Name() string { return settings.Mode(s.Key) }

// Fee is what the operator set for a currency.
func (s *Stripe) Fee(c money.Currency) ports.Fee { return s.Fees[c] }

// leastSums are the smallest sums that Stripe takes (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
var leastSums = map[money.Currency]int64{money.EUR: 50, money.USD: 50, money.GBP: 30}

// pageLife leaves an hour of the day that Stripe allows for clocks that differ.
const pageLife = 23 * time.Hour

// PageLife is 23 hours: Stripe closes a page 24 hours after it was made, and keeps its answers as long.
func (*Stripe) PageLife() time.Duration { return pageLife }

// Least is what Stripe takes at least: 0.50 EUR, 0.50 USD or 0.30 GBP.
func (*Stripe) Least(c money.Currency) money.Amount { return money.Of(leastSums[c], c) }

// The metadata of sessions, payments and refunds. Stripe copies a payment's to its charge.
const (
	metaInstallation = "callup_installation"
	metaDonation     = "callup_donation"
	metaAttempt      = "callup_attempt"
	metaReference    = "callup_reference" // of refunds: the session that was paid
	metaRefund       = "callup_refund"
)

// ours tells whether something was made by this installation, and for which donation. The same account may serve a shop, or
// another Callup.
func (s *Stripe) ours(metadata map[string]string) (donation ident.ID, ok bool) {
	donation, err := ident.Parse(metadata[metaDonation])
	return donation, err == nil && !donation.IsNil() && metadata[metaInstallation] == s.Installation
}

// failed wraps an error of the client.
func failed(doing string, err error) error {
	return fmt.Errorf("%s: %w: %w", doing, ports.ErrPayments, discreet(err))
}

// answer is an error of Stripe without its message, which may quote what a person wrote. Stripe's dashboard shows the whole of it
// under the id of the request.
type answer struct{ whole *stripego.Error }

func (a answer) Error() string {
	says := []string{fmt.Sprintf("Stripe answers %d %s", a.whole.HTTPStatusCode, a.whole.Type)}
	for _, more := range []struct{ name, value string }{
		{"code", string(a.whole.Code)}, {"param", a.whole.Param}, {"request", a.whole.RequestID},
	} {
		if more.value != "" {
			says = append(says, more.name+" "+more.value)
		}
	}
	return strings.Join(says, ", ")
}

// Unwrap gives the whole error.
func (a answer) Unwrap() error { return a.whole }

func discreet(err error) error {
	if e, ok := errors.AsType[*stripego.Error](err); ok {
		return answer{e}
	}
	return err
}

// Forget has nothing to erase: no customer is made at Stripe, whose own copy of who paid it keeps as long as the law tells it to.
func (*Stripe) Forget(context.Context, []ident.ID, []ident.ID) (int64, error) { return 0, nil }

// session reads a Checkout page with its payment.
func (s *Stripe) session(ctx context.Context, reference string) (*stripego.CheckoutSession, error) {
	p := &stripego.CheckoutSessionRetrieveParams{}
	p.AddExpand("payment_intent.latest_charge.balance_transaction")
	return s.client.V1CheckoutSessions.Retrieve(ctx, reference, p)
}

// ErrMissing is of a gift whose recorded pages Stripe does not know, beside ports.ErrPayments: the key may be of another account,
// and the gift may be paid there. Who knows that it is not may take the gift for one that came to nothing.
var ErrMissing = errors.New("no recorded page is known in this account")

// sessions reads all recorded pages of a donation, in the order of attempts. Stripe can't be asked by our ids: its search lags
// behind. Errors: ports.ErrPayments, with ErrMissing where Stripe knows none of them.
func (s *Stripe) sessions(ctx context.Context, r ports.Recorded) ([]*stripego.CheckoutSession, error) {
	var found []*stripego.CheckoutSession
	var missed error
	for _, reference := range r.References {
		cs, err := s.session(ctx, reference)
		if status(err) == http.StatusNotFound {
			missed = failed("read a Checkout page", err)
			continue
		}
		if err != nil {
			return nil, failed("read a Checkout page", err)
		}
		if of, ok := s.ours(cs.Metadata); !ok || of != r.Donation {
			return nil, fmt.Errorf("read a Checkout page: %w: %s is of another donation", ports.ErrPayments, reference)
		}
		found = append(found, cs)
	}
	if missed != nil && len(found) == 0 {
		missed = fmt.Errorf("%w: %w", missed, ErrMissing)
	}
	return found, missed
}

// event is what a Checkout page says of its donation. A card that was declined while the page is open is pending: another may be
// tried.
func event(cs *stripego.CheckoutSession, donation ident.ID) ports.PaymentEvent {
	currency := money.Currency(upper(string(cs.Currency)))
	e := ports.PaymentEvent{
		Donation: donation, Reference: cs.ID, Amount: money.Of(0, currency), Begun: at(cs.Created), At: at(cs.Created),
	}
	switch {
	case cs.PaymentStatus == stripego.CheckoutSessionPaymentStatusPaid:
		e.Kind, e.Amount = ports.PaymentPaid, money.Of(cs.AmountTotal, currency)
		if pi := cs.PaymentIntent; pi != nil && pi.LatestCharge != nil && pi.LatestCharge.Created != 0 {
			e.At, e.Kept = at(pi.LatestCharge.Created), kept(pi.LatestCharge.BalanceTransaction)
		}
	case cs.Status == stripego.CheckoutSessionStatusExpired:
		e.Kind, e.At = ports.PaymentExpired, at(cs.ExpiresAt) // Stripe does not say when a page was closed before its time
	case cs.Status == stripego.CheckoutSessionStatusComplete && cs.PaymentIntent != nil &&
		cs.PaymentIntent.Status == stripego.PaymentIntentStatusRequiresPaymentMethod:
		e.Kind = ports.PaymentDeclined // a debit that failed days later
	case cs.Status == stripego.CheckoutSessionStatusComplete:
		e.Kind = ports.PaymentUnderWay
	default:
		e.Kind = ports.PaymentPending
	}
	e.ID = string(e.Kind) + "_" + cs.ID // the same statement by webhook and by look-up
	return e
}

// kept is what Stripe kept of a payment, which it knows of some only later.
func kept(t *stripego.BalanceTransaction) ports.Kept {
	if t == nil || t.Currency == "" {
		return ports.Kept{}
	}
	c := money.Currency(upper(string(t.Currency)))
	return ports.Kept{Gross: money.Of(t.Amount, c), Fee: money.Of(t.Fee, c), Net: money.Of(t.Net, c)}
}

func at(seconds int64) time.Time { return time.Unix(seconds, 0).UTC() }

// webAddress refuses what Stripe must not send people to.
func webAddress(text string) error {
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil {
		return fmt.Errorf("%q is not a full http or https address", text)
	}
	return nil
}
