// Package readapi is the read API as a whole: the areas' queries as operations, and as topics of the live hub.
package readapi

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/feed"
	"github.com/callup/callup/readapi/giving"
	"github.com/callup/callup/readapi/live"
	"github.com/callup/callup/readapi/members"
	"github.com/callup/callup/readapi/messages"
	"github.com/callup/callup/readapi/notifications"
	"github.com/callup/callup/readapi/pages"
	"github.com/callup/callup/readapi/platform"
	"github.com/callup/callup/readapi/pledges"
	"github.com/callup/callup/readapi/read"
	"github.com/callup/callup/readapi/search"
	"github.com/callup/callup/readapi/shifts"
	"github.com/callup/callup/readapi/staff"
)

// Areas are all areas of the read API.
func Areas() []read.Area {
	return []read.Area{
		campaigns.Queries, campaigns.Moderation, campaigns.DraftQueries, campaigns.TeamQueries, campaigns.PageQueries,
		campaigns.FollowQueries, campaigns.ReportQueries, campaigns.PersonQueries,
		platform.Queries,
		giving.Queries, pledges.Queries,
		members.Queries, members.BlockQueries, members.PeopleQueries, messages.Queries,
		notifications.Queries, staff.Queries, shifts.Queries, feed.Queries,
		pages.Queries,
		search.Queries,
	}
}

// Register declares the operations of the read API.
func Register(api huma.API, s *read.Service) { read.Register(api, s, Areas()) }

// Topics are what clients can subscribe to, each with the queries whose answers are pushed on it.
func Topics(s *read.Service, areas []read.Area) ([]live.Topic, error) {
	b := builder{service: s, lookups: map[*read.Statement]*live.Lookup{}}
	for _, area := range areas {
		for _, q := range area.Queries {
			if q.About().Push == nil {
				continue
			}
			if err := b.add(q); err != nil {
				return nil, err
			}
		}
	}
	return b.topics, nil
}

// builder gathers the queries of each topic.
type builder struct {
	service *read.Service
	topics  []live.Topic
	may     []read.May
	lookups map[*read.Statement]*live.Lookup
}

// add puts a query on its topic. Who may ask for it may subscribe: the queries of one topic say the same of that.
func (b *builder) add(q read.Declared) error {
	about := q.About()
	push := about.Push
	at := slices.IndexFunc(b.topics, func(t live.Topic) bool { return t.Name == push.Topic })
	if at < 0 {
		at = len(b.topics)
		b.topics = append(b.topics, live.Topic{Name: push.Topic, Own: push.Own, May: b.authorise(q)})
		b.may = append(b.may, about.May)
	}
	t := &b.topics[at]
	if t.Own != push.Own || b.may[at] != about.May {
		return fmt.Errorf("%s and what else is pushed on %s are not for the same people", about.ID, push.Topic)
	}
	t.Kinds = append(t.Kinds, b.kind(q))
	return nil
}

func (b *builder) kind(q read.Declared) live.Kind {
	about := q.About()
	k := live.Kind{Name: about.Push.Kind, Refetch: about.Push.Refetch}
	for _, on := range about.Push.On {
		k.On = append(k.On, live.On{Table: on.Table, Lookup: b.lookup(on.Lookup)})
	}
	switch {
	case k.Refetch:
	case about.Push.Items:
		k.Items = func(ctx context.Context, v live.Viewer, _ string, items []string) (map[string]any, error) {
			return q.Items(ctx, b.service, read.Viewer(v), items)
		}
		if who := about.Push.Insiders; who != nil {
			k.Insiders = b.insiders(read.Among(who))
		}
	default:
		k.Answer = func(ctx context.Context, v live.Viewer, key string) (any, error) {
			return q.Pushed(ctx, b.service, read.Viewer(v), parts(key))
		}
		k.Insiders = b.insiders(about.Sees)
	}
	return k
}

func (b *builder) lookup(s *read.Statement) *live.Lookup {
	if s == nil {
		return nil
	}
	if b.lookups[s] == nil { // the hub searches once for all that have it in common
		b.lookups[s] = &live.Lookup{Find: func(ctx context.Context, keys []string) ([]string, error) {
			return b.service.Find(ctx, s, keys)
		}}
	}
	return b.lookups[s]
}

func (b *builder) insiders(sees read.Sees) live.Insiders {
	switch sees {
	case read.Alike:
		return live.Everyone
	case read.EachMember:
		return live.EachMember
	}
	return func(ctx context.Context, key string, members []ident.ID) ([]ident.ID, error) {
		if len(members) == 0 {
			return nil, nil
		}
		if sees.IsAmong() {
			return b.service.Among(ctx, sees.Statement(), members)
		}
		return b.service.Insiders(ctx, sees.Statement(), parts(key))
	}
}

// authorise lets those subscribe to a query's topic who may ask for its answer.
func (b *builder) authorise(q read.Declared) func(context.Context, live.Viewer, string) error {
	if may := q.About().May; may != read.Holder {
		return func(_ context.Context, v live.Viewer, _ string) error { return may.Allows(read.Viewer(v)) }
	}
	// the answer itself says
	return func(ctx context.Context, v live.Viewer, key string) error {
		_, err := q.Pushed(ctx, b.service, read.Viewer(v), parts(key))
		return err
	}
}

// parts are those of a topic's key.
func parts(key string) []string {
	if key == "" {
		return nil
	}
	return strings.Split(key, "/")
}
