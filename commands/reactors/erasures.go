package reactors

import (
	"context"
	"fmt"

	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
)

// erase signs a person out who is to be erased, unless they asked themselves and were signed out before. It sees to it that the
// erasure goes on when it is due, and that files are rewritten when it is over. One timer rewrites them for all erasures: setting
// it again, also while it is carried out, has it fire once more.
func erase(ctx context.Context, c Config, event any) error {
	switch e := event.(type) {
	case erasure.Requested:
		if !e.Member.IsNil() && e.By != erasure.ByMember {
			if err := c.SignOut(ctx, e.Member); err != nil {
				return err
			}
		}
		return c.Timers.Set(ctx, timerErase, e.Erasure, e.DueAt)
	case erasure.Began:
		return c.Timers.Hasten(ctx, timerErase, e.Erasure)
	case erasure.Undone:
		return c.Timers.Clear(ctx, timerErase, e.Erasure)
	case erasure.Completed:
		if err := c.Timers.After(ctx, timerRewrite, ident.Nil, 0); err != nil {
			return err
		}
		return c.Timers.Clear(ctx, timerErase, e.Erasure)
	}
	return fmt.Errorf("erasures can't handle %T", event)
}
