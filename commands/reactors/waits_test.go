package reactors

import (
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/eventstore"
)

// What fails by itself is tried again for about two minutes, sooner at first; what was refused, or is away, is not.
func TestRetries(t *testing.T) {
	for name, c := range map[string]struct {
		err   error
		tries int
	}{
		"a fault":   {errors.New("an unexpected answer"), DefaultTimes().Tries.Retries + 1},
		"a refusal": {fmt.Errorf("refund: %w", domain.Refuse(domain.Closed, "too_late", "it is too late")), 1},
		"away":      {fmt.Errorf("append: %w", eventstore.ErrUnavailable), 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var at []time.Duration
				began := time.Now()
				_, err := retries(DefaultTimes().Tries, slog.New(slog.DiscardHandler),
					"mails")(func(*message.Message) ([]*message.Message, error) {
					at = append(at, time.Since(began))
					return nil, c.err
				})(message.NewMessage("", nil))
				if !errors.Is(err, c.err) || len(at) != c.tries {
					t.Fatalf("%d tries, not %d, and then %v", len(at), c.tries, err)
				}
				last := at[len(at)-1]
				if c.tries > 1 && (at[1] != 250*time.Millisecond || at[3] != 1750*time.Millisecond || last != 103750*time.Millisecond) {
					t.Errorf("tried at %v", at)
				}
			})
		})
	}
}
