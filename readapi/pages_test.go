package readapi_test

import (
	"net/http"
	"slices"
	"sync"
	"testing"

	commands "github.com/callup/callup/commands/pages"
	"github.com/callup/callup/domain/ident"
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
