package stripetest_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/webhook"

	"github.com/callup/callup/internal/payments/stripe/stripetest"
)

func TestEvents_Paging(t *testing.T) {
	w := newWorld(t)
	const many = 25
	for range many {
		must[*stripe.Customer](t)(w.V1Customers.Create(t.Context(), nil))
	}
	ids := func(p *stripe.EventListParams) []string {
		t.Helper()
		var found []string
		for e, err := range w.V1Events.List(t.Context(), p).All(t.Context()) {
			w.ok(err)
			found = append(found, e.ID)
		}
		return found
	}
	all := ids(nil) // pages of ten, newest first
	if len(all) != many || !slices.IsSortedFunc(all, func(a, b string) int { return strings.Compare(b, a) }) {
		t.Fatalf("walked through %d: %v", len(all), all)
	}
	for _, c := range []struct {
		name string
		p    *stripe.EventListParams
		want []string
		more bool
	}{
		{"the first ten", &stripe.EventListParams{}, all[:10], true},
		{"after the third", &stripe.EventListParams{ListParams: stripe.ListParams{
			StartingAfter: new(all[2]), Limit: new(int64(3))}}, all[3:6], true},
		{"the last page, full", &stripe.EventListParams{ListParams: stripe.ListParams{
			StartingAfter: new(all[14]), Limit: new(int64(10))}}, all[15:], false},
		{"after the last", &stripe.EventListParams{ListParams: stripe.ListParams{StartingAfter: new(all[24])}}, nil, false},
		{"before the sixth", &stripe.EventListParams{ListParams: stripe.ListParams{
			EndingBefore: new(all[5]), Limit: new(int64(2))}}, all[3:5], true},
		{"before the third", &stripe.EventListParams{ListParams: stripe.ListParams{
			EndingBefore: new(all[2]), Limit: new(int64(2))}}, all[:2], false},
	} {
		c.p.Single = true
		list := w.V1Events.List(t.Context(), c.p)
		w.ok(list.Err())
		var got []string
		for _, e := range list.Data() {
			got = append(got, e.ID)
		}
		if slices.Sort(got); !slices.Equal(got, sortedCopy(c.want)) || list.Meta().HasMore != c.more {
			t.Errorf("%s: %v with more %t, want %v with more %t", c.name, got, list.Meta().HasMore, c.want, c.more)
		}
	}
	for name, p := range map[string]*stripe.EventListParams{
		"starting_after": {ListParams: stripe.ListParams{StartingAfter: new("evt_none")}},
		"ending_before":  {ListParams: stripe.ListParams{EndingBefore: new("evt_none")}},
	} {
		refused(t, name, w.V1Events.List(t.Context(), p).Err(), http.StatusBadRequest, "invalid_request_error resource_missing "+name)
	}
	much := &stripe.EventListParams{ListParams: stripe.ListParams{Limit: new(int64(101))}}
	refused(t, "limit", w.V1Events.List(t.Context(), much).Err(), http.StatusBadRequest,
		"invalid_request_error parameter_invalid_integer limit")
}

func sortedCopy(of []string) []string {
	of = slices.Clone(of)
	slices.Sort(of)
	return of
}

func TestEvents_FiltersAndThirtyDays(t *testing.T) {
	w := newWorld(t)
	old := w.open(2500, "eur")
	w.ok(w.Pay(old.ID, stripetest.Card))
	began := w.Now()
	w.Advance(24 * time.Hour)
	w.ok(w.Pay(w.open(2500, "eur").ID, stripetest.Card))
	types := func(p *stripe.EventListParams) string {
		t.Helper()
		var found []string
		for e, err := range w.V1Events.List(t.Context(), p).All(t.Context()) {
			w.ok(err)
			found = append(found, string(e.Type))
		}
		return strings.Join(found, " ")
	}
	two := []*string{new("charge.succeeded"), new("checkout.session.completed")}
	const day = "checkout.session.completed charge.succeeded"
	if got := types(&stripe.EventListParams{Types: two}); got != day+" "+day {
		t.Errorf("of two types: %s", got)
	}
	after := &stripe.EventListParams{Types: two, CreatedRange: &stripe.RangeQueryParams{GreaterThan: began.Unix()}}
	if got := types(after); got != day {
		t.Errorf("of the second day: %s", got)
	}
	from := &stripe.EventListParams{Type: new("charge.succeeded"), CreatedRange: &stripe.RangeQueryParams{
		GreaterThanOrEqual: began.Unix(), LesserThan: began.Add(time.Hour).Unix()}}
	if got := types(from); got != "charge.succeeded" {
		t.Errorf("of the first day: %s", got)
	}
	first := w.V1Events.List(t.Context(), from).Data()[0]
	if now := must[*stripe.Event](t)(w.V1Events.Retrieve(t.Context(), first.ID, nil)); now.Data.Object["object"] != "charge" ||
		now.APIVersion != stripe.APIVersion {
		t.Errorf("read back as %+v", now)
	}
	w.Advance(29 * 24 * time.Hour)
	if got := types(from); got != "charge.succeeded" {
		t.Errorf("on the thirtieth day: %s", got)
	}
	w.Advance(time.Second)
	if got := types(from); got != "" {
		t.Errorf("after thirty days: %s", got)
	}
	_, err := w.V1Events.Retrieve(t.Context(), first.ID, nil)
	refused(t, "an event of a month ago", err, http.StatusNotFound, "invalid_request_error resource_missing id")
	if ch := w.V1Charges.List(t.Context(), nil); ch.Err() != nil || len(ch.Data()) != 2 {
		t.Errorf("charges stay: %d, %v", len(ch.Data()), ch.Err())
	}
}

func TestEvents_ShowObjectsAsTheyWere(t *testing.T) {
	w := newWorld(t)
	ch := w.paid(2500, "eur", stripetest.Card)
	must[*stripe.Refund](t)(w.V1Refunds.Create(t.Context(), &stripe.RefundCreateParams{Charge: new(ch.ID)}))
	made := w.V1Events.List(t.Context(), &stripe.EventListParams{Type: new("charge.succeeded")}).Data()[0]
	if got := made.Data.Object["amount_refunded"]; got != 0.0 {
		t.Errorf("the charge had %v given back when it was made", got)
	}
	if made.Request.ID != "" {
		t.Errorf("a payment on a page was made by request %q", made.Request.ID)
	}
	back := w.V1Events.List(t.Context(), &stripe.EventListParams{Type: new("refund.created")}).Data()[0]
	if back.Request.ID == "" || back.Request.IdempotencyKey == "" {
		t.Errorf("the refund was asked for by %+v", back.Request)
	}
}

func TestWebhooks_SignedAndTried(t *testing.T) {
	w, in := newWorld(t), newInbox(t)
	id, secret := w.Listen(stripetest.Endpoint{URL: in.URL, Events: []string{"checkout.session.completed", "charge.refunded"}},
		false)
	w.Listen(stripetest.Endpoint{URL: in.URL + "/live", Events: []string{"*"}}, true)
	ch := w.paid(2500, "eur", stripetest.Card)
	in.answers(http.StatusInternalServerError)
	if n := w.deliver(stripetest.Delivery{}); n != 0 {
		t.Errorf("%d taken by an endpoint that fails", n)
	}
	in.take()
	if n := w.deliver(stripetest.Delivery{}); n != 0 {
		t.Errorf("%d sent again at once", n)
	}
	w.Advance(10 * time.Minute)
	in.answers(http.StatusOK)
	if n := w.deliver(stripetest.Delivery{}); n != 1 {
		t.Errorf("%d taken later", n)
	}
	bodies, heads := in.take()
	e := must[stripe.Event](t)(webhook.ConstructEventWithTolerance(bodies[0], heads[0], secret, time.Hour))
	if e.Type != "checkout.session.completed" || e.Data.Object["object"] != "checkout.session" || e.APIVersion != stripe.APIVersion {
		t.Errorf("sent %+v", e)
	}
	other := must[string](t)(w.Roll(id))
	must[string](t)(w.RefundByHand(ch.ID, 100))
	w.deliver(stripetest.Delivery{})
	bodies, heads = in.take()
	for _, one := range []string{secret, other} {
		if _, err := webhook.ConstructEventWithTolerance(bodies[0], heads[0], one, time.Hour); err != nil {
			t.Errorf("while the secret rolls: %v", err)
		}
	}
	w.Advance(24 * time.Hour)
	must[string](t)(w.RefundByHand(ch.ID, 100))
	w.deliver(stripetest.Delivery{})
	bodies, heads = in.take()
	if _, err := webhook.ConstructEventIgnoringTolerance(bodies[0], heads[0], secret); err == nil {
		t.Error("the secret before still signs after a day")
	}
	if _, err := webhook.ConstructEventIgnoringTolerance(bodies[0], heads[0], other); err != nil {
		t.Errorf("the new secret: %v", err)
	}
}

func TestWebhooks_OutOfOrderAndDoubled(t *testing.T) {
	w, in := newWorld(t), newInbox(t)
	w.Listen(stripetest.Endpoint{URL: in.URL, Events: []string{"*"}}, false)
	w.ok(w.Pay(w.open(2500, "eur").ID, stripetest.Card))
	types := func() string {
		var of []string
		bodies, _ := in.take()
		for _, b := range bodies {
			var e stripe.Event
			w.ok(json.Unmarshal(b, &e))
			of = append(of, string(e.Type))
		}
		return strings.Join(of, " ")
	}
	w.deliver(stripetest.Delivery{Backwards: true, Of: func(of string) bool { return strings.HasPrefix(of, "payment_intent.") }})
	if got := types(); got != "payment_intent.succeeded payment_intent.created" {
		t.Errorf("backwards: %s", got)
	}
	w.deliver(stripetest.Delivery{Twice: true})
	if got := types(); got != "charge.succeeded charge.succeeded checkout.session.completed checkout.session.completed" {
		t.Errorf("twice: %s", got)
	}
	if n := w.deliver(stripetest.Delivery{}); n != 0 || types() != "" {
		t.Errorf("%d sent once they were taken", n)
	}
	last := w.V1Events.List(t.Context(), nil).Data()[0]
	if n := must[int](t)(w.Redeliver(t.Context(), last.ID, stripetest.Delivery{})); n != 1 ||
		types() != "checkout.session.completed" {
		t.Error("an event was not sent again by hand")
	}
}

func TestWebhooks_GiveUp(t *testing.T) {
	w, in := newWorld(t), newInbox(t)
	id, _ := w.Listen(stripetest.Endpoint{URL: in.URL, Events: []string{"customer.created"}}, false)
	in.answers(http.StatusFound) // a redirection is no success
	must[*stripe.Customer](t)(w.V1Customers.Create(t.Context(), nil))
	for range 10 {
		w.deliver(stripetest.Delivery{})
		w.Advance(3 * time.Hour)
	}
	if bodies, _ := in.take(); len(bodies) != 4 {
		t.Errorf("tried %d times for test keys, want 4", len(bodies))
	}
	must[*stripe.Customer](t)(w.V1Customers.Create(t.Context(), nil))
	w.ok(w.Disable(id))
	in.answers(http.StatusOK)
	if n := w.deliver(stripetest.Delivery{}); n != 0 {
		t.Errorf("%d sent to an endpoint that is off", n)
	}
	list := w.V1WebhookEndpoints.List(t.Context(), nil)
	if list.Err() != nil || len(list.Data()) != 1 || list.Data()[0].Status != "disabled" || list.Data()[0].URL != in.URL ||
		list.Data()[0].APIVersion != stripe.APIVersion || list.Data()[0].EnabledEvents[0] != "customer.created" {
		t.Errorf("listed %+v, %v", list.Data(), list.Err())
	}
}

// What a receiver has to refuse, the stand-in can send.
func TestWebhooks_Spoiled(t *testing.T) {
	w, in := newWorld(t), newInbox(t)
	_, secret := w.Listen(stripetest.Endpoint{URL: in.URL, Events: []string{"*"}}, false)
	for name, c := range map[string]struct {
		how  stripetest.Delivery
		want error
	}{
		"signed now":             {stripetest.Delivery{}, nil},
		"signed six minutes ago": {stripetest.Delivery{Age: 6 * time.Minute}, webhook.ErrTooOld},
		"changed after it signed": {stripetest.Delivery{Change: func(b []byte) []byte { return append(b, ' ') }},
			webhook.ErrNoValidSignature},
	} {
		must[*stripe.Customer](t)(w.V1Customers.Create(t.Context(), nil))
		w.deliver(c.how)
		bodies, heads := in.take()
		if _, err := webhook.ConstructEvent(bodies[0], heads[0], secret); err != c.want { //nolint:errorlint // as the library gives it
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	must[*stripe.Customer](t)(w.V1Customers.Create(t.Context(), nil))
	w.deliver(stripetest.Delivery{Age: -6 * time.Minute})
	_, heads := in.take()
	at, _, _ := strings.Cut(strings.TrimPrefix(heads[0], "t="), ",")
	if seconds := must[int64](t)(strconv.ParseInt(at, 10, 64)); seconds != w.Now().Add(6*time.Minute).Unix() {
		t.Errorf("from the future: %s", heads[0])
	}
	if bytes.Contains([]byte(heads[0]), []byte(secret)) {
		t.Error("the signature holds the secret")
	}
}
