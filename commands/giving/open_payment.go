package giving

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/ports"
)

// page is what the provider will be asked for in an attempt that begins now, with a campaign's stream at a revision.
func page(c *command.Call, revision eventstore.Revision, now time.Time) donation.Page {
	return donation.Page{
		Revision: int64(revision), Address: c.Public, ExpiresAt: now.Add(c.Payments.PageLife()).Truncate(time.Second),
	}
}

// openPayment makes the payment page, or finds the one made before. A gift that is not pending any more leads to its own page.
// Where an attempt is of no use, the next one is recorded and made.
func openPayment(
	ctx context.Context, c *command.Call, d donation.State, in DonateMoneyBody,
) (string, eventstore.Position, error) {
	if d.Overdue(c.Now()) {
		var err error
		if d, err = nextAttempt(ctx, c, d); err != nil {
			return "", eventstore.Position{}, err
		}
	}
	p, err := askForPage(ctx, c, d, in)
	if errors.Is(err, ports.ErrAttemptSpent) {
		c.Log.WarnContext(ctx, "payment page: the provider keeps another answer; the next attempt begins",
			"donation", d.ID, "attempt", d.Attempt, "error", err)
		if d, err = nextAttempt(ctx, c, d); err != nil {
			return "", eventstore.Position{}, err
		}
		p, err = askForPage(ctx, c, d, in)
	}
	if err != nil {
		c.Log.WarnContext(ctx, "payment page not made", "donation", d.ID, "error", err)
		return "", eventstore.Position{}, donation.ErrPayment
	}
	if d.Status != donation.Pending {
		return p.URL, eventstore.Position{}, nil
	}
	step := "payment"
	if d.Attempt > 1 {
		step += " " + strconv.Itoa(d.Attempt)
	}
	res, err := command.Execute(ctx, c.Handler, donation.Decider, d.ID, c.Child(step),
		donation.OpenPayment{Attempt: max(d.Attempt, 1), Reference: p.Reference, ExpiresAt: p.ExpiresAt}.Decide)
	if errors.Is(err, donation.ErrNotPending) {
		return thanksAt(c.Public, d), eventstore.Position{}, nil
	}
	return p.URL, res.Position, err
}

func thanksAt(public string, d donation.State) string {
	return public + "/campaign/" + d.Campaign.String() + "/thanks?donation=" + d.ID.String()
}

// nextAttempt records that the page is asked for once more, unless the gift is not pending any more.
func nextAttempt(ctx context.Context, c *command.Call, d donation.State) (donation.State, error) {
	_, revision, err := command.Recent(ctx, c.Handler, campaign.Decider, d.Campaign)
	if err != nil {
		return d, err
	}
	next := donation.RetryPayment{Attempt: d.Attempt + 1, Page: page(c, revision, c.Now()), Now: c.Now()}
	res, err := command.Execute(ctx, c.Handler, donation.Decider, d.ID, c.Child("attempt "+strconv.Itoa(next.Attempt)), next.Decide)
	if errors.Is(err, donation.ErrNotPending) {
		now, _, err := command.Recent(ctx, c.Handler, donation.Decider, d.ID)
		return now, err
	}
	return res.State, err
}

// askForPage asks the provider for the page of a gift's present attempt, with what was recorded of it, so that a repetition asks
// for the same. A gift that is not pending any more leads to its own page. Errors: ports.ErrPayments, ports.ErrAttemptSpent.
func askForPage(ctx context.Context, c *command.Call, d donation.State, in DonateMoneyBody) (ports.Payment, error) {
	if d.Status != donation.Pending {
		return ports.Payment{URL: thanksAt(c.Public, d)}, nil
	}
	to, revision, err := command.Recent(ctx, c.Handler, campaign.Decider, d.Campaign)
	if err != nil {
		return ports.Payment{}, err
	}
	asked := d.Page
	if asked.ExpiresAt.IsZero() { // it began before this was recorded
		asked.Revision, asked.Address = int64(revision), c.Public
	}
	title, err := command.TextAt(ctx, c.Handler, campaign.Decider, d.Campaign, eventstore.Revision(asked.Revision),
		"title", campaign.TitleIn)
	if err != nil {
		return ports.Payment{}, err
	}
	thanks := thanksAt(asked.Address, d)
	return c.Payments.Open(ctx, ports.OpenPayment{
		Recorded: recorded(d), Attempt: max(d.Attempt, 1), Charge: d.Terms.Charge(), Title: title, TitleLang: to.Lang,
		Email: strings.TrimSpace(in.DonorEmail), Lang: in.Lang, ReturnURL: thanks, CancelURL: thanks + "&cancelled=1",
		ExpiresAt: asked.ExpiresAt,
	})
}
