package giving

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/paymentaccount"
)

// AdoptPaymentAccount has another account take this installation's gifts from now on, as the operator says.
var AdoptPaymentAccount = command.Define("adopt-payment-account", "Take gifts through another account from now on",
	command.Operator, func(ctx context.Context, c *command.Call, in UsedAccount) (command.Done, error) {
		return command.On(ctx, c, paymentaccount.Decider, paymentaccount.Of(in.Mode),
			paymentaccount.Adopt{Mode: in.Mode, Account: in.Account, Now: c.Now()}.Decide)
	})
