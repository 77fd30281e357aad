package blocks

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/memberblock"
)

// Holdings are whom a person blocks, and who blocks them: both end with either. A person is given the first alone.
func Holdings() erasing.Holdings {
	blocks := func(b *erasing.Belongings) []ident.ID { return b.All(memberblock.Category) }
	return erasing.Holdings{
		Area:   "blocks",
		Events: []any{memberblock.Blocked{}, memberblock.Unblocked{}},
		See: func(b *erasing.Belongings, event any) {
			between := func(one, other ident.ID) {
				if b.IsMember(one) || b.IsMember(other) {
					b.Add(memberblock.Category, memberblock.Of(one, other))
				}
			}
			switch e := event.(type) {
			case memberblock.Blocked:
				between(e.Member, e.Other)
			case memberblock.Unblocked:
				between(e.Member, e.Other)
			}
		},
		Ends: []erasing.Ending{
			{What: "blocks", Things: blocks, End: func(ctx context.Context, s *command.Service, id ident.ID) (bool, error) {
				_, err := DropBlocks.Run(ctx, s, erasing.Envelope("unblock", id), id)
				return err == nil, err
			}},
		},
		Export: export,
	}
}

// Exported says that the person blocked another member from a moment on, or did no more.
type Exported struct {
	Member ident.ID  `json:"member"`
	Blocks bool      `json:"blocks"`
	At     time.Time `json:"at"`
}

func export(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
	out := []Exported{}
	for _, id := range p.All(memberblock.Category) {
		for r, err := range s.OpenedEvents(ctx, memberblock.Category, id) {
			if err != nil {
				return nil, err
			}
			switch e := r.Event.(type) {
			case memberblock.Blocked:
				if e.Member == p.Member {
					out = append(out, Exported{e.Other, true, e.At})
				}
			case memberblock.Unblocked:
				if e.Member == p.Member {
					out = append(out, Exported{e.Other, false, e.At})
				}
			}
		}
	}
	return out, nil
}
