package reactors

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/inquiry"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/mail"
)

// mails writes to givers about their gifts, to organizers about their campaigns and what is offered to them, to helpers about
// the answers, to members about their account, and about messages to support to both sides. Sending is idempotent by the
// mail's key.
type mails struct{ c Config }

func (m mails) handle(ctx context.Context, event any) error {
	switch e := event.(type) {
	case donation.Completed:
		return m.completed(ctx, e)
	case donation.Refunded:
		return m.refunded(ctx, e)
	case donation.SurplusRefunded:
		return m.surplusRefunded(ctx, e)
	case inquiry.Sent:
		return m.inquired(ctx, e)
	case campaign.Completed:
		return m.ended(ctx, e)
	case notification.AccountTouched:
		return m.touched(ctx, e)
	}
	if handled, err := m.pledge(ctx, event); handled {
		return err
	}
	if handled, err := m.shift(ctx, event); handled {
		return err
	}
	if handled, err := m.reviewed(ctx, event); handled {
		return err
	}
	switch e := event.(type) {
	case orgpage.EditorInvited:
		return m.editorInvited(ctx, e)
	case orgpage.HandedOver:
		return m.pageHandedOver(ctx, e)
	}
	if handled, err := m.team(ctx, event); handled {
		return err
	}
	return fmt.Errorf("mails can't handle %T", event)
}

func (m mails) completed(ctx context.Context, e donation.Completed) error {
	// both are tried, even where one of them can't be written
	return errors.Join(m.receipt(keyring.Fork(ctx), e), m.received(ctx, e))
}

func (m mails) receipt(ctx context.Context, e donation.Completed) error {
	stop, err := m.wanted(ctx, e.Member, notification.GiftCompleted, e.At)
	if err != nil || !stop.wanted {
		return err
	}
	to, title, err := m.about(ctx, e.Donation, e.Campaign)
	if err != nil || to.email == "" {
		return err
	}
	day := e.At.Format(time.DateOnly)
	return m.c.Mailer.Send(ctx, mail.Message{
		Key: mail.CompletedKey(e.Donation.String()), To: to.email, Lang: to.lang, Repeated: true, Stop: stop.link(to.lang),
		Content: m.toGiver(to, mail.GuestGift{
			What: "completed", Sum: e.Gift.Add(e.Fee), Date: day, Reference: e.Donation.String(), Link: m.link(e.Campaign, e.Donation),
		}, mail.GiftCompleted{
			Name: to.name, Campaign: title, Gift: e.Gift, Fees: e.Fee, Date: day,
			Reference: e.Donation.String(), Link: m.link(e.Campaign, e.Donation),
		}),
	})
}

func (m mails) refunded(ctx context.Context, e donation.Refunded) error {
	giver := keyring.Fork(ctx)
	to, title, err := m.about(giver, e.Donation, e.Campaign)
	if err != nil {
		return err
	}
	day := e.At.Format(time.DateOnly)
	if to.email != "" {
		err := m.c.Mailer.Send(giver, mail.Message{
			Key: mail.RefundedKey(e.Refund.String()), To: to.email, Lang: to.lang, Repeated: true,
			Content: m.toGiver(to, mail.GuestGift{
				What: "refunded", Sum: e.Amount, Date: day, Reference: e.Donation.String(), Link: m.link(e.Campaign, e.Donation),
			}, mail.GiftRefunded{
				Name: to.name, Campaign: title, Refunded: e.Amount, Date: day, Reference: e.Donation.String(),
				Link: m.link(e.Campaign, e.Donation),
			}),
		})
		if err != nil {
			return err
		}
	}
	if e.Reason != donation.CampaignClosed {
		return nil
	}
	return m.toOrganizer(ctx, e.Campaign, e.Refund, func(name, title string) mail.Content {
		return mail.GiftReturned{
			Name: name, Campaign: title, Returned: e.Amount, Date: day, Reference: e.Refund.String(), Link: m.campaign(e.Campaign),
		}
	})
}

// surplusRefunded tells both sides that a payment which the gift did not need went back: the giver sees two on an account
// statement, and the organizer may be asked about it.
func (m mails) surplusRefunded(ctx context.Context, e donation.SurplusRefunded) error {
	giver := keyring.Fork(ctx)
	to, title, err := m.about(giver, e.Donation, e.Campaign)
	if err != nil {
		return err
	}
	day := e.At.Format(time.DateOnly)
	if to.email != "" {
		err := m.c.Mailer.Send(giver, mail.Message{
			Key: mail.RefundedKey(e.Refund.String()), To: to.email, Lang: to.lang, Repeated: true,
			Content: m.toGiver(to, mail.GuestGift{
				What: "surplus_refunded", Sum: e.Amount, Date: day, Reference: e.Donation.String(), Link: m.link(e.Campaign, e.Donation),
			}, mail.SurplusRefunded{
				Name: to.name, Campaign: title, Refunded: e.Amount, Date: day, Reference: e.Donation.String(),
				Link: m.link(e.Campaign, e.Donation),
			}),
		})
		if err != nil {
			return err
		}
	}
	return m.toOrganizer(ctx, e.Campaign, e.Refund, func(name, title string) mail.Content {
		return mail.SurplusReturned{
			Name: name, Campaign: title, Returned: e.Amount, Date: day, Reference: e.Refund.String(), Link: m.campaign(e.Campaign),
		}
	})
}

// toOrganizer sends the mail about a refund to the campaign's owner, if they have an address still.
func (m mails) toOrganizer(ctx context.Context, campaign, refund ident.ID, content func(name, title string) mail.Content) error {
	owner, err := ownerOf(ctx, m.c.Commands.Handler, campaign)
	if err != nil {
		return err
	}
	to, err := m.member(ctx, owner)
	if err != nil || to.email == "" {
		return err
	}
	title, err := m.titleOf(ctx, campaign)
	if err != nil {
		return err
	}
	return m.c.Mailer.Send(ctx, mail.Message{
		Key: mail.ReturnedKey(refund.String()), To: to.email, Lang: to.lang, Repeated: true, Content: content(to.name, title),
	})
}

func (m mails) campaign(id ident.ID) string { return m.c.Public + "/campaign/" + id.String() }

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

type recipient struct {
	email, name, lang string
	guest             bool // the address is not confirmed
}

// toGiver says less at an address that is not confirmed.
func (m mails) toGiver(to recipient, guest mail.GuestGift, member mail.Content) mail.Content {
	if !to.guest {
		return member
	}
	guest.Operator, guest.Data = m.c.Operator, m.c.Public+"/guest-data"
	return guest
}

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
			// nobody has shown that the address is the giver's: what they call themselves is not said to whoever reads it
			return recipient{email: e.Email.String(), lang: e.Lang, guest: true}, title, nil
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
			to = recipient{email: e.Email.String(), name: e.Name.String(), lang: e.Lang}
		case member.EmailChanged:
			to.email = e.Email.String()
		case member.ProfileRevised:
			to.name, to.lang = e.Name.String(), e.Lang
		case member.LanguageChosen:
			to.lang = e.Lang
		}
	}
	return to, nil
}
