package commands_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/members"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/ports"
)

// around is everything an erasure asks of the outside. It can die at any of these calls, before or after it did what it
// was asked.
type around struct {
	*world
	calls   int
	dieAt   int  // the call at which it dies; 0: never
	after   bool // once the call is done
	dead    bool // it died, and no new process was started yet
	closed  []ident.ID
	waited  int
	dropped []eventstore.Position
	traces  []erasing.Traces
	paid    map[ident.ID]bool // payments that came before the page was closed
	asked   []ident.ID        // whose page the provider was asked to close
	refuse  func(ident.ID) bool
}

var errDied = errors.New("the process died")

func (a *around) call(do func() error) error {
	if a.dead {
		return errDied
	}
	a.calls++
	a.dead = a.calls == a.dieAt
	if a.dead && !a.after {
		return errDied
	}
	if err := do(); err != nil {
		return err
	}
	if a.dead {
		return errDied
	}
	return nil
}

// dyingKeys are real keys in a process that may die.
type dyingKeys struct {
	erasing.ErasableKeys
	a *around
}

func (k dyingKeys) Destroy(ctx context.Context, kind string, subjects ...ident.ID) error {
	return k.a.call(func() error { return k.ErasableKeys.Destroy(ctx, kind, subjects...) })
}

func (k dyingKeys) Lingering(ctx context.Context, subjects ...ident.ID) (time.Duration, error) {
	_, err := k.ErasableKeys.Lingering(ctx, subjects...)
	if k.a.waited++; err == nil && k.a.waited == 1 {
		return time.Minute, nil
	}
	return 0, err
}

func (a *around) Contact(context.Context, ident.ID) (auth.Contact, error) {
	return auth.Contact{}, auth.ErrNoMember
}

func (a *around) Address(_ context.Context, email string) (auth.Address, error) {
	return auth.Address{Normal: email}, nil
}

func (a *around) Stay(context.Context, ident.ID) error { return nil }

func (a *around) Close(_ context.Context, member ident.ID) error {
	return a.call(func() error { a.closed = append(a.closed, member); return nil })
}

func (a *around) Behind(_ context.Context, at eventstore.Position) ([]string, error) {
	if a.waited++; a.waited == 3 {
		return []string{"members_v2_1"}, nil
	}
	return nil, a.call(func() error { return nil })
}

func (a *around) DropBelow(_ context.Context, at eventstore.Position) (int, error) {
	return 2, a.call(func() error { a.dropped = append(a.dropped, at); return nil })
}

// customers closes payment pages.
type customers struct{ a *around }

func (c customers) Close(_ context.Context, r ports.Recorded) (ports.PaymentEvent, error) {
	d := r.Donation
	if c.a.asked = append(c.a.asked, d); c.a.refuse != nil && c.a.refuse(d) {
		return ports.PaymentEvent{}, ports.ErrPayments
	}
	e := ports.PaymentEvent{ID: "closed " + d.String(), Kind: ports.PaymentCancelled, Donation: d, Reference: "pay_" + d.String()}
	if c.a.paid[d] {
		e.ID, e.Kind, e.Amount, e.Begun = "paid "+d.String(), ports.PaymentPaid, money.Of(2500, money.EUR), c.a.now()
	}
	return e, c.a.call(func() error { return nil })
}

func (customers) Forget(context.Context, []ident.ID, []ident.ID) (int64, error) { return 0, nil }

// erasures starts a process.
func (a *around) erasures(s *command.Service) *erasing.Process {
	a.dead = false
	return erasing.New(erasing.Config{
		Service: s, Keys: dyingKeys{a.keys, a}, Accounts: a, Builds: a, Grace: 14 * 24 * time.Hour,
		Holdings: append(commands.Holdings(customers{a}), erasing.Holdings{
			Purges: []erasing.Purge{{What: "mails", Run: func(_ context.Context, t erasing.Traces) (int64, error) {
				return 3, a.call(func() error { a.traces = append(a.traces, t); return nil })
			}}},
		}),
	})
}

var ada = ident.Pair("member", "ada")

// lived is a member with a campaign, gifts of their own, as a guest too, and gifts received.
func (a *around) lived(t *testing.T, s *command.Service) (campaign ident.ID, theirs, received []ident.ID) {
	t.Helper()
	ctx := t.Context()
	_, err := members.RegisterMember.Run(ctx, s, a.env(),
		members.Registration{Member: ada, Name: "Ada", Email: "ada@example.org", Lang: "en"})
	must(t, err)
	content := campaigns.ContentBody{
		Title: "A well", Description: "D", Story: "S", Category: "community", ResourceTypes: []string{"money"}, GoalAmount: 100_000,
		Currency: money.EUR, Lang: "en",
		BeneficiaryName: "Bo", Relationship: "friend", BeneficiaryConsent: true,
	}
	own, err := campaigns.LaunchCampaign.Run(ctx, s, a.env().For(ada), content)
	must(t, err)
	other, err := campaigns.LaunchCampaign.Run(ctx, s, a.env().For(ident.Pair("member", "bea")), content)
	must(t, err)
	give := func(by ident.ID, c giving.DonateMoneyBody) ident.ID {
		c.Amount, c.Currency, c.Lang = 2500, money.EUR, "en"
		d, err := giving.DonateMoney.Run(ctx, s, a.env().For(by), c)
		must(t, err)
		return d.DonationID
	}
	theirs = []ident.ID{
		give(ada, giving.DonateMoneyBody{CampaignID: other.CampaignID, Message: "Good"}),
		give(ident.Nil, giving.DonateMoneyBody{CampaignID: other.CampaignID, DonorName: "Ada", DonorEmail: "ADA@example.org"}),
	}
	received = []ident.ID{give(ident.Nil, giving.DonateMoneyBody{CampaignID: own.CampaignID, DonorName: "Bea",
		DonorEmail: "bea@example.org"})}
	// none of Ada's business
	give(ident.Nil, giving.DonateMoneyBody{CampaignID: other.CampaignID, DonorName: "Bea", DonorEmail: "bea@example.org"})
	a.paid = map[ident.ID]bool{theirs[0]: true}
	return own.CampaignID, theirs, received
}

// advanced goes on with an erasure until its end, each time as a new process where the last one died or waited.
func (a *around) advanced(t *testing.T, id ident.ID) erasure.State {
	t.Helper()
	for range 20 {
		s, err := a.erasures(a.service()).Advance(t.Context(), id)
		var wait *command.NotYet
		switch {
		case err == nil:
			return s
		case !errors.Is(err, errDied) && !errors.As(err, &wait):
			t.Fatal(err)
		}
	}
	t.Fatal("the erasure never ends")
	return erasure.State{}
}

// An erasure that is cut off anywhere goes on where it was, and ends as one that was not.
func TestAnErasureOutlivesItsProcesses(t *testing.T) {
	t.Parallel()
	want := ""
	for dieAt := 0; ; dieAt++ {
		for _, after := range []bool{false, true} {
			a := &around{world: newWorld(t), dieAt: dieAt, after: after}
			campaign, theirs, received := a.lived(t, a.service())
			e := a.erasures(a.service())
			state, at, err := e.EraseMember(t.Context(), a.env(), ada, erasure.ByOperator)
			must(t, err)
			if at.IsZero() || state.Status != erasure.Waiting {
				t.Fatalf("%s, %+v", at, state)
			}
			_, err = e.Begin(t.Context(), a.env(), state.ID)
			must(t, err)
			s := a.advanced(t, state.ID)
			got := fmt.Sprintf("%s %d subjects, %d campaigns, %d gifts, %d dropped, %v; %v", s.Status, len(s.Subjects), s.Campaigns,
				s.Gifts, s.Dropped, s.Removed,
				a.types(erasure.Category, s.ID))
			if want == "" {
				want = got
				wantEvents := "[ErasureRequested ErasureBegan ErasureScoped ErasureKeysDestroyed PersonErased PersonErased PersonErased " +
					"PersonErased ErasureBuildsDropped ErasurePurged ErasureCompleted]"
				if got != "completed 4 subjects, 1 campaigns, 3 gifts, 2 dropped, [{mails 3}]; "+wantEvents {
					t.Fatalf("undisturbed: %s", got)
				}
			}
			if got != want {
				t.Errorf("died at call %d (after: %t):\n%s\nnot\n%s", dieAt, after, got, want)
			}
			a.aftermath(t, campaign, theirs, received)
			if dieAt > a.calls {
				if dieAt < 8 {
					t.Errorf("only %d places to die at", a.calls)
				}
				return
			}
		}
	}
}

func (a *around) aftermath(t *testing.T, theirCampaign ident.ID, theirs, received []ident.ID) {
	t.Helper()
	a.wrote(campaign.Category, theirCampaign, "CampaignLaunched", "CampaignCompleted")
	a.wrote(donation.Category, theirs[0], "DonationStarted", "DonationPaymentOpened", "DonationCompleted")
	a.wrote(donation.Category, theirs[1], "DonationStarted", "DonationPaymentOpened", "DonationCancelled")
	a.wrote(donation.Category, received[0], "DonationStarted", "DonationPaymentOpened", "DonationCancelled")
	tr := a.traces[len(a.traces)-1]
	slices.SortFunc(theirs, func(x, y ident.ID) int { return slices.Compare(x[:], y[:]) })
	if tr.Member != ada || tr.Email != "ada@example.org" || !slices.Equal(tr.All(giving.Given), theirs) ||
		!slices.Equal(tr.All(giving.Received), received) || !slices.Equal(tr.All(campaign.Category), []ident.ID{theirCampaign}) {
		t.Errorf("purged by %+v", tr)
	}
	if !slices.Contains(a.closed, ada) {
		t.Error("the account was not closed")
	}
	// whom the keys are gone of, and whom not
	if n := a.count(`SELECT count(*) FROM subject_keys WHERE wrapped IS NULL`); n != 5 { // four subjects, and the erasure's own
		t.Errorf("%d keys are destroyed", n)
	}
	s := a.service()
	_, err := members.ReviseProfile.Run(t.Context(), s, a.env().For(ada), members.ReviseProfileBody{DisplayName: "Ada", Lang: "en"})
	refused(t, err, "person_erased")
	if title, err := command.RecentText(t.Context(), s.Handler, campaign.Decider, theirCampaign, "title",
		campaign.TitleIn); err != nil || title != "" {
		t.Errorf("the campaign is called %q, %v", title, err)
	}
}

// Who has more subjects than an append can name, the people their campaigns were for among them, is erased all the same.
func TestAnErasureOfManySubjects(t *testing.T) {
	t.Parallel()
	a := &around{world: newWorld(t), waited: 9}
	s := a.service()
	own, _, _ := a.lived(t, s)
	const revisions = 8000 // more than 512 KiB of subjects
	stream, at := eventstore.StreamName(campaign.Category, own), eventstore.Revision(len(a.types(campaign.Category, own))-1)
	for n := 0; n < revisions; {
		var events []eventstore.Event
		for range eventstore.MaxEvents {
			command := ident.Pair("revision", fmt.Sprint(n))
			e, err := a.cat.Encode(t.Context(), a.keys, command, campaign.Revised{
				Campaign: own, Subject: own, Content: campaign.Content{Beneficiary: ident.Pair("beneficiary", fmt.Sprint(n))}, At: a.now(),
			}, eventstore.Metadata{Command: command, Correlation: command, Actor: "guest"})
			must(t, err)
			events = append(events, e)
			n++
		}
		done, err := a.store.Append(t.Context(), stream, at, events)
		must(t, err)
		at = done.Revision
	}
	e := a.erasures(s)
	state, _, err := e.EraseMember(t.Context(), a.env(), ada, erasure.ByMember)
	must(t, err)
	_, err = e.Begin(t.Context(), a.env(), state.ID)
	must(t, err)
	state, err = e.Advance(t.Context(), state.ID)
	must(t, err)
	if len(state.Subjects) != revisions+4 || state.Status != erasure.Done {
		t.Errorf("%d subjects are named, and it is %s", len(state.Subjects), state.Status)
	}
}

// A gift to one's own campaign is both: the provider forgets who gave it, and what it was for.
func TestAGiftToOnesOwnCampaign(t *testing.T) {
	t.Parallel()
	a := &around{world: newWorld(t), waited: 9}
	s := a.service()
	own, _, received := a.lived(t, s)
	d, err := giving.DonateMoney.Run(t.Context(), s, a.env().For(ada),
		giving.DonateMoneyBody{CampaignID: own, Amount: 100, Currency: money.EUR, Lang: "en"})
	must(t, err)
	e := a.erasures(s)
	state, _, err := e.EraseMember(t.Context(), a.env(), ada, erasure.ByMember)
	must(t, err)
	_, err = e.Begin(t.Context(), a.env(), state.ID)
	must(t, err)
	_, err = e.Advance(t.Context(), state.ID)
	must(t, err)
	tr := a.traces[0]
	if !slices.Contains(tr.All(giving.Given), d.DonationID) || !slices.Contains(tr.All(giving.Received), d.DonationID) ||
		!slices.Contains(tr.All(giving.Received), received[0]) {
		t.Errorf("purged by %+v", tr)
	}
}

func (w *world) count(sql string) (n int) {
	w.t.Helper()
	must(w.t, w.pool.QueryRow(w.t.Context(), sql).Scan(&n))
	return n
}

func TestGraceAndUndo(t *testing.T) {
	t.Parallel()
	a := &around{world: newWorld(t), waited: 9}
	s := a.service()
	_, theirs, _ := a.lived(t, s)
	e := a.erasures(s)
	ask := func() ident.ID {
		state, _, err := e.EraseMember(t.Context(), a.env(), ada, erasure.ByMember)
		must(t, err)
		if state.Status != erasure.Waiting || !state.DueAt.Equal(a.now().AddDate(0, 0, 14)) {
			t.Errorf("asked: %+v", state)
		}
		return state.ID
	}
	waits := func(id ident.ID) {
		t.Helper()
		state, err := e.Advance(t.Context(), id)
		var wait *command.NotYet
		if !errors.As(err, &wait) || !wait.At.Equal(state.DueAt) {
			t.Errorf("%+v, %v", state, err)
		}
	}
	id := ask()
	waits(id)
	if again, at, err := e.EraseMember(t.Context(), a.env(), ada, erasure.ByOperator); err != nil || !at.IsZero() ||
		again.By != erasure.ByMember {
		t.Errorf("asked twice: %+v, %s, %v", again, at, err)
	}
	_, err := e.Undo(t.Context(), a.env(), id)
	must(t, err)
	a.moveOn(20 * 24 * time.Hour)
	if state, err := e.Advance(t.Context(), id); err != nil || state.Status != erasure.TakenBack {
		t.Errorf("undone: %+v, %v", state, err)
	}
	if len(a.closed) > 0 || len(a.types(donation.Category, theirs[0])) != 2 {
		t.Error("something happened all the same")
	}
	if again := ask(); again != id {
		t.Errorf("another erasure: %s", again)
	}
	waits(id)
	a.moveOn(14 * 24 * time.Hour)
	state, err := e.Advance(t.Context(), id)
	if err != nil || state.Status != erasure.Done {
		t.Errorf("due: %+v, %v", state, err)
	}
	if tr := a.traces[0]; tr.Email != "ada@example.org" {
		t.Errorf("%+v", tr)
	}
	_, err = e.Undo(t.Context(), a.env(), id)
	refused(t, err, "erasure_begun")
	all, err := e.All(t.Context())
	if err != nil || len(all) != 1 || all[0].ID != id {
		t.Errorf("%+v, %v", all, err)
	}
}

// A process that dies while it undoes a request leaves the key of the address in it: the erasure that comes in the end
// destroys that one too.
func TestUndoingThatDies(t *testing.T) {
	t.Parallel()
	for _, after := range []bool{false, true} {
		a := &around{world: newWorld(t), waited: 9, dieAt: 1, after: after}
		s := a.service()
		a.lived(t, s)
		e := a.erasures(s)
		state, _, err := e.EraseMember(t.Context(), a.env(), ada, erasure.ByMember)
		must(t, err)
		if _, err := e.Undo(t.Context(), a.env(), state.ID); !errors.Is(err, errDied) {
			t.Fatal(err)
		}
		e = a.erasures(s)
		_, _, err = e.EraseMember(t.Context(), a.env(), ada, erasure.ByMember)
		must(t, err)
		_, err = e.Begin(t.Context(), a.env(), state.ID)
		must(t, err)
		_, err = e.Advance(t.Context(), state.ID)
		must(t, err)
		if n := a.count(`SELECT count(*) FROM subject_keys WHERE kind = 'erasure' AND wrapped IS NOT NULL`); n != 0 {
			t.Errorf("%d addresses can still be read in the log", n)
		}
		if n := a.count(`SELECT count(*) FROM subject_keys WHERE kind = 'erasure'`); n != 2 {
			t.Errorf("%d keys were made", n)
		}
	}
}

func TestAGuestIsErasedAndComesBackAsSomebodyNew(t *testing.T) {
	t.Parallel()
	a := &around{world: newWorld(t), waited: 9}
	s := a.service()
	e := a.erasures(s)
	own, _, _ := a.lived(t, s)
	_, _, err := e.EraseGuest(t.Context(), a.env(), "nobody@example.org", erasure.ByOperator)
	refused(t, err, "person_unknown")
	state, _, err := e.EraseGuest(t.Context(), a.env(), "bea@example.org", erasure.ByOperator)
	must(t, err)
	_, err = e.Begin(t.Context(), a.env(), state.ID)
	must(t, err)
	done, err := e.Advance(t.Context(), state.ID)
	must(t, err)
	if len(done.Subjects) != 1 || done.Gifts != 2 || done.Campaigns != 0 || len(a.traces) != 2 ||
		!a.traces[0].From.Equal(done.Cut) || !a.traces[1].Until.Equal(done.Cut) {
		t.Errorf("%+v; %+v", done, a.traces)
	}
	if title, err := command.RecentText(t.Context(), s.Handler, campaign.Decider, own, "title", campaign.TitleIn); err != nil ||
		title != "A well" {
		t.Errorf("another's campaign is called %q, %v", title, err)
	}
	_, _, err = e.EraseGuest(t.Context(), a.env(), "bea@example.org", erasure.ByOperator)
	refused(t, err, "person_unknown")
	d, err := giving.DonateMoney.Run(t.Context(), s, a.env(),
		giving.DonateMoneyBody{CampaignID: own, DonorName: "Bea", DonorEmail: "bea@example.org", Amount: 100, Currency: money.EUR,
			Lang: "en"})
	must(t, err)
	if got, _, err := command.Load(t.Context(), a.handler(), donation.Decider, d.DonationID); err != nil ||
		got.Supporter == state.Subject {
		t.Errorf("the guest is the same as before: %v", err)
	}
	_, _, err = e.EraseMember(t.Context(), a.env(), ident.Pair("member", "nobody"), erasure.ByOperator)
	refused(t, err, "member_not_found")
}
