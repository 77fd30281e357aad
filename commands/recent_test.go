package commands_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// A recent state is never older than what this process appended, whoever reads at the same time; and a thing that began
// elsewhere is found.
func TestRecentSeesWhatThisProcessAppended(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := t.Context()
	h, elsewhere := w.handler(), w.handler()
	if s, r, err := command.Recent(ctx, h, donation.Decider, ident.ID{9}); err != nil || s.Status != donation.None || r >= 0 {
		t.Fatalf("%+v at %d, %v", s, r, err)
	}
	_, err := command.Execute(ctx, elsewhere, donation.Decider, ident.ID{9}, named("begin"),
		start(ident.ID{9}, ident.ID{2}, 500, w.now()))
	must(t, err)
	for i, step := range []struct {
		decide func(donation.State) ([]donation.Event, error)
		then   donation.Status
	}{
		{donation.Fail{Reason: donation.Expired, Now: w.now()}.Decide, donation.Unsuccessful},
		{donation.Confirm{Reference: "r", Paid: money.Of(500, money.EUR), Begun: w.now(), Now: w.now()}.Decide, donation.Complete},
	} {
		var readers sync.WaitGroup
		errs := make([]error, 8)
		for n := range errs {
			readers.Go(func() {
				for range 20 {
					_, _, err := command.Load(ctx, h, donation.Decider, ident.ID{9})
					errs[n] = errors.Join(errs[n], err)
				}
			})
		}
		done, err := command.Execute(ctx, h, donation.Decider, ident.ID{9}, named(string(rune('a'+i))), step.decide)
		must(t, err)
		s, r, err := command.Recent(ctx, h, donation.Decider, ident.ID{9})
		must(t, err)
		if s.Status != step.then || r != done.Revision {
			t.Errorf("%s at %d, want %s at %d", s.Status, r, step.then, done.Revision)
		}
		readers.Wait()
		must(t, errors.Join(errs...))
		if s, r, err := command.Recent(ctx, h, donation.Decider, ident.ID{9}); err != nil || s.Status != step.then ||
			r != done.Revision {
			t.Errorf("after the readers: %s at %d, %v, want %s at %d", s.Status, r, err, step.then, done.Revision)
		}
	}
}
