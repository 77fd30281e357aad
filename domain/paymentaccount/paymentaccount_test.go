package paymentaccount_test

import (
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/paymentaccount"
)

var now = time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)

func TestRecord(t *testing.T) {
	first := paymentaccount.Record{Mode: "stripe", Account: "acct_1", Now: now}
	other := paymentaccount.Record{Mode: "stripe", Account: "acct_2", Now: now}
	domaintest.Given(t, paymentaccount.Decider).
		When(first.Decide).Then(paymentaccount.Recorded{Mode: "stripe", Account: "acct_1", At: now}).
		When(first.Decide).ThenNothing().
		When(other.Decide).ThenRefused("other_payment_account")
}

func TestAdopt(t *testing.T) {
	first := paymentaccount.Adopt{Mode: "stripe", Account: "acct_1", Now: now}
	other := paymentaccount.Adopt{Mode: "stripe", Account: "acct_2", Now: now}
	domaintest.Given(t, paymentaccount.Decider).
		When(first.Decide).Then(paymentaccount.Recorded{Mode: "stripe", Account: "acct_1", At: now}).
		When(other.Decide).Then(paymentaccount.Adopted{Mode: "stripe", Account: "acct_2", Before: "acct_1", At: now}).
		When(other.Decide).ThenNothing().
		When(paymentaccount.Record(other).Decide).ThenNothing().
		When(paymentaccount.Record(first).Decide).ThenRefused("other_payment_account")
}

func TestOf(t *testing.T) {
	if paymentaccount.Of("stripe") == paymentaccount.Of("stripe-test") {
		t.Error("two modes share a stream")
	}
}
