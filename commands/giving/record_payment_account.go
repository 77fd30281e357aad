package giving

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/paymentaccount"
)

// UsedAccount is an account at a payment provider, in one of its modes.
type UsedAccount struct{ Mode, Account string }

// RecordPaymentAccount records which account takes this installation's gifts, the first time one is used. Errors:
// paymentaccount.ErrOther.
var RecordPaymentAccount = command.Define("record-payment-account", "Record which account takes the gifts", command.Internal,
	func(ctx context.Context, c *command.Call, in UsedAccount) (command.Done, error) {
		return command.On(ctx, c, paymentaccount.Decider, paymentaccount.Of(in.Mode),
			paymentaccount.Record{Mode: in.Mode, Account: in.Account, Now: c.Now()}.Decide)
	})

// PaymentAccount is the account that takes this installation's gifts in a mode, with an empty name before the first.
func PaymentAccount(ctx context.Context, h *command.Handler, mode string) (paymentaccount.State, error) {
	s, _, err := command.Load(ctx, h, paymentaccount.Decider, paymentaccount.Of(mode))
	return s, err
}
