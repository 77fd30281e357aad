package pages

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/pagefollow"
	"github.com/callup/callup/internal/mail"
)

// edited is how erasures call the pages that a person edits or was asked to, and those that showed a logo of theirs.
const edited = "page edited"

// invitationMails are the mails that invite an editor to a page of the person's.
const invitationMails = "mails of invitations to pages"

// Holdings are the pages that a person owns, which go to an editor or close with them, those that they edit or are asked to, and
// those that they follow. What a page says is sealed with the key of what its owner wrote of themselves.
func Holdings() erasing.Holdings {
	every := func(b *erasing.Belongings) []ident.ID {
		all := slices.Concat(b.All(orgpage.Category), b.All(edited))
		slices.SortFunc(all, func(a, b ident.ID) int { return slices.Compare(a[:], b[:]) })
		return slices.Compact(all)
	}
	follows := func(b *erasing.Belongings) []ident.ID { return b.All(pagefollow.Category) }
	return erasing.Holdings{
		Area: "pages",
		Events: []any{
			orgpage.Opened{}, orgpage.HandedOver{}, orgpage.EditorInvited{}, orgpage.EditorJoined{}, orgpage.LogoChanged{},
			pagefollow.Followed{}, pagefollow.Unfollowed{},
		},
		Others: []any{
			orgpage.Revised{}, orgpage.Closed{}, orgpage.Verified{}, orgpage.Unverified{}, orgpage.EditorDeclined{},
			orgpage.InvitationWithdrawn{}, orgpage.EditorLeft{}, orgpage.EditorRemoved{},
			orgpage.MoneyAllowed{}, orgpage.MoneyWithdrawn{},
		},
		See: func(b *erasing.Belongings, event any) {
			switch e := event.(type) {
			case orgpage.Opened:
				if b.Wrote(e.Author) {
					b.Add(orgpage.Category, e.Page)
				}
			case orgpage.HandedOver:
				if b.IsMember(e.From) {
					b.Drop(orgpage.Category, e.Page)
				}
				if b.IsMember(e.To) {
					b.Add(orgpage.Category, e.Page)
				}
			case orgpage.EditorInvited:
				if b.Wrote(e.Invitee) {
					b.Add(edited, e.Page)
				}
				if b.Has(orgpage.Category, e.Page) {
					b.Note(invitationMails, mail.PageInvitedKey(e.Invitation.String())) // it names the owner
				}
			case orgpage.EditorJoined:
				if b.IsMember(e.Member) {
					b.Add(edited, e.Page)
				}
			case orgpage.LogoChanged:
				if b.IsMember(e.Member) {
					b.Add(edited, e.Page)
				}
			case pagefollow.Followed:
				if b.IsMember(e.Member) {
					b.Add(pagefollow.Category, pagefollow.Of(e.Page, e.Member))
				}
			case pagefollow.Unfollowed:
				if b.IsMember(e.Member) {
					b.Add(pagefollow.Category, pagefollow.Of(e.Page, e.Member))
				}
			}
		},
		Ends: []erasing.Ending{
			{What: "pages", Things: every, EndOf: leave},
			{What: "page follows", Things: follows, End: func(ctx context.Context, s *command.Service, id ident.ID) (bool, error) {
				_, err := DropFollow.Run(ctx, s, erasing.Envelope("unfollow", id), id)
				return err == nil, err
			}},
		},
		Named:  every,
		Mails:  func(b *erasing.Belongings) []string { return b.Noted(invitationMails) },
		Export: export,
	}
}

func first(editors []ident.ID) ident.ID {
	if len(editors) == 0 {
		return ident.Nil
	}
	return editors[0]
}

// leave takes a person off a page, whatever they are to it. It may be looked at again: they may be asked anew.
func leave(ctx context.Context, s *command.Service, b *erasing.Belongings, id ident.ID) (over bool, err error) {
	is, revision, err := command.Load(ctx, s.Handler, orgpage.Decider, id)
	if err != nil {
		return false, err
	}
	body := DropPageBody{PageID: id, MemberID: b.Member}
	for _, p := range b.Persons {
		body.Subjects = append(body.Subjects, p.ID)
	}
	events, err := orgpage.Drop{Page: id, Member: b.Member, Subjects: body.Subjects, Times: is.Times}.Decide(is)
	if err != nil || len(events) == 0 {
		return false, err
	}
	if is.Owner == b.Member && is.Edits(first(is.Editors)) { // nobody follows a page of their own
		follow := pagefollow.Of(id, first(is.Editors))
		_, err := DropFollow.Run(ctx, s, erasing.Envelope("own at "+strconv.FormatInt(int64(revision), 10), follow), follow)
		if err != nil {
			return false, err
		}
	}
	step := "drop at " + strconv.FormatInt(int64(revision), 10)
	_, err = DropPage.Run(ctx, s, erasing.Envelope(step, ident.Pair(id.String(), b.Member.String())), body)
	return false, err
}

// Exported is what a person is given of pages.
type Exported struct {
	Pages   []ExportedPage    `json:"pages"`
	Edited  []ExportedEditing `json:"edited"`
	Follows []ExportedFollow  `json:"follows"`
}

// ExportedPage is what a page of the person's said from a moment on.
type ExportedPage struct {
	Page        ident.ID  `json:"page"`
	From        time.Time `json:"from"`
	Kind        string    `json:"kind"`
	Name        string    `json:"name"`
	Description string    `json:"description"`
	Industry    string    `json:"industry"`
	Location    string    `json:"location"`
	Website     string    `json:"website"`
}

// ExportedEditing is a page that somebody edits, or edited, or is asked to.
type ExportedEditing struct {
	Page      ident.ID   `json:"page"`
	Address   string     `json:"invited_address,omitempty"`
	InvitedAt *time.Time `json:"invited_at,omitempty"`
	JoinedAt  *time.Time `json:"joined_at,omitempty"`
	LeftAt    *time.Time `json:"left_at,omitempty"`
	OwnerFrom *time.Time `json:"owner_from,omitempty"`
}

func (x *ExportedEditing) see(p erasing.Person, event any) {
	switch e := event.(type) {
	case orgpage.EditorInvited:
		if p.Wrote(e.Invitee) {
			x.Address, x.InvitedAt = e.Email.String(), &e.At
		}
	case orgpage.EditorJoined:
		if p.IsMember(e.Member) {
			x.JoinedAt, x.LeftAt = &e.At, nil
		}
	case orgpage.EditorLeft:
		if p.IsMember(e.Member) {
			x.LeftAt = &e.At
		}
	case orgpage.EditorRemoved:
		if p.IsMember(e.Member) {
			x.LeftAt = &e.At
		}
	case orgpage.HandedOver:
		if p.IsMember(e.To) {
			x.OwnerFrom = &e.At
		}
	}
}

// ExportedFollow says that the person followed a page from a moment on, or did no more.
type ExportedFollow struct {
	Page    ident.ID  `json:"page"`
	Follows bool      `json:"follows"`
	At      time.Time `json:"at"`
}

func export(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
	out := Exported{Pages: []ExportedPage{}, Edited: []ExportedEditing{}, Follows: []ExportedFollow{}}
	said := func(page ident.ID, w orgpage.Words, at time.Time) {
		out.Pages = append(out.Pages, ExportedPage{
			page, at, string(w.Kind), w.Name.String(), w.Description.String(), w.Industry.String(), w.Location.String(),
			w.Website.String(),
		})
	}
	for _, id := range p.All(orgpage.Category) {
		for r, err := range s.OpenedEvents(ctx, orgpage.Category, id) {
			if err != nil {
				return nil, err
			}
			switch e := r.Event.(type) {
			case orgpage.Opened:
				said(e.Page, e.Words, e.At)
			case orgpage.Revised:
				said(e.Page, e.Words, e.At)
			}
		}
	}
	for _, id := range p.All(edited) {
		x := ExportedEditing{Page: id}
		for r, err := range s.OpenedEvents(ctx, orgpage.Category, id) {
			if err != nil {
				return nil, err
			}
			x.see(p, r.Event)
		}
		out.Edited = append(out.Edited, x)
	}
	for _, id := range p.All(pagefollow.Category) {
		for r, err := range s.OpenedEvents(ctx, pagefollow.Category, id) {
			if err != nil {
				return nil, err
			}
			switch e := r.Event.(type) {
			case pagefollow.Followed:
				out.Follows = append(out.Follows, ExportedFollow{e.Page, true, e.At})
			case pagefollow.Unfollowed:
				out.Follows = append(out.Follows, ExportedFollow{e.Page, false, e.At})
			}
		}
	}
	return out, nil
}
