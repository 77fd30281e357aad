package reactors

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/ports"
)

// paymentPatience is how long a gift waits before the provider is asked what became of it: longer than a payment page
// stays open. A gift that failed or was cancelled here is asked about too: its page may have been paid all the same.
const paymentPatience = 35 * time.Minute

// refundPatience is how long a refund waits before the provider is asked what became of it.
const refundPatience = 10 * time.Minute

// launchPatience is how long a launch may take from its slug on, every repetition by its client included. Whatever is
// under way after that begins again, so it only has to be rare.
const launchPatience = time.Hour

// Config is what the reactors are given.
type Config struct {
	Catalog  *catalog.Catalog
	Keys     catalog.Keys
	Store    eventstore.Store
	Commands *command.Service
	Payments ports.Payments
	Timers   *Timers
	Mailer   mail.Mailer
	SignOut  func(ctx context.Context, member ident.ID) error // everywhere
	Public   string                                           // the address people open, without a trailing slash
}

// All makes every reactor of this program.
func All(c Config) []Reactor {
	m := mails{c}
	return []Reactor{
		{
			Name: "refunds", Types: []string{catalog.TypeName[donation.RefundRequested](c.Catalog)},
			Handle: func(ctx context.Context, r eventstore.Recorded, event any) error { return refund(ctx, c, r, event) },
		},
		{
			Name: "timers",
			Types: []string{
				catalog.TypeName[campaign.SlugReserved](c.Catalog),
				catalog.TypeName[campaign.Launched](c.Catalog), catalog.TypeName[campaign.Revised](c.Catalog),
				catalog.TypeName[campaign.Completed](c.Catalog), catalog.TypeName[donation.Started](c.Catalog),
				catalog.TypeName[donation.Completed](c.Catalog), catalog.TypeName[donation.RefundRequested](c.Catalog),
			},
			Handle: func(ctx context.Context, r eventstore.Recorded, event any) error {
				return setTimers(ctx, c.Timers, r, event)
			},
		},
		{
			Name: "mails",
			Types: []string{
				catalog.TypeName[donation.Completed](c.Catalog), catalog.TypeName[donation.Refunded](c.Catalog),
			},
			Handle: func(ctx context.Context, _ eventstore.Recorded, event any) error { return m.handle(ctx, event) },
		},
		{
			Name: "erasures",
			Types: []string{
				catalog.TypeName[erasure.Requested](c.Catalog), catalog.TypeName[erasure.Undone](c.Catalog),
				catalog.TypeName[erasure.Began](c.Catalog), catalog.TypeName[erasure.Completed](c.Catalog),
			},
			Handle: func(ctx context.Context, _ eventstore.Recorded, event any) error { return erase(ctx, c, event) },
		},
	}
}

// refund asks the provider to give money back.
func refund(ctx context.Context, c Config, r eventstore.Recorded, event any) error {
	e, ok := event.(donation.RefundRequested)
	if !ok {
		return fmt.Errorf("refunds can't handle %T", event)
	}
	env := command.Envelope{
		ID: ident.Command("reactor:refunds", r.ID.String()), Actor: "reactor:refunds", Correlation: r.Metadata.Correlation, Causation: r.ID,
	}
	_, err := giving.RefundPayment.Run(ctx, c.Commands, env, giving.RequestedRefund{Donation: e.Donation, Refund: e.Refund})
	return err
}

func setTimers(ctx context.Context, t *Timers, r eventstore.Recorded, event any) error {
	ends := func(id ident.ID, at time.Time) error {
		if at.IsZero() {
			return t.Clear(ctx, timerComplete, id)
		}
		return t.Set(ctx, timerComplete, id, at)
	}
	switch e := event.(type) {
	case campaign.SlugReserved:
		slug, err := streamID(r.Stream)
		if err != nil {
			return err
		}
		return t.After(ctx, timerSlug, slug, launchPatience)
	case campaign.Launched:
		return ends(e.Campaign, e.EndsAt)
	case campaign.Revised:
		return ends(e.Campaign, e.EndsAt)
	case campaign.Completed:
		return t.Clear(ctx, timerComplete, e.Campaign)
	case donation.Started:
		return t.After(ctx, timerReconcile, e.Donation, paymentPatience)
	case donation.Completed:
		return t.Clear(ctx, timerReconcile, e.Donation)
	case donation.RefundRequested:
		return t.After(ctx, timerRefund, e.Donation, refundPatience)
	}
	return fmt.Errorf("timers can't handle %T", event)
}

// streamID is the id in a stream's name.
func streamID(stream string) (ident.ID, error) {
	_, name, _ := strings.Cut(stream, "-")
	id, err := ident.Parse(name)
	if err != nil {
		return id, fmt.Errorf("read the name of stream %s: %w", stream, err)
	}
	return id, nil
}

// erase signs a person out who is to be erased, and sees to it that the erasure goes on when it is due.
func erase(ctx context.Context, c Config, event any) error {
	switch e := event.(type) {
	case erasure.Requested:
		if !e.Member.IsNil() {
			if err := c.SignOut(ctx, e.Member); err != nil {
				return err
			}
		}
		return c.Timers.Set(ctx, timerErase, e.Erasure, e.DueAt)
	case erasure.Began:
		return c.Timers.Hasten(ctx, timerErase, e.Erasure)
	case erasure.Undone:
		return c.Timers.Clear(ctx, timerErase, e.Erasure)
	case erasure.Completed:
		return c.Timers.Clear(ctx, timerErase, e.Erasure)
	}
	return fmt.Errorf("erasures can't handle %T", event)
}

// mails writes to givers about their gifts. Sending is idempotent by the mail's key.
type mails struct{ c Config }

func (m mails) handle(ctx context.Context, event any) error {
	switch e := event.(type) {
	case donation.Completed:
		return m.completed(ctx, e)
	case donation.Refunded:
		return m.refunded(ctx, e)
	}
	return fmt.Errorf("mails can't handle %T", event)
}

func (m mails) completed(ctx context.Context, e donation.Completed) error {
	to, title, err := m.about(ctx, e.Donation, e.Campaign)
	if err != nil || to.email == "" {
		return err
	}
	return m.c.Mailer.Send(ctx, mail.Message{
		Key: mail.CompletedKey(e.Donation.String()), To: to.email, Lang: to.lang,
		Content: mail.GiftCompleted{
			Name: to.name, Campaign: title, Paid: e.Charge(), Fees: e.Fee, Date: e.At.Format(time.DateOnly),
			Reference: e.Donation.String(), Link: m.link(e.Campaign, e.Donation),
		},
	})
}

func (m mails) refunded(ctx context.Context, e donation.Refunded) error {
	to, title, err := m.about(ctx, e.Donation, e.Campaign)
	if err != nil {
		return err
	}
	day := e.At.Format(time.DateOnly)
	if to.email != "" {
		err := m.c.Mailer.Send(ctx, mail.Message{
			Key: mail.RefundedKey(e.Refund.String()), To: to.email, Lang: to.lang,
			Content: mail.GiftRefunded{
				Name: to.name, Campaign: title, Refunded: e.Amount, Date: day, Reference: e.Donation.String(), Link: m.link(e.Campaign, e.Donation),
			},
		})
		if err != nil {
			return err
		}
	}
	if e.Reason != donation.CampaignClosed {
		return nil
	}
	owner, err := ownerOf(ctx, m.c.Commands.Handler, e.Campaign)
	if err != nil {
		return err
	}
	organizer, err := m.member(ctx, owner)
	if err != nil || organizer.email == "" {
		return err
	}
	return m.c.Mailer.Send(ctx, mail.Message{
		Key: mail.ReturnedKey(e.Refund.String()), To: organizer.email, Lang: organizer.lang,
		Content: mail.GiftReturned{
			Name: organizer.name, Campaign: title, Returned: e.Amount, Date: day, Reference: e.Refund.String(),
			Link: m.c.Public + "/campaign/" + e.Campaign.String(),
		},
	})
}

// ownerOf is the member who owns a campaign.
func ownerOf(ctx context.Context, h *command.Handler, id ident.ID) (ident.ID, error) {
	c, _, err := command.Load(ctx, h, campaign.Decider, id)
	if err != nil {
		return ident.Nil, err
	}
	if !c.Exists() {
		return ident.Nil, campaign.ErrNotFound
	}
	return c.Owner, nil
}

func (m mails) link(campaign, donation ident.ID) string {
	return m.c.Public + "/campaign/" + campaign.String() + "/thanks?donation=" + donation.String()
}

type recipient struct{ email, name, lang string }

// about finds who gave, from the events: a guest's address stands in the gift, a member's in their own stream.
func (m mails) about(ctx context.Context, id, campaignID ident.ID) (recipient, string, error) {
	title, err := command.RecentText(ctx, m.c.Commands.Handler, campaign.Decider, campaignID, "title", campaign.TitleIn)
	if err != nil {
		return recipient{}, "", err
	}
	var to recipient
	for r, err := range m.c.Store.ReadStream(ctx, eventstore.StreamName(donation.Category, id), 0) {
		if err != nil {
			return to, "", fmt.Errorf("read donation %s: %w", id, err)
		}
		event, err := m.c.Catalog.Open(ctx, m.c.Keys, r)
		if err != nil {
			return to, "", err
		}
		if e, ok := event.(donation.Started); ok {
			if !e.Member.IsNil() {
				to, err = m.member(ctx, e.Member)
				return to, title, err
			}
			return recipient{e.Email.String(), e.Name.String(), e.Lang}, title, nil
		}
	}
	return to, title, fmt.Errorf("donation %s has no beginning", id)
}

func (m mails) member(ctx context.Context, id ident.ID) (recipient, error) {
	var to recipient
	for r, err := range m.c.Store.ReadStream(ctx, eventstore.StreamName(member.Category, id), 0) {
		if err != nil {
			return to, fmt.Errorf("read member %s: %w", id, err)
		}
		event, err := m.c.Catalog.Open(ctx, m.c.Keys, r)
		if err != nil {
			return to, err
		}
		switch e := event.(type) {
		case member.Registered:
			to = recipient{e.Email.String(), e.Name.String(), e.Lang}
		case member.ProfileRevised:
			to.name, to.lang = e.Name.String(), e.Lang
		}
	}
	return to, nil
}
