package projections

import (
	"bytes"
	"slices"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// published are the posts that are shown as pages: when a page closes, nobody reads them any more.
type published struct {
	rows projector.Table[ident.ID, readmodel.PagePublication]
}

func publicationsIn(table string) published {
	return published{projector.NewTable[ident.ID, readmodel.PagePublication](table, "post",
		projector.Lookup("page", func(p *readmodel.PagePublication) ident.ID { return p.Page }),
		projector.Nobodys(),
		projector.Shown(func(*readmodel.PagePublication) bool { return false }))}
}

func (p published) add(r *projector.Rows, e post.Published) { p.rows.Begin(r, e.Post).Page = e.Page }

// of gives the posts of a page, in an order that does not depend on how the rows are kept.
func (p published) of(r *projector.Rows, page ident.ID) (all []ident.ID) {
	for x := range p.rows.By(r, "page", page) {
		all = append(all, x.Post)
	}
	slices.SortFunc(all, func(a, b ident.ID) int { return bytes.Compare(a[:], b[:]) })
	return all
}
