package follows

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/campaignfollow"
	"github.com/callup/callup/domain/ident"
)

// Holdings are the campaigns that a person follows.
func Holdings() erasing.Holdings {
	follows := func(b *erasing.Belongings) []ident.ID { return b.All(campaignfollow.Category) }
	return erasing.Holdings{
		Area:   "follows",
		Events: []any{campaignfollow.Followed{}, campaignfollow.Unfollowed{}},
		See: func(b *erasing.Belongings, event any) {
			switch e := event.(type) {
			case campaignfollow.Followed:
				if b.IsMember(e.Member) {
					b.Add(campaignfollow.Category, campaignfollow.Of(e.Campaign, e.Member))
				}
			case campaignfollow.Unfollowed:
				if b.IsMember(e.Member) {
					b.Add(campaignfollow.Category, campaignfollow.Of(e.Campaign, e.Member))
				}
			}
		},
		Ends: []erasing.Ending{
			{What: "campaign follows", Things: follows, End: func(ctx context.Context, s *command.Service, id ident.ID) (bool, error) {
				_, err := DropCampaignFollow.Run(ctx, s, erasing.Envelope("unfollow", id), id)
				return err == nil, err
			}},
		},
		Export: export,
	}
}

// Exported says that the person followed a campaign from a moment on, or did no more.
type Exported struct {
	Campaign ident.ID  `json:"campaign"`
	Follows  bool      `json:"follows"`
	At       time.Time `json:"at"`
}

func export(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
	out := []Exported{}
	for _, id := range p.All(campaignfollow.Category) {
		for r, err := range s.OpenedEvents(ctx, campaignfollow.Category, id) {
			if err != nil {
				return nil, err
			}
			switch e := r.Event.(type) {
			case campaignfollow.Followed:
				out = append(out, Exported{e.Campaign, true, e.At})
			case campaignfollow.Unfollowed:
				out = append(out, Exported{e.Campaign, false, e.At})
			}
		}
	}
	return out, nil
}
