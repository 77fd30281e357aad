package commands_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
)

func start(id, supporter ident.ID, minor int64, now time.Time) func(donation.State) ([]donation.Event, error) {
	a := money.Of(minor, money.EUR)
	return donation.Start{
		Donation: id, Campaign: ident.ID{1}, Supporter: supporter, Lang: "en", Provider: "fake", Now: now,
		Terms: donation.Terms{Gift: a, Fee: money.Of(0, money.EUR), Counted: a, Rate: money.Same(money.EUR), Main: a,
			MainRate: money.Same(money.EUR)},
	}.Decide
}

// A new stream is not read before its first append. A repeated command must be answered from what the first one wrote,
// never from what it would decide now.
func TestACommandThatBeganAStreamIsRepeated(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := t.Context()
	id := ident.ID{9}
	first, err := command.Execute(ctx, w.handler(), donation.Decider, id, named("k"), start(id, ident.ID{2}, 500, w.now()),
		command.Fresh())
	must(t, err)
	if first.Repeated || first.Events != 1 {
		t.Errorf("%+v", first)
	}
	h := w.handler() // after a restart
	for range 2 {
		again, err := command.Execute(ctx, h, donation.Decider, id, named("k"), start(id, ident.ID{2}, 700, w.now().Add(time.Hour)),
			command.Fresh())
		must(t, err)
		if !again.Repeated || again.Events != 0 || again.Position != first.Position || again.Revision != first.Revision {
			t.Errorf("%+v, at first %+v", again, first)
		}
		if again.State.Terms.Gift.Minor != 500 {
			t.Errorf("the repeated command believes a gift of %s", again.State.Terms.Gift)
		}
	}
	other := named("k")
	other.Body = "another body"
	for _, opts := range [][]command.Option{{command.Fresh()}, nil} {
		for _, h := range []*command.Handler{h, w.handler()} {
			_, err = command.Execute(ctx, h, donation.Decider, id, other, start(id, ident.ID{2}, 700, w.now()), opts...)
			refused(t, err, "idempotency_key_reused")
		}
	}
	if s, _, err := command.Load(ctx, h, donation.Decider, id); err != nil || s.Terms.Gift.Minor != 500 {
		t.Errorf("the state says %s, %v", s.Terms.Gift, err)
	}
	// another command on the stream that began
	_, err = command.Execute(ctx, w.handler(), donation.Decider, id, named("other"), start(id, ident.ID{2}, 500, w.now()),
		command.Fresh())
	refused(t, err, "donation_not_pending")
	w.wrote(donation.Category, id, "DonationStarted")
}

func TestOneCommandSentFiftyTimesAtOnceHappensOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := ident.ID{9}
	handlers := []*command.Handler{w.handler(), w.handler()}
	g, ctx := errgroup.WithContext(t.Context())
	var mu sync.Mutex
	seen := map[eventstore.Position]int{}
	for i := range 50 {
		g.Go(func() error {
			var opts []command.Option
			if i%2 == 0 {
				opts = append(opts, command.Fresh())
			}
			r, err := command.Execute(ctx, handlers[i%4/2], donation.Decider, id, named("k"), start(id, ident.ID{2}, 500, w.now()),
				opts...)
			mu.Lock()
			defer mu.Unlock()
			seen[r.Position]++
			return err
		})
	}
	must(t, g.Wait())
	if len(seen) != 1 {
		t.Errorf("one command has %d answers", len(seen))
	}
	w.wrote(donation.Category, id, "DonationStarted")
}

// Of one key with two bodies at once, one is carried out and the other refused, whichever comes first.
func TestOneKeyForTwoBodiesAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for round := range 10 {
		id := ident.ID{9, byte(round)}
		var wg sync.WaitGroup
		amounts, errs := make([]int64, 8), make([]error, 8)
		for i := range amounts {
			wg.Go(func() {
				env := named("k" + id.String())
				minor := int64(100 + i%2)
				env.Body = money.Of(minor, money.EUR).String()
				r, err := command.Execute(t.Context(), w.handler(), donation.Decider, id, env, start(id, ident.ID{2}, minor, w.now()),
					command.Fresh())
				amounts[i], errs[i] = r.State.Terms.Gift.Minor, err
			})
		}
		wg.Wait()
		kept := w.donation(id).Terms.Gift.Minor
		for i, err := range errs {
			if int64(100+i%2) != kept {
				refused(t, err, "idempotency_key_reused")
				continue
			}
			if err != nil || amounts[i] != kept {
				t.Errorf("%d of %d: %v", amounts[i], kept, err)
			}
		}
	}
}

func TestSixteenWritersToOneCampaign(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	l := w.launch(s)
	g, ctx := errgroup.WithContext(t.Context())
	services := []*command.Service{s, w.service()}
	for i := range 16 {
		g.Go(func() error {
			c := content()
			c.GoalAmount += int64(i)
			_, err := campaigns.ReviseCampaign.Run(ctx, services[i%2], w.env().For(owner),
				campaigns.ReviseCampaignBody{CampaignBody: campaigns.CampaignBody{CampaignID: l.CampaignID}, ContentBody: c})
			return err
		})
	}
	must(t, g.Wait())
	if got := w.types(campaign.Category, l.CampaignID); len(got) != 17 {
		t.Errorf("%d events of 17: %v", len(got), got)
	}
}

func TestStaleRevisions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	l := w.launch(s)
	ctx := t.Context()
	at := func(r int64) *int64 { return &r }
	revise := func(env command.Envelope, r *int64) error {
		_, err := campaigns.ReviseCampaign.Run(ctx, s, env.For(owner),
			campaigns.ReviseCampaignBody{CampaignBody: campaigns.CampaignBody{CampaignID: l.CampaignID, Revision: r},
				ContentBody: content()})
		return err
	}
	env := w.env().For(owner)
	must(t, revise(env, at(0)))
	refused(t, revise(w.env(), at(0)), "stale_revision")
	refused(t, revise(w.env(), at(7)), "stale_revision")
	must(t, revise(env, at(0))) // the same command, sent again, is no stale one
	must(t, revise(w.env(), nil))
	_, err := campaigns.PauseCampaign.Run(ctx, s, w.env().For(owner),
		campaigns.CampaignBody{CampaignID: l.CampaignID, Revision: at(1)})
	refused(t, err, "stale_revision")
	w.wrote(campaign.Category, l.CampaignID, "CampaignLaunched", "CampaignRevised", "CampaignRevised")
}

// A repeated command is answered whatever has become of the campaign since.
func TestRevisingAgainAfterTheEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	l := w.launch(s)
	ctx := t.Context()
	env := w.env().For(owner)
	c := campaigns.ReviseCampaignBody{CampaignBody: campaigns.CampaignBody{CampaignID: l.CampaignID}, ContentBody: content()}
	at, err := campaigns.ReviseCampaign.Run(ctx, s, env, c)
	must(t, err)
	_, err = campaigns.CompleteCampaign.Run(ctx, s, w.env().For(owner), campaigns.CampaignBody{CampaignID: l.CampaignID})
	must(t, err)
	again, err := campaigns.ReviseCampaign.Run(ctx, w.service(), env, c)
	must(t, err)
	if again != at {
		t.Errorf("at %s, at first %s", again, at)
	}
	env.Body = "another body"
	_, err = campaigns.ReviseCampaign.Run(ctx, s, env, c)
	refused(t, err, "idempotency_key_reused")
}

func TestNothingIsAppendedWhenAKeyIsMissing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	d := donation.Start{Donation: ident.ID{9}, Campaign: ident.ID{1}, Supporter: ident.ID{2}, Message: "Courage", Lang: "en",
		Now: w.now()}
	a := money.Of(5, money.EUR)
	d.Terms = donation.Terms{Gift: a, Fee: money.Of(0, money.EUR), Counted: a, Main: a}
	if _, err := command.Execute(t.Context(), w.handler(), donation.Decider, d.Donation, named("k"), d.Decide,
		command.Fresh()); err == nil {
		t.Error("a message was written under no key")
	}
	w.wrote(donation.Category, d.Donation)
}

// The answer to the first try was lost: the events are in the log, and the caller knows nothing.
func TestALostAnswerIsFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := ident.ID{9}
	gone, cancel := context.WithCancel(t.Context())
	h := command.NewHandler(losing{w.store, cancel}, w.cat, w.keys)
	_, err := command.Execute(gone, h, donation.Decider, id, named("k"), start(id, ident.ID{2}, 500, w.now()), command.Fresh())
	if !errors.Is(err, eventstore.ErrUnavailable) {
		t.Fatalf("%v", err)
	}
	r, err := command.Execute(t.Context(), h, donation.Decider, id, named("k"), start(id, ident.ID{2}, 500, w.now()))
	must(t, err)
	if !r.Repeated || r.Position.IsZero() {
		t.Errorf("%+v", r)
	}
	w.wrote(donation.Category, id, "DonationStarted")
}

// losing appends and loses the answer.
type losing struct {
	eventstore.Store
	cancel func()
}

func (l losing) Append(ctx context.Context, stream string, at eventstore.Revision,
	e []eventstore.Event) (eventstore.Appended, error) {
	if _, err := l.Store.Append(ctx, stream, at, e); err != nil {
		return eventstore.Appended{}, err
	}
	l.cancel()
	return eventstore.Appended{}, eventstore.ErrUnavailable
}
