package campaigns

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/campaignupdate"
	"github.com/callup/callup/domain/ident"
)

// UpdateHoldings are the updates that a person wrote. They are sealed with the key of what the person wrote of themselves, so
// that nothing has to be ended before it goes.
func UpdateHoldings() erasing.Holdings {
	streams := func(b *erasing.Belongings) []ident.ID { return b.All(campaignupdate.Category) }
	return erasing.Holdings{
		Area:   "campaign_updates",
		Events: []any{campaignupdate.Posted{}},
		Others: []any{
			campaignupdate.Revised{}, campaignupdate.Pinned{}, campaignupdate.Unpinned{}, campaignupdate.Removed{},
		},
		See: func(b *erasing.Belongings, event any) {
			if e, ok := event.(campaignupdate.Posted); ok && b.Wrote(e.Author) {
				b.Add(campaignupdate.Category, campaignupdate.Of(e.Campaign))
			}
		},
		Named: streams,
		Export: func(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
			all := []ExportedUpdate{}
			for _, id := range streams(p.Belongings) {
				for r, err := range s.OpenedEvents(ctx, campaignupdate.Category, id) {
					if err != nil {
						return nil, err
					}
					switch e := r.Event.(type) {
					case campaignupdate.Posted:
						all = append(all, exportUpdate(e.Campaign, e.Update, e.Words, e.At, p)...)
					case campaignupdate.Revised:
						all = append(all, exportUpdate(e.Campaign, e.Update, e.Words, e.At, p)...)
					}
				}
			}
			return all, nil
		},
	}
}

// ExportedUpdate is what an update of a campaign said from a moment on, as its author is given it.
type ExportedUpdate struct {
	Campaign ident.ID  `json:"campaign"`
	Update   ident.ID  `json:"update"`
	From     time.Time `json:"from"`
	Title    string    `json:"title"`
	Text     string    `json:"text"`
	Audience string    `json:"audience"`
}

// exportUpdate gives words of the person's, and none of anybody else's.
func exportUpdate(to, update ident.ID, w campaignupdate.Words, at time.Time, p erasing.Person) []ExportedUpdate {
	if !p.Wrote(w.Author) {
		return nil
	}
	return []ExportedUpdate{{to, update, at, w.Title.String(), w.Text.String(), string(w.Audience)}}
}
