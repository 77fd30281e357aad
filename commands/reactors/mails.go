package reactors

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notice/declared"
	"github.com/callup/callup/domain/receipt"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/mail"
)

// mails writes to members about what they are told, where they want that by mail, and to others what everybody must get: receipts
// of gifts, invitations, and messages to support. Sending is idempotent by the mail's key.
type mails struct {
	c       Config
	events  []string // the names of the types of events that it handles
	on      map[reflect.Type][]func(ctx context.Context, id ident.ID, event any) error
	letters map[notice.Kind]letter
}

// mailsOn has mails handle a type of event in one more way.
func mailsOn[E any](m *mails, handle func(ctx context.Context, e E) error) {
	mailsOf(m, func(ctx context.Context, _ ident.ID, e E) error { return handle(ctx, e) })
}

// mailsOf is mailsOn with the id of the event.
func mailsOf[E any](m *mails, handle func(ctx context.Context, id ident.ID, e E) error) {
	var sample E
	m.listen(sample, func(ctx context.Context, id ident.ID, event any) error {
		e, ok := event.(E)
		if !ok {
			return fmt.Errorf("mails can't handle %T", event)
		}
		return handle(ctx, id, e)
	})
}

func (m *mails) listen(sample any, handle func(ctx context.Context, id ident.ID, event any) error) {
	name, err := m.c.Catalog.NameOf(sample)
	if err != nil {
		panic(err) // a mistake in the program
	}
	typ := reflect.TypeOf(sample)
	if len(m.on[typ]) == 0 {
		m.events = append(m.events, name)
	}
	m.on[typ] = append(m.on[typ], handle)
}

// newMails has mails handle every event that is declared to be mailed, and those of which others than members are mailed.
func newMails(c Config) *mails {
	m := &mails{c: c, on: map[reflect.Type][]func(context.Context, ident.ID, any) error{}}
	m.setLetters()
	mailsOn(m, m.guestReceipt)
	mailsOf(m, m.refunded)
	mailsOn(m, m.surplusRefunded)
	mailsOf(m, m.refundFailed)
	mailsOn(m, m.guestDeclined)
	mailsOn(m, m.inquired)
	mailsOn(m, m.invited)
	mailsOn(m, m.editorInvited)
	for _, told := range declared.ByEvent() {
		if told.Mailed {
			m.listen(told.Sample, func(ctx context.Context, _ ident.ID, event any) error {
				return m.tell(ctx, told.Of(event), event)
			})
		}
	}
	slices.Sort(m.events)
	return m
}

// handle does all that an event asks for, even where a part of it fails.
func (m *mails) handle(ctx context.Context, id ident.ID, event any) error {
	handlers := m.on[reflect.TypeOf(event)]
	if len(handlers) == 0 {
		return fmt.Errorf("mails can't handle %T", event)
	}
	var failed []error
	for _, handle := range handlers {
		failed = append(failed, handle(keyring.Fork(ctx), id, event))
	}
	return errors.Join(failed...)
}

// guestReceipt is the receipt of a guest's gift. Guests have no settings, so that it is always mailed.
func (m *mails) guestReceipt(ctx context.Context, e donation.Completed) error {
	if !e.Member.IsNil() {
		return nil
	}
	to, title, err := m.about(ctx, e.Donation, e.Campaign)
	if err != nil || to.email == "" {
		return err
	}
	as := m.receipt(e, to, title)
	as.To, as.Lang, as.Repeated = to.email, to.lang, true
	return m.c.Mailer.Send(ctx, as)
}

func (m *mails) receipt(e donation.Completed, to recipient, title string) mail.Message {
	day, at := e.At.Format(time.DateOnly), m.c.Receipt(receipt.ID(e.Donation))
	return mail.Message{
		Key: mail.CompletedKey(e.Donation.String()),
		Content: m.toGiver(to, mail.GuestGift{
			What: "completed", Sum: e.Gift.Add(e.Fee), Date: day, Reference: e.Donation.String(), Link: m.link(e.Campaign, e.Donation),
			Receipt: at,
		}, mail.GiftCompleted{
			Name: to.name, Campaign: title, Gift: e.Gift, Fees: e.Fee, Date: day,
			Reference: e.Donation.String(), Link: m.link(e.Campaign, e.Donation), Receipt: at,
		}),
	}
}

func (m *mails) refunded(ctx context.Context, id ident.ID, e donation.Refunded) error {
	if e.Reason == donation.ByDispute {
		return nil // the giver asked their bank for it
	}
	giver := keyring.Fork(ctx)
	to, title, err := m.about(giver, e.Donation, e.Campaign)
	if err != nil {
		return err
	}
	day, at := e.At.Format(time.DateOnly), ""
	if !e.Uncounted {
		at = m.c.Receipt(receipt.CorrectionID(id))
	}
	if to.email != "" {
		err := m.c.Mailer.Send(giver, mail.Message{
			Key: mail.RefundedKey(e.Refund.String()), To: to.email, Lang: to.lang, Repeated: true,
			Content: m.toGiver(to, mail.GuestGift{
				What: "refunded", Sum: e.Amount, Date: day, Reference: e.Donation.String(), Link: m.link(e.Campaign, e.Donation),
				Receipt: at,
			}, mail.GiftRefunded{
				Name: to.name, Campaign: title, Refunded: e.Amount, Date: day, Reference: e.Donation.String(),
				Link: m.link(e.Campaign, e.Donation), Receipt: at,
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

// refundFailed tells a giver that money which was on its way back never arrived. What a bank decides about a dispute the bank
// tells.
func (m *mails) refundFailed(ctx context.Context, id ident.ID, e donation.RefundReversed) error {
	if e.Reason == donation.ByDispute {
		return nil
	}
	giver := keyring.Fork(ctx)
	to, title, err := m.about(giver, e.Donation, e.Campaign)
	if err != nil || to.email == "" {
		return err
	}
	day, at := e.At.Format(time.DateOnly), ""
	if !e.Uncounted && !e.Surplus {
		at = m.c.Receipt(receipt.CorrectionID(id))
	}
	return m.c.Mailer.Send(giver, mail.Message{
		Key: mail.RefundFailedKey(e.Refund.String()), To: to.email, Lang: to.lang, Repeated: true,
		Content: m.toGiver(to, mail.GuestGift{
			What: "refund_failed", Sum: e.Amount, Date: day, Reference: e.Donation.String(), Link: m.link(e.Campaign, e.Donation),
			Receipt: at,
		}, mail.GiftRefundFailed{
			Name: to.name, Campaign: title, Refunded: e.Amount, Date: day, Reference: e.Donation.String(),
			Link: m.link(e.Campaign, e.Donation), Receipt: at,
		}),
	})
}

// guestDeclined tells a guest that their gift is not given back. A member gets a notice.
func (m *mails) guestDeclined(ctx context.Context, e donation.RefundDeclined) error {
	if !e.Member.IsNil() {
		return nil
	}
	giver := keyring.Fork(ctx)
	to, _, err := m.about(giver, e.Donation, e.Campaign)
	if err != nil || to.email == "" {
		return err
	}
	return m.c.Mailer.Send(giver, mail.Message{
		Key: mail.NoticeKey("refund_declined", e.Donation.String(), "guest", e.At), To: to.email, Lang: to.lang, Repeated: true,
		Content: m.toGiver(to, mail.GuestGift{
			What: "refund_declined", Date: e.At.Format(time.DateOnly), Reference: e.Donation.String(),
			Link: m.link(e.Campaign, e.Donation),
		}, nil),
	})
}

// surplusRefunded tells both sides that a payment which the gift did not need went back: the giver sees two on an account
// statement, and the organizer may be asked about it.
func (m *mails) surplusRefunded(ctx context.Context, e donation.SurplusRefunded) error {
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
func (m *mails) toOrganizer(ctx context.Context, campaign, refund ident.ID, content func(name, title string) mail.Content) error {
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

func (m *mails) campaign(id ident.ID) string { return m.c.Public + "/campaign/" + id.String() }

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

func (m *mails) link(campaign, donation ident.ID) string {
	return m.c.Public + "/campaign/" + campaign.String() + "/thanks?donation=" + donation.String()
}

type recipient struct {
	email, name, lang string
	guest             bool // the address is not confirmed
	first             bool // of the audience: the owner, of a team
}

// toGiver says less at an address that is not confirmed.
func (m *mails) toGiver(to recipient, guest mail.GuestGift, member mail.Content) mail.Content {
	if !to.guest {
		return member
	}
	guest.Operator, guest.Data = m.c.Operator, m.c.Public+"/guest-data"
	return guest
}

// about finds who gave, from the events: a guest's address stands in the gift, a member's in their own stream.
func (m *mails) about(ctx context.Context, id, campaignID ident.ID) (recipient, string, error) {
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
			// nobody has shown that the address is the giver's, so that its reader is not told the giver's name
			return recipient{email: e.Email.String(), lang: e.Lang, guest: true}, title, nil
		}
	}
	return to, title, fmt.Errorf("donation %s has no beginning", id)
}

func (m *mails) member(ctx context.Context, id ident.ID) (recipient, error) {
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
