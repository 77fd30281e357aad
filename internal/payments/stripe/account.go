package stripe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	stripego "github.com/stripe/stripe-go/v85"
)

// Account is Stripe's name for the account whose key this is. Errors: ports.ErrPayments.
func (s *Stripe) Account(ctx context.Context) (string, error) {
	a, err := s.client.V1Accounts.Retrieve(ctx, nil)
	if err != nil {
		return "", failed("ask which account the key is of", err)
	}
	return a.ID, nil
}

// Fault is something at Stripe that is not as it should be, and what to do about it. A grave one keeps gifts from being taken or
// heard of.
type Fault struct {
	Says, Do string
	Grave    bool
}

// Rights are what a restricted key has to allow, as Stripe's dashboard calls it.
var Rights = []string{
	"Accounts: read", "Checkout Sessions: write", "Charges and Refunds: write", "PaymentIntents: read", "Disputes: read",
	"Balance transactions: read", "Webhook Endpoints: read",
}

// Examine looks whether gifts can be taken: whether the key answers and may do all it has to, whether its account may take money,
// and whether the webhook endpoint of an address is there once and hears what it has to. It changes nothing at Stripe: where a
// right to write is in question it asks to change what is not there. account is empty where the key does not answer.
func (s *Stripe) Examine(ctx context.Context, webhook string) (account string, faults []Fault) {
	a, err := s.client.V1Accounts.Retrieve(ctx, nil)
	if err != nil && !forbidden(err) {
		return "", []Fault{away(err)}
	}
	if err != nil {
		faults = append(faults, lacks("Accounts: read", err))
	} else {
		account = a.ID
		if !a.ChargesEnabled {
			faults = append(faults, Fault{
				Says: "the account may not take payments yet", Do: "Complete its details in Stripe's dashboard.", Grave: true,
			})
		}
	}
	for _, right := range []struct {
		name string
		try  func() error
	}{
		{"Checkout Sessions: write", func() error {
			_, err := s.client.V1CheckoutSessions.Expire(ctx, nothing("cs"), nil)
			return err
		}},
		{"Charges and Refunds: write", func() error {
			_, err := s.client.V1Refunds.Update(ctx, nothing("re"), &stripego.RefundUpdateParams{})
			return err
		}},
		{"PaymentIntents: read", func() error {
			_, err := s.client.V1PaymentIntents.Retrieve(ctx, nothing("pi"), nil)
			return err
		}},
		{"Disputes: read", func() error {
			_, err := s.client.V1Disputes.Retrieve(ctx, nothing("du"), nil)
			return err
		}},
		{"Balance transactions: read", func() error {
			_, err := s.client.V1BalanceTransactions.Retrieve(ctx, nothing("txn"), nil)
			return err
		}},
	} {
		switch err := right.try(); {
		case err == nil || missing(err):
		case forbidden(err):
			faults = append(faults, lacks(right.name, err))
		default:
			return account, append(faults, away(err))
		}
	}
	return account, append(faults, s.endpoints(ctx, webhook)...)
}

// endpoints looks for the webhook endpoint of an address.
func (s *Stripe) endpoints(ctx context.Context, webhook string) []Fault {
	var here []*stripego.WebhookEndpoint
	list := &stripego.WebhookEndpointListParams{}
	list.Limit = new(int64(pageSize))
	for e, err := range s.client.V1WebhookEndpoints.List(ctx, list).All(ctx) {
		switch {
		case err != nil && forbidden(err):
			return []Fault{lacks("Webhook Endpoints: read", err)}
		case err != nil:
			return []Fault{away(err)}
		case strings.TrimSuffix(e.URL, "/") == webhook:
			here = append(here, e)
		}
	}
	enabled := slices.DeleteFunc(slices.Clone(here), func(e *stripego.WebhookEndpoint) bool { return e.Status != "enabled" })
	switch {
	case len(here) == 0:
		return []Fault{{
			Says:  "there is no webhook endpoint for " + webhook + ": nothing would tell that a gift was paid",
			Do:    "Add one in Stripe's dashboard with these events: " + strings.Join(Heard, ", ") + ".",
			Grave: true,
		}}
	case len(enabled) == 0:
		return []Fault{{
			Says: "the webhook endpoint " + here[0].ID + " is disabled", Do: "Enable it in Stripe's dashboard.", Grave: true,
		}}
	}
	var faults []Fault
	if len(enabled) > 1 {
		ids := make([]string, len(enabled))
		for i, e := range enabled {
			ids[i] = e.ID
		}
		faults = append(faults, Fault{
			Says: fmt.Sprintf("%d webhook endpoints send to %s (%s): all but one are refused for their signature", len(ids), webhook,
				strings.Join(ids, ", ")),
			Do: "Keep the one whose secret is in CALLUP_STRIPE_WEBHOOK_SECRETS, and delete the others in Stripe's dashboard.",
		})
	}
	for _, e := range enabled {
		faults = append(faults, unheard(e)...)
	}
	return faults
}

// unheard tells what a webhook endpoint does not send, or in another form.
func unheard(e *stripego.WebhookEndpoint) []Fault {
	var faults []Fault
	lacking := slices.DeleteFunc(slices.Clone(Heard), func(of string) bool {
		return slices.Contains(e.EnabledEvents, of) || slices.Contains(e.EnabledEvents, "*")
	})
	if len(lacking) > 0 {
		faults = append(faults, Fault{
			Says: "the webhook endpoint " + e.ID + " does not send " + strings.Join(lacking, ", "),
			Do:   "Add these events to it in Stripe's dashboard.", Grave: true,
		})
	}
	if e.APIVersion != stripego.APIVersion {
		version := "the account's default version of the API"
		if e.APIVersion != "" {
			version = "version " + e.APIVersion + " of the API"
		}
		faults = append(faults, Fault{
			Says: "the webhook endpoint " + e.ID + " writes events in " + version + ", and this callup speaks " + stripego.APIVersion,
			Do:   "Nothing breaks, for all is read again. To have both alike, add an endpoint of that version and delete this one.",
		})
	}
	return faults
}

// nothing is a name that no object has.
func nothing(prefix string) string { return prefix + "_callup_doctor" }

func status(err error) int {
	if e, ok := errors.AsType[*stripego.Error](err); ok {
		return e.HTTPStatusCode
	}
	return 0
}

func forbidden(err error) bool { return status(err) == http.StatusForbidden }
func missing(err error) bool {
	return status(err) == http.StatusNotFound || status(err) == http.StatusBadRequest
}

// wanted finds the name of a right in what Stripe says: it alone knows which one an address needs.
var wanted = regexp.MustCompile(`rak_[a-z_]+`)

func lacks(right string, err error) Fault {
	says := "the restricted key lacks the right " + right
	if e, ok := errors.AsType[*stripego.Error](err); ok {
		if named := wanted.FindString(e.Msg); named != "" {
			says += " (" + named + ")"
		}
	}
	return Fault{Says: says, Do: "Edit the key in Stripe's dashboard, and give it: " + strings.Join(Rights, "; ") + ".", Grave: true}
}

// away says why Stripe could not be asked.
func away(err error) Fault {
	f := Fault{Says: "Stripe can't be asked: " + discreet(err).Error(), Grave: true}
	switch code := status(err); {
	case code == http.StatusUnauthorized:
		f.Says = "Stripe refuses the key"
		f.Do = "It was rolled over or deleted: copy the current one from Stripe's dashboard to CALLUP_STRIPE_KEY, and restart."
	case code == http.StatusTooManyRequests:
		f.Says, f.Do = "Stripe asks for fewer requests (429)", "Try again in a minute; see what else uses this account."
	case code >= http.StatusInternalServerError:
		f.Says, f.Do = fmt.Sprintf("Stripe fails (%d)", code), "See status.stripe.com, and try again. Gifts answer 503 until then."
	default:
		f.Do = "Check the network from this machine to api.stripe.com, and status.stripe.com."
	}
	return f
}
