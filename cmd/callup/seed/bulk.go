package seed

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/app"
)

const (
	bulkWriters  = 128
	bulkProvider = "bulk" // no provider has books of these gifts, and an audit says so
)

// AddBulk adds gifts until the log holds so many events more, fast enough to measure with. Each gift's history is
// decided by the rules of a donation and appended to its stream at once, past handler and provider; members and
// campaigns came through the commands. The same seed gives the same gifts, in an order that follows from who is
// quickest. Reactors pass over them: nobody is mailed.
func AddBulk(ctx context.Context, p *cli.Program, s *app.Services, o app.SeedOptions, events int) error {
	w, err := NewBulk(ctx, s, o)
	if err != nil {
		return err
	}
	var made, tried, gifts atomic.Int64
	began := time.Now()
	work, working := errgroup.WithContext(ctx)
	for range bulkWriters {
		work.Go(func() error {
			for working.Err() == nil && made.Load() < int64(events) {
				n, err := w.give(working, tried.Add(1))
				if err != nil {
					return err
				}
				if n > 0 {
					gifts.Add(1)
				}
				made.Add(int64(n))
			}
			return working.Err()
		})
	}
	told := make(chan struct{})
	go func() {
		defer close(told)
		for tick := time.NewTicker(time.Second); ; {
			select {
			case <-tick.C:
				n := made.Load()
				fmt.Fprintf(p.Drawing(), "\r%d of %d events, %.0f/s ", n, events, float64(n)/time.Since(began).Seconds())
			case <-working.Done():
				tick.Stop()
				return
			}
		}
	}()
	err = work.Wait()
	<-told
	if err != nil {
		return fmt.Errorf("fill the log: %w", err)
	}
	if err := s.Router.PassOver(ctx); err != nil {
		return err
	}
	took := time.Since(began)
	fmt.Fprintf(p.Stdout,
		"\n%d events of %d gifts in %s, %.0f/s. Bring the read tables up to date: callup projections rebuild --all\n",
		made.Load(), gifts.Load(), took.Round(time.Second), float64(made.Load())/took.Seconds())
	return nil
}

// Bulk makes gifts.
type Bulk struct {
	s         *app.Services
	seed      uint64
	Members   []ident.ID
	Campaigns []admitted
}

type admitted struct {
	Id    ident.ID
	state campaign.State
}

// NewBulk makes what adds gifts past the commands.
func NewBulk(ctx context.Context, s *app.Services, o app.SeedOptions) (*Bulk, error) {
	w := &Bulk{s: s, seed: o.Seed}
	h := command.NewHandler(s.Appends, s.Catalog, s.Keys)
	var at eventstore.Position
	for {
		page, err := s.Store.ReadAll(ctx, at, 1000, eventstore.Filter{Types: []string{"CampaignLaunched", "MemberRegistered"}})
		if err != nil {
			return nil, fmt.Errorf("look for members and campaigns: %w", err)
		}
		for _, e := range page.Events {
			_, name, _ := strings.Cut(e.Stream, "-")
			id, err := ident.Parse(name)
			if err != nil {
				return nil, fmt.Errorf("read the name of stream %s: %w", e.Stream, err)
			}
			switch e.Type {
			case "MemberRegistered":
				w.Members = append(w.Members, id)
			case "CampaignLaunched":
				if err := w.admit(ctx, h, id); err != nil {
					return nil, err
				}
			}
		}
		if at = page.Next; page.End {
			break
		}
	}
	if len(w.Members) == 0 || len(w.Campaigns) == 0 {
		return nil, errors.New("there is nobody to give, or no campaign to give to: ask for --members and --campaigns")
	}
	return w, nil
}

// admit fixes the currency of a campaign that takes gifts.
func (w *Bulk) admit(ctx context.Context, h *command.Handler, id ident.ID) error {
	state, _, err := command.Load(ctx, h, campaign.Decider, id)
	if err != nil {
		return err
	}
	if state.AdmitsGift(false, app.Now()) != nil {
		return nil //nolint:nilerr // it takes none
	}
	env := command.Envelope{ID: ident.Pair("bulk admit", id.String()), Actor: "operator"}
	res, err := command.Execute(ctx, h, campaign.Decider, id, env, campaign.FixCurrency{}.Decide)
	if err == nil {
		w.Campaigns = append(w.Campaigns, admitted{id, res.State})
	}
	return err
}

// give makes the n-th gift, and gives how many events it left: none when it was made before, from whatever members and
// campaigns there were then. One of fifty is given back.
func (w *Bulk) give(ctx context.Context, n int64) (int, error) {
	r := rand.New(rand.NewPCG(w.seed, uint64(n))) //nolint:gosec // amounts, nothing secret
	to, from := w.Campaigns[r.IntN(len(w.Campaigns))], w.Members[r.IntN(len(w.Members))]
	command := ident.Pair("bulk", fmt.Sprint(w.seed), fmt.Sprint(n))
	id, at := ident.Thing(donation.Category, command), app.Now()
	gift := money.Of(int64(500+100*r.IntN(200)), to.state.Currency)
	rate, err := w.s.Rates.Rate(gift.Currency, w.s.Config.MainCurrency, at)
	if err != nil {
		return 0, fmt.Errorf("rate to the main currency: %w", err)
	}
	start := donation.Start{
		Donation: id, Campaign: to.Id, Supporter: member.SubjectOf(from), Member: from, Lang: "en", Provider: bulkProvider, Now: at,
		Terms: donation.Terms{
			Gift: gift, Fee: money.Of(0, gift.Currency), Counted: gift, Main: rate.Convert(gift), Rate: money.Same(gift.Currency),
			MainRate: rate,
		},
	}
	reference := "bulk_" + command.String()
	steps := []func(donation.State) ([]donation.Event, error){
		start.Decide,
		donation.OpenPayment{Attempt: 1, Reference: reference, ExpiresAt: at.Add(30 * time.Minute)}.Decide,
		donation.Confirm{Reference: reference, Paid: gift, Begun: at, Now: at}.Decide,
	}
	if r.IntN(50) == 0 {
		refund := ident.Pair("refund", id.String())
		steps = append(steps,
			donation.RequestRefund{Refund: refund, Reason: donation.ByOrganizer, Now: at}.Decide,
			donation.ConfirmRefund{Refund: refund, Amount: gift, Now: at}.Decide)
	}
	state := donation.Decider.Initial()
	events := make([]eventstore.Event, 0, len(steps))
	meta := eventstore.Metadata{Command: command, Correlation: command, Actor: "operator"}
	for _, decide := range steps {
		decided, err := decide(state)
		if err != nil {
			return 0, err
		}
		for _, e := range decided {
			encoded, err := w.s.Catalog.Encode(ctx, w.s.Keys, ident.Event(command, len(events)), e, meta)
			if err != nil {
				return 0, err
			}
			events, state = append(events, encoded), donation.Decider.Evolve(state, e)
		}
	}
	done, err := w.s.Appends.Append(ctx, eventstore.StreamName(donation.Category, id), eventstore.NoStream, events)
	if _, conflict := errors.AsType[*eventstore.Conflict](err); conflict || err == nil && done.Repeated {
		return 0, nil
	}
	return len(events), err
}
