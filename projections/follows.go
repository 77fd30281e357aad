package projections

import (
	"github.com/callup/callup/domain/campaignfollow"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

type campaignFollowing struct {
	Member   ident.ID `db:"member"`
	Campaign ident.ID `db:"campaign"`
}

// followsProjection keeps who follows which campaign. What followers are told is joined when they read.
func followsProjection() *projector.Projection {
	followers := projector.NewTable[campaignFollowing, readmodel.CampaignFollower](readmodel.CampaignFollowers, "member, campaign",
		projector.Index("(member, followed_at DESC, campaign)"), projector.Index("(campaign)"),
		projector.Lookup("subject", func(f *readmodel.CampaignFollower) ident.ID { return f.Subject }),
		projector.OwnedBy("subject", projector.Remove()))
	return projector.New("follows", 1, followers).
		Invariant("followers", "SELECT 'followers', count(*)::text FROM {campaign_followers}").
		On(projector.Fold(func(r *projector.Rows, e campaignfollow.Followed, _ projector.Meta) {
			f := followers.Begin(r, campaignFollowing{e.Member, e.Campaign})
			f.Subject, f.FollowedAt = e.Subject, e.At
		})).
		On(projector.Fold(func(r *projector.Rows, e campaignfollow.Unfollowed, _ projector.Meta) {
			followers.Delete(r, campaignFollowing{e.Member, e.Campaign})
		}))
}
