// Package paymentaccount is the rules of the account that takes an installation's gifts at a payment provider: the one that was
// used first, until the operator adopts another. Payments lie in an account, and a key of another one finds none of them.
package paymentaccount

import (
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

// Category of the streams of accounts, one for each mode of a provider.
const Category = "paymentaccount"

// Of is the stream of a mode, such as "stripe" or "stripe-test": modes share nothing.
func Of(mode string) ident.ID { return ident.Pair(Category, mode) }

// ErrOther refuses a key of another account than the one that is recorded.
var ErrOther = domain.Refuse(domain.Conflict, "other_payment_account",
	"the key of the payment provider is of another account than the one that took this installation's gifts")

// Event is what happened to an account.
//
//sumtype:decl
type Event interface{ paymentaccountEvent() }

// Recorded records which account was used first.
type Recorded struct {
	Mode    string    `json:"mode"`
	Account string    `json:"account"` // the provider's name for it
	At      time.Time `json:"at"`
}

// Adopted records that the operator takes gifts through another account from now on.
type Adopted struct {
	Mode    string    `json:"mode"`
	Account string    `json:"account"`
	Before  string    `json:"before"` // the account until now
	At      time.Time `json:"at"`
}

func (Recorded) paymentaccountEvent() {}
func (Adopted) paymentaccountEvent()  {}

// State is the account that is recorded; its Account is empty before the first.
type State struct {
	Account string
	Moved   bool // another one took gifts before
}

// Decider folds an account's events.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve: func(s State, e Event) State {
		switch e := e.(type) {
		case Recorded:
			s.Account = e.Account
		case Adopted:
			s.Account, s.Moved = e.Account, true
		}
		return s
	},
}

// Record says which account is about to be used.
type Record struct {
	Mode, Account string
	Now           time.Time
}

// Decide records the first account and refuses another one with ErrOther.
func (c Record) Decide(s State) ([]Event, error) {
	switch s.Account {
	case c.Account:
		return nil, nil
	case "":
		return []Event{Recorded{Mode: c.Mode, Account: c.Account, At: c.Now}}, nil
	}
	return nil, ErrOther
}

// Adopt says that the operator takes gifts through an account from now on.
type Adopt Record

// Decide changes nothing where it is the recorded one.
func (c Adopt) Decide(s State) ([]Event, error) {
	if s.Account == "" || s.Account == c.Account {
		return Record(c).Decide(s)
	}
	return []Event{Adopted{Mode: c.Mode, Account: c.Account, Before: s.Account, At: c.Now}}, nil
}
