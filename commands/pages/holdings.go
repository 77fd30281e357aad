package pages

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/pagefollow"
)

// Holdings are the pages that a person opened, which close with them, and those that they follow. What a page says is sealed with
// the key of what the person wrote of themselves.
func Holdings() erasing.Holdings {
	pages := func(b *erasing.Belongings) []ident.ID { return b.All(orgpage.Category) }
	follows := func(b *erasing.Belongings) []ident.ID { return b.All(pagefollow.Category) }
	return erasing.Holdings{
		Area:   "pages",
		Events: []any{orgpage.Opened{}, pagefollow.Followed{}, pagefollow.Unfollowed{}},
		Others: []any{orgpage.Revised{}, orgpage.LogoChanged{}, orgpage.Closed{}, orgpage.Verified{}, orgpage.Unverified{}},
		See: func(b *erasing.Belongings, event any) {
			switch e := event.(type) {
			case orgpage.Opened:
				if b.Wrote(e.Author) {
					b.Add(orgpage.Category, e.Page)
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
			{What: "pages", Things: pages, End: func(ctx context.Context, s *command.Service, id ident.ID) (bool, error) {
				_, err := DropPage.Run(ctx, s, erasing.Envelope("drop", id), id)
				return err == nil, err
			}},
			{What: "page follows", Things: follows, End: func(ctx context.Context, s *command.Service, id ident.ID) (bool, error) {
				_, err := DropFollow.Run(ctx, s, erasing.Envelope("unfollow", id), id)
				return err == nil, err
			}},
		},
		Named:  pages,
		Export: export,
	}
}

// Exported is what a person is given of pages.
type Exported struct {
	Pages   []ExportedPage   `json:"pages"`
	Follows []ExportedFollow `json:"follows"`
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

// ExportedFollow says that the person followed a page from a moment on, or did no more.
type ExportedFollow struct {
	Page    ident.ID  `json:"page"`
	Follows bool      `json:"follows"`
	At      time.Time `json:"at"`
}

func export(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
	out := Exported{Pages: []ExportedPage{}, Follows: []ExportedFollow{}}
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
