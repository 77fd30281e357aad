// Package giving is the commands about gifts of money: giving, paying, stepping back and giving back.
package giving

import "github.com/callup/callup/commands/command"

// Commands are the area's commands.
var Commands = command.Area{Name: "giving", Commands: []command.Definition{
	DonateMoney, CancelDonation, RefundDonation, RefundGift, AskRefund, DeclineRefund, ReturnGift, RefundPayment, ReconcileDonation,
	RecordPaymentAccount, AdoptPaymentAccount,
	IssueReceipt,
	PaymentPending, PaymentPaid, PaymentDeclined, PaymentExpired, PaymentCancelled, PaymentRefunded,
	PaymentUnderWay, RefundFailed, PaymentDisputed,
}}
