package reactors

import (
	"context"
	"errors"
	"fmt"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/readable"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/internal/mail"
)

// team tells of a change of who runs a campaign; handled is false for every other event.
func (m mails) team(ctx context.Context, event any) (handled bool, err error) {
	if e, ok := event.(campaign.CoOrganizerInvited); ok {
		return true, m.invited(ctx, e)
	}
	n, told := campaigns.TeamNewsOf(event)
	if !told {
		return false, nil
	}
	return true, m.teamChanged(ctx, n)
}

// invited writes to the address that an owner invited, unless the invitation was taken back meanwhile.
func (m mails) invited(ctx context.Context, e campaign.CoOrganizerInvited) error {
	c, _, err := command.Load(ctx, m.c.Commands.Handler, campaign.Decider, e.Campaign)
	if err != nil || e.Email.String() == "" || !c.Invites(e.Invitation) {
		return err
	}
	if reaches, err := m.reaches(ctx, c.Owner, e.Email.String()); err != nil || !reaches {
		return err
	}
	by, err := m.member(ctx, c.Owner)
	if err != nil {
		return err
	}
	title, err := m.titleOf(ctx, e.Campaign)
	if err != nil {
		return err
	}
	lang, err := m.readerLang(ctx, e.Email.String(), e.Lang)
	if err != nil {
		return err
	}
	return m.c.Mailer.Send(ctx, mail.Message{
		Key: mail.InvitedKey(e.Invitation.String()), To: e.Email.String(), Lang: lang, Repeated: true, Asked: true,
		Content: mail.TeamInvited{Inviter: by.name, Campaign: title, Link: m.c.Public + "/my/campaigns"},
	})
}

// editorInvited writes to the address that a page's owner invited, unless the invitation was taken back meanwhile.
func (m mails) editorInvited(ctx context.Context, e orgpage.EditorInvited) error {
	page, _, err := command.Load(ctx, m.c.Commands.Handler, orgpage.Decider, e.Page)
	if err != nil || e.Email.String() == "" || !page.Open() || !page.Invites(e.Invitation) {
		return err
	}
	if reaches, err := m.reaches(ctx, page.Owner, e.Email.String()); err != nil || !reaches {
		return err
	}
	by, err := m.member(ctx, page.Owner)
	if err != nil {
		return err
	}
	name, err := command.RecentText(ctx, m.c.Commands.Handler, orgpage.Decider, e.Page, "name", orgpage.NameIn)
	if err != nil {
		return err
	}
	lang, err := m.readerLang(ctx, e.Email.String(), e.Lang)
	if err != nil {
		return err
	}
	return m.c.Mailer.Send(ctx, mail.Message{
		Key: mail.PageInvitedKey(e.Invitation.String()), To: e.Email.String(), Lang: lang, Repeated: true, Asked: true,
		Content: mail.PageInvited{Inviter: by.name, Page: name, Link: m.c.Public + "/my/pages"},
	})
}

// pageHandedOver tells the editor to whom a page went that it is theirs, as long as it is.
func (m mails) pageHandedOver(ctx context.Context, e orgpage.HandedOver) error {
	page, _, err := command.Load(ctx, m.c.Commands.Handler, orgpage.Decider, e.Page)
	if err != nil || page.OwnedBy(e.To) != nil {
		return err
	}
	key := mail.PageHandedOverKey(e.Page.String(), e.To.String())
	return m.news(ctx, e.To, notification.TeamNews, e.At, key,
		func(ctx context.Context, name string) (mail.Content, error) {
			said, err := command.RecentText(ctx, m.c.Commands.Handler, orgpage.Decider, e.Page, "name", orgpage.NameIn)
			return mail.PageHandedOver{Name: name, Page: said, Link: m.c.Public + "/my/pages/" + e.Page.String() + "?tab=editors"}, err
		})
}

var errHidden = errors.New("it is hidden from them")

// reaches tells whether what a member asks of whoever has an address is told them: not where one of the two blocks the other.
func (m mails) reaches(ctx context.Context, by ident.ID, address string) (bool, error) {
	to, err := m.c.MemberWith(ctx, address)
	if err != nil || to.IsNil() {
		return err == nil, err
	}
	err = readable.By(ctx, m.c.Commands.Handler, to, by, errHidden)
	if errors.Is(err, errHidden) {
		return false, nil
	}
	return err == nil, err
}

// readerLang is the language of the member who has an address, or otherwise where nobody has it.
func (m mails) readerLang(ctx context.Context, address, otherwise string) (string, error) {
	to, err := m.c.MemberWith(ctx, address)
	if err != nil || to.IsNil() {
		return otherwise, err
	}
	who, err := m.member(ctx, to)
	if err != nil || who.lang == "" {
		return otherwise, err
	}
	return who.lang, nil
}

func (m mails) teamChanged(ctx context.Context, n campaigns.TeamNews) error {
	owner, err := ownerOf(ctx, m.c.Commands.Handler, n.Campaign)
	if err != nil {
		return err
	}
	to, about, link := n.To, n.About, "/my/campaigns/"+n.Campaign.String()+"?tab=team"
	if to.IsNil() {
		to = owner
	}
	switch n.What {
	case notification.TakenOff:
		link = "/campaign/" + n.Campaign.String()
	case notification.HandOverOffered:
		about, link = owner, "/my/campaigns"
	case notification.Invited, notification.Joined, notification.InvitationOff, notification.SomebodyLeft, notification.HandOverOff,
		notification.HandOverDeclined, notification.HandedOver, notification.PageGone: // which no mail tells
	}
	if to == about {
		return nil // it was accepted meanwhile
	}
	as := mail.Message{
		Key: n.Key(), Gather: ident.Pair("team", n.Campaign.String(), to.String(), n.Of.String()).String(), At: n.At,
	}
	return m.newsAs(ctx, as, to, notification.TeamNews, n.At,
		func(ctx context.Context, name string) (mail.Content, error) {
			var who recipient
			if !about.IsNil() {
				var err error
				if who, err = m.member(ctx, about); err != nil {
					return nil, err
				}
			}
			title, err := m.titleOf(ctx, n.Campaign)
			return mail.TeamChanged{Name: name, Campaign: title, What: string(n.What), Who: who.name, Link: m.c.Public + link}, err
		})
}

// handUploads has the photograph and the video of a campaign go with it.
func handUploads(ctx context.Context, c Config, event any) error {
	e, ok := event.(campaign.HandedOver)
	if !ok {
		return fmt.Errorf("uploads can't handle %T", event)
	}
	return c.HandUploads(ctx, e.From, e.To, e.Campaign)
}
