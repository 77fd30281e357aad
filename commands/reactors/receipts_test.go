package reactors

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/otel/trace/noop"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/receipt"
	"github.com/callup/callup/domain/receipt/series"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/testing/long"
)

// failing is a log whose appends of receipts fail now and then, before they are made or after: as when a server is killed.
type failing struct {
	eventstore.Store
	mu     sync.Mutex
	random *rand.Rand
	failed int
}

func (f *failing) draw(n int) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.random.IntN(n)
}

func (f *failing) Append(
	ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Event,
) (eventstore.Appended, error) {
	when := 3
	if c := eventstore.Category(stream); c == receipt.Category || c == receipt.BookCategory {
		when = f.draw(6)
	}
	cut := fmt.Errorf("%w: killed", eventstore.ErrUnavailable)
	if when == 0 {
		return eventstore.Appended{}, cut
	}
	done, err := f.Store.Append(ctx, stream, expected, events)
	if when == 1 && err == nil {
		f.mu.Lock()
		f.failed++
		f.mu.Unlock()
		return eventstore.Appended{}, cut
	}
	return done, err
}

// server is one more server beside those of the world, with a clock of its own.
func (w *world) server(store eventstore.Store, clock func() time.Time) *command.Service {
	outside := w.commands.Outside
	outside.Clock = clock
	outside.Receipts = receipt.Setting{Texts: receipt.Texts{Name: "Les Voisins"}}
	return command.NewService(command.Config{
		Handler: command.NewHandler(store, w.cat, w.keys), Outside: outside, Tracer: noop.NewTracerProvider().Tracer("test"),
	})
}

// books are the receipts of each book, as the log has them.
func (w *world) books() map[string][]any {
	w.t.Helper()
	all := map[string][]any{}
	_, err := w.commands.Search(w.t.Context(), eventstore.Position{}, []any{receipt.Issued{}, receipt.Corrected{}},
		func(r command.Read) error {
			number := int64(0)
			switch e := r.Event.(type) {
			case receipt.Issued:
				number = e.Number
			case receipt.Corrected:
				number = e.Number
			}
			all[r.Stream] = append(all[r.Stream], r.Event)
			if number != int64(len(all[r.Stream])) {
				w.t.Errorf("number %d comes as number %d of its book", number, len(all[r.Stream]))
			}
			return nil
		})
	must(w.t, err)
	return all
}

// With anything cut off, another server at it, and clocks that show the next year: each gift has one receipt, each refund
// one correction, and no book has a gap.
func TestReceipts_AreNumberedOnceWithoutAGap(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.register(owner, "Olga", "olga@example.org", "en")
	campaign := w.launch()
	gifts := 30
	if long.Wanted() {
		gifts = 1000
	}
	for n := range gifts {
		d := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: campaign, DonorName: fmt.Sprint("Guest ", n)})
		w.pay(d)
		if n%3 == 0 {
			w.returned(d, ident.Pair("refund", d.String()))
		}
	}
	var events []eventstore.Recorded
	for _, one := range []any{donation.Completed{}, donation.Refunded{}} {
		_, err := w.commands.Search(t.Context(), eventstore.Position{}, []any{one}, func(r command.Read) error {
			events = append(events, r.Recorded)
			return nil
		})
		must(t, err)
	}
	store := &failing{Store: w.store, random: rand.New(rand.NewPCG(7, 7))}
	newYear := time.Date(w.now().Year()+1, 1, 1, 0, 0, 0, 0, time.UTC)
	var servers sync.WaitGroup
	for n, clock := range []time.Time{newYear.Add(-time.Second), newYear, newYear.Add(-time.Second)} {
		servers.Go(func() {
			at := func() time.Time { return clock }
			s := w.server(store, at)
			for i := range events {
				r := events[(i+n*len(events)/3)%len(events)] // each in an order of its own: refunds before their gifts, too
				event, err := w.cat.Decode(r)
				if err != nil {
					t.Error(err)
					return
				}
				for tries := 0; number(t.Context(), Config{Commands: s}, r, event) != nil; tries++ {
					if tries > 200 {
						t.Errorf("event %s is never handled", r.ID)
						return
					}
					if store.draw(2) == 0 {
						s = w.server(store, at) // started anew, it remembers nothing
					}
				}
			}
		})
	}
	servers.Wait()
	if store.failed == 0 {
		t.Error("nothing was cut off")
	}
	first, corrections := map[ident.ID]receipt.Issued{}, map[ident.ID]receipt.Corrected{}
	books := w.books()
	for _, book := range books {
		for _, event := range book {
			switch e := event.(type) {
			case receipt.Issued:
				if e.At.Year() != e.Year {
					t.Errorf("receipt %d of %d is of %s", e.Number, e.Year, e.At)
				}
				if _, twice := first[e.Donation]; twice {
					t.Errorf("gift %s has two receipts", e.Donation)
				}
				first[e.Donation] = e
			case receipt.Corrected:
				if _, twice := corrections[e.Change]; twice {
					t.Errorf("refund %s corrects twice", e.Refund)
				}
				corrections[e.Change] = e
			}
		}
	}
	if len(books) != 2 || len(first) != gifts || len(corrections) != (gifts+2)/3 {
		t.Errorf("%d books with %d receipts and %d corrections", len(books), len(first), len(corrections))
	}
	for _, c := range corrections {
		of := first[c.Donation]
		if c.First != of.Receipt || c.FirstNumber != of.Number || c.FirstYear != of.Year || c.Back != money.Of(2500, money.EUR) ||
			!c.Left.IsZero() {
			t.Errorf("%+v corrects %+v", c, of)
		}
	}
}

// A gift from before the upgrade to receipts gets its number, and nobody is mailed about that.
func TestReceipts_MailNobodyAboutGiftsOfBefore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.register(owner, "Olga", "olga@example.org", "en")
	d := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: w.launch(), DonorName: "Gil Ott", DonorEmail: "gil@example.org"})
	w.pay(d)
	w.returned(d, ident.Pair("refund", d.String()))
	older := w.router()
	delete(older.reactors, "receipts")
	stop := w.run(older)
	_, head, err := w.store.Head(t.Context())
	must(t, err)
	w.until("that all but receipts is done", func() bool {
		n := w.count(`SELECT count(*) FROM reactor_checkpoints WHERE position::bigint >= $1::bigint`, head.String())
		return n == len(older.reactors)
	})
	stop()
	before := w.mails.keys()
	w.run(w.router())
	w.until("that the gift has a receipt and its correction", func() bool {
		return w.count(`SELECT count(*) FROM events WHERE type IN ('ReceiptIssued', 'ReceiptCorrected')`) == 2
	})
	w.handled()
	if after := w.mails.keys(); len(before) < 3 || !slices.Equal(before, after) {
		t.Errorf("mailed %q, and then %q", before, after)
	}
}

// The reactor numbers gifts in the order of the log, with the figures, names and words of the moment; a gift that was paid before
// the reactor was there, too. What it writes is sealed under the keys of those it names.
func TestReceipts_AreMadeByAReactor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	zone, err := time.LoadLocation("Pacific/Auckland")
	must(t, err)
	w.commands.Receipts = receipt.Setting{
		Zone: zone, Texts: receipt.Texts{Name: "Les Voisins", Address: []string{"1 rue Haute"}, Note: "RNA W1"},
	}
	cy := ident.Pair("member", "cy")
	w.register(owner, "Olga", "olga@example.org", "en")
	w.register(cy, "Cy Ek", "cy@example.org", "fr")
	campaign := w.launch()
	before := w.give(cy, giving.DonateMoneyBody{CampaignID: campaign, Anonymous: true, Lang: "fr"})
	w.pay(before)
	nobody := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: campaign})
	w.pay(nobody)
	stop := w.run(w.router())
	guest := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: campaign, DonorName: "Gil Ott", DonorEmail: "gil@example.org"})
	w.pay(guest)
	w.handled()
	stop()
	w.exec(`DELETE FROM reactor_checkpoints WHERE reactor = 'receipts'`) // the place is lost: everything is handed over again
	w.run(w.router())
	w.handled()
	books := w.books()
	year := w.now().In(zone).Year()
	made := books[eventstore.StreamName(receipt.BookCategory, receipt.Book(series.Operator, year))]
	if len(books) != 1 || len(made) != 3 {
		t.Fatalf("%d books, %d receipts", len(books), len(made))
	}
	for n, want := range []struct {
		gift              ident.ID
		name, email, lang string
	}{{before, "Cy Ek", "cy@example.org", "fr"}, {nobody, "", "", "en"}, {guest, "Gil Ott", "gil@example.org", "en"}} {
		var e receipt.Issued
		for r, err := range w.commands.OpenedEvents(t.Context(), receipt.BookCategory, receipt.Book(series.Operator, year)) {
			must(t, err)
			if is, ok := r.Event.(receipt.Issued); ok && r.Revision == eventstore.Revision(n) {
				e = is
			}
		}
		if e.Donation != want.gift || e.Name.String() != want.name || e.Email.String() != want.email || e.Lang != want.lang ||
			e.Title.String() != "Water for all" || e.OrganizerName.String() != "Olga" || e.Zone != "Pacific/Auckland" ||
			e.Gift != money.Of(2500, money.EUR) || e.Receipt != receipt.ID(want.gift) || e.Texts.Note != "RNA W1" {
			t.Errorf("number %d: %+v", n+1, e)
		}
	}
}

// Each change of what is left of a gift has a correcting receipt of its own, with what is left then: a refund, that it failed,
// that it was made again under the same name, what a dispute took, and that the dispute was won. All correct the gift's receipt.
func TestReceipts_AreCorrectedByEachChange(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.register(owner, "Olga", "olga@example.org", "en")
	campaign := w.launch()
	back, disputed := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: campaign}),
		w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: campaign})
	said := 0
	hear := func(gift ident.ID, kind ports.PaymentKind, more func(*ports.PaymentEvent)) {
		t.Helper()
		said++
		e := w.paid(gift)
		e.ID, e.Kind = fmt.Sprint("said ", said), kind
		more(&e)
		_, err := giving.HearPayment(t.Context(), w.commands, e)
		must(t, err)
	}
	refund := func(e *ports.PaymentEvent) { e.Refund, e.Amount = ident.Pair("refund"), money.Of(1000, money.EUR) }
	w.pay(back)
	w.pay(disputed)
	hear(back, ports.PaymentRefunded, refund)
	hear(back, ports.PaymentRefundFailed, refund)
	hear(back, ports.PaymentRefunded, refund)
	dispute := ports.Dispute{ID: "dp_1", Why: "fraudulent", Taken: true}
	hear(disputed, ports.PaymentDisputed, func(e *ports.PaymentEvent) { e.Dispute = dispute })
	dispute.Taken, dispute.Outcome = false, "won"
	hear(disputed, ports.PaymentDisputed, func(e *ports.PaymentEvent) { e.Dispute = dispute })
	w.run(w.router())
	w.handled()
	type change struct {
		gift               ident.ID
		reversed, disputed bool
		back, left         int64
	}
	var got []change
	first := map[ident.ID]receipt.Issued{}
	for _, book := range w.books() {
		for _, event := range book {
			switch e := event.(type) {
			case receipt.Issued:
				first[e.Donation] = e
			case receipt.Corrected:
				got = append(got, change{e.Donation, e.Reversed, e.Disputed, e.Back.Minor, e.Left.Minor})
				if of := first[e.Donation]; e.First != of.Receipt || e.FirstNumber != of.Number ||
					e.Receipt != receipt.CorrectionID(e.Change) {
					t.Errorf("%+v corrects %+v", e, of)
				}
			}
		}
	}
	if want := []change{
		{back, false, false, 1000, 1500}, {back, true, false, 1000, 2500}, {back, false, false, 1000, 1500},
		{disputed, false, true, 2500, 0}, {disputed, true, true, 2500, 2500},
	}; !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// A gift whose giver was erased before its receipt was made has a number all the same, so that each gift has one: without a name.
func TestReceipts_OfWhoWasErasedNameNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.register(owner, "Olga", "olga@example.org", "en")
	guest := w.give(ident.Nil, giving.DonateMoneyBody{CampaignID: w.launch(), DonorName: "Gil Ott", DonorEmail: "gil@example.org"})
	w.pay(guest)
	must(t, w.keys.Destroy(t.Context(), "guest", w.supporter(guest)))
	w.run(w.router())
	w.handled()
	if n := w.count(`SELECT count(*) FROM dead_letters`); n != 0 {
		t.Errorf("%d dead letters", n)
	}
	made := 0
	for _, book := range w.books() {
		for _, event := range book {
			made++
			if e, ok := event.(receipt.Issued); !ok || e.Donation != guest || !e.Name.IsEmpty() || !e.Email.IsEmpty() {
				t.Errorf("%+v", event)
			}
		}
	}
	if made != 1 {
		t.Errorf("%d receipts", made)
	}
}
