package donation

import (
	"time"

	"github.com/callup/callup/domain"
)

// Overdue tells whether the present attempt can't be repeated any more: it brought no page that is known, and half of the time
// that the page would be open is over. (A provider opens none that closes at once, and keeps its answers for a day.)
func (s State) Overdue(now time.Time) bool {
	return s.Status == Pending && !s.PageKnown && !s.Page.ExpiresAt.IsZero() && now.Sub(s.PageAt) > s.Page.ExpiresAt.Sub(s.PageAt)/2
}

// maxAttempts bounds how often a payment page is asked for anew.
const maxAttempts = 20

// ErrPayment tells that the payment page could not be made; the gift waits, and the same command may be sent again.
var ErrPayment = domain.Refuse(domain.Unavailable, "payment_unavailable", "the payment could not be opened; nothing was charged")

// RetryPayment begins an attempt to open a payment page anew.
type RetryPayment struct {
	Attempt int // from 2
	Page    Page
	Now     time.Time
}

// Decide answers nothing when that attempt has begun, and refuses a gift that is not pending.
func (c RetryPayment) Decide(s State) ([]Event, error) {
	switch {
	case s.Status == None:
		return nil, ErrNotFound
	case s.Status != Pending:
		return nil, ErrNotPending
	case s.Attempt >= c.Attempt:
		return nil, nil
	case c.Attempt > maxAttempts:
		return nil, ErrPayment
	}
	return []Event{PaymentRetried{Donation: s.ID, Attempt: c.Attempt, Page: c.Page, At: c.Now}}, nil
}

// OpenPayment records the provider's page for this gift.
type OpenPayment struct {
	Attempt   int
	Reference string
	ExpiresAt time.Time
}

// Decide answers nothing when the page is recorded already, and refuses a gift that is not pending.
func (c OpenPayment) Decide(s State) ([]Event, error) {
	switch {
	case s.Status == None:
		return nil, ErrNotFound
	case s.Reference == c.Reference:
		return nil, nil
	case s.Status != Pending:
		return nil, ErrNotPending
	}
	return []Event{PaymentOpened{Donation: s.ID, Attempt: c.Attempt, Reference: c.Reference, ExpiresAt: c.ExpiresAt}}, nil
}
