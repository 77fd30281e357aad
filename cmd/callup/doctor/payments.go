package doctor

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/payments/stripe/settings"
	"github.com/callup/callup/internal/ports"
)

// inProduction lists all that a production installation would lack with these settings.
func (d *doctor) inProduction() {
	environ := slices.DeleteFunc(slices.Clone(d.environ), func(pair string) bool { return strings.HasPrefix(pair, "CALLUP_ENV=") })
	_, err := config.Load(append(environ, "CALLUP_ENV="+string(config.Production)))
	if err == nil {
		d.ok("production", "All that production needs is set.")
		return
	}
	d.mistakes("production", err)
}

// mistakes lists what is wrong with the settings, each once.
func (d *doctor) mistakes(check string, err error) {
	for line := range strings.Lines(err.Error()) {
		says := strings.TrimSpace(line)
		if !slices.ContainsFunc(d.findings, func(f finding) bool { return f.Says == says }) {
			d.bad(failure, check, says, "Change it; the README has the table of settings.")
		}
	}
}

// provider asks the payment provider whether gifts can be taken, and whether it is the one of the gifts that are there.
func (d *doctor) provider(ctx context.Context) {
	if d.b.Key == nil {
		return // its secrets follow from the key, which was found fault with
	}
	s, err := d.b.Alone()
	if err != nil {
		d.bad(failure, "payment provider", err.Error(), "Check the settings of the payment provider.")
		return
	}
	name := s.Payments.Name()
	if d.b.Store != nil && !d.sameMode(ctx, name) {
		return
	}
	if s.Stripe != nil {
		d.stripe(ctx, s)
		return
	}
	_, err = s.Sandbox.Lookup(ctx, ports.Recorded{Donation: ident.Pair("doctor", app.Now().String())})
	if !errors.Is(err, ports.ErrNoPayment) {
		d.bad(failure, "payment provider", name+" does not answer", "Check the network, the provider's status page and the key.")
		return
	}
	d.ok("payment provider", "%s answers.", name)
}

// sameMode tells whether the gifts that are there were made with the provider that the settings choose, and with --production
// whether production may begin with them.
func (d *doctor) sameMode(ctx context.Context, name string) bool {
	was, err := d.b.GiftsBy(ctx)
	switch {
	case err != nil:
		d.bad(failure, "payment provider", err.Error(), "Look at the log and the database first.")
		return false
	case was != "" && was != name:
		d.bad(failure, "payment provider", app.OtherMode{Was: was, Is: name}.Error(), "Until then the server refuses to start.")
		return false
	case d.production && was != "" && was != settings.Live:
		d.bad(failure, "production", "this log holds gifts that were made with "+was+", and no money moved for them",
			"Begin a new installation for production: an empty folder in CALLUP_DATA, or an empty database in DATABASE_URL.")
	}
	return true
}

// stripe lists all that is not as it should be at Stripe.
func (d *doctor) stripe(ctx context.Context, s *app.Services) {
	account, faults := s.Stripe.Examine(ctx, s.WebhookAddress())
	for _, f := range faults {
		level := warning
		if f.Grave {
			level = failure
		}
		d.bad(level, "payment provider", f.Says, f.Do)
	}
	if account == "" || d.b.Store == nil {
		return
	}
	recorded, err := giving.PaymentAccount(ctx, s.Commands.Handler, s.Payments.Name())
	switch {
	case err != nil:
		d.bad(failure, "payment account", err.Error(), "Look at the log first.")
	case recorded.Account == "":
		d.ok("payment account", "%s answers for %s, which is recorded with the first gift.", s.Payments.Name(), account)
	case recorded.Account != account:
		d.bad(failure, "payment account", "the key is of "+account+", and the gifts are in "+recorded.Account+": no payment is taken",
			"Set CALLUP_STRIPE_KEY to a key of "+recorded.Account+"; or, if gifts are to go to the other one from now on: "+
				"callup payments adopt-account")
	default:
		d.ok("payment account", "%s answers for %s, which took the gifts.", s.Payments.Name(), account)
	}
	if len(faults) == 0 {
		d.ok("payment provider", "Its key may do all it has to, and webhooks come to %s.", s.WebhookAddress())
	}
}
