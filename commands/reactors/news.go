package reactors

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/notifications"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/mail"
)

// mailedByAuth is what happened to an account of which another mail tells already.
var mailedByAuth = map[notification.Touch]bool{
	notification.PasswordChanged: true, notification.PasswordReset: true, notification.EmailChanged: true,
	notification.EmailUndone: true,
}

// want is whether a mail is wanted, and how its reader says that no more of its kind are.
type want struct {
	wanted bool
	link   func(lang string) string
}

// wanted tells whether a member is mailed at once of a kind that happened at a moment. Whoever is no member gets what everybody
// must get.
func (m mails) wanted(ctx context.Context, id ident.ID, kind notification.Kind, at time.Time) (want, error) {
	if id.IsNil() {
		return want{true, func(string) string { return "" }}, nil
	}
	yes, err := notifications.MailedOf(ctx, m.c.Commands, id, kind, at)
	return want{yes, func(lang string) string { return m.c.Stop(id, kind, lang) }}, err
}

// received tells an organizer of a gift to their campaign; of their own they know.
func (m mails) received(ctx context.Context, e donation.Completed) error {
	owner, err := ownerOf(ctx, m.c.Commands.Handler, e.Campaign)
	if err != nil || owner == e.Member {
		return err
	}
	key := mail.ReceivedKey(e.Donation.String())
	return m.news(ctx, owner, notification.GiftReceived, e.At, key,
		func(ctx context.Context, name string) (mail.Content, error) {
			giver, title, err := m.about(ctx, e.Donation, e.Campaign)
			if err != nil {
				return nil, err
			}
			if e.Anonymous || e.Member.IsNil() { // a guest's name is whatever somebody typed
				giver.name = ""
			}
			return mail.GiftReceived{
				Name: name, Campaign: title, Giver: giver.name, Gift: e.Gift, Link: m.campaign(e.Campaign),
			}, nil
		})
}

// ended tells an organizer that their campaign has ended, unless they ended it.
func (m mails) ended(ctx context.Context, e campaign.Completed) error {
	if e.Reason == campaign.ByOwner {
		return nil
	}
	owner, err := ownerOf(ctx, m.c.Commands.Handler, e.Campaign)
	if err != nil {
		return err
	}
	key := mail.EndedKey(e.Campaign.String(), e.At)
	return m.news(ctx, owner, notification.CampaignCompleted, e.At, key,
		func(ctx context.Context, name string) (mail.Content, error) {
			title, err := command.RecentText(ctx, m.c.Commands.Handler, campaign.Decider, e.Campaign, "title", campaign.TitleIn)
			return mail.CampaignEnded{Name: name, Campaign: title, Date: e.At.Format(time.DateOnly), Link: m.campaign(e.Campaign)}, err
		})
}

// touched tells a member what happened to their account. Nobody switches that off.
func (m mails) touched(ctx context.Context, e notification.AccountTouched) error {
	if mailedByAuth[e.What] {
		return nil
	}
	to, err := m.member(ctx, e.Member)
	if err != nil || to.email == "" {
		return err
	}
	is, link, err := m.c.Occasion(ctx, e.Member, string(e.What), e.At)
	if err != nil {
		return err
	}
	return m.c.Mailer.Send(ctx, mail.Message{
		Key: mail.TouchedKey(e.Member.String(), string(e.What), e.At), To: to.email, Lang: to.lang, Repeated: true,
		Content: mail.AccountTouched{Name: to.name, What: string(e.What), Occasion: is, Link: link},
	})
}

// news mails a member about a kind that they want to be mailed about, while they have an address.
func (m mails) news(
	ctx context.Context, to ident.ID, kind notification.Kind, at time.Time, key string,
	content func(ctx context.Context, name string) (mail.Content, error),
) error {
	return m.newsAs(ctx, mail.Message{Key: key}, to, kind, at, content)
}

// newsAs is news with what the message says of how it is sent: its burst, or what it is gathered with.
func (m mails) newsAs(
	ctx context.Context, as mail.Message, to ident.ID, kind notification.Kind, at time.Time,
	content func(ctx context.Context, name string) (mail.Content, error),
) error {
	if to.IsNil() {
		return nil
	}
	ctx = keyring.Fork(ctx) // each recipient's mail records the authors of its own words alone
	asked, err := m.wanted(ctx, to, kind, at)
	if err != nil || !asked.wanted {
		return err
	}
	reader, err := m.member(ctx, to)
	if err != nil || reader.email == "" {
		return err
	}
	c, err := content(ctx, reader.name)
	if err != nil {
		return err
	}
	as.To, as.Lang, as.Repeated, as.Stop, as.Content = reader.email, reader.lang, true, asked.link(reader.lang), c
	return m.c.Mailer.Send(ctx, as)
}
