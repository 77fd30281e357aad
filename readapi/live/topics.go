package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/readapi"
)

// family is a kind of topic: "platform", or "campaign/{id}" for every campaign.
type family struct {
	name string
	// keyed: the topic's name ends with an id.
	keyed bool
	// own: each member has a topic of their own under the one name; visitors have none.
	own bool
	// authorise refuses a viewer who may not subscribe.
	authorise func(ctx context.Context, a Answers, v readapi.Viewer, id ident.ID) error
	// kinds are what is pushed, at most maxKinds.
	kinds []kind
	// current: the present answers make up for whatever a client has missed. Otherwise it is told to refetch.
	current bool
}

const maxKinds = 7

// kind is one answer that is pushed. Exactly one of answer and items makes it.
type kind struct {
	name   string
	answer func(ctx context.Context, a Answers, v readapi.Viewer, id ident.ID) (any, error)
	// audience says who gets an answer of their own.
	audience audience
	// items makes one answer for each of what changed.
	items func(ctx context.Context, a Answers, ids []ident.ID) (map[ident.ID]any, error)
}

// audience gives the members among some who get an answer of their own; the others, and visitors, share the visitor's.
type audience func(ctx context.Context, a Answers, id ident.ID, members []ident.ID) (insiders []ident.ID, err error)

// everyone shares one answer.
func everyone(context.Context, Answers, ident.ID, []ident.ID) ([]ident.ID, error) { return nil, nil }

// each member gets their own.
func each(_ context.Context, _ Answers, _ ident.ID, members []ident.ID) ([]ident.ID, error) {
	return members, nil
}

func campaignInsiders(ctx context.Context, a Answers, id ident.ID, members []ident.ID) ([]ident.ID, error) {
	if len(members) == 0 {
		return nil, nil
	}
	return a.CampaignInsiders(ctx, id)
}

// public lets anybody subscribe: the answers are made as for a visitor, or for the viewer as the GET would.
func public(context.Context, Answers, readapi.Viewer, ident.ID) error { return nil }

var errSignInRequired = domain.Refuse(domain.Unauthorized, "sign_in_required", "Please sign in.")

func signedIn(_ context.Context, _ Answers, v readapi.Viewer, _ ident.ID) error {
	if v.Member.IsNil() {
		return errSignInRequired
	}
	return nil
}

func mayReadDonation(ctx context.Context, a Answers, v readapi.Viewer, id ident.ID) error {
	_, err := a.DonationByID(ctx, v, id)
	return err
}

// The families of topics.
const (
	familyCampaign = "campaign"
	familyPlatform = "platform"
	familyCards    = "cards"
	familyDonation = "donation"
	familyMe       = "me"
)

// The kinds of pushes: the ids of the operations whose answers they are. A card is a campaign as the operation
// campaigns lists it.
const (
	kindCampaign   = "campaign"
	kindSupporters = "campaign-supporters"
	kindTotals     = "platform-totals"
	kindRecent     = "platform-recent"
	kindCard       = "card"
	kindDonation   = "donation"
	kindMe         = "me"
)

func families() []*family {
	return []*family{
		{name: familyCampaign, keyed: true, authorise: public, current: true, kinds: []kind{
			{name: kindCampaign, audience: campaignInsiders, answer: func(ctx context.Context, a Answers, v readapi.Viewer, id ident.ID) (any, error) {
				return a.CampaignPage(ctx, v, id)
			}},
			{name: kindSupporters, audience: everyone, answer: func(ctx context.Context, a Answers, _ readapi.Viewer, id ident.ID) (any, error) {
				return a.SupportersFirst(ctx, id, supportersLimit)
			}},
		}},
		{name: familyPlatform, authorise: public, current: true, kinds: []kind{
			{name: kindTotals, audience: everyone, answer: func(ctx context.Context, a Answers, _ readapi.Viewer, _ ident.ID) (any, error) {
				return a.PlatformTotals(ctx)
			}},
			{name: kindRecent, audience: everyone, answer: func(ctx context.Context, a Answers, _ readapi.Viewer, _ ident.ID) (any, error) {
				return a.RecentContributions(ctx)
			}},
		}},
		{name: familyCards, authorise: public, kinds: []kind{
			{name: kindCard, audience: everyone, items: func(ctx context.Context, a Answers, ids []ident.ID) (map[ident.ID]any, error) {
				cards, err := a.Cards(ctx, ids)
				out := make(map[ident.ID]any, len(cards))
				for _, c := range cards {
					out[c.ID] = c
				}
				return out, err
			}},
		}},
		{name: familyDonation, keyed: true, authorise: mayReadDonation, current: true, kinds: []kind{
			{name: kindDonation, audience: each, answer: func(ctx context.Context, a Answers, v readapi.Viewer, id ident.ID) (any, error) {
				return a.DonationByID(ctx, v, id)
			}},
		}},
		{name: familyMe, own: true, authorise: signedIn, kinds: []kind{
			{name: kindMe, audience: each, answer: func(ctx context.Context, a Answers, v readapi.Viewer, _ ident.ID) (any, error) {
				return a.Me(ctx, v)
			}},
		}},
	}
}

// registry knows the families of topics.
type registry map[string]*family

var errTopic = errors.New("a family of topics is not complete")

// register refuses a family that would push to anybody, or nothing.
func register(all []*family) (registry, error) {
	r := registry{}
	for _, f := range all {
		switch {
		case f.name == "" || r[f.name] != nil:
			return nil, fmt.Errorf("%w: %q has no name of its own", errTopic, f.name)
		case f.authorise == nil:
			return nil, fmt.Errorf("%w: %s does not say who may subscribe", errTopic, f.name)
		case len(f.kinds) == 0 || len(f.kinds) > maxKinds:
			return nil, fmt.Errorf("%w: %s has %d kinds", errTopic, f.name, len(f.kinds))
		}
		for _, k := range f.kinds {
			if k.name == "" || k.audience == nil || (k.answer == nil) == (k.items == nil) || k.items != nil && f.current {
				return nil, fmt.Errorf("%w: %s has the unfinished kind %q", errTopic, f.name, k.name)
			}
		}
		r[f.name] = f
	}
	return r, nil
}

// topicID names a topic.
type topicID struct {
	family *family
	id     ident.ID // zero when the family has one topic
}

// parse reads a topic's name as a viewer may write it; false when there is no such topic.
func (r registry) parse(name string, v readapi.Viewer) (topicID, bool) {
	first, rest, keyed := strings.Cut(name, "/")
	f := r[first]
	switch {
	case f == nil || f.keyed != keyed:
		return topicID{}, false
	case f.own:
		return topicID{f, v.Member}, true
	case !keyed:
		return topicID{family: f}, true
	}
	id, err := ident.Parse(rest)
	if err != nil || id.IsNil() || id.String() != rest {
		return topicID{}, false
	}
	return topicID{f, id}, true
}

// String is the name as clients know it.
func (t topicID) String() string {
	if t.family.keyed {
		return t.family.name + "/" + t.id.String()
	}
	return t.family.name
}

// hasItems tells whether what is pushed is about single things among many.
func (f *family) hasItems() bool {
	return slices.ContainsFunc(f.kinds, func(k kind) bool { return k.items != nil })
}
