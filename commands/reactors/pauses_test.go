package reactors

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/ports"
)

func pgFailure(code string) error {
	return fmt.Errorf("write a row: %w", &pgconn.PgError{Code: code, Message: "no"})
}

// Whatever is away or full is no fault of an event.
func TestSurroundings(t *testing.T) {
	for _, cause := range []error{
		pgFailure("53100"), pgFailure("53300"), pgFailure("57P01"), pgFailure("57P03"), pgFailure("08006"), pgFailure("58030"),
		pgFailure("25006"),
		fmt.Errorf("read: %w", eventstore.ErrUnavailable), fmt.Errorf("open: %w", keyring.ErrUnavailable),
		fmt.Errorf("append: %w", eventstore.ErrUnread),
		fmt.Errorf("refund: %w", ports.ErrPayments),
		fmt.Errorf("ask: %w", context.DeadlineExceeded), fmt.Errorf("ask: %w", context.Canceled),
		fmt.Errorf("ask: %w", io.ErrUnexpectedEOF),
		fmt.Errorf("keep: %w", syscall.ENOSPC), &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED},
		fmt.Errorf("mail: %w", mail.ErrErased), errDeposed,
	} {
		if !isDependencyError(cause) {
			t.Errorf("%v is laid at the door of the event", cause)
		}
	}
}

// A failure of the surroundings holds a reactor for longer than it is patient with an event's own, nothing is given up,
// and one line says that it waits and one that it goes on.
func TestSurroundingsHoldAReactor(t *testing.T) {
	for name, cause := range map[string]error{"database": pgFailure("57P01"),
		"an older server (Issue33)": fmt.Errorf("append: %w", eventstore.ErrUnread),
		"network":                   &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.launch()
			var tries atomic.Int64
			var lines bytes.Buffer
			log := slog.New(slog.NewTextHandler(&lines, &slog.HandlerOptions{Level: slog.LevelInfo}))
			back := make(chan struct{})
			r := NewRouter(w.store, w.cat, w.keys, w.pool, log, Reactor{
				Name: "test", Types: []string{"CampaignLaunched"},
				Handle: func(context.Context, eventstore.Recorded, any) error {
					tries.Add(1)
					select {
					case <-back:
						return nil
					default:
						return cause
					}
				},
			})
			r.Times.Tries = Waits{Retries: 2, First: time.Millisecond, Most: 5 * time.Millisecond}
			stop := w.run(r)
			w.until("that it is tried more often than an event's own failure", func() bool { return tries.Load() > 12 })
			held, waits := r.Paused()["test"]
			if !waits || held.Why == "" || held.Event.IsNil() || held.Since.IsZero() {
				t.Errorf("held: %+v", r.Paused())
			}
			places, err := Places(t.Context(), w.pool)
			must(t, err)
			if len(places) != 1 || places[0].HeldSince == nil || places[0].HeldWhy != held.Why || *places[0].HeldEvent != held.Event {
				t.Errorf("%+v", places)
			}
			close(back)
			w.until("that it goes on", func() bool {
				return len(r.Paused()) == 0 &&
					w.count(`SELECT count(*) FROM reactor_checkpoints WHERE event_id IS NOT NULL AND held_since IS NULL AND held_why = ''`) == 1
			})
			if n := w.count(`SELECT count(*) FROM dead_letters`); n != 0 {
				t.Errorf("%d dead letters", n)
			}
			stop()
			if began, ended := strings.Count(lines.String(), "reactor waits"),
				strings.Count(lines.String(), "reactor goes on"); began != 1 || ended != 1 ||
				strings.Count(lines.String(), "\n") != 2 {
				t.Errorf("%d lines say that it waits, %d that it goes on:\n%s", began, ended, &lines)
			}
		})
	}
}

// What an event itself does wrong is given up, whatever its error looks like.
func TestAnEventsOwnFaultHoldsNothing(t *testing.T) {
	for _, cause := range []error{
		pgFailure("23505"), pgFailure("22001"), pgFailure("42601"), pgFailure("57014"), pgFailure(""),
		errors.New("connection refused by a word"),
		&eventstore.Rejected{Stream: "x", Err: eventstore.ErrInvalid}, keyring.ErrNoKey, ports.ErrNoPayment,
		donation.ErrNotPending, nil,
	} {
		if isDependencyError(cause) {
			t.Errorf("%v is laid at the door of the surroundings: %s", cause, DependencyError(cause))
		}
	}
}

// A disk that is full for the table of mails, as Postgres says it.
func TestMailsWaitForAFullDisk(t *testing.T) {
	w := newWorld(t)
	box, err := mail.NewOutbox(w.pool, w.now)
	must(t, err)
	w.mailer = box
	full := func(sql string) {
		t.Helper()
		_, err := w.pool.Exec(t.Context(), sql)
		must(t, err)
	}
	full(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING
		ERRCODE = '53100'; END $$`)
	full(`CREATE TRIGGER full_disk BEFORE INSERT ON outbox_mails FOR EACH ROW EXECUTE FUNCTION full_disk()`)
	d := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: w.launch(), DonorEmail: "ada@example.org"})
	w.pay(d)
	r := w.router()
	w.run(r)
	w.until("that the mails wait", func() bool { return strings.Contains(r.Paused()["mails"].Why, "full disk") })
	full(`DROP TRIGGER full_disk ON outbox_mails`)
	w.handled()
	if mails, letters := w.count(`SELECT count(*) FROM outbox_mails`), w.count(`SELECT count(*) FROM dead_letters`); mails != 1 ||
		letters != 0 {
		t.Errorf("%d mails, %d dead letters", mails, letters)
	}
}

// While the provider is away refunds wait and nothing else does; once it is back each is asked for, by the reactor or by
// its own timer, and none is lost.
func TestAnAbsentProviderHoldsRefundsAlone(t *testing.T) {
	w := newWorld(t)
	c := w.launch()
	away := fmt.Errorf("refund: %w", ports.ErrPayments)
	w.payments.set(func(p *provider) { p.refuse = away })
	r := w.router()
	w.run(r)
	var gifts []ident.ID
	for range 2 {
		d := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: c, DonorEmail: "ada@example.org"})
		w.pay(d)
		w.refund(d)
		gifts = append(gifts, d)
	}
	w.until("that refunds wait", func() bool { return r.Paused()["refunds"].Why != "" })
	w.until("that the others go on", func() bool {
		return w.count(`SELECT count(*) FROM reactor_checkpoints WHERE reactor <> 'refunds'
			AND position = (SELECT max(position)::text FROM events)`) == len(All(Config{Catalog: w.cat}))-1
	})
	if n := len(w.mails.to("ada@example.org")); n != 2 {
		t.Errorf("%d mails", n)
	}
	// the reactor stands before the first refund; a provider that fails for that one alone holds up no other for longer
	// than its timer
	first := gifts[0]
	w.payments.set(func(p *provider) {
		p.refuse = nil
		p.refuseOne = func(d ident.ID) error {
			if d == first {
				return away
			}
			return nil
		}
	})
	w.elapse(refundWait + time.Minute)
	w.fireAll()
	if asked := w.payments.refunds(); len(asked) != 1 || asked[0].Donation != gifts[1] {
		t.Errorf("asked for %+v", asked)
	}
	w.payments.set(func(p *provider) { p.refuseOne = nil })
	w.handled()
	made := map[ident.ID]bool{}
	for _, a := range w.payments.refunds() {
		made[a.Donation] = true
	}
	if len(made) != 2 || w.count(`SELECT count(*) FROM dead_letters`) != 0 {
		t.Errorf("refunds of %v, %d dead letters", made, w.count(`SELECT count(*) FROM dead_letters`))
	}
}

// A timer that asks a provider which never answers holds up no other kind.
func TestASilentProviderHoldsUpNoOtherTimer(t *testing.T) {
	w := newWorld(t)
	c := w.launch()
	w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: c})
	w.run(w.router())
	w.handled()
	asked, answer := make(chan struct{}), make(chan struct{})
	var once sync.Once
	w.payments.set(func(p *provider) {
		p.silent = func() { once.Do(func() { close(asked) }); <-answer }
	})
	w.elapse(4 * 24 * time.Hour)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = w.timers.Run(ctx) }() // it ends with the context
	defer func() { cancel(); close(answer); <-ended }()
	<-asked
	w.until("that the campaign is ended",
		func() bool { return w.count(`SELECT count(*) FROM events WHERE type = 'CampaignCompleted'`) == 1 })
}

// stuck is a mailer that does something between the making of a mail and its writing.
type stuck struct {
	mail.Mailer
	before func(ctx context.Context)
}

func (s stuck) Send(ctx context.Context, m mail.Message) error {
	s.before(ctx)
	return s.Mailer.Send(ctx, m)
}

// A reactor that is slow to write what it made of somebody's words writes nothing once they were erased and everything of
// them was purged, and nothing of them later.
func TestNothingIsWrittenPastAnErasure(t *testing.T) {
	w := newWorld(t)
	box, err := mail.NewOutbox(w.pool, w.now)
	must(t, err)
	d := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: w.launch(), DonorName: "Zbigniewa",
		DonorEmail: "zbigniewa@example.org"})
	w.pay(d)
	made, goOn := make(chan struct{}), make(chan struct{})
	var once sync.Once
	w.mailer = stuck{box, func(context.Context) { once.Do(func() { close(made); <-goOn }) }}
	r := w.router()
	w.run(r)
	<-made
	must(t, w.keys.Destroy(t.Context(), "guest", w.supporter(d)))
	_, err = box.Forget(t.Context(), []string{mail.CompletedKey(d.String())}, "zbigniewa@example.org", time.Time{}, w.now())
	must(t, err)
	_, err = Forget(t.Context(), w.pool, []ident.ID{d})
	must(t, err)
	close(goOn)
	w.handled()
	if mails, letters := w.count(`SELECT count(*) FROM outbox_mails`), w.count(`SELECT count(*) FROM dead_letters`); mails != 0 ||
		letters != 0 {
		t.Errorf("%d mails, %d dead letters", mails, letters)
	}
}

// A dead letter that comes after the purge does not say what its error says.
func TestADeadLetterPastAnErasureSaysNothing(t *testing.T) {
	w := newWorld(t)
	d := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: w.launch(), DonorName: "Zbigniewa",
		DonorEmail: "zbigniewa@example.org"})
	r := NewRouter(w.store, w.cat, w.keys, w.pool, discard(), Reactor{
		Name: "test", Types: []string{"DonationStarted"},
		Handle: func(ctx context.Context, _ eventstore.Recorded, event any) error {
			e, ok := event.(donation.Started)
			if !ok || e.Name.String() != "Zbigniewa" {
				return errors.New("the text was not there")
			}
			if err := w.keys.Destroy(ctx, "guest", w.supporter(d)); err != nil {
				return err
			}
			return errors.New("no such mailbox: " + e.Email.String())
		},
	})
	r.Times.Tries = Waits{}
	w.run(r)
	w.until("a dead letter", func() bool { return w.count(`SELECT count(*) FROM dead_letters`) == 1 })
	if n := w.count(`SELECT count(*) FROM dead_letters WHERE error <> ''`); n != 0 {
		t.Error("it names who was erased")
	}
}

// An erasure that begins while a mail is being written waits for it, and so finds it.
func TestAnErasureWaitsForAMailBeingWritten(t *testing.T) {
	w := newWorld(t)
	box, err := mail.NewOutbox(w.pool, w.now)
	must(t, err)
	d := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: w.launch(), DonorName: "Zbigniewa",
		DonorEmail: "zbigniewa@example.org"})
	w.pay(d)
	subject := w.supporter(d)
	// another transaction holds the mail's key, so the mail waits with its subjects' keys locked
	tx, err := w.pool.Begin(t.Context())
	must(t, err)
	_, err = tx.Exec(t.Context(), `INSERT INTO outbox_mails (key, recipient, lang, kind, subject, text, html, created_at)
		VALUES ($1, 'x', 'en', 'x', 'x', 'x', 'x', now())`,
		mail.CompletedKey(d.String()))
	must(t, err)
	w.mailer = box
	w.run(w.router())
	waiting := func(what string) func() bool {
		return func() bool {
			return w.count(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
				AND query LIKE $1`, what) == 1
		}
	}
	w.until("that the mail is held up", waiting(`%outbox_mails%`))
	destroyed := make(chan error, 1)
	go func() { destroyed <- w.keys.Destroy(t.Context(), "guest", subject) }()
	w.until("that the erasure waits", waiting(`%INSERT INTO subject_keys%destroyed_at%`))
	must(t, tx.Rollback(t.Context()))
	must(t, <-destroyed)
	if n := w.count(`SELECT count(*) FROM outbox_mails WHERE recipient = 'zbigniewa@example.org'`); n != 1 {
		t.Errorf("%d mails stood when the key was gone", n)
	}
}
