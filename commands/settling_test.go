package commands_test

import (
	"context"
	"errors"
	"strconv"
	"testing"

	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/ports"
)

// A provider that fails for some payments keeps none of the others open, nor is it asked again about those; one that fails
// now and then holds up nothing.
func TestPaymentsEndedByAProviderThatFails(t *testing.T) {
	t.Parallel()
	a := &around{world: newWorld(t), waited: 9}
	s := a.service()
	own, _, _ := a.lived(t, s)
	for range 30 {
		_, err := giving.DonateMoney.Run(t.Context(), s, a.env(),
			giving.DonateMoneyBody{CampaignID: own, DonorName: "Cal", DonorEmail: "cal@example.org", Amount: 100, Currency: money.EUR,
				Lang: "en"})
		must(t, err)
	}
	e := a.erasures(s)
	state, _, err := e.EraseGuest(t.Context(), a.env(), "cal@example.org", erasure.ByOperator)
	must(t, err)
	_, err = e.Begin(t.Context(), a.env(), state.ID)
	must(t, err)
	const cancelled = `SELECT count(*) FROM events WHERE type = 'DonationCancelled'`
	try := func(refuse func(ident.ID) bool) (asked int, err error) {
		a.asked, a.refuse = nil, refuse
		_, err = e.Advance(t.Context(), state.ID)
		return len(a.asked), err
	}
	if asked, err := try(func(ident.ID) bool { return true }); asked != 3 || !errors.Is(err, ports.ErrPayments) {
		t.Errorf("a provider that is away is asked %d times, %v", asked, err)
	}
	stubborn := map[ident.ID]bool{a.asked[0]: true, a.asked[1]: true, a.asked[2]: true}
	for tries := 1; a.count(cancelled) != 27; tries++ {
		if _, err := try(func(d ident.ID) bool { return stubborn[d] }); !errors.Is(err, ports.ErrPayments) {
			t.Fatalf("payments that can't be ended: %v", err)
		}
		if tries == 10 { // one that begins with those three ends none
			t.Fatalf("behind three that can't be ended only %d payments are", a.count(cancelled))
		}
	}
	n := 0
	asked, err := try(func(ident.ID) bool { n++; return n%7 == 1 })
	must(t, err)
	// those left, all once more when the keys are gone, and each time those that failed
	if want := (3 + 1) + (30 + 4 + 1); asked != want {
		t.Errorf("asked %d times, not %d", asked, want)
	}
	if n := a.count(cancelled); n != 30 {
		t.Errorf("%d payments are cancelled", n)
	}
}

// failing is a log that can't always be read.
type failing struct {
	eventstore.Store
	page   func() error
	append func(name string) error
}

func (f failing) ReadAll(ctx context.Context, after eventstore.Position, limit int,
	filter eventstore.Filter) (eventstore.Page, error) {
	if err := f.page(); err != nil {
		return eventstore.Page{}, err
	}
	return f.Store.ReadAll(ctx, after, min(limit, 3), filter)
}

func (f failing) Append(
	ctx context.Context, name string, expected eventstore.Revision, events []eventstore.Event,
) (eventstore.Appended, error) {
	if err := f.append(name); err != nil {
		return eventstore.Appended{}, err
	}
	return f.Store.Append(ctx, name, expected, events)
}

// crowd is an index by which somebody has more than can be read stream by stream.
type crowd struct{}

func (crowd) Streams(context.Context, []ident.ID, ...string) ([]ports.Stream, error) {
	streams := make([]ports.Stream, 10_001)
	for i := range streams {
		streams[i] = ports.Stream{Category: donation.Category, ID: ident.Pair("crowd", strconv.Itoa(i))}
	}
	return streams, nil
}

// beganErasing has a member's erasure begin who lived, in a process that reads some log, by an index where one is given.
func (a *around) beganErasing(t *testing.T, store eventstore.Store, by ports.Belongings) (e *erasing.Process, id ident.ID) {
	t.Helper()
	s := a.serviceOn(store)
	if by != nil {
		s.Belongings = by
	}
	e = a.erasures(s)
	state, _, err := a.erasures(a.service()).EraseMember(t.Context(), a.env(), ada, erasure.ByOperator)
	must(t, err)
	_, err = a.erasures(a.service()).Begin(t.Context(), a.env(), state.ID)
	must(t, err)
	return e, state.ID
}

// A person with very many streams is searched for in the whole log. An interrupted search continues where it was: one that began
// from the start each time would never reach the end of a long log when some pages can't be read.
func TestASearchGoesOn(t *testing.T) {
	t.Parallel()
	a := &around{world: newWorld(t), waited: 9}
	a.lived(t, a.service())
	pages := 0
	e, id := a.beganErasing(t, failing{
		Store: a.store, append: func(string) error { return nil },
		page: func() error {
			if pages++; pages%2 == 0 {
				return eventstore.ErrUnavailable
			}
			return nil
		},
	}, crowd{})
	for tries := 1; ; tries++ {
		_, err := e.Advance(t.Context(), id)
		if err == nil {
			break
		}
		if !errors.Is(err, eventstore.ErrUnavailable) || tries == 50 {
			t.Fatalf("after %d tries: %v", tries, err)
		}
	}
	if pages < 8 {
		t.Errorf("the log is only %d pages long", pages)
	}
}

// A campaign that can't be ended leaves no payment open, and is ended once it can be.
func TestACampaignThatCantBeEnded(t *testing.T) {
	t.Parallel()
	a := &around{world: newWorld(t), waited: 9}
	own, theirs, received := a.lived(t, a.service())
	stuck := true
	e, id := a.beganErasing(t, failing{
		Store: a.store, page: func() error { return nil },
		append: func(name string) error {
			if stuck && name == eventstore.StreamName(campaign.Category, own) {
				return eventstore.ErrUnavailable
			}
			return nil
		},
	}, nil)
	if _, err := e.Advance(t.Context(), id); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("with a campaign that can't be ended: %v", err)
	}
	a.wrote("donation", theirs[1], "DonationStarted", "DonationPaymentOpened", "DonationCancelled")
	a.wrote("donation", received[0], "DonationStarted", "DonationPaymentOpened", "DonationCancelled")
	stuck = false
	state, err := e.Advance(t.Context(), id)
	must(t, err)
	if state.Status != erasure.Done {
		t.Errorf("it is %s", state.Status)
	}
	a.wrote("campaign", own, "CampaignLaunched", "CampaignCompleted")
}
