package stripetest

import (
	"fmt"
	"time"
)

// smallest is what a charge is at least, and largest what it is at most, in minor units
// (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). These three are the currencies that Callup knows.
var smallest = map[string]int64{"eur": 50, "usd": 50, "gbp": 30}

const largest = 99_999_999

// euros is what a unit of a currency is worth in millionths of a euro.
var euros = map[string]int64{"eur": 1_000_000, "usd": 920_000, "gbp": 1_170_000}

// What the stand-in takes: 1.5 % and 0.25 of what a card pays, 0.35 for a debit, 20.00 for a dispute, in the currency that is
// settled. Stripe's own prices differ by country and card.
const (
	feeBasisPoints = 150
	feeOfCard      = 25
	feeOfDebit     = 35
	feeOfDispute   = 20_00
)

// settles is how long money is pending before it is available.
const settles = 7 * 24 * time.Hour

func checkAmount(amount int64, currency, param string) error {
	least, known := smallest[currency]
	switch {
	case !known:
		return unfit("", "currency", "Invalid currency: %s. The stand-in supports these currencies: eur, gbp, usd", currency)
	case amount < least:
		return unfit("amount_too_small", param, "Amount must be at least %s %s", decimal(least), currency)
	case amount > largest:
		return unfit("amount_too_large", param, "Amount must be no more than %s %s", decimal(largest), currency)
	}
	return nil
}

func decimal(minor int64) string { return fmt.Sprintf("%d.%02d", minor/100, minor%100) }

// transaction is a line of the account's balance: what came or went, what Stripe kept of it, in the currency that is settled.
type transaction struct {
	head
	of          string // type
	category    string // reporting_category
	source      string
	amount, fee int64
	currency    string
	rate        int64 // in millionths; 0 without a conversion
	description string
}

func (*transaction) kind() string { return "balance_transaction" }

func (o *transaction) doc(s *Stripe) doc {
	available := o.created.Add(settles)
	status := "pending"
	if !s.now.Before(available) {
		status = "available"
	}
	var rate any
	if o.rate != 0 {
		rate = float64(o.rate) / 1e6
	}
	details := []any{}
	if o.fee != 0 {
		details = append(details, doc{
			"amount": o.fee, "application": nil, "currency": o.currency, "description": "Stripe processing fees", "type": "stripe_fee",
		})
	}
	return doc{
		"id": o.id, "object": "balance_transaction", "amount": o.amount, "available_on": available.Unix(), "balance_type": "payments",
		"created": o.created.Unix(), "currency": o.currency, "description": nullable(o.description), "exchange_rate": rate,
		"fee": o.fee, "fee_details": details, "net": o.amount - o.fee, "reporting_category": o.category, "source": ref(o.source),
		"status": status, "type": o.of,
	}
}

func (o *transaction) belongs(filters doc) bool {
	return doc{"type": o.of, "source": o.source, "currency": o.currency}.equal(filters)
}

// book adds a line about a sum of a currency: positive when it comes, negative when it goes.
func (s *Stripe) book(of, category, source string, live bool, amount int64, currency string, fee int64) *transaction {
	o := &transaction{
		head: s.newHead("txn", live), of: of, category: category, source: source, currency: s.account.Currency, fee: fee,
		amount: amount,
	}
	if currency != o.currency {
		o.rate = euros[currency] * 1_000_000 / euros[o.currency]
		o.amount = s.settled(amount, currency)
	}
	s.transactions.add(o)
	return o
}

// settled converts into the currency that is settled, to the nearest minor unit.
func (s *Stripe) settled(amount int64, currency string) int64 {
	if currency == s.account.Currency {
		return amount
	}
	if amount < 0 {
		return -s.settled(-amount, currency)
	}
	rate := euros[currency] * 1_000_000 / euros[s.account.Currency]
	return (amount*rate + 500_000) / 1_000_000
}

func (s *Stripe) feeFor(ch *charge) int64 {
	if ch.means == Debit {
		return feeOfDebit
	}
	return (s.settled(ch.amount, ch.currency)*feeBasisPoints+5_000)/10_000 + feeOfCard
}

func readTransaction(c *call) (any, error) { return read(c, &c.transactions, "id") }

func listTransactions(c *call) (any, error) { return list(c, &c.transactions) }
