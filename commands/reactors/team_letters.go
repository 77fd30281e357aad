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
	"github.com/callup/callup/domain/notice/declared"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/internal/mail"
)

// invited writes to the address that an owner invited, unless the invitation was taken back meanwhile.
func (m *mails) invited(ctx context.Context, e campaign.CoOrganizerInvited) error {
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
func (m *mails) editorInvited(ctx context.Context, e orgpage.EditorInvited) error {
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

var errHidden = errors.New("it is hidden from them")

// reaches tells whether what a member asks of whoever has an address is told them: not where one of the two blocks the other.
func (m *mails) reaches(ctx context.Context, by ident.ID, address string) (bool, error) {
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
func (m *mails) readerLang(ctx context.Context, address, otherwise string) (string, error) {
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

// teamChanged tells a member what changed of who runs a campaign, or that a page is theirs.
func (m *mails) teamChanged(_ context.Context, n declared.Notice, event any) (writeTo, error) {
	if e, ok := event.(orgpage.HandedOver); ok {
		return m.pageHandedOver(e), nil
	}
	as, ok := campaigns.TeamMailOf(event)
	if !ok {
		return nil, fmt.Errorf("a letter can't tell of %T", event)
	}
	return func(ctx context.Context, to ident.ID, reader recipient) (mail.Message, error) {
		var who recipient
		if !n.Person.IsNil() {
			var err error
			about := as.Of
			if n.ByOwner {
				about, err = ownerOf(ctx, m.c.Commands.Handler, n.Campaign)
			}
			if err == nil {
				who, err = m.member(ctx, about)
			}
			if err != nil {
				return mail.Message{}, err
			}
		}
		link := "/my/campaigns/" + n.Campaign.String() + "?tab=team"
		switch n.Step {
		case string(notification.TakenOff):
			link = "/campaign/" + n.Campaign.String()
		case string(notification.HandOverOffered):
			link = "/my/campaigns"
		}
		title, err := m.titleOf(ctx, n.Campaign)
		return mail.Message{
			Key: as.Key, Gather: ident.Pair("team", n.Campaign.String(), to.String(), as.Of.String()).String(), At: n.At,
			Content: mail.Notice{
				Text: "team_" + n.Step, Named: map[string]string{"name": reader.name, "campaign": title, "who": who.name},
				Link: m.c.Public + link,
			},
		}, err
	}, nil
}

// pageHandedOver tells an editor that a page is theirs now, as long as it is.
func (m *mails) pageHandedOver(e orgpage.HandedOver) writeTo {
	return func(ctx context.Context, to ident.ID, reader recipient) (mail.Message, error) {
		page, _, err := command.Load(ctx, m.c.Commands.Handler, orgpage.Decider, e.Page)
		if err != nil || page.OwnedBy(to) != nil {
			return mail.Message{}, err
		}
		name, err := command.RecentText(ctx, m.c.Commands.Handler, orgpage.Decider, e.Page, "name", orgpage.NameIn)
		return mail.Message{Key: mail.PageHandedOverKey(e.Page.String(), to.String()), Content: mail.Notice{
			Text: "page_handed_over", Named: map[string]string{"name": reader.name, "page": name},
			Link: m.c.Public + "/my/pages/" + e.Page.String() + "?tab=editors",
		}}, err
	}
}

// handUploads has the photograph and the video of a campaign go with it.
func handUploads(ctx context.Context, c Config, event any) error {
	e, ok := event.(campaign.HandedOver)
	if !ok {
		return fmt.Errorf("uploads can't handle %T", event)
	}
	return c.HandUploads(ctx, e.From, e.To, e.Campaign)
}
