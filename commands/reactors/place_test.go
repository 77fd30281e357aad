package reactors

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/mail"
)

// gifts makes as many gifts that are paid.
func (w *world) gifts(n int) (all []ident.ID) {
	w.t.Helper()
	c := w.launch()
	for range n {
		d := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: c, DonorEmail: "ada@example.org"})
		w.pay(d)
		all = append(all, d)
	}
	return all
}

func (w *world) exec(sql string) {
	w.t.Helper()
	_, err := w.pool.Exec(w.t.Context(), sql)
	must(w.t, err)
}

// What a reactor makes of a page is committed once, together with its place; and no commit waits for the disk, since what a
// crash takes it takes with the place.
func TestRouter_CommitsAPageOnce(t *testing.T) {
	w := newWorld(t)
	box, err := mail.NewOutbox(w.pool, w.now)
	must(t, err)
	w.mailer = box
	// test databases don't wait for the disk at all
	w.exec(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = on', current_database()); END $$`)
	w.pool.Reset()
	w.exec(`CREATE TABLE wrote (tx xid8, at text, durable text)`)
	w.exec(`CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		INSERT INTO wrote VALUES (pg_current_xact_id(), TG_TABLE_NAME, current_setting('synchronous_commit')); RETURN NULL; END $$`)
	for _, table := range []string{"timers", "reactor_checkpoints", "outbox_mails"} {
		w.exec(`CREATE CONSTRAINT TRIGGER note AFTER INSERT OR UPDATE OR DELETE ON ` + table + ` DEFERRABLE INITIALLY DEFERRED
			FOR EACH ROW EXECUTE FUNCTION note_write()`)
	}
	const gifts = 20
	w.gifts(gifts)
	r := w.router()
	r.Times.Keep = time.Hour // a slow machine adds no commits
	stop := w.run(r)
	w.handled()
	stop()
	if n := w.count(`SELECT count(*) FROM timers`); n != 2 { // of the campaign: those of gifts were set and cleared
		t.Errorf("%d timers", n)
	}
	if n := w.count(`SELECT count(*) FROM wrote WHERE at = 'outbox_mails'`); n != gifts {
		t.Errorf("%d mails", n)
	}
	if n := w.count(`SELECT count(*) FROM wrote WHERE at = 'timers'`); n < 2*gifts {
		t.Errorf("timers were written %d times", n)
	}
	if n := w.count(`SELECT count(DISTINCT tx) FROM wrote WHERE at <> 'outbox_mails'`); n > len(r.reactors) {
		t.Errorf("the places and what was made of %d gifts were committed %d times by %d reactors", gifts, n, len(r.reactors))
	}
	if n := w.count(`SELECT count(*) FROM wrote WHERE durable <> 'off'`); n != 0 {
		t.Errorf("%d writes wait for the disk", n)
	}
	if n := w.count(`SELECT count(*) FROM pg_settings WHERE name = 'synchronous_commit' AND setting <> 'on'`); n != 0 {
		t.Error("the connection stays as the reactors had it")
	}
}

// A page in which there is nothing for a reactor moves its place once in a while.
func TestRouter_KeepsAPlaceThatNothingConcernsOnceInAWhile(t *testing.T) {
	w := newWorld(t)
	r := w.router()
	r.Times.Keep = time.Hour
	w.launch()
	w.run(r)
	w.handled() // the first page is kept by everyone
	w.gifts(5)
	// the log's head may be a receipt by now, which concerns nobody
	const behind = `SELECT count(*) FROM reactor_checkpoints
		WHERE reactor = ANY($1) AND position::bigint >= (SELECT max(position) FROM events WHERE type = 'DonationCompleted')`
	w.until("that gifts are handled", func() bool { return w.count(behind, []string{"timers"}) == 1 })
	if n := w.count(behind, []string{"refunds", "erasures"}); n != 0 {
		t.Errorf("%d reactors whom gifts don't concern keep their place", n)
	}
}

// readings is a log that counts what it is asked for.
type readings struct {
	eventstore.Store
	mu  sync.Mutex
	all map[eventstore.Position]int // pages that were not empty, by where they begin
}

func (r *readings) ReadAll(
	ctx context.Context, after eventstore.Position, limit int, f eventstore.Filter,
) (eventstore.Page, error) {
	page, err := r.Store.ReadAll(ctx, after, limit, f)
	if len(page.Events) > 0 {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.all[after]++
	}
	return page, err
}

// The log is read once for all reactors.
func TestRouter_ReadsThePagesOnceForAll(t *testing.T) {
	w := newWorld(t)
	log := &readings{Store: w.store, all: map[eventstore.Position]int{}}
	r := w.router()
	r.store = log
	w.run(r)
	for range 5 {
		w.gifts(1)
		w.handled()
	}
	log.mu.Lock()
	defer log.mu.Unlock()
	if len(log.all) == 0 {
		t.Fatal("nothing was read")
	}
	for at, n := range log.all {
		if n > 1 {
			t.Errorf("the page after %s was read %d times", at, n)
		}
	}
}

// An event of which the database refuses what is made of it does not take the others of its page along.
func TestRouter_HandlesEachByItselfWhereAPageFails(t *testing.T) {
	w := newWorld(t)
	c := w.launch()
	var all []ident.ID
	for range 5 {
		all = append(all, w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: c}))
	}
	w.exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF NEW.subject = '` + all[2].String() + `' THEN RAISE EXCEPTION 'no such row'; END IF; RETURN NEW; END $$`)
	w.exec(`CREATE TRIGGER refuse BEFORE INSERT ON timers FOR EACH ROW EXECUTE FUNCTION refuse()`)
	w.run(w.router())
	w.handled()
	if n := w.count(`SELECT count(*) FROM timers WHERE command = $1`, timerReconcile); n != 4 {
		t.Errorf("%d timers of 4", n)
	}
	if n := w.count(`SELECT count(*) FROM dead_letters WHERE reactor = 'timers' AND error LIKE '%no such row%'
		AND stream = $1`, "donation-"+all[2].String()); n != 1 {
		t.Errorf("%d dead letters", n)
	}
}

// A try that failed leaves nothing of what it wrote.
func TestRouter_ForgetsWhatAFailedTryWrote(t *testing.T) {
	w := newWorld(t)
	w.launch()
	first, second, tries := ident.ID{1}, ident.ID{2}, 0
	r := NewRouter(w.store, w.cat, w.keys, w.pool, slog.New(slog.DiscardHandler), Reactor{
		Name: "test", Types: []string{"CampaignLaunched"},
		Handle: func(ctx context.Context, _ eventstore.Recorded, _ any) error {
			tries++
			if tries == 1 {
				return errors.Join(w.timers.Set(ctx, timerReconcile, first, w.now()), errors.New("and then it failed"))
			}
			return w.timers.Set(ctx, timerReconcile, second, w.now())
		},
	})
	r.Times.Tries = Waits{Retries: 2, First: time.Millisecond, Most: time.Millisecond}
	w.run(r)
	w.until("that it is handled", func() bool {
		return w.count(`SELECT count(*) FROM reactor_checkpoints WHERE event_id IS NOT NULL`) == 1
	})
	if one, two := w.count(`SELECT count(*) FROM timers WHERE subject = $1`, first),
		w.count(`SELECT count(*) FROM timers WHERE subject = $1`, second); one != 0 || two != 1 {
		t.Errorf("%d timers of the try that failed, %d of the other", one, two)
	}
}
