package reactors

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/notifications"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/notice"
	"github.com/callup/callup/domain/notice/declared"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/mail"
)

// letter prepares the mails about a notice. What it gives writes the one to a member of the audience; without a content, there is
// none for them.
type letter func(ctx context.Context, n declared.Notice, event any) (writeTo, error)

type writeTo func(ctx context.Context, to ident.ID, reader recipient) (mail.Message, error)

// setLetters names the letter of each kind that is mailed at once.
func (m *mails) setLetters() {
	m.letters = map[notice.Kind]letter{
		notice.ShiftReminder:  m.shiftReminder,
		notice.RefundDeclined: m.refundDeclined,
		notice.RefundAsked:    m.refundAsked,
		notice.PaymentProblem: m.paymentProblem,
		notice.GiftReceived:   m.giftReceived, notice.GiftCompleted: m.giftCompleted,
		notice.PledgeReceived: m.pledgeReceived, notice.PledgeAnswered: m.pledgeAnswered, notice.ShiftChanged: m.shiftChanged,
		notice.CampaignCompleted: m.campaignEnded, notice.CampaignReviewed: m.campaignDecided, notice.TeamNews: m.teamChanged,
		notice.Security: m.accountTouched,
	}
}

// tell mails each of the audiences of an event's notices, even where one can't be.
func (m *mails) tell(ctx context.Context, notices []declared.Notice, event any) error {
	var failed []error
	for _, n := range notices {
		if !n.Mailed {
			continue
		}
		ctx := keyring.Fork(ctx)
		if n.ByOwner {
			owner, err := ownerOf(ctx, m.c.Commands.Handler, n.Campaign)
			if err != nil {
				failed = append(failed, err)
				continue
			}
			n.Person = member.SubjectOf(owner)
		}
		audience, err := m.audience(ctx, n)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		write, err := m.letters[n.Kind](ctx, n, event)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		for i, to := range audience {
			if !n.Skips(to) {
				failed = append(failed, m.mail(ctx, n, to, i == 0, write))
			}
		}
	}
	return errors.Join(failed...)
}

// mail writes to a member who wants to be mailed at once about the notice's kind, while they have an address.
func (m *mails) mail(ctx context.Context, n declared.Notice, to ident.ID, first bool, write writeTo) error {
	ctx = keyring.Fork(ctx) // each recipient's mail records the authors of its own words alone
	wanted, err := notifications.MailedOf(ctx, m.c.Commands, to, n.Kind, n.At)
	if err != nil || !wanted {
		return err
	}
	reader, err := m.member(ctx, to)
	if err != nil || reader.email == "" {
		return err
	}
	reader.first = first
	as, err := write(ctx, to, reader)
	if err != nil || as.Content == nil {
		return err
	}
	as.To, as.Lang, as.Repeated = reader.email, reader.lang, true
	if n.Kind.May(notice.Never) {
		as.Stop = m.c.Stop(to, n.Kind, reader.lang)
	}
	return m.c.Mailer.Send(ctx, as)
}

// audience finds who gets a notice, in the log: it never asks a read table, which may be rebuilt.
func (m *mails) audience(ctx context.Context, n declared.Notice) ([]ident.ID, error) {
	switch to := n.To.(type) {
	case declared.Member:
		return []ident.ID{to.ID}, nil
	case declared.OwnerOf:
		owner, err := ownerOf(ctx, m.c.Commands.Handler, to.Campaign)
		return []ident.ID{owner}, err
	case declared.TeamOf:
		c, _, err := command.Load(ctx, m.c.Commands.Handler, campaign.Decider, to.Campaign)
		if err == nil && !c.Exists() {
			err = campaign.ErrNotFound
		}
		return append([]ident.ID{c.Owner}, c.Team.CoOrganizers...), err
	case declared.OwnerOfPage:
		page, _, err := command.Load(ctx, m.c.Commands.Handler, orgpage.Decider, to.Page)
		return []ident.ID{page.Owner}, err
	case declared.ComingTo:
		past, err := m.changesOf(ctx, to.Shift, n.At)
		return keys(past.coming), err
	case declared.ReportersOf, declared.ReportersBelow, declared.ReportersOfPage:
	}
	return nil, fmt.Errorf("a notice of kind %s can't be mailed to %T", n.Kind, n.To)
}

// eventOf gives a letter its event.
func eventOf[E any](event any) (E, error) {
	e, ok := event.(E)
	if !ok {
		return e, fmt.Errorf("a letter can't tell of %T", event)
	}
	return e, nil
}

func (m *mails) giftReceived(_ context.Context, _ declared.Notice, event any) (writeTo, error) {
	e, err := eventOf[donation.Completed](event)
	return func(ctx context.Context, _ ident.ID, reader recipient) (mail.Message, error) {
		giver, title, err := m.about(ctx, e.Donation, e.Campaign)
		if e.Anonymous || e.Member.IsNil() { // a guest's name is whatever somebody typed
			giver.name = ""
		}
		return mail.Message{Key: mail.ReceivedKey(e.Donation.String()), Content: mail.GiftReceived{
			Name: reader.name, Campaign: title, Giver: giver.name, Gift: e.Gift, Link: m.campaign(e.Campaign),
		}}, err
	}, err
}

func (m *mails) giftCompleted(_ context.Context, _ declared.Notice, event any) (writeTo, error) {
	e, err := eventOf[donation.Completed](event)
	return func(ctx context.Context, _ ident.ID, reader recipient) (mail.Message, error) {
		title, err := m.titleOf(ctx, e.Campaign)
		return m.receipt(e, reader, title), err
	}, err
}

func (m *mails) campaignEnded(_ context.Context, n declared.Notice, _ any) (writeTo, error) {
	return func(ctx context.Context, _ ident.ID, reader recipient) (mail.Message, error) {
		title, err := m.titleOf(ctx, n.Campaign)
		return mail.Message{Key: mail.EndedKey(n.Campaign.String(), n.At), Content: mail.CampaignEnded{
			Name: reader.name, Campaign: title, Date: n.At.Format(time.DateOnly), Link: m.campaign(n.Campaign),
		}}, err
	}, nil
}

// mailedByAuth is what happened to an account of which another mail tells already.
var mailedByAuth = map[notification.Touch]bool{
	notification.PasswordChanged: true, notification.PasswordReset: true, notification.EmailChanged: true,
	notification.EmailUndone: true,
}

func (m *mails) accountTouched(_ context.Context, n declared.Notice, _ any) (writeTo, error) {
	return func(ctx context.Context, to ident.ID, reader recipient) (mail.Message, error) {
		if mailedByAuth[notification.Touch(n.Step)] {
			return mail.Message{}, nil
		}
		is, link, err := m.c.Occasion(ctx, to, n.Step, n.At)
		return mail.Message{Key: mail.TouchedKey(to.String(), n.Step, n.At), Content: mail.AccountTouched{
			Name: reader.name, What: n.Step, Occasion: is, Link: link,
		}}, err
	}, nil
}

func (m *mails) paymentProblem(_ context.Context, n declared.Notice, _ any) (writeTo, error) {
	return m.aboutGift(n, "payment_"+n.Step, m.gifts(n.Campaign)), nil
}

func (m *mails) refundAsked(_ context.Context, n declared.Notice, _ any) (writeTo, error) {
	return m.aboutGift(n, "refund_asked", m.gifts(n.Campaign)), nil
}

func (m *mails) refundDeclined(_ context.Context, n declared.Notice, _ any) (writeTo, error) {
	return m.aboutGift(n, "refund_declined", m.link(n.Campaign, n.Donation)), nil
}

// gifts is where a campaign's team sees its gifts.
func (m *mails) gifts(campaign ident.ID) string {
	return m.c.Public + "/my/campaigns/" + campaign.String() + "?tab=gifts"
}

// aboutGift tells of a gift to a campaign in a text of its own, which names the reader and the campaign.
func (m *mails) aboutGift(n declared.Notice, text, link string) writeTo {
	return func(ctx context.Context, to ident.ID, reader recipient) (mail.Message, error) {
		title, err := m.titleOf(ctx, n.Campaign)
		return mail.Message{
			Key:     mail.NoticeKey(text, n.Donation.String(), to.String(), n.At),
			Content: mail.Notice{Text: text, Named: map[string]string{"name": reader.name, "campaign": title}, Link: link},
		}, err
	}
}
