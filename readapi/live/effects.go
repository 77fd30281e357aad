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

// effect is what a changed row of a table means for the topics of a family.
type effect struct {
	family string
	kind   string // empty: refetch
	// find leads from the keys to the ids of topics, or of a topic's items; to none where nobody is concerned. Without
	// it the keys are these ids.
	find func(ctx context.Context, a Answers, keys []ident.ID) ([]ident.ID, error)
	// single: the family has one topic, whatever the key.
	single bool
}

// effects says which tables concern which topics. Names are joined from members alone: a new one is followed to the
// campaigns that show it and were begun or given to last, and shows elsewhere at the next reading.
func effects() map[string][]effect {
	campaign := effect{family: familyCampaign, kind: kindCampaign}
	card := effect{family: familyCards, kind: kindCard, single: true}
	totals := effect{family: familyPlatform, kind: kindTotals, single: true}
	return map[string][]effect{
		readmodel.Campaigns: {campaign, card},
		readmodel.Progress:  {campaign, card},
		readmodel.Supporters: {
			{family: familyPlatform, kind: kindRecent, single: true},
			{family: familyCampaign, kind: kindSupporters, find: func(ctx context.Context, a Answers, keys []ident.ID) ([]ident.ID, error) {
				return a.CampaignsOfContributions(ctx, keys)
			}},
		},
		readmodel.PlatformTotals: {totals},
		readmodel.PlatformCounts: {totals},
		readmodel.Wallet: {
			{family: familyDonation, kind: kindDonation},
			{family: familyMe, find: func(ctx context.Context, a Answers, keys []ident.ID) ([]ident.ID, error) {
				return a.MembersOfDonations(ctx, keys)
			}},
		},
		readmodel.Members: {
			{family: familyMe, kind: kindMe},
			{family: familyCampaign, kind: kindCampaign, find: ofOwners},
			{family: familyCards, kind: kindCard, single: true, find: ofOwners},
			{family: familyCampaign, kind: kindSupporters, find: func(ctx context.Context, a Answers, keys []ident.ID) ([]ident.ID, error) {
				return a.CampaignsNaming(ctx, keys)
			}},
		},
	}
}

func ofOwners(ctx context.Context, a Answers, keys []ident.ID) ([]ident.ID, error) {
	return a.CampaignsOfOwners(ctx, keys)
}

// bit gives the mark of a kind.
func (f *family) bit(name string) bits {
	i := slices.IndexFunc(f.kinds, func(k kind) bool { return k.name == name })
	if i < 0 {
		return refetch
	}
	return 1 << i
}
