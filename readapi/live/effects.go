package live

import (
	"context"
	"slices"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
)

// bits are what is to be pushed on a topic: one for each of its family's kinds.
type bits uint8

// refetch tells clients that something they have may be out of date.
const refetch bits = 1 << maxKinds

// effect is what a changed row of a table means for topics.
type effect struct {
	concerns []concern
	// find leads from the keys to the ids of topics, or of a topic's items; to none where nobody is concerned. Without
	// it the keys are these ids.
	find func(ctx context.Context, a Answers, keys []ident.ID) ([]ident.ID, error)
}

// concern is what is to be pushed on the topics of a family.
type concern struct {
	family string
	kind   string // empty: refetch
	// single: the family has one topic, whatever the key.
	single bool
}

// effects says which tables concern which topics. Names are joined from members alone: a new one is followed to the
// campaigns that show it and were begun or given to last, and shows elsewhere at the next reading; so does a campaign's new
// title in what is shown of a gift to its giver.
func effects() map[string][]effect {
	campaign := concern{family: familyCampaign, kind: kindCampaign}
	supporters := concern{family: familyCampaign, kind: kindSupporters}
	card := concern{family: familyCards, kind: kindCard, single: true}
	totals := concern{family: familyPlatform, kind: kindTotals, single: true}
	recent := concern{family: familyPlatform, kind: kindRecent, single: true}
	keyed := func(concerns ...concern) effect { return effect{concerns: concerns} }
	return map[string][]effect{
		readmodel.Campaigns: {keyed(campaign, card, recent)}, // recent gifts are shown with their campaigns' titles
		readmodel.Progress:  {keyed(campaign, card)},
		readmodel.Supporters: {
			keyed(recent),
			{concerns: []concern{supporters}, find: func(ctx context.Context, a Answers, keys []ident.ID) ([]ident.ID, error) {
				return a.CampaignsOfContributions(ctx, keys)
			}},
		},
		readmodel.PlatformTotals: {keyed(totals)},
		readmodel.PlatformCounts: {keyed(totals)},
		readmodel.Wallet: {
			keyed(concern{family: familyDonation, kind: kindDonation}),
			{concerns: []concern{{family: familyMe}}, find: func(ctx context.Context, a Answers, keys []ident.ID) ([]ident.ID, error) {
				return a.MembersOfDonations(ctx, keys)
			}},
		},
		readmodel.Members: {
			keyed(concern{family: familyMe, kind: kindMe}),
			{concerns: []concern{campaign, card}, find: func(ctx context.Context, a Answers, keys []ident.ID) ([]ident.ID, error) {
				return a.CampaignsOfOwners(ctx, keys)
			}},
			{concerns: []concern{supporters}, find: func(ctx context.Context, a Answers, keys []ident.ID) ([]ident.ID, error) {
				return a.CampaignsNaming(ctx, keys)
			}},
		},
	}
}

// bit gives the mark of a kind.
func (f *family) bit(name string) bits {
	i := slices.IndexFunc(f.kinds, func(k kind) bool { return k.name == name })
	if i < 0 {
		return refetch
	}
	return 1 << i
}
