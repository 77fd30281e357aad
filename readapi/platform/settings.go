// Package platform answers what people read of the installation as a whole.
package platform

import (
	"fmt"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/operator"
	"github.com/callup/callup/readapi/read"
)

// Queries are this area's.
var Queries = read.Area{Name: "platform", Queries: []read.Declared{Gathered, Latest, Installation, Operator}}

// Rate is an exact exchange rate: den minor units of from are worth num minor units of to.
type Rate struct {
	From   money.Currency `json:"from" enum:"EUR,USD,GBP"`
	To     money.Currency `json:"to" enum:"EUR,USD,GBP"`
	Num    int64          `json:"num"`
	Den    int64          `json:"den"`
	Date   string         `json:"date"`
	Source string         `json:"source"`
}

// PaymentFee is what a card payment costs: amount × basis_points / 10 000 + fixed.
type PaymentFee struct {
	Currency    money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	BasisPoints int64          `json:"basis_points"`
	Fixed       int64          `json:"fixed" doc:"Minor units of currency"`
	Least       int64          `json:"least" doc:"Minor units of currency: the smallest gift"`
}

// Settings are what the web app needs to know of the installation.
type Settings struct {
	Environment  string           `json:"environment" enum:"development,production"`
	Demo         bool             `json:"demo" doc:"The installation was filled with demo data"`
	Payments     string           `json:"payments" enum:"sandbox,stripe-test,stripe" doc:"Who takes payments; money moves with stripe alone"`
	Outbox       bool             `json:"outbox" doc:"Mail is kept in /dev/outbox and not sent"`
	MainCurrency money.Currency   `json:"main_currency" enum:"EUR,USD,GBP"`
	Currencies   []money.Currency `json:"currencies" enum:"EUR,USD,GBP"`
	Rates        []Rate           `json:"rates"`
	Fees         []PaymentFee     `json:"payment_fees"`
	MaxAmount    int64            `json:"max_amount" doc:"Minor units: the largest single gift"`
	PasswordMin  int              `json:"password_min"`
	Passkeys     bool             `json:"passkeys" doc:"Whether people may sign in with a passkey"`
	SignInWith   []string         `json:"sign_in_with" enum:"google,facebook,linkedin,microsoft,discord" doc:"Whom people may sign in with besides a password"`
	Terms        string           `json:"terms_version" doc:"The later of the versions of /terms and /privacy, recorded at sign-up"`
	Review       string           `json:"review" enum:"off,first,all" doc:"Which campaigns are reviewed before they are public"`
	Money        string           `json:"money" enum:"allowed,all" doc:"Which campaigns may collect money: allowed: those that an administrator allowed to"`
	PlatformFee  int64            `json:"platform_fee" doc:"What the installation keeps of what a campaign raises, in basis points"`

	OperatorName  string             `json:"operator_name,omitempty" doc:"Who runs the installation; left out when that is not set"`
	OperatorEmail string             `json:"operator_email,omitempty" doc:"Where givers reach them; left out when that is not set"`
	Links         operator.Elsewhere `json:"operator_links" doc:"The operator's other places; those that are not set are left out"`
}

// Installation is what the web app needs to know of the installation.
var Installation = read.Define(read.Query[struct{}, Settings]{
	ID: "settings", Path: "/api/settings", Summary: "What the web app needs to know of the installation",
	May: read.Anybody, Sees: read.Alike, Answer: settings,
})

func settings(c *read.Call, _ struct{}) (Settings, error) {
	in := c.Installation()
	out := Settings{
		Environment: in.Environment, Payments: in.Payments, Outbox: in.Outbox, MainCurrency: in.MainCurrency,
		Currencies: money.Currencies[:], Rates: []Rate{}, Fees: []PaymentFee{}, MaxAmount: money.MaxMinor,
		PasswordMin: in.PasswordMin, Passkeys: in.Passkeys, SignInWith: append([]string{}, in.SignInWith...), Terms: in.Terms,
		Review: in.Review, Money: in.Money, PlatformFee: in.PlatformFee,
		OperatorName: in.OperatorName, OperatorEmail: in.OperatorEmail, Links: in.About.Links,
	}
	now := c.Now()
	for _, from := range money.Currencies {
		fee := in.Fees.Fee(from)
		out.Fees = append(out.Fees, PaymentFee{
			Currency: from, BasisPoints: fee.BasisPoints, Fixed: fee.Fixed.Minor, Least: in.Fees.Least(from).Minor,
		})
		for _, to := range money.Currencies {
			if from == to {
				continue
			}
			r, err := in.Rates.Rate(from, to, now)
			if err != nil {
				return out, fmt.Errorf("rate from %s to %s: %w", from, to, err)
			}
			out.Rates = append(out.Rates, Rate(r))
		}
	}
	var err error
	out.Demo, err = c.Demo()
	return out, err
}
