package reactors

import (
	"reflect"
	"testing"

	"github.com/callup/callup/commands/blocks"
	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	orgpages "github.com/callup/callup/commands/pages"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/internal/mail"
)

// What somebody is asked by whom they block, or who blocks them, is mailed to nobody; whoever has no account is written to.
func TestMails_InvitationsDoNotPassBlocks(t *testing.T) {
	w := newWorld(t)
	ada, bea, cy := ident.Pair("member", "ada"), ident.Pair("member", "bea"), ident.Pair("member", "cy")
	w.register(owner, "Olga", "olga@example.org", "en")
	w.register(ada, "Ada", "ada@example.org", "en")
	w.register(bea, "Bea", "bea@example.org", "en")
	w.register(cy, "Cy", "cy@example.org", "es")
	ctx := t.Context()
	for by, other := range map[ident.ID]ident.ID{ada: owner, owner: bea} {
		_, err := blocks.BlockMember.Run(ctx, w.commands, w.env().For(by), blocks.BlockBody{MemberID: other})
		must(t, err)
	}
	page := orgpages.CreatePageBody{}
	page.Kind, page.Name, page.Lang = "nonprofit", "Mill", "en"
	made, err := orgpages.CreatePage.Run(ctx, w.commands, w.env().For(owner), page)
	must(t, err)
	to := w.launch()
	asked := map[string]int{"ada@example.org": 0, "bea@example.org": 0, "cy@example.org": 2, "nobody@example.org": 2}
	for address := range asked {
		_, err := campaigns.InviteCoOrganizer.Run(ctx, w.commands, w.env().For(owner),
			campaigns.InviteBody{CampaignID: to, Email: address, Lang: "en"})
		must(t, err)
		_, err = orgpages.InvitePageEditor.Run(ctx, w.commands, w.env().For(owner), orgpages.InviteEditorBody{
			PageBody: orgpages.PageBody{PageID: made.PageID}, Email: address, Lang: "en",
		})
		must(t, err)
	}
	w.run(w.router())
	w.handled()
	for address, want := range asked {
		if got := len(w.mails.to(address)); got != want {
			t.Errorf("%s got %d mails, want %d", address, got, want)
		}
	}
	for _, m := range w.mails.to("cy@example.org") {
		if m.Lang != "es" {
			t.Errorf("Found40: a member who reads Spanish is invited in %s", m.Lang)
		}
	}
	for _, m := range w.mails.to("nobody@example.org") {
		team, isTeam := m.Content.(mail.TeamInvited)
		page, isPage := m.Content.(mail.PageInvited)
		if m.Lang != "en" || !m.Asked || isTeam == isPage || team.Inviter+page.Inviter != "Olga" ||
			isTeam && team.Campaign != "Water for all" ||
			isPage && page.Page != "Mill" {
			t.Errorf("%+v", m)
		}
	}
}

// Who comes to own a page because its owner left Callup was not asked: they are written to, with the page's name.
func TestMails_TellWhoComesToOwnAPage(t *testing.T) {
	w := newWorld(t)
	ada := ident.Pair("member", "ada")
	w.register(owner, "Olga", "olga@example.org", "en")
	w.register(ada, "Ada", "ada@example.org", "fr")
	ctx := t.Context()
	body := orgpages.CreatePageBody{}
	body.Kind, body.Name, body.Lang = "nonprofit", "Mill", "en"
	made, err := orgpages.CreatePage.Run(ctx, w.commands, w.env().For(owner), body)
	must(t, err)
	page := orgpages.PageBody{PageID: made.PageID}
	_, err = orgpages.InvitePageEditor.Run(ctx, w.commands, w.env().For(owner),
		orgpages.InviteEditorBody{PageBody: page, Email: "ada@example.org", Lang: "en"})
	must(t, err)
	s, _, err := command.Load(ctx, w.commands.Handler, orgpage.Decider, made.PageID)
	must(t, err)
	_, err = orgpages.AcceptPageInvitation.Run(ctx, w.commands, w.env().For(ada),
		orgpages.PageInvitationBody{PageBody: page, InvitationID: s.Invitations[0].ID})
	must(t, err)
	_, err = orgpages.DropPage.Run(ctx, w.commands, w.env(), orgpages.DropPageBody{PageID: made.PageID, MemberID: owner})
	must(t, err)
	w.run(w.router())
	w.handled()
	got := w.mails.to("ada@example.org")
	link := "https://callup.example/my/pages/" + made.PageID.String() + "?tab=editors"
	want := mail.Notice{Text: "page_handed_over", Named: map[string]string{"name": "Ada", "page": "Mill"}, Link: link}
	if len(got) == 0 || !reflect.DeepEqual(got[len(got)-1].Content, mail.Content(want)) || got[len(got)-1].Lang != "fr" {
		t.Errorf("%+v", got)
	}
}
