package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel"
	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/commands/members"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	roles "github.com/callup/callup/domain/staff"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/demo"
	"github.com/callup/callup/internal/media"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/ports"
)

// SeedOptions are how much demo data to make, and of which seed.
type SeedOptions struct {
	Members, Campaigns, Donations int
	Seed                          uint64
}

// DefaultSeed is what a new development installation is filled with.
func DefaultSeed() SeedOptions {
	return SeedOptions{Members: 40, Campaigns: 14, Donations: 240, Seed: 1}
}

// SeedResult counts what demo data was carried out, what had been there before included.
type SeedResult struct {
	Members, Campaigns, Gifts int
	PassedOver                int // gifts to campaigns that take none any more
	SignIns                   []string
}

func (r SeedResult) String() string {
	s := fmt.Sprintf("%d members, %d campaigns, %d gifts", r.Members, r.Campaigns, r.Gifts)
	if r.PassedOver > 0 {
		s += fmt.Sprintf(" (%d more were passed over: their campaigns had closed)", r.PassedOver)
	}
	return s
}

// ErrSeedWithoutSandbox refuses demo data where Stripe takes the payments.
var ErrSeedWithoutSandbox = errors.New("demo gifts are paid in the sandbox: unset CALLUP_STRIPE_KEY for it, and name another " +
	"folder with CALLUP_DATA")

// ErrSeedInProduction refuses demo data in production.
var ErrSeedInProduction = errors.New(
	"demo data never enters an installation in production; set CALLUP_ENV=development for a demonstration",
)

// DemoSignIns are the demo accounts of this installation, as printed: those that a demo password still opens, with their role.
// An installation that an older callup filled may lack accounts or roles, and has the former password.
func (s *Services) DemoSignIns(ctx context.Context) ([]string, error) {
	staff, _, err := command.Load(ctx, s.Commands.Handler, roles.Decider, roles.ID)
	if err != nil {
		return nil, fmt.Errorf("look up the demo's sign-ins: %w", err)
	}
	var lines []string
	for _, a := range demo.SignIns(DefaultSeed().Members) {
		password := demo.Password
		member, err := s.Accounts.Opened(ctx, a.Email, password)
		if errors.Is(err, auth.ErrNoMember) {
			password = demo.FormerPassword
			member, err = s.Accounts.Opened(ctx, a.Email, password)
		}
		if errors.Is(err, auth.ErrNoMember) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("look up the demo's sign-ins: %w", err)
		}
		about := a.About
		if a.Role != "" && !staff.Is(member, a.Role) {
			about = "member"
		}
		lines = append(lines, fmt.Sprintf("%-20s %s   (%s, %s)", a.Email, password, a.Name, about))
	}
	return lines, nil
}

// Seed carries out a demonstration through the commands, step by step, so that the log's order follows from the seed
// alone. It marks the installation as filled with demo data first: one that is interrupted says so too. Carried out
// again it goes on where it stopped and adds nothing twice. progress is told now and then.
func (s *Services) Seed(ctx context.Context, o SeedOptions, progress func(string)) (SeedResult, error) {
	if s.Config.Environment == config.Production {
		return SeedResult{}, ErrSeedInProduction
	}
	if s.Sandbox == nil {
		return SeedResult{}, ErrSeedWithoutSandbox
	}
	if _, err := s.Pool.Exec(ctx, `UPDATE installation SET demo = true`); err != nil {
		return SeedResult{}, fmt.Errorf("mark the installation: %w", err)
	}
	w, err := newSeeder(ctx, s)
	if err != nil {
		return SeedResult{}, err
	}
	plan := demo.NewPlan(demo.Options{Members: o.Members, Campaigns: o.Campaigns, Donations: o.Donations, Seed: o.Seed, Now: Now()})
	later := deedsOf(plan)
	total, n := plan.Steps()+len(later), 0
	told := min(max(total/5, 1), 1000)
	tell := func() {
		if n++; n%told == 0 && n < total {
			progress(fmt.Sprintf("%3d %%: %s", n*100/total, w.done))
		}
	}
	if err := w.carryOutAll(ctx, plan, tell); err != nil {
		return w.done, err
	}
	for _, d := range later {
		if err := w.perform(ctx, d); err != nil {
			return w.done, err
		}
		tell()
	}
	if w.done.SignIns, err = s.DemoSignIns(ctx); err != nil {
		return w.done, err
	}
	progress(fmt.Sprintf("100 %%: %s", w.done))
	return w.done, nil
}

// seeder carries out steps at their own time: what people read as the time of a gift is spread over the weeks before,
// while the log says beside it when it was truly recorded.
type seeder struct {
	at       time.Time
	commands *command.Service
	accounts *auth.Service
	payments *sandbox.Sandbox
	uploads  *media.Uploads
	hash     string // of the one password of all
	members  []ident.ID
	launched []launched // by their numbers in the plan, not in the order they are launched
	covers   map[int]*covering
	done     SeedResult
}

type launched struct{ campaign, owner ident.ID }

func newSeeder(ctx context.Context, s *Services) (*seeder, error) {
	w := &seeder{payments: s.Sandbox, uploads: s.Uploads, at: Now(), covers: map[int]*covering{}}
	clock := func() time.Time { return w.at }
	log := slog.New(warnings{s.Log.Handler()})
	handler := command.NewHandler(s.Appends, s.Catalog, s.Keys)
	w.commands = command.NewService(command.Config{
		Handler: handler,
		Outside: command.Outside{
			Keys: s.Keys, Rates: s.Rates, Payments: s.Payments, Uploads: s.Uploads, Main: s.Config.MainCurrency, Public: s.Public,
			Clock: clock, Log: log, Belongings: NewBelongings(s.Pool, s.Store, handler, s.Projections),
		},
		Areas: commands.All(), Tracer: otel.GetTracerProvider().Tracer("github.com/callup/callup"),
	})
	var err error
	w.accounts, err = auth.New(auth.Config{
		Pool: s.Pool, Key: s.Key, Registrar: registrar{w.commands, s}, Mailer: s.Outbox, Problems: s.Problems,
		Log: log, Now: clock, Random: rand.Reader, BaseURL: s.Public, MinPassword: s.Config.PasswordMin, TermsVersion: agreementVersion,
	})
	if err != nil {
		return nil, fmt.Errorf("set up the demo's accounts: %w", err)
	}
	if w.hash, err = w.accounts.HashPassword(ctx, demo.Password); err != nil {
		return nil, fmt.Errorf("hash the demo password: %w", err)
	}
	return w, nil
}

// carryOutAll carries out the steps of a plan, while the covers of its campaigns are uploaded.
func (w *seeder) carryOutAll(ctx context.Context, p *demo.Plan, tell func()) error {
	work, working := errgroup.WithContext(ctx)
	covering := false
	steps := func() error {
		for step := range p.All {
			if _, join := step.Do.(demo.Join); !join && !covering { // all have joined
				covering = true
				if err := w.cover(working, p, work); err != nil {
					return err
				}
			}
			if err := w.carryOut(working, step); err != nil {
				return err
			}
			tell()
		}
		return nil
	}
	work.Go(steps)
	return work.Wait()
}

func (w *seeder) carryOut(ctx context.Context, step demo.Step) error {
	w.at = step.At.Truncate(time.Microsecond)
	var err error
	switch do := step.Do.(type) {
	case demo.Join:
		err = w.join(ctx, step.Command, do)
	case demo.Launch:
		err = w.launch(ctx, step.Command, do)
	case demo.Change:
		err = w.change(ctx, step.Command, do)
	case demo.Gift:
		err = w.give(ctx, step.Command, do)
	case demo.Refund:
		err = w.refund(ctx, step.Command, do)
	}
	if err != nil {
		return fmt.Errorf("%T of %s: %w", step.Do, step.At.Format(time.DateTime), err)
	}
	return nil
}

func as(member, id ident.ID) command.Envelope {
	return command.Envelope{ID: id, Member: member, Actor: "member:" + member.String()}
}

func (w *seeder) join(ctx context.Context, key ident.ID, j demo.Join) error {
	id, err := w.accounts.CreateConfirmed(ctx, auth.NewAccount{
		Member: ident.Thing(member.Category, key), Email: j.Person.Email, Name: j.Person.Name, Lang: j.Person.Lang,
		PasswordHash: w.hash,
	})
	if err != nil {
		return err
	}
	w.members = append(w.members, id)
	w.done.Members++
	_, err = members.ReviseProfile.Run(ctx, w.commands, as(id, j.Profile),
		members.ReviseProfileBody{
			DisplayName: j.Person.Name, Bio: j.Person.Bio, Location: j.Person.Location, Skills: j.Skills, Lang: j.Person.Lang,
		})
	return err
}

func (w *seeder) launch(ctx context.Context, key ident.ID, l demo.Launch) error {
	owner := w.members[l.Campaign.Owner]
	content := contentOf(l.Campaign)
	var err error
	if content.Photo, err = w.covers[l.Number].uploaded(ctx); err != nil {
		return err
	}
	if content.Photo != "" {
		content.PhotoAlt = l.Campaign.Cover.Alt
	}
	done, err := campaigns.LaunchCampaign.Run(ctx, w.commands, as(owner, key), content)
	if err != nil {
		return err
	}
	w.launched = append(w.launched, make([]launched, max(0, l.Number+1-len(w.launched)))...)
	w.launched[l.Number] = launched{done.CampaignID, owner}
	w.done.Campaigns++
	return nil
}

func contentOf(c demo.Campaign) campaigns.ContentBody {
	content := campaigns.ContentBody{
		Title: c.Title, Description: c.Description, Story: c.Story, Category: string(c.Category),
		GoalAmount: c.Goal.Minor, Currency: c.Goal.Currency, TimeGoalHours: c.Hours,
		Location: c.Location, Lang: c.Lang, BeneficiaryName: c.ForName, Relationship: c.Relationship,
		BeneficiaryConsent: c.ForName != "",
	}
	for _, r := range c.Resources() {
		content.ResourceTypes = append(content.ResourceTypes, string(r))
	}
	for _, n := range c.Needs {
		content.Needs = append(content.Needs, campaigns.NeedBody{Item: n.Item, Quantity: n.Quantity, Unit: n.Unit, Note: n.Note})
	}
	if c.EndsIn > 0 {
		// the step's own time lies in the past; the days left count from today
		content.EndDate, content.TimeZone = Now().AddDate(0, 0, c.EndsIn).Format(time.DateOnly), c.TimeZone
	}
	return content
}

func (w *seeder) change(ctx context.Context, key ident.ID, d demo.Change) error {
	l := w.launched[d.Campaign]
	to := campaigns.CampaignBody{CampaignID: l.campaign}
	var err error
	switch d.Status {
	case campaign.OnHold:
		_, err = campaigns.PauseCampaign.Run(ctx, w.commands, as(l.owner, key), to)
	case campaign.Ended:
		_, err = campaigns.CompleteCampaign.Run(ctx, w.commands, as(l.owner, key), to)
	case campaign.None, campaign.Active, campaign.CalledOff, campaign.Lapsed, campaign.Waits, campaign.ChangesAsked,
		campaign.TurnedDown, campaign.TakenBack, campaign.Draft, campaign.Discarded:
		err = fmt.Errorf("a campaign can't be made %q", d.Status)
	}
	return overtaken(err)
}

// overtaken forgives what somebody has done meanwhile with demo data from an earlier run.
func overtaken(err error) error {
	var refusal *domain.Refusal
	if errors.As(err, &refusal) && refusal.Kind == domain.Closed {
		return nil
	}
	return err
}

func (w *seeder) give(ctx context.Context, key ident.ID, g demo.Gift) error {
	env := command.Envelope{ID: key, Actor: "guest"}
	c := giving.DonateMoneyBody{CampaignID: w.launched[g.Campaign].campaign, Amount: g.Amount.Minor, Currency: g.Amount.Currency,
		CoverFees: g.CoverFees, Anonymous: g.Anonymous, Message: g.Message, Lang: g.Lang, DonorName: g.Guest.Name,
		DonorEmail: g.Guest.Email}
	if g.Member >= 0 {
		env = as(w.members[g.Member], key)
	}
	done, err := giving.DonateMoney.Run(ctx, w.commands, env, c)
	if err != nil {
		if overtaken(err) == nil {
			w.done.PassedOver++
			return nil
		}
		return err
	}
	said, err := w.payments.Lookup(ctx, ports.Recorded{Donation: done.DonationID})
	if err != nil {
		return fmt.Errorf("look up the payment: %w", err)
	}
	if said.Kind == ports.PaymentPending {
		if said, err = w.decide(ctx, said.Reference, g.Outcome); err != nil {
			return fmt.Errorf("decide the payment: %w", err)
		}
	}
	// the webhook says the same later, which changes nothing
	if _, err := giving.HearPayment(ctx, w.commands, said); err != nil {
		return err
	}
	w.done.Gifts++
	return nil
}

func (w *seeder) decide(ctx context.Context, reference string, o demo.Outcome) (ports.PaymentEvent, error) {
	// A server that runs meanwhile hears of the payment after the seeder, and not at its own time instead: a gift to a campaign
	// that was paused days ago would have been completed a few seconds ago.
	later := sandbox.Options{Delay: webhooksLater}
	switch o {
	case demo.Paid:
		return w.payments.Approve(ctx, reference, later)
	case demo.Declined:
		return w.payments.Decline(ctx, reference, later)
	case demo.Expired:
		return w.payments.Expire(ctx, reference, later)
	case demo.Cancelled:
		return w.payments.Cancel(ctx, reference, later)
	}
	return ports.PaymentEvent{}, fmt.Errorf("a payment has no outcome %d", o)
}

// webhooksLater is how late the provider says what became of a payment, which the seeder has heard by then.
const webhooksLater = 30 * time.Second

// refund asks for the money back. As with every refund, the server gives it back once it runs, and the provider
// confirms it.
func (w *seeder) refund(ctx context.Context, key ident.ID, r demo.Refund) error {
	owner := w.launched[r.Campaign].owner
	_, err := giving.RefundDonation.Run(ctx, w.commands, as(owner, key),
		giving.RefundDonationBody{DonationBody: giving.DonationBody{DonationID: ident.Thing(donation.Category, r.Gift)},
			Amount: r.Minor})
	if errors.Is(err, donation.ErrNotFound) {
		return nil // the gift was passed over
	}
	return overtaken(err)
}

// fillDemo fills a new, empty development installation with demo data, and gives the sign-ins to print.
func (s *Services) fillDemo(ctx context.Context, out io.Writer) ([]string, error) {
	if !s.Config.Demo {
		return nil, nil
	}
	empty, err := s.empty(ctx)
	if err != nil {
		return nil, err
	}
	if !empty {
		demo, err := s.Demo(ctx)
		if err != nil || !demo {
			return nil, err
		}
		return s.DemoSignIns(ctx)
	}
	fmt.Fprintln(out, "Filling the new installation with demo data. This takes about ten seconds …")
	done, err := s.Seed(ctx, DefaultSeed(), func(string) {})
	if err != nil {
		return nil, fmt.Errorf("fill the installation with demo data: %w", err)
	}
	return done.SignIns, nil
}

// warnings lets only what needs attention through: a demonstration is many commands.
type warnings struct{ slog.Handler }

func (h warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && h.Handler.Enabled(ctx, level)
}

func (h warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return warnings{h.Handler.WithAttrs(attrs)}
}

func (h warnings) WithGroup(name string) slog.Handler { return warnings{h.Handler.WithGroup(name)} }
