package readapi_test

import (
	"errors"
	"net/http"
	"slices"
	"sync"
	"testing"

	"github.com/callup/callup/commands/command"
	commands "github.com/callup/callup/commands/pages"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/readapi/pages"
	"github.com/callup/callup/readapi/read"
)

// openPage is a page of somebody's.
func (w *world) openPage(by ident.ID, name, kind string) ident.ID {
	w.t.Helper()
	body := commands.CreatePageBody{}
	body.Kind, body.Name, body.Lang, body.Location = "company", name, "en", "Łódź"
	if kind == "nonprofit" {
		body.Kind = "nonprofit"
	}
	made, err := commands.CreatePage.Run(w.t.Context(), w.commands, w.env().For(by), body)
	w.saw(made, err)
	return made.PageID
}

func (w *world) follow(by, page ident.ID) {
	w.t.Helper()
	w.saw(commands.FollowPage.Run(w.t.Context(), w.commands, w.env().For(by), commands.PageBody{PageID: page}))
}

func pageRow(c *cast) matrixRow {
	return matrixRow{path: "/api/pages/" + c.openPage(c.people["owner"], "Mill", "").String()}
}

func pageFollowersRow(c *cast) matrixRow {
	return matrixRow{path: "/api/pages/" + c.openPage(c.people["owner"], "Mill", "").String() + "/followers"}
}

// askToEdit has the owner of a page ask somebody to edit it, and gives the invitation.
func (w *world) askToEdit(owner, page ident.ID, email string) ident.ID {
	w.t.Helper()
	w.saw(commands.InvitePageEditor.Run(w.t.Context(), w.commands, w.env().For(owner),
		commands.InviteEditorBody{PageBody: commands.PageBody{PageID: page}, Email: email, Lang: "en"}))
	s, _, err := command.Load(w.t.Context(), w.commands.Handler, orgpage.Decider, page)
	must(w.t, err)
	return s.Invitations[len(s.Invitations)-1].ID
}

func pageEditorsRow(c *cast) matrixRow {
	return matrixRow{"/api/pages/" + c.openPage(c.people["owner"], "Mill", "").String() + "/editors", []string{"owner"}}
}

func pageEditorsPush(c *cast) pushRow {
	page := c.openPage(c.people["owner"], "Mill", "")
	return pushRow{topic: "page-editors/" + page.String(), get: "/api/pages/" + page.String() + "/editors", to: []string{"owner"},
		change: func() { c.askToEdit(c.people["owner"], page, "nobody@example.org") }}
}

func myPageInvitationsPush(c *cast) pushRow {
	page := c.openPage(c.people["owner"], "Mill", "")
	return pushRow{topic: "page-invitations", get: "/api/me/page-invitations", to: []string{"other"}, change: func() {
		c.askToEdit(c.people["owner"], page, "Other@example.org")
	}}
}

// Whoever is asked by their address sees it, edits the page once they accept, and reads nothing of its editors once they left.
func TestPages_AreEditedByWhoeverIsAsked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, helper := w.member("Olga", "olga@example.org"), w.member("Hana", "hana@example.org")
	page := w.openPage(owner, "Mill", "")
	path := "/api/pages/" + page.String()
	w.refused(helper, path+"/editors", http.StatusNotFound, "page_not_found")
	invitation := w.askToEdit(owner, page, "HANA@example.org")
	all := answer[pages.PageInvitations](w, helper, "/api/me/page-invitations").Items
	if len(all) != 1 || all[0].Invitation != invitation || all[0].Name != "Mill" || all[0].Owner != "Olga" {
		t.Errorf("%+v", all)
	}
	list := answer[pages.EditorList](w, owner, path+"/editors")
	if len(list.Editors) != 1 || !list.Editors[0].Owner || len(list.Invitations) != 1 ||
		list.Invitations[0].Email != "HANA@example.org" {
		t.Errorf("%+v", list)
	}
	w.saw(commands.AcceptPageInvitation.Run(t.Context(), w.commands, w.env().For(helper), commands.PageInvitationBody{
		PageBody: commands.PageBody{PageID: page}, InvitationID: invitation,
	}))
	if got := answer[pages.Page](w, helper, path); !got.Edits || got.Own || got.Editors != 1 {
		t.Errorf("%+v", got)
	}
	w.askToEdit(owner, page, "nobody@example.org")
	list = answer[pages.EditorList](w, helper, path+"/editors")
	if len(list.Editors) != 2 || list.Editors[1].Name != "Hana" || len(list.Invitations) != 0 {
		t.Errorf("%+v", list)
	}
	// Of two who read the same, the later one is refused until they read what the other wrote.
	revise := commands.RevisePageBody{PageBody: commands.PageBody{PageID: page}}
	revise.BuildsOn = answer[pages.Page](w, helper, path).SaidAt
	revise.Kind, revise.Name, revise.Lang = "company", "Mill on the hill", "en"
	w.saw(commands.RevisePage.Run(t.Context(), w.commands, w.env().For(owner), revise))
	if _, err := commands.RevisePage.Run(t.Context(), w.commands, w.env().For(helper), revise); !errors.Is(err, orgpage.ErrChanged) {
		t.Errorf("words that were not read are replaced: %v", err)
	}
	revise.BuildsOn = answer[pages.Page](w, helper, path).SaidAt
	w.saw(commands.RevisePage.Run(t.Context(), w.commands, w.env().For(helper), revise))
	w.saw(commands.LeavePage.Run(t.Context(), w.commands, w.env().For(helper), commands.PageBody{PageID: page}))
	if got := answer[pages.Page](w, helper, path); got.Edits || got.Editors != 0 {
		t.Errorf("%+v", got)
	}
	w.refused(helper, path+"/editors", http.StatusNotFound, "page_not_found")
}

func pagePush(c *cast) pushRow {
	page := c.openPage(c.people["owner"], "Mill", "")
	return pushRow{topic: "page/" + page.String(), to: everybody[1:], change: func() { c.follow(c.people["giver"], page) }}
}

func pageFollowersPush(c *cast) pushRow {
	page := c.openPage(c.people["owner"], "Mill", "")
	return pushRow{topic: "page-followers/" + page.String(), to: everybody[1:], change: func() { c.follow(c.people["giver"], page) }}
}

func TestPages_AreListedAndFollowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, giver := w.member("Olga", "olga@example.org"), w.member("Gil", "gil@example.org")
	mill := w.openPage(owner, "Mill", "")
	repair := w.openPage(giver, "Repair café", "nonprofit")
	names := func(who ident.ID, query string) (all []string, list pages.PageList) {
		list = answer[pages.PageList](w, who, "/api/pages"+query)
		for _, p := range list.Items {
			all = append(all, p.Name)
		}
		return all, list
	}
	all, list := names(owner, "")
	if len(all) != 2 || all[0] != "Repair café" || list.Total != 2 || len(list.Kinds) != 2 || list.Items[1].Creator != "Olga" ||
		!list.Items[1].Own || list.Items[0].Own || list.Items[1].VerifiedAt != nil {
		t.Errorf("%+v", list)
	}
	logo := commands.ChangePageLogoBody{PageBody: commands.PageBody{PageID: mill}, Upload: "one"}
	w.saw(commands.ChangePageLogo.Run(t.Context(), w.commands, w.env().For(owner), logo))
	if _, list := names(giver, "?q=mill"); list.Items[0].Logo != "/media/page-logo/"+logo.Upload {
		t.Errorf("%+v", list.Items)
	}
	if _, err := commands.ChangePageLogo.Run(t.Context(), w.commands, w.env().For(giver), logo); err == nil {
		t.Error("somebody changes the logo of another's page")
	}
	if found, list := names(owner, "?q=cafe+lodz&kind=nonprofit"); len(found) != 1 || len(list.Kinds) != 1 {
		t.Errorf("%+v", list)
	}
	if found, list := names(owner, "?q=cafe&kind=company"); len(found) != 0 || list.Kinds[0].Count != 1 {
		t.Errorf("%+v", list)
	}

	// Fifty at once, each twice: fifty follow.
	people := make([]ident.ID, 50)
	for i := range people {
		people[i] = w.member("Fan", "fan"+ident.ID{byte(i + 1)}.String()+"@example.org")
	}
	var group sync.WaitGroup
	for _, p := range slices.Concat(people, people) {
		group.Go(func() {
			_, err := commands.FollowPage.Run(t.Context(), w.commands, w.env().For(p), commands.PageBody{PageID: mill})
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	w.follow(giver, mill)
	if _, err := commands.FollowPage.Run(t.Context(), w.commands, w.env().For(owner), commands.PageBody{PageID: mill}); err == nil {
		t.Error("somebody follows a page of their own")
	}
	if got := answer[pages.Page](w, giver, "/api/pages/"+mill.String()); got.Followers != 51 || !got.Following || got.Own {
		t.Errorf("%+v", got)
	}
	if found, _ := names(giver, "?following=true"); len(found) != 1 || found[0] != "Mill" {
		t.Errorf("%v", found)
	}
	fans := answer[read.List[pages.Follower]](w, owner, "/api/pages/"+mill.String()+"/followers")
	if fans.Total != 51 || len(fans.Items) != 20 || fans.Items[0].Name != "Gil" {
		t.Errorf("%d of %d, first %+v", len(fans.Items), fans.Total, fans.Items[0])
	}
	w.saw(commands.UnfollowPage.Run(t.Context(), w.commands, w.env().For(giver), commands.PageBody{PageID: mill}))
	if got := answer[pages.Page](w, giver, "/api/pages/"+mill.String()); got.Followers != 50 || got.Following {
		t.Errorf("%+v", got)
	}

	w.saw(commands.ClosePage.Run(t.Context(), w.commands, w.env().For(giver), commands.PageBody{PageID: repair}))
	w.refused(owner, "/api/pages/"+repair.String(), http.StatusNotFound, "page_not_found")
	w.refused(owner, "/api/pages/"+repair.String()+"/followers", http.StatusNotFound, "page_not_found")
	if found, _ := names(owner, ""); len(found) != 1 {
		t.Errorf("%v", found)
	}
}
