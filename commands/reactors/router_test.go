package reactors

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/keyring"
)

func TestRefundsAreAskedFor(t *testing.T) {
	w := newWorld(t)
	c := w.launch()
	stop := w.run(w.router())
	var gifts []ident.ID
	for range 5 {
		d := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: c})
		w.pay(d)
		w.refund(d)
		gifts = append(gifts, d)
	}
	w.handled()
	stop()
	asked := w.payments.refunds()
	if len(asked) != len(gifts) {
		t.Fatalf("%d refunds asked for of %d", len(asked), len(gifts))
	}
	for i, r := range asked { // in the order of the log
		if r.Donation != gifts[i] || r.Reference != "pay_"+gifts[i].String() || r.Amount.Minor != 2500 || r.Refund.IsNil() {
			t.Errorf("%+v", r)
		}
	}
	// a restart goes on where the last one stopped
	stop = w.run(w.router())
	w.handled()
	stop()
	if n := len(w.payments.refunds()); n != len(gifts) {
		t.Errorf("%d refunds after a restart", n)
	}
	// a crash before the checkpoint asks again for the very same refunds
	_, err := w.pool.Exec(t.Context(), `DELETE FROM reactor_checkpoints`)
	must(t, err)
	w.run(w.router())
	w.handled()
	again := w.payments.refunds()[len(gifts):]
	for i, r := range again {
		if r != asked[i] {
			t.Errorf("asked for %+v and then for %+v", asked[i], r)
		}
	}
}

func TestTwoProcessesHandleEachEventOnce(t *testing.T) {
	w := newWorld(t)
	c := w.launch()
	first := w.run(w.router())
	w.run(w.router())
	refund := func() {
		d := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: c})
		w.pay(d)
		w.refund(d)
	}
	for range 3 {
		refund()
	}
	w.handled()
	first() // the other takes over
	for range 3 {
		refund()
	}
	w.handled()
	seen := map[ident.ID]bool{}
	for _, r := range w.payments.refunds() {
		if seen[r.Refund] {
			t.Errorf("refund %s was asked for twice", r.Refund)
		}
		seen[r.Refund] = true
	}
	if len(seen) != 6 {
		t.Errorf("%d refunds of 6", len(seen))
	}
}

func TestDeadLetters(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	c := w.launch()
	w.payments.set(func(p *provider) { p.refuse = errors.New("no such account") })
	r := w.router()
	w.run(r)
	d := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: c})
	w.pay(d)
	w.refund(d)
	w.handled()
	letters, err := DeadLetters(ctx, w.pool, false)
	must(t, err)
	if len(letters) != 1 {
		t.Fatalf("%+v", letters)
	}
	l := letters[0]
	if l.Reactor != "refunds" || l.Type != "DonationRefundRequested" || l.Error != "no such account" || l.Attempts != 3 ||
		l.ReplayedAt != nil {
		t.Errorf("%+v", l)
	}
	if err := r.Replay(ctx, l); err == nil {
		t.Error("a replay that failed went unnoticed")
	}
	w.payments.set(func(p *provider) { p.refuse = nil })
	// the reactor has gone on meanwhile
	d2 := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: c})
	w.pay(d2)
	w.refund(d2)
	w.handled()
	if asked := w.payments.refunds(); len(asked) != 1 || asked[0].Donation != d2 {
		t.Errorf("%+v", asked)
	}
	must(t, r.Replay(ctx, l))
	if asked := w.payments.refunds(); len(asked) != 2 || asked[1].Donation != d {
		t.Errorf("%+v", asked)
	}
	if letters, err = DeadLetters(ctx, w.pool, false); err != nil || len(letters) != 0 {
		t.Errorf("%+v, %v", letters, err)
	}
	if letters, err = DeadLetters(ctx, w.pool, true); err != nil || len(letters) != 1 || letters[0].ReplayedAt == nil {
		t.Errorf("%+v, %v", letters, err)
	}
	for name, wrong := range map[string]DeadLetter{
		"reactor": {Reactor: "retired", Stream: l.Stream, EventID: l.EventID},
		"event":   {Reactor: "refunds", Stream: l.Stream, EventID: ident.ID{1}},
	} {
		if err := r.Replay(ctx, wrong); err == nil {
			t.Errorf("an unknown %s was replayed", name)
		}
	}
}

func TestPanicsBecomeDeadLetters(t *testing.T) {
	w := newWorld(t)
	c := w.launch()
	r := NewRouter(w.store, w.cat, w.keys, w.pool, discard(), Reactor{
		Name: "clumsy", Types: []string{"CampaignLaunched"},
		Handle: func(_ context.Context, _ eventstore.Recorded, _ any) error { panic("oops") },
	})
	r.Times.Tries = Waits{}
	w.run(r)
	w.until("a dead letter", func() bool {
		return w.count(`SELECT count(*) FROM dead_letters WHERE reactor = 'clumsy' AND stream = $1 AND error LIKE '%oops%'`,
			"campaign-"+c.String()) == 1
	})
}

// While the database is away nothing is given up: the event comes again.
func TestAnAbsentDatabaseIsNoFaultOfTheEvent(t *testing.T) {
	w := newWorld(t)
	r := w.router()
	for _, cause := range []error{
		fmt.Errorf("read: %w", eventstore.ErrUnavailable), fmt.Errorf("open: %w", keyring.ErrUnavailable),
	} {
		h := r.deadLetters("refunds")(func(*message.Message) ([]*message.Message, error) { return nil, cause })
		m := message.NewMessage("1", []byte(`{}`))
		m.SetContext(t.Context())
		if _, err := h(m); !errors.Is(err, cause) {
			t.Errorf("%v was taken as handled: %v", cause, err)
		}
	}
	if n := w.count(`SELECT count(*) FROM dead_letters`); n != 0 {
		t.Errorf("%d dead letters", n)
	}
}

// A log that was restored from an older backup is used on: what is appended to it is handled, also once it has grown past
// where the reactors stood in the newer one.
func TestWhatIsAppendedToAnOlderLogIsHandled(t *testing.T) {
	w := newWorld(t)
	d := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: w.launch()})
	w.pay(d)
	_, head, err := w.store.Head(t.Context())
	must(t, err)
	end, _ := head.Parts()
	r := w.router()
	for _, name := range r.Names() {
		_, err := w.pool.Exec(t.Context(), `INSERT INTO reactor_checkpoints (reactor, position, event_id) VALUES ($1, $2, $3)`,
			name, eventstore.MakePosition(end+2, 0).String(), ident.ID{9})
		must(t, err)
	}
	_, err = w.pool.Exec(t.Context(), `UPDATE reactor_checkpoints SET log_end = $1 WHERE reactor = 'mails'`,
		eventstore.MakePosition(end+1, 0).String())
	must(t, err) // of a restore before this one, from a backup that was newer
	must(t, NoteLogEnd(t.Context(), w.pool, w.store))
	w.refund(d)
	must(t, NoteLogEnd(t.Context(), w.pool, w.store)) // another process starts: the log has grown since
	n := w.count(`SELECT count(*) FROM reactor_checkpoints WHERE log_end = $1`, head.String())
	if n != len(All(Config{Catalog: w.cat})) {
		t.Errorf("%d reactors know where the log ended", n)
	}
	open := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: w.launch()})
	w.run(r)
	w.handled()
	if asked, waiting := len(w.payments.refunds()),
		w.count(`SELECT count(*) FROM timers WHERE subject = ANY($1)`, []ident.ID{d, open}); asked != 1 || waiting != 2 {
		t.Errorf("%d refunds were asked for, %d timers wait", asked, waiting)
	}
	if n := w.count(`SELECT count(*) FROM reactor_checkpoints WHERE log_end IS NOT NULL`); n != 0 {
		t.Errorf("%d reactors still know of the older log's end", n)
	}
}
