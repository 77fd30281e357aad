package campaigns

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/internal/ports"
)

// RemoveCampaignMediaBody says what a campaign is to show no more.
type RemoveCampaignMediaBody struct {
	CampaignBody
	Photo bool `json:"photo,omitempty" doc:"Remove the photograph"`
	Video bool `json:"video,omitempty" doc:"Remove the video"`
}

// RemoveCampaignMedia takes a photograph or a video out of a campaign, also where it is suspended or over. Its files are
// not served from then on.
var RemoveCampaignMedia = command.Define("remove-campaign-media", "Remove the photograph or the video of a campaign",
	command.Owner, func(ctx context.Context, c *command.Call, in RemoveCampaignMediaBody) (command.Done, error) {
		shown, _, err := mediaShown(ctx, c.Handler, in.CampaignID)
		if err != nil {
			return command.Done{}, err
		}
		remove := campaign.TakeOutMedia{Actor: c.Member, Photo: in.Photo, Video: in.Video, Shown: shown, Now: c.Now()}
		done, err := onCampaign(ctx, c, in.CampaignBody, remove.Decide)
		for kind, is := range map[string]bool{PhotoKind: in.Photo, VideoKind: in.Video} {
			if err == nil && is { // repeated, too: the media store may not know yet
				err = c.Uploads.RemoveOf(ctx, in.CampaignID, ports.Removal{Kind: kind})
			}
		}
		return done, err
	})
