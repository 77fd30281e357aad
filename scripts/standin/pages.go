package main

import (
	"context"
	"fmt"
	"html/template"
	"net/http"

	stripego "github.com/stripe/stripe-go/v85"

	"github.com/callup/callup/internal/payments/stripe/stripetest"
)

// page is what somebody sees who pays at Stripe, without its looks.
var page = template.Must(template.New("page").Parse(`<!doctype html><html lang="en"><meta charset="utf-8">
<title>Stand-in of Stripe</title>
<h1>{{.Amount}} {{.Currency}}</h1><p>{{.For}}</p>
<form method="post">{{range .Buttons}}<button name="do" value="{{.Do}}">{{.Says}}</button> {{end}}</form>
<p>{{.Status}} · {{.Paid}}</p>{{if .To}}
<a href="{{.To}}">On</a><script>location.replace({{.To}})</script>{{end}}</html>`))

type button struct{ Do, Says string }

// pages are Stripe's hosted pages: they pay, step back, and do what banks do afterwards.
type pages struct {
	there  *stripetest.Server
	client *stripego.Client
}

func (p pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("session")
	done := ""
	var err error
	if r.Method == http.MethodPost {
		done = r.PostFormValue("do")
		err = p.do(r.Context(), id, done)
	}
	var shown *stripego.CheckoutSession
	if err == nil {
		shown, err = p.session(r.Context(), id)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	view := struct {
		Amount                      int64
		Currency, For, Status, Paid string
		To                          string
		Buttons                     []button
	}{
		Amount: shown.AmountTotal, Currency: string(shown.Currency), Status: string(shown.Status), Paid: string(shown.PaymentStatus),
	}
	if lines := shown.LineItems; lines != nil && len(lines.Data) > 0 {
		view.For = lines.Data[0].Description
	}
	switch {
	case done == "back":
		view.To = shown.CancelURL
	case done == "pay" || done == "debit":
		view.To = shown.SuccessURL
	case shown.Status == stripego.CheckoutSessionStatusOpen:
		view.Buttons = []button{
			{"pay", "Pay by card"}, {"decline", "Try a card that is declined"}, {"debit", "Pay by bank debit"}, {"back", "Step back"},
		}
	case shown.PaymentStatus == stripego.CheckoutSessionPaymentStatusUnpaid:
		view.Buttons = []button{{"arrive", "The money arrives"}, {"fail", "The money does not arrive"}}
	default:
		view.Buttons = []button{
			{"returned", "The refund arrives"}, {"dispute", "Dispute"}, {"lose", "The payer wins"}, {"win", "The payer loses"},
		}
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if err := page.Execute(w, view); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (p pages) session(ctx context.Context, id string) (*stripego.CheckoutSession, error) {
	asked := &stripego.CheckoutSessionRetrieveParams{}
	asked.AddExpand("line_items")
	asked.AddExpand("payment_intent.latest_charge")
	return p.client.V1CheckoutSessions.Retrieve(ctx, id, asked)
}

// do presses a button.
func (p pages) do(ctx context.Context, id, button string) error {
	switch button {
	case "pay":
		return p.there.Pay(id, stripetest.Card)
	case "decline":
		return p.there.Pay(id, stripetest.Declined)
	case "debit":
		return p.there.Pay(id, stripetest.Debit)
	case "arrive":
		return p.there.Settle(id, true)
	case "fail":
		return p.there.Settle(id, false)
	case "back":
		return nil
	}
	shown, err := p.session(ctx, id)
	if err != nil {
		return err
	}
	charge := shown.PaymentIntent.LatestCharge.ID
	if button == "dispute" {
		_, err = p.there.OpenDispute(charge, stripetest.Dispute{})
		return err
	}
	if button == "returned" {
		for back, err := range p.client.V1Refunds.List(ctx, &stripego.RefundListParams{Charge: &charge}).All(ctx) {
			if err != nil {
				return err
			}
			return p.there.SettleRefund(back.ID, true)
		}
	}
	for dispute, err := range p.client.V1Disputes.List(ctx, &stripego.DisputeListParams{Charge: &charge}).All(ctx) {
		if err != nil {
			return err
		}
		return p.there.CloseDispute(dispute.ID, button == "win")
	}
	return fmt.Errorf("there is no button %q for %s", button, id)
}
