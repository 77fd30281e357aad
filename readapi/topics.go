package readapi

import (
	"context"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/live"
)

var errSignInRequired = domain.Refuse(domain.Unauthorized, "sign_in_required", "Please sign in.")

// pushedSupporters is the default of the operation campaign-supporters.
const pushedSupporters = 20

func public(context.Context, live.Viewer, string) error { return nil }

func signedInOnly(_ context.Context, v live.Viewer, _ string) error {
	if v.Member.IsNil() {
		return errSignInRequired
	}
	return nil
}

// Topics are what clients can subscribe to, and which changed rows are pushed to them. A kind is the id of the operation
// whose answer it is; a card is a campaign as the operation campaigns lists it. Names are joined from members alone: a
// new one is followed to the campaigns that show it and were begun or given to last, and shows elsewhere at the next
// reading; so does a campaign's new title in what is shown of a gift to its giver.
func Topics(s *Service) []live.Topic {
	owners := s.lookup(s.CampaignsOfOwners)
	return []live.Topic{
		{Name: "campaign/{id}", May: public, Kinds: []live.Kind{
			{
				Name: "campaign", Answer: answerFor(s.CampaignPage), Insiders: s.insiders,
				On: []live.On{{Table: readmodel.Campaigns}, {Table: readmodel.Progress}, {Table: readmodel.Members, Lookup: owners}},
			},
			{
				Name: "campaign-supporters", Insiders: live.Everyone,
				Answer: answerFor(func(ctx context.Context, _ Viewer, id ident.ID) (List[Supporter], error) {
					return s.SupportersFirst(ctx, id, pushedSupporters)
				}),
				On: []live.On{
					{Table: readmodel.Supporters, Lookup: s.lookup(s.CampaignsOfContributions)},
					{Table: readmodel.Members, Lookup: s.lookup(s.CampaignsNaming)},
				},
			},
		}},
		{Name: "platform", May: public, Kinds: []live.Kind{
			{
				Name: "platform-totals", Answer: forAll(s.PlatformTotals), Insiders: live.Everyone,
				On: []live.On{{Table: readmodel.PlatformTotals}, {Table: readmodel.PlatformCounts}},
			},
			{
				Name: "platform-recent", Answer: forAll(s.RecentContributions), Insiders: live.Everyone,
				On: []live.On{{Table: readmodel.Supporters}, {Table: readmodel.Campaigns}}, // they are shown with their campaigns' titles
			},
		}},
		{Name: "cards", May: public, Kinds: []live.Kind{
			{
				Name: "card", Items: s.cardItems,
				On: []live.On{{Table: readmodel.Campaigns}, {Table: readmodel.Progress}, {Table: readmodel.Members, Lookup: owners}},
			},
		}},
		{Name: "donation/{id}", Kinds: []live.Kind{
			{Name: "donation", Answer: answerFor(s.DonationByID), Insiders: live.EachMember, On: []live.On{{Table: readmodel.Wallet}}},
		}, May: func(ctx context.Context, v live.Viewer, key string) error {
			_, err := answerFor(s.DonationByID)(ctx, v, key)
			return err
		}},
		{Name: "me", Own: true, May: signedInOnly, Kinds: []live.Kind{
			{
				Name: "me", Insiders: live.EachMember, On: []live.On{{Table: readmodel.Members}},
				Answer: func(ctx context.Context, v live.Viewer, _ string) (any, error) { return s.Me(ctx, Viewer(v)) },
			},
			{Name: "my-transactions", Refetch: true, On: []live.On{{Table: readmodel.Wallet, Lookup: s.lookup(s.MembersOfDonations)}}},
		}},
	}
}

// answerFor has the answer made that a topic's key names by its id.
func answerFor[T any](answer func(context.Context, Viewer, ident.ID) (T, error)) func(context.Context, live.Viewer, string) (any, error) {
	return func(ctx context.Context, v live.Viewer, key string) (any, error) {
		id, err := ident.Parse(key)
		if err != nil {
			return nil, err
		}
		return answer(ctx, Viewer(v), id)
	}
}

func forAll[T any](answer func(context.Context) (T, error)) func(context.Context, live.Viewer, string) (any, error) {
	return func(ctx context.Context, _ live.Viewer, _ string) (any, error) { return answer(ctx) }
}

func (s *Service) insiders(ctx context.Context, key string, members []ident.ID) ([]ident.ID, error) {
	if len(members) == 0 {
		return nil, nil
	}
	id, err := ident.Parse(key)
	if err != nil {
		return nil, err
	}
	return s.CampaignInsiders(ctx, id)
}

func (s *Service) cardItems(ctx context.Context, _ string, keys []string) (map[string]any, error) {
	ids, err := parseIDs(keys)
	if err != nil {
		return nil, err
	}
	cards, err := s.Cards(ctx, ids)
	out := make(map[string]any, len(cards))
	for _, c := range cards {
		out[c.ID.String()] = c
	}
	return out, err
}

// lookup leads from ids to ids.
func (s *Service) lookup(find func(context.Context, []ident.ID) ([]ident.ID, error)) *live.Lookup {
	return &live.Lookup{Find: func(ctx context.Context, keys []string) ([]string, error) {
		ids, err := parseIDs(keys)
		if err != nil {
			return nil, err
		}
		found, err := find(ctx, ids)
		out := make([]string, len(found))
		for i, id := range found {
			out[i] = id.String()
		}
		return out, err
	}}
}

func parseIDs(keys []string) ([]ident.ID, error) {
	ids := make([]ident.ID, len(keys))
	for i, k := range keys {
		var err error
		if ids[i], err = ident.Parse(k); err != nil {
			return nil, err
		}
	}
	return ids, nil
}
