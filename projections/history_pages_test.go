package projections

import (
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/pagefollow"
)

// aboutPages lets somebody open, change or close a page, a moderator verify one, and members follow one.
func (h *history) aboutPages(draw draw) {
	id := thing("page", draw("page", 2))
	who, subject := someMember(draw)
	writing := orgpage.Writing{
		Author: subject, Kind: orgpage.Kinds[draw("kind", 3)], Name: text("Page", 1+draw("name", 2)),
		Location: text("Place", draw("at", 1)),
		Lang:     "en",
	}
	decisions := []func(orgpage.State) ([]orgpage.Event, error){
		orgpage.Make{Page: id, Member: who, Writing: writing, Now: h.now}.Decide,
		orgpage.Revise{Page: id, Actor: who, Writing: writing, Now: h.now}.Decide,
		orgpage.Verify{Page: id, Verified: draw("verified", 1) == 1, Now: h.now}.Decide,
		orgpage.ChangeLogo{Page: id, Actor: who, Upload: []string{"", "one", "another"}[draw("logo", 2)], Now: h.now}.Decide,
		orgpage.Close{Page: id, Actor: who, Now: h.now}.Decide,
	}
	switch what := draw("what", 10); {
	case what < 6:
		take(h, orgpage.Decider, id, decisions[max(0, what-1)])
	default:
		page := statesOf(h, orgpage.Decider)[id]
		if !page.Open() {
			return
		}
		decide := pagefollow.Follow{Page: id, Member: who, Subject: subject, Owner: page.Owner, Now: h.now}.Decide
		if what > 8 {
			decide = pagefollow.Unfollow{Now: h.now}.Decide
		}
		take(h, pagefollow.Decider, pagefollow.Of(id, who), decide)
	}
}
