package projections

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/pagefollow"
	"github.com/callup/callup/internal/textfold"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

type pageMember struct {
	Page   ident.ID `db:"page"`
	Member ident.ID `db:"member"`
}

// pagesProjection keeps the pages of organizations, and who follows them. How many do is counted from what happened: whoever is
// erased is first made to follow no more.
func pagesProjection() *projector.Projection {
	pages := projector.NewTable[ident.ID, readmodel.Page](readmodel.Pages, "id",
		projector.Index("(opened_at DESC, id)"), projector.Index("(owner)"),
		projector.Lookup("author", func(p *readmodel.Page) ident.ID { return p.Author }),
		projector.OwnedBy("author", projector.Blank("name", "description", "industry", "location", "website", "search", "logo")))
	followers := projector.NewTable[pageMember, readmodel.PageFollower](readmodel.PageFollowers, "page, member",
		projector.Index("(page, followed_at DESC, member)"), projector.Index("(member)"),
		projector.Lookup("subject", func(f *readmodel.PageFollower) ident.ID { return f.Subject }),
		projector.OwnedBy("subject", projector.Remove()))

	say := func(p *readmodel.Page, w orgpage.Words) {
		p.Author, p.Kind, p.Lang, p.Name, p.Description = w.Author, string(w.Kind), w.Lang, w.Name.String(), w.Description.String()
		p.Industry, p.Location, p.Website = w.Industry.String(), w.Location.String(), w.Website.String()
		p.Search = textfold.Fold(p.Name + " " + p.Description + " " + p.Industry + " " + p.Location)
	}
	return projector.New(readmodel.Pages, 2, pages, followers).Personal().
		Invariant("pages", "SELECT 'pages', concat_ws(' ', count(*), sum(followers), count(closed_at), count(verified_at)) "+
			"FROM {pages}").
		On(projector.Fold(func(r *projector.Rows, e orgpage.Opened, _ projector.Meta) {
			p := pages.Begin(r, e.Page)
			p.Owner, p.OpenedAt = e.Member, e.At
			say(p, e.Words)
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.Revised, _ projector.Meta) {
			p, at := pages.Edit(r, e.Page), e.At
			p.RevisedAt = &at
			say(p, e.Words)
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.LogoChanged, _ projector.Meta) {
			pages.Edit(r, e.Page).Logo = e.Upload
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.Closed, _ projector.Meta) {
			at := e.At
			pages.Edit(r, e.Page).ClosedAt = &at
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.Verified, _ projector.Meta) {
			at := e.At
			pages.Edit(r, e.Page).VerifiedAt = &at
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.Unverified, _ projector.Meta) {
			pages.Edit(r, e.Page).VerifiedAt = nil
		})).
		On(projector.Fold(func(r *projector.Rows, e pagefollow.Followed, _ projector.Meta) {
			pages.Edit(r, e.Page).Followers++
			f := followers.Begin(r, pageMember{e.Page, e.Member})
			f.Subject, f.FollowedAt = e.Subject, e.At
		})).
		On(projector.Fold(func(r *projector.Rows, e pagefollow.Unfollowed, _ projector.Meta) {
			pages.Edit(r, e.Page).Followers--
			followers.Delete(r, pageMember{e.Page, e.Member})
		}))
}
