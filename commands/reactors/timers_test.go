package reactors

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/ports"
)

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

// fireAll fires what is due, in several processes at once.
func (w *world) fireAll() {
	w.t.Helper()
	var wg sync.WaitGroup
	for range 4 {
		other := NewTimers(w.pool, w.commands, w.now, discard())
		wg.Go(func() {
			for {
				fired, err := other.fire(w.t.Context())
				asked, aerr := other.fireAsking(w.t.Context())
				if err := errors.Join(err, aerr); err != nil {
					w.t.Error(err)
				}
				if !fired && !asked {
					return
				}
			}
		})
	}
	wg.Wait()
}

func (w *world) types(category string, id ident.ID) []string {
	w.t.Helper()
	var out []string
	for r, err := range w.store.ReadStream(w.t.Context(), eventstore.StreamName(category, id), 0) {
		must(w.t, err)
		out = append(out, r.Type)
	}
	return out
}

func (w *world) last(category string, id ident.ID, want string, n int) {
	w.t.Helper()
	if got := w.types(category, id); len(got) != n || got[n-1] != want {
		w.t.Errorf("%v, not %d of which the last is %s", got, n, want)
	}
}

func TestCampaignsCompleteAtTheirEndOnce(t *testing.T) {
	w := newWorld(t)
	var all []ident.ID
	for range 6 {
		all = append(all, w.launch())
	}
	w.run(w.router())
	w.handled()
	w.fireAll()
	w.last("campaign", all[0], "CampaignLaunched", 1)
	w.elapse(48 * time.Hour)
	w.fireAll()
	for _, c := range all {
		w.last("campaign", c, "CampaignCompleted", 2)
	}
	w.handled()
	if n := w.count(`SELECT count(*) FROM timers`); n != 0 {
		t.Errorf("%d timers", n)
	}
}

// A slug whose launch was cut off goes to others after a while; one whose campaign was launched stays.
func TestSlugsOfLaunchesCutOff(t *testing.T) {
	w := newWorld(t)
	h := command.NewHandler(w.store, w.cat, w.keys)
	w.launch()
	dead, words, slug := ident.ID{0xde}, ident.ID{0xdf}, ident.Pair(campaign.SlugCategory, "water-for-all-2")
	must(t, w.keys.Ensure(t.Context(), words, "campaign"))
	reserve := campaign.ReserveSlug{Campaign: dead, Subject: words, Slug: "water-for-all-2"}
	_, err := command.Execute(t.Context(), h, campaign.SlugDecider, slug, w.env(), reserve.Decide)
	must(t, err)
	w.run(w.router())
	w.handled()
	w.fireAll()
	w.last(campaign.SlugCategory, slug, "SlugReserved", 1)
	w.elapse(launchWait + time.Minute)
	w.fireAll()
	w.last(campaign.SlugCategory, slug, "SlugReleased", 2)
	w.last(campaign.SlugCategory, ident.Pair(campaign.SlugCategory, "water-for-all"), "SlugReserved", 1)
	if n := w.count(`SELECT count(*) FROM timers WHERE command = $1`, timerSlug); n != 0 {
		t.Errorf("%d timers stay", n)
	}

	// cut off a second time, by another campaign: the same timer
	reserve.Campaign, reserve.Subject = ident.ID{0xda}, ident.ID{0xdb}
	must(t, w.keys.Ensure(t.Context(), reserve.Subject, "campaign"))
	_, err = command.Execute(t.Context(), h, campaign.SlugDecider, slug, w.env(), reserve.Decide)
	must(t, err)
	w.handled()
	w.elapse(launchWait + time.Minute)
	w.fireAll()
	w.last(campaign.SlugCategory, slug, "SlugReleased", 4)
}

func TestTimersRun(t *testing.T) {
	w := newWorld(t)
	c := w.launch()
	w.run(w.router())
	w.handled()
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { _ = NewTimers(w.pool, w.commands, w.now, discard()).Run(ctx) })
	}
	w.moveOn(48 * time.Hour)
	w.until("the campaign's end", func() bool { return len(w.types("campaign", c)) == 2 })
	cancel()
	wg.Wait()
	w.last("campaign", c, "CampaignCompleted", 2)
}

// The end is moved; a timer set by an older event, replayed, must neither end the campaign early nor be lost.
func TestAMovedEnd(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	c := w.launch()
	later := w.content()
	later.EndDate = w.day(10)
	_, err := campaigns.ReviseCampaign.Run(ctx, w.commands, w.env().For(owner),
		campaigns.ReviseCampaignBody{CampaignBody: campaigns.CampaignBody{CampaignID: c}, ContentBody: later})
	must(t, err)
	w.run(w.router())
	w.handled()
	must(t, w.timers.Set(ctx, timerComplete, c, w.now()))
	w.fireAll()
	w.last("campaign", c, "CampaignRevised", 2)
	if n := w.count(`SELECT count(*) FROM timers WHERE due_at = $1`, w.began.Truncate(24*time.Hour).AddDate(0, 0, 11)); n != 1 {
		t.Error("the campaign would never end")
	}
	w.moveOn(11 * 24 * time.Hour)
	w.fireAll()
	w.last("campaign", c, "CampaignCompleted", 3)

	never := w.launchWith(func(c *campaigns.ContentBody) { c.EndDate, c.TimeZone = "", "" })
	must(t, w.timers.Set(ctx, timerComplete, never, w.now()))
	w.fireAll()
	w.last("campaign", never, "CampaignLaunched", 1)
	if n := w.count(`SELECT count(*) FROM timers WHERE subject = $1`, never); n != 0 {
		t.Error("a timer without a purpose stays")
	}
}

func (w *world) launchWith(change func(*campaigns.ContentBody)) ident.ID {
	w.t.Helper()
	c := w.content()
	change(&c)
	l, err := campaigns.LaunchCampaign.Run(w.t.Context(), w.commands, w.env().For(owner), c)
	must(w.t, err)
	return l.CampaignID
}

func TestGiftsThatWaitAreReconciled(t *testing.T) {
	w := newWorld(t)
	c := w.launch()
	lost, open, paid, never := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: c}),
		w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: c}),
		w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: c}), ident.ID{0xff}
	w.run(w.router())
	w.handled()
	w.pay(paid)
	w.handled()
	if n := w.count(`SELECT count(*) FROM timers WHERE command = $1`, timerReconcile); n != 2 {
		t.Errorf("%d gifts are waited for", n)
	}
	w.fireAll()
	w.last("donation", lost, "DonationPaymentOpened", 2)

	w.elapse(paymentWait + time.Hour)
	_, err := w.pool.Exec(t.Context(), `UPDATE timers SET due_at = due_at + interval '1 day' WHERE subject = $1`, open)
	must(t, err)
	w.payments.set(func(p *provider) { p.lookup = w.paid(lost) })
	w.fireAll()
	w.last("donation", lost, "DonationCompleted", 3)

	w.elapse(24 * time.Hour)
	w.payments.set(func(p *provider) { p.lookup = ports.PaymentEvent{Kind: ports.PaymentPending} })
	w.fireAll()
	if n := w.count(`SELECT count(*) FROM timers WHERE subject = $1 AND attempts = 1 AND error <> '' AND retry_at > now()`,
		open); n != 1 {
		t.Error("an open payment is not asked for again later")
	}
	w.waitsPass()
	w.payments.set(func(p *provider) { p.lookErr = ports.ErrNoPayment })
	w.fireAll()
	w.last("donation", open, "DonationFailed", 3)

	must(t, w.timers.After(t.Context(), timerReconcile, never, 0))
	must(t, w.timers.Set(t.Context(), "water-the-plants", never, w.now()))
	w.fireAll()
	if n := w.count(`SELECT count(*) FROM timers WHERE subject = $1 AND error LIKE '%water-the-plants%'`, never); n != 1 {
		t.Error("a command of a newer version was lost")
	}
}

// waitsPass lets the pauses after failures be over.
func (w *world) waitsPass() {
	w.t.Helper()
	_, err := w.pool.Exec(w.t.Context(), `UPDATE timers SET retry_at = now() WHERE retry_at < now() + interval '1 hour'`)
	must(w.t, err)
}

// What fails while a process's clock is ahead is tried again soon, not when that moment comes.
func TestAClockThatWasAheadPutsNothingOff(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	tries := 0
	w.timers.Erase = func(context.Context, ident.ID) error {
		if tries++; tries == 1 {
			return errors.New("the disk is full")
		}
		if tries == 2 {
			return &command.NotYet{In: time.Minute, For: "copies of the keys to run out"}
		}
		return nil
	}
	must(t, w.timers.Set(ctx, timerErase, owner, w.now()))
	w.moveOn(40 * time.Minute)
	for want := 1; want <= 3; want++ {
		if fired, err := w.timers.fireLong(ctx); err != nil || !fired || tries != want {
			t.Fatalf("try %d: %t after %d tries, %v", want, fired, tries, err)
		}
		w.moveOn(-10 * time.Minute)
		if fired, err := w.timers.fireLong(ctx); err != nil || fired {
			t.Fatalf("tried again without a pause: %v", err)
		}
		w.waitsPass()
	}
}

// What waits for a while fires when the database says so: a server whose clock is ahead lets no gift expire whose page is
// being made, and one whose clock is behind asks in time. A date is the server's own affair.
func TestTimersOfServersWhoseClocksDiffer(t *testing.T) {
	w := newWorld(t)
	d := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: w.launch()})
	w.run(w.router())
	w.handled()
	w.payments.set(func(p *provider) { p.lookErr = ports.ErrNoPayment })
	w.moveOn(24 * time.Hour)
	w.fireAll()
	w.last("donation", d, "DonationPaymentOpened", 2)
	w.moveOn(-48 * time.Hour)
	w.fireAll()
	w.last("donation", d, "DonationPaymentOpened", 2)
	w.elapse(paymentWait + time.Minute)
	w.fireAll()
	w.last("donation", d, "DonationFailed", 3)

	must(t, w.timers.Set(t.Context(), timerErase, owner, w.now().Add(30*time.Hour)))
	must(t, w.timers.Hasten(t.Context(), timerErase, owner)) // in a process whose clock is a day behind
	w.timers.Erase = func(context.Context, ident.ID) error { return nil }
	if fired, err := w.timers.fireLong(t.Context()); err != nil || !fired {
		t.Errorf("what was hastened fires: %t, %v", fired, err)
	}
}

// A gift's completion that is handled late, as a dead letter is, leaves the timer of its refund.
func TestACompletionHandledLateLeavesTheRefundsTimer(t *testing.T) {
	w := newWorld(t)
	d := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: w.launch()})
	w.pay(d)
	w.refund(d)
	r := w.router()
	w.run(r)
	w.handled()
	waiting := func() int { return w.count(`SELECT count(*) FROM timers WHERE subject = $1`, d) }
	if n := waiting(); n != 1 {
		t.Fatalf("%d timers of the refund", n)
	}
	for e, err := range w.store.ReadStream(t.Context(), eventstore.StreamName(donation.Category, d), 0) {
		must(t, err)
		if e.Type == "DonationCompleted" {
			must(t, r.Replay(t.Context(), DeadLetter{ID: 1, Reactor: "timers", EventID: e.ID, Stream: e.Stream}))
		}
	}
	if n := waiting(); n != 1 {
		t.Errorf("%d timers of the refund are left", n)
	}
}

// While an erasure takes a long step, its timer is being carried out: the reactor that hears of it does not wait.
func TestWhatIsBeingCarriedOutIsNotHastened(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	must(t, w.timers.Set(ctx, timerErase, owner, w.now()))
	w.timers.Erase = func(context.Context, ident.ID) error {
		soon, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		return w.timers.Hasten(soon, timerErase, owner)
	}
	if fired, err := w.timers.fireLong(ctx); err != nil || !fired {
		t.Fatal(fired, err)
	}
	if n := w.count(`SELECT count(*) FROM timers`); n != 0 {
		t.Errorf("%d timers are left of what was carried out", n)
	}
	must(t, w.timers.Hasten(ctx, timerErase, owner))
	must(t, w.timers.Set(ctx, timerErase, ident.ID{8}, w.now().Add(time.Hour)))
	must(t, w.timers.Hasten(ctx, timerErase, ident.ID{8}))
	if n := w.count(`SELECT count(*) FROM timers WHERE due_at <= $1`, w.now()); n != 2 {
		t.Errorf("%d timers are due", n)
	}
}

func TestBackOff(t *testing.T) {
	for attempts, want := range map[int]time.Duration{0: 5 * time.Second, 1: 10 * time.Second, 9: 2560 * time.Second, 10: time.Hour,
		1000: time.Hour} {
		if got := backOff(attempts, errors.New("no")); got != want {
			t.Errorf("after %d attempts %s, not %s", attempts, got, want)
		}
	}
}
