package paymentstest

import (
	"errors"
	"time"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
)

// did fails the test when what was done to the provider did not work.
func (s suite) did(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// told wants the webhooks since it was last asked to say one thing, however often, and gives it.
func (s suite) told(kind ports.PaymentKind) ports.PaymentEvent {
	s.Helper()
	told := s.Told()
	if len(told) == 0 {
		s.Fatalf("nothing was told, want %s", kind)
	}
	for _, e := range told {
		if e.Kind != kind || e.ID == "" || e.Donation != told[0].Donation || e.Reference != told[0].Reference {
			s.Fatalf("told %+v, want %s", told, kind)
		}
	}
	return told[len(told)-1]
}

func (s suite) tellsUnderWay() {
	for _, arrives := range []bool{true, false} {
		d := s.id()
		p := s.open(s.request(d))
		s.did(s.PayLater(p.Reference))
		if e := s.told(ports.PaymentUnderWay); e.Donation != d || e.Reference != p.Reference || !e.Amount.IsZero() {
			s.Errorf("on its way, it is told as %+v", e)
		}
		if e := s.lookup(d); e.Kind != ports.PaymentUnderWay {
			s.Errorf("on its way, it is looked up as %+v", e)
		}
		if e, err := s.Close(s.Context(), s.recorded(d)); err != nil || e.Kind != ports.PaymentUnderWay {
			s.Errorf("closed, it is %+v, %v", e, err)
		}
		later := s.request(d)
		later.Attempt = 2
		if again := s.open(later); again.Reference != p.Reference {
			s.Errorf("what is on its way was opened again: %+v", again)
		}
		s.Pass(4 * 24 * time.Hour)
		s.did(s.Settle(p.Reference, arrives))
		want := ports.PaymentDeclined
		if arrives {
			want = ports.PaymentPaid
		}
		if told, e := s.told(want), s.lookup(d); e.Kind != want || e.ID != told.ID || e.Amount != told.Amount {
			s.Errorf("arrived %t: looked up as %+v, told %+v", arrives, e, told)
		}
	}
}

func (s suite) tellsDisputes() {
	for _, won := range []bool{true, false} {
		d := s.id()
		p := s.paid(d)
		s.Told()
		s.did(s.DisputeAll(p.Reference))
		e := s.told(ports.PaymentDisputed)
		if e.Donation != d || e.Reference != p.Reference || e.Amount != money.Of(2500, money.EUR) || !e.Dispute.Taken ||
			e.Dispute.ID == "" || e.Dispute.Outcome != "" || !e.Dispute.AnswerBy.After(s.Now()) || e.Dispute.Link == "" {
			s.Errorf("disputed, it is told as %+v", e)
		}
		r := ports.RefundPayment{Refund: s.id(), Donation: d, Reference: p.Reference, Amount: money.Of(100, money.EUR)}
		if err := s.Refund(s.Context(), r); !errors.Is(err, ports.ErrDisputed) {
			s.Errorf("given back while it is disputed: %v", err)
		}
		s.did(s.DecideDispute(p.Reference, won))
		outcome := "lost"
		if won {
			outcome = "won"
		}
		over := s.told(ports.PaymentDisputed)
		if over.Dispute.ID != e.Dispute.ID || over.Dispute.Outcome != outcome || over.Dispute.Taken == won {
			s.Errorf("won %t, it is told as %+v", won, over)
		}
		s.Pass(24 * time.Hour) // what was refused may be kept for a day
		err := s.Refund(s.Context(), r)
		if won && err != nil || !won && err == nil {
			s.Errorf("won %t, given back: %v", won, err)
		}
	}
}

func (s suite) tellsFailedRefunds() {
	d := s.id()
	p := s.paid(d)
	r := ports.RefundPayment{Refund: s.id(), Donation: d, Reference: p.Reference, Amount: money.Of(2500, money.EUR)}
	s.did(s.Refund(s.Context(), r))
	s.Told()
	s.did(s.FailRefund(p.Reference))
	e := s.told(ports.PaymentRefundFailed)
	if e.Refund != r.Refund || e.Donation != d || e.Amount != r.Amount || e.Reference != p.Reference {
		s.Errorf("failed, it is told as %+v", e)
	}
	looked, err := s.LookupRefund(s.Context(), r)
	if err != nil || looked.Kind != ports.PaymentRefundFailed || looked.ID != e.ID {
		s.Errorf("failed, it is looked up as %+v, %v", looked, err)
	}
	r.Refund = s.id()
	if err := s.Refund(s.Context(), r); err != nil {
		s.Errorf("the same sum by another refund: %v", err)
	}
}

func (s suite) tellsOwnRefunds() {
	d := s.id()
	p := s.paid(d)
	s.Told()
	s.did(s.GiveAllBack(p.Reference))
	if e := s.told(ports.PaymentRefunded); e.Donation != d || e.Refund.IsNil() || e.Amount != money.Of(2500, money.EUR) {
		s.Errorf("given back in the dashboard, it is told as %+v", e)
	}
}

func (s suite) tellsKept() {
	d := s.id()
	s.paid(d)
	k := s.lookup(d).Kept
	if k.Gross.Minor-k.Fee.Minor != k.Net.Minor || k.Fee.Minor <= 0 || k.Gross.Currency != k.Fee.Currency {
		s.Errorf("it keeps %+v", k)
	}
}
