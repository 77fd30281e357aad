package projections

import (
	"strings"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
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
		projector.Index("USING gin (search gin_trgm_ops)"),
		projector.Lookup("author", func(p *readmodel.Page) ident.ID { return p.Author }),
		projector.OwnedBy("author", projector.Blank("name", "description", "industry", "location", "website", "search", "logo")))
	followers := projector.NewTable[pageMember, readmodel.PageFollower](readmodel.PageFollowers, "page, member",
		projector.Index("(page, followed_at DESC, member)"), projector.Index("(member)"),
		projector.Lookup("subject", func(f *readmodel.PageFollower) ident.ID { return f.Subject }),
		projector.OwnedBy("subject", projector.Remove()))

	editors := projector.NewTable[pageMember, readmodel.PageEditor](readmodel.PageEditors, "page, member",
		projector.Index("(page, since)"), projector.Index("(member)"),
		projector.Lookup("subject", func(e *readmodel.PageEditor) ident.ID { return e.Subject }),
		projector.OwnedBy("subject", projector.Remove()))
	invitations := projector.NewTable[ident.ID, readmodel.PageInvitation](readmodel.PageInvitations, "id",
		projector.Index("(page, invited_at)"), projector.Index("(address)"),
		projector.Lookup("invitee", func(i *readmodel.PageInvitation) ident.ID { return i.Invitee }),
		projector.OwnedBy("invitee", projector.Remove()))

	say := func(p *readmodel.Page, w orgpage.Words) {
		p.Author, p.Kind, p.Lang, p.Name, p.Description = w.Author, string(w.Kind), w.Lang, w.Name.String(), w.Description.String()
		p.Industry, p.Location, p.Website = w.Industry.String(), w.Location.String(), w.Website.String()
		p.Search = textfold.Fold(p.Name + " " + p.Description + " " + p.Industry + " " + p.Location)
	}
	// Whoever looks at a page hears of a change of its editors by the page's own row.
	asked := func(r *projector.Rows, page ident.ID, by int64) { pages.Edit(r, page).Invited += by }
	answered := func(r *projector.Rows, page, invitation ident.ID) {
		asked(r, page, -1)
		if invitations.Get(r, invitation) != nil { // unless whoever has the address is erased
			i := invitations.Edit(r, invitation)
			i.Over, i.Email = true, ""
		}
	}
	gone := func(r *projector.Rows, page, who ident.ID) {
		pages.Edit(r, page).Editors--
		editors.Delete(r, pageMember{page, who})
	}
	return projector.New(readmodel.Pages, 8, pages, followers, editors, invitations).Personal().
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
		On(projector.Fold(func(r *projector.Rows, e orgpage.MoneyAllowed, _ projector.Meta) {
			pages.Edit(r, e.Page).Collects = true
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.MoneyWithdrawn, _ projector.Meta) {
			pages.Edit(r, e.Page).Collects = false
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.EditorInvited, _ projector.Meta) {
			asked(r, e.Page, 1)
			if e.Email.String() == "" { // whoever has the address was erased
				return
			}
			i := invitations.Begin(r, e.Invitation)
			i.Page, i.Invitee, i.Email, i.InvitedAt = e.Page, e.Invitee, e.Email.String(), e.At
			i.Address = strings.ToLower(i.Email)
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.EditorJoined, _ projector.Meta) {
			answered(r, e.Page, e.Invitation)
			pages.Edit(r, e.Page).Editors++
			row := editors.Begin(r, pageMember{e.Page, e.Member})
			row.Subject, row.Since = member.SubjectOf(e.Member), e.At
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.EditorDeclined, _ projector.Meta) {
			answered(r, e.Page, e.Invitation)
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.InvitationWithdrawn, _ projector.Meta) {
			answered(r, e.Page, e.Invitation)
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.EditorLeft, _ projector.Meta) { gone(r, e.Page, e.Member) })).
		On(projector.Fold(func(r *projector.Rows, e orgpage.EditorRemoved, _ projector.Meta) { gone(r, e.Page, e.Member) })).
		On(projector.Fold(func(r *projector.Rows, e orgpage.HandedOver, _ projector.Meta) {
			gone(r, e.Page, e.To)
			pages.Edit(r, e.Page).Owner = e.To
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
