package stripetest_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85"

	"github.com/callup/callup/internal/payments/stripe/stripetest"
)

func TestRefunds_PartThenTheRest(t *testing.T) {
	w := newWorld(t)
	ch := w.paid(2500, "eur", stripetest.Card)
	since := ""
	w.happened(&since)
	part := must[*stripe.Refund](t)(w.V1Refunds.Create(t.Context(), &stripe.RefundCreateParams{
		PaymentIntent: new(ch.PaymentIntent.ID), Amount: new(int64(1000)), Reason: new("requested_by_customer"),
		Metadata: map[string]string{"refund": "r1"},
	}))
	if part.Status != "succeeded" || part.Amount != 1000 || part.Metadata["refund"] != "r1" || part.Charge.ID != ch.ID {
		t.Errorf("the refund is %+v", part)
	}
	if now := w.charge(ch.ID); now.AmountRefunded != 1000 || now.Refunded {
		t.Errorf("the charge is %+v", now)
	}
	_, err := w.V1Refunds.Create(t.Context(), &stripe.RefundCreateParams{Charge: new(ch.ID), Amount: new(int64(1501))})
	refused(t, "a cent too much", err, http.StatusBadRequest, "invalid_request_error amount")
	rest := must[*stripe.Refund](t)(w.V1Refunds.Create(t.Context(), &stripe.RefundCreateParams{Charge: new(ch.ID)}))
	if rest.Amount != 1500 || !w.charge(ch.ID).Refunded {
		t.Errorf("the rest is %+v", rest)
	}
	_, err = w.V1Refunds.Create(t.Context(), &stripe.RefundCreateParams{Charge: new(ch.ID)})
	refused(t, "everything twice", err, http.StatusBadRequest, "invalid_request_error charge_already_refunded")
	if got := w.happened(&since); got != "refund.created charge.refunded refund.created charge.refunded" {
		t.Errorf("happened: %s", got)
	}
	list := &stripe.RefundListParams{Charge: new(ch.ID)}
	if all := w.V1Refunds.List(t.Context(), list); all.Err() != nil || len(all.Data()) != 2 || all.Data()[0].ID != rest.ID {
		t.Errorf("listed %+v", all.Data())
	}
	withRefunds := &stripe.ChargeRetrieveParams{}
	withRefunds.AddExpand("refunds")
	if got := must[*stripe.Charge](t)(w.V1Charges.Retrieve(t.Context(), ch.ID, withRefunds)); len(got.Refunds.Data) != 2 {
		t.Errorf("the charge has refunds %+v", got.Refunds)
	}
}

func TestRefunds_WaitAndFail(t *testing.T) {
	for name, c := range map[string]struct {
		pend     bool
		with     stripetest.Means
		begins   stripe.RefundStatus
		settle   []bool
		ends     stripe.RefundStatus
		refunded int64
		happened string
	}{
		"waits, then arrives": {
			pend: true, begins: "pending", settle: []bool{true}, ends: "succeeded", refunded: 2500,
			happened: "refund.created charge.refunded refund.updated charge.refund.updated",
		},
		"waits, then fails": {
			pend: true, begins: "pending", settle: []bool{false}, ends: "failed",
			happened: "refund.created charge.refunded refund.updated charge.refund.updated refund.failed",
		},
		"fails after it was said to have succeeded": {
			begins: "succeeded", settle: []bool{false}, ends: "failed",
			happened: "refund.created charge.refunded refund.updated charge.refund.updated refund.failed",
		},
		"of a debit": {
			with: stripetest.Debit, begins: "pending", settle: []bool{true}, ends: "succeeded", refunded: 2500,
			happened: "refund.created charge.refunded refund.updated charge.refund.updated",
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.PendRefunds(c.pend)
			s := w.open(2500, "eur")
			w.ok(w.Pay(s.ID, c.with))
			if c.with == stripetest.Debit {
				early := w.session(s.ID).PaymentIntent
				_, err := w.V1Refunds.Create(t.Context(), &stripe.RefundCreateParams{PaymentIntent: new(early.ID)})
				refused(t, "of what is on its way", err, http.StatusBadRequest, "invalid_request_error payment_intent")
				w.ok(w.Settle(s.ID, true))
			}
			ch := w.session(s.ID).PaymentIntent.LatestCharge
			since := ""
			w.happened(&since)
			r := must[*stripe.Refund](t)(w.V1Refunds.Create(t.Context(), &stripe.RefundCreateParams{Charge: new(ch.ID)}))
			if r.Status != c.begins {
				t.Errorf("begins %s", r.Status)
			}
			for _, arrived := range c.settle {
				w.ok(w.SettleRefund(r.ID, arrived))
			}
			read := &stripe.RefundRetrieveParams{}
			read.AddExpand("failure_balance_transaction")
			read.AddExpand("charge")
			r = must[*stripe.Refund](t)(w.V1Refunds.Retrieve(t.Context(), r.ID, read))
			if r.Status != c.ends || r.Charge.AmountRefunded != c.refunded {
				t.Errorf("ends %s with %d given back", r.Status, r.Charge.AmountRefunded)
			}
			if c.ends == "failed" && (r.FailureReason == "" || r.FailureBalanceTransaction.Amount != 2500) {
				t.Errorf("failed as %+v", r)
			}
			if got := w.happened(&since); got != c.happened {
				t.Errorf("happened: %s\nwant: %s", got, c.happened)
			}
			if w.SettleRefund(r.ID, true) == nil {
				t.Error("settled again")
			}
		})
	}
}

func TestRefunds_ByHand(t *testing.T) {
	w := newWorld(t)
	ch := w.paid(2500, "eur", stripetest.Card)
	id := must[string](t)(w.RefundByHand(ch.ID, 700))
	if r := must[*stripe.Refund](t)(w.V1Refunds.Retrieve(t.Context(), id, nil)); r.Amount != 700 || len(r.Metadata) != 0 {
		t.Errorf("by hand: %+v", r)
	}
	if _, err := w.RefundByHand(ch.ID, 1801); err == nil {
		t.Error("more than is left was given back by hand")
	}
}

func TestDisputes(t *testing.T) {
	for name, c := range map[string]struct {
		how          stripetest.Dispute
		begins, ends stripe.DisputeStatus
		act          func(*world, *stripe.Dispute)
		refundable   bool // while it is open
		happened     string
		moved        int64 // net of all its balance transactions
	}{
		"won": {
			begins: "needs_response", ends: "won", moved: -2000,
			act: func(w *world, d *stripe.Dispute) {
				p := &stripe.DisputeUpdateParams{Evidence: &stripe.DisputeUpdateEvidenceParams{UncategorizedText: new("A receipt")}}
				if got := must[*stripe.Dispute](w.T)(w.V1Disputes.Update(w.Context(), d.ID, p)); got.Status != "under_review" ||
					got.EvidenceDetails.SubmissionCount != 1 {
					w.Errorf("answered, it is %+v", got)
				}
				w.ok(w.CloseDispute(d.ID, true))
			},
			happened: "charge.dispute.created charge.dispute.funds_withdrawn charge.dispute.updated charge.dispute.funds_reinstated " +
				"charge.dispute.closed",
		},
		"lost, for a part": {
			how: stripetest.Dispute{Amount: 1000, Reason: "product_not_received"}, begins: "needs_response", ends: "lost", moved: -3000,
			act:      func(w *world, d *stripe.Dispute) { w.ok(w.CloseDispute(d.ID, false)) },
			happened: "charge.dispute.created charge.dispute.funds_withdrawn charge.dispute.closed",
		},
		"given up": {
			begins: "needs_response", ends: "lost", moved: -4500,
			act: func(w *world, d *stripe.Dispute) {
				must[*stripe.Dispute](w.T)(w.V1Disputes.Close(w.Context(), d.ID, nil))
				_, err := w.V1Disputes.Close(w.Context(), d.ID, nil)
				refused(w.T, "given up twice", err, http.StatusBadRequest, "invalid_request_error")
			},
			happened: "charge.dispute.created charge.dispute.funds_withdrawn charge.dispute.closed",
		},
		"after its deadline": {
			begins: "needs_response", ends: "lost", moved: -4500,
			act: func(w *world, d *stripe.Dispute) {
				w.Advance(time.Until(time.Unix(d.EvidenceDetails.DueBy, 0)) + time.Minute)
				if got := must[*stripe.Dispute](w.T)(w.V1Disputes.Retrieve(w.Context(), d.ID, nil)); !got.EvidenceDetails.PastDue {
					w.Error("it isn't past due")
				}
				p := &stripe.DisputeUpdateParams{Evidence: &stripe.DisputeUpdateEvidenceParams{UncategorizedText: new("A receipt")}}
				_, err := w.V1Disputes.Update(w.Context(), d.ID, p)
				refused(w.T, "answered late", err, http.StatusBadRequest, "invalid_request_error")
				w.ok(w.CloseDispute(d.ID, false))
			},
			happened: "charge.dispute.created charge.dispute.funds_withdrawn charge.dispute.closed",
		},
		"an inquiry that ends": {
			how: stripetest.Dispute{Inquiry: true}, begins: "warning_needs_response", ends: "warning_closed", refundable: true,
			act:      func(w *world, d *stripe.Dispute) { w.ok(w.CloseDispute(d.ID, true)) },
			happened: "charge.dispute.created charge.dispute.closed",
		},
		"an inquiry that becomes a dispute": {
			how: stripetest.Dispute{Inquiry: true}, begins: "warning_needs_response", ends: "needs_response", refundable: true,
			moved:    -4500,
			act:      func(w *world, d *stripe.Dispute) { w.ok(w.CloseDispute(d.ID, false)) },
			happened: "charge.dispute.created charge.dispute.updated charge.dispute.funds_withdrawn",
		},
		"that nobody may answer": {
			how: stripetest.Dispute{Final: true}, begins: "lost", ends: "lost", moved: -4500,
			act: func(w *world, d *stripe.Dispute) {
				if d.EvidenceDetails.DueBy != 0 {
					w.Errorf("it may be answered until %d", d.EvidenceDetails.DueBy)
				}
			},
			happened: "charge.dispute.created charge.dispute.funds_withdrawn charge.dispute.closed",
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ch := w.paid(2500, "eur", stripetest.Card)
			since := ""
			w.happened(&since)
			id := must[string](t)(w.OpenDispute(ch.ID, c.how))
			d := must[*stripe.Dispute](t)(w.V1Disputes.Retrieve(t.Context(), id, nil))
			if d.Status != c.begins || !w.charge(ch.ID).Disputed || d.IsChargeRefundable != c.refundable {
				t.Errorf("begins as %+v", d)
			}
			if !c.refundable {
				_, err := w.V1Refunds.Create(t.Context(), &stripe.RefundCreateParams{Charge: new(ch.ID)})
				refused(t, "given back meanwhile", err, http.StatusBadRequest, "invalid_request_error charge_disputed")
			}
			c.act(w, d)
			d = must[*stripe.Dispute](t)(w.V1Disputes.Retrieve(t.Context(), id, nil))
			moved := int64(0)
			for _, line := range d.BalanceTransactions {
				moved += line.Net
			}
			if d.Status != c.ends || moved != c.moved {
				t.Errorf("ends %s with %d moved, want %s with %d", d.Status, moved, c.ends, c.moved)
			}
			if got := w.happened(&since); got != c.happened {
				t.Errorf("happened: %s\nwant: %s", got, c.happened)
			}
			list := &stripe.DisputeListParams{Charge: new(ch.ID)}
			if all := w.V1Disputes.List(t.Context(), list); all.Err() != nil || len(all.Data()) != 1 {
				t.Errorf("listed %d, %v", len(all.Data()), all.Err())
			}
		})
	}
}

func TestBalance_FeesAndSettlement(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		amount, settled, fee int64
		currency             string
		with                 stripetest.Means
		of                   stripe.BalanceTransactionType
	}{
		{2500, 2500, 63, "eur", stripetest.Card, "charge"},
		{2500, 2300, 60, "usd", stripetest.Card, "charge"},
		{2500, 2925, 69, "gbp", stripetest.Card, "charge"},
		{2500, 2500, 35, "eur", stripetest.Debit, "payment"},
	} {
		ch := w.paid(c.amount, c.currency, c.with)
		line := ch.BalanceTransaction
		if line.Amount != c.settled || line.Fee != c.fee || line.Net != c.settled-c.fee || line.Currency != "eur" ||
			line.Type != c.of ||
			line.Source.ID != ch.ID || (line.ExchangeRate != 0) != (c.currency != "eur") || line.Status != "pending" {
			t.Errorf("%d %s: %+v", c.amount, c.currency, line)
		}
	}
	ch := w.paid(2500, "usd", stripetest.Card)
	must[*stripe.Refund](t)(w.V1Refunds.Create(t.Context(), &stripe.RefundCreateParams{Charge: new(ch.ID)}))
	w.Advance(8 * 24 * time.Hour)
	lines := &stripe.BalanceTransactionListParams{Type: new("refund")}
	lines.AddExpand("data.source")
	all := w.V1BalanceTransactions.List(t.Context(), lines)
	if all.Err() != nil || len(all.Data()) != 1 {
		t.Fatalf("%d refunds in the books, %v", len(all.Data()), all.Err())
	}
	if line := all.Data()[0]; line.Amount != -2300 || line.Fee != 0 || line.Net != -2300 || line.Source.Refund.Charge.ID != ch.ID ||
		line.Status != "available" {
		t.Errorf("the refund is in the books as %+v", line)
	}
}

func TestBalance_ADebitThatFailsIsTakenBack(t *testing.T) {
	w := newWorld(t)
	s := w.open(2500, "eur")
	w.ok(w.Pay(s.ID, stripetest.Debit))
	w.ok(w.Settle(s.ID, false))
	p := &stripe.ChargeRetrieveParams{}
	p.AddExpand("balance_transaction")
	p.AddExpand("failure_balance_transaction")
	ch := must[*stripe.Charge](t)(w.V1Charges.Retrieve(t.Context(), w.session(s.ID).PaymentIntent.LatestCharge.ID, p))
	if ch.Status != "failed" || ch.BalanceTransaction.Amount != 2500 || ch.FailureBalanceTransaction.Amount != -2500 ||
		ch.FailureBalanceTransaction.Type != "payment_failure_refund" {
		t.Errorf("the charge is %+v", ch)
	}
}

func TestIntents_WithoutAPage(t *testing.T) {
	w := newWorld(t)
	pay := func(method string) (*stripe.PaymentIntent, error) {
		return w.V1PaymentIntents.Create(t.Context(), &stripe.PaymentIntentCreateParams{
			Amount: new(int64(700)), Currency: new("eur"), PaymentMethod: new(method), Confirm: new(true),
			ReturnURL: new("https://callup.test/back"), Metadata: map[string]string{"rehearsal": "yes"},
		})
	}
	paid := must[*stripe.PaymentIntent](t)(pay("pm_card_visa"))
	if paid.Status != "succeeded" || paid.AmountReceived != 700 || paid.LatestCharge.ID == "" {
		t.Errorf("paid as %+v", paid)
	}
	_, err := pay("pm_card_visa_chargeDeclinedInsufficientFunds")
	declined := refusal(t, "declined", err, http.StatusPaymentRequired, "card_error card_declined")
	if declined.DeclineCode != "insufficient_funds" || declined.PaymentIntent.Status != "requires_payment_method" {
		t.Errorf("declined with %+v", declined)
	}
	again := must[*stripe.PaymentIntent](t)(w.V1PaymentIntents.Confirm(t.Context(), declined.PaymentIntent.ID,
		&stripe.PaymentIntentConfirmParams{
			PaymentMethod: new("pm_card_visa"),
		}))
	if again.Status != "succeeded" {
		t.Errorf("paid by another card it is %s", again.Status)
	}
	_, err = w.V1PaymentIntents.Cancel(t.Context(), again.ID, nil)
	refused(t, "cancelled once paid", err, http.StatusBadRequest, "invalid_request_error payment_intent_unexpected_state intent")
	waits := must[*stripe.PaymentIntent](t)(pay("pm_card_authenticationRequired"))
	gone := must[*stripe.PaymentIntent](t)(w.V1PaymentIntents.Cancel(t.Context(), waits.ID, &stripe.PaymentIntentCancelParams{
		CancellationReason: new("abandoned"),
	}))
	if waits.Status != "requires_action" || waits.NextAction.RedirectToURL.ReturnURL == "" || gone.Status != "canceled" {
		t.Errorf("asked %+v, then %+v", waits, gone)
	}
	_, err = w.V1PaymentIntents.Create(t.Context(), &stripe.PaymentIntentCreateParams{Amount: new(int64(29)), Currency: new("gbp")})
	refused(t, "too little", err, http.StatusBadRequest, "invalid_request_error amount_too_small amount")
	named := must[*stripe.PaymentIntent](t)(w.V1PaymentIntents.Update(t.Context(), paid.ID, &stripe.PaymentIntentUpdateParams{
		Description: new("A rehearsal"), Metadata: map[string]string{"rehearsal": ""},
	}))
	if named.Description != "A rehearsal" || len(named.Metadata) != 0 {
		t.Errorf("named %+v", named)
	}
	if all := w.V1PaymentIntents.List(t.Context(), nil); all.Err() != nil || len(all.Data()) != 3 {
		t.Errorf("listed %d, %v", len(all.Data()), all.Err())
	}
}

func TestCustomers(t *testing.T) {
	w := newWorld(t)
	c := must[*stripe.Customer](t)(w.V1Customers.Create(t.Context(), &stripe.CustomerCreateParams{
		Email: new("ada@example.org"), Name: new("Ada"), PreferredLocales: []*string{new("fr")},
		Metadata: map[string]string{"member": "m1", "since": "2026"},
	}))
	c = must[*stripe.Customer](t)(w.V1Customers.Update(t.Context(), c.ID, &stripe.CustomerUpdateParams{
		Name: new("Ada Lovelace"), Metadata: map[string]string{"since": ""},
	}))
	if c.Name != "Ada Lovelace" || c.Email != "ada@example.org" || len(c.Metadata) != 1 || c.Metadata["member"] != "m1" {
		t.Errorf("updated to %+v", c)
	}
	_, err := w.V1Customers.Update(t.Context(), c.ID, &stripe.CustomerUpdateParams{Email: new("ada at home")})
	refused(t, "a wrong address", err, http.StatusBadRequest, "invalid_request_error email_invalid email")
	list := &stripe.CustomerListParams{Email: new("ada@example.org")}
	if all := w.V1Customers.List(t.Context(), list); all.Err() != nil || len(all.Data()) != 1 {
		t.Errorf("found %d by address, %v", len(all.Data()), all.Err())
	}
	if gone := must[*stripe.Customer](t)(w.V1Customers.Delete(t.Context(), c.ID, nil)); !gone.Deleted {
		t.Errorf("deleted: %+v", gone)
	}
	if read := must[*stripe.Customer](t)(w.V1Customers.Retrieve(t.Context(), c.ID, nil)); !read.Deleted || read.Email != "" {
		t.Errorf("read once deleted: %+v", read)
	}
	_, err = w.V1Customers.Delete(t.Context(), c.ID, nil)
	refused(t, "deleted twice", err, http.StatusNotFound, "invalid_request_error resource_missing customer")
	since := ""
	if got := w.happened(&since); got != "customer.created customer.updated customer.deleted" {
		t.Errorf("happened: %s", got)
	}
}
