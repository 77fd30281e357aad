package live

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

func id(n int) ident.ID { return ident.ID{0: 1, 14: byte(n >> 8), 15: byte(n)} }

var (
	owner    = id(901)
	other    = id(902)
	notFound = domain.Refuse(domain.NotFound, "not_found", "There is no such thing.")
	signIn   = domain.Refuse(domain.Unauthorized, "sign_in_required", "Please sign in.")
	errAway  = errors.New("the database is away")
	errPanic = errors.New("an answer that panics")
)

// The toy's tables, and the kinds of what is pushed of them.
const (
	tableRooms   = "rooms"
	tableCounts  = "room_counts"
	tableGuests  = "room_guests"
	tableTotals  = "house_totals"
	tableTickets = "tickets"
	tableMembers = "members"
	tableShelves = "shelves"

	kindRoom   = "room"
	kindGuests = "room-guests"
	kindTotals = "house-totals"
	kindLatest = "house-latest"
	kindTile   = "tile"
	kindTicket = "ticket"
	kindMe     = "me"
	kindShelf  = "shelf"
	kindBook   = "book"
	kindWord   = "word"
)

// guestsLimit is how many guests are asked for.
const guestsLimit = 20

// What the toys answer.
type (
	room struct {
		ID          string
		Guests      int64 `json:"guests"`
		CanEdit     bool
		Description string
	}
	guest  struct{ Number int64 }
	guests struct {
		Items []guest
		Total int64 `json:"total"`
	}
	totals struct{ Guests int64 }
	ticket struct {
		ID     string
		Number int64
	}
	self struct{ ID ident.ID }
)

// toys are a house of rooms in memory. Its rooms are owned by owner, its tickets bought by other.
type toys struct {
	mu     sync.Mutex
	guests int64
	calls  map[string]int
	fail   map[string]error
	block  map[string]chan struct{} // closed to let calls go on
	room   map[string]string        // guest → room
	buyer  map[string]string        // ticket → member
	owned  map[string]string        // owner → room
	naming map[string]string        // member → room that names them among its guests
}

func newToys() *toys {
	return &toys{
		calls: map[string]int{}, fail: map[string]error{}, block: map[string]chan struct{}{},
		room: map[string]string{}, buyer: map[string]string{}, owned: map[string]string{}, naming: map[string]string{},
	}
}

func (a *toys) set(change func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	change()
}

func (a *toys) call(ctx context.Context, name string) (int64, error) {
	a.mu.Lock()
	a.calls[name]++
	block := a.block[name]
	a.mu.Unlock()
	if block != nil {
		select {
		case <-block:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.fail[name] == errPanic { //nolint:errorlint // it is this very one
		panic("the toys are broken")
	}
	return a.guests, a.fail[name]
}

func (a *toys) count(name string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.calls[name]
}

func public(context.Context, Viewer, string) error { return nil }

func signedIn(_ context.Context, v Viewer, _ string) error {
	if v.Member.IsNil() {
		return signIn
	}
	return nil
}

// lookup leads from keys by a map of this house.
func (a *toys) lookup(name string, in func() map[string]string) *Lookup {
	return &Lookup{Find: func(ctx context.Context, keys []string) ([]string, error) {
		_, err := a.call(ctx, name)
		a.mu.Lock()
		defer a.mu.Unlock()
		found := map[string]bool{}
		for _, k := range keys {
			if to, ok := in()[k]; ok {
				found[to] = true
			}
		}
		return slices.Collect(maps.Keys(found)), err
	}}
}

func (a *toys) roomFor(ctx context.Context, v Viewer, key string) (any, error) {
	n, err := a.call(ctx, kindRoom)
	return room{ID: key, Guests: n, CanEdit: v.Member == owner}, err
}

func (a *toys) guestsOf(ctx context.Context, _ Viewer, _ string) (any, error) {
	n, err := a.call(ctx, kindGuests)
	return guests{Items: []guest{{n}}, Total: guestsLimit}, err
}

func (a *toys) ticketFor(ctx context.Context, v Viewer, key string) (any, error) {
	n, err := a.call(ctx, kindTicket)
	if err == nil && v.Member != other {
		err = notFound
	}
	return ticket{key, n}, err
}

func (a *toys) tiles(ctx context.Context, _ Viewer, _ string, keys []string) (map[string]any, error) {
	n, err := a.call(ctx, kindTile)
	out := map[string]any{}
	for _, key := range keys {
		out[key] = room{ID: key, Guests: n, Description: strings.Repeat("x", 100_000)}
	}
	return out, err
}

// echo answers with the key it is asked for.
func echo(_ context.Context, _ Viewer, key string) (any, error) { return key, nil }

// topics of the house, with everything that a topic can have.
func (a *toys) topics() []Topic {
	owners := a.lookup("rooms of owners", func() map[string]string { return a.owned })
	return []Topic{
		{Name: "room/{id}", May: public, Kinds: []Kind{
			{
				Name: kindRoom, Answer: a.roomFor,
				Insiders: func(ctx context.Context, _ string, members []ident.ID) ([]ident.ID, error) {
					if len(members) == 0 {
						return nil, nil
					}
					_, err := a.call(ctx, "insiders")
					return []ident.ID{owner}, err
				},
				On: []On{{Table: tableRooms}, {Table: tableCounts}, {Table: tableMembers, Lookup: owners}},
			},
			{Name: kindGuests, Answer: a.guestsOf, Insiders: Everyone, On: []On{
				{Table: tableGuests, Lookup: a.lookup("rooms of guests", func() map[string]string { return a.room })},
				{Table: tableMembers, Lookup: a.lookup("rooms naming", func() map[string]string { return a.naming })},
			}},
		}},
		{Name: "house", May: public, Kinds: []Kind{
			{Name: kindTotals, Insiders: Everyone, On: []On{{Table: tableTotals}},
				Answer: func(ctx context.Context, _ Viewer, _ string) (any, error) {
					n, err := a.call(ctx, kindTotals)
					return totals{n}, err
				}},
			{Name: kindLatest, Insiders: Everyone, On: []On{{Table: tableGuests}, {Table: tableRooms}},
				Answer: func(ctx context.Context, _ Viewer, _ string) (any, error) {
					n, err := a.call(ctx, kindLatest)
					return []guest{{n}}, err
				}},
		}},
		{Name: "tiles", May: public, Kinds: []Kind{
			{Name: kindTile, Items: a.tiles, On: []On{
				{Table: tableRooms}, {Table: tableCounts}, {Table: tableMembers, Lookup: owners},
			}},
		}},
		{Name: "ticket/{id}", Kinds: []Kind{
			{Name: kindTicket, Answer: a.ticketFor, Insiders: EachMember, On: []On{{Table: tableTickets}}},
		}, May: func(ctx context.Context, v Viewer, key string) error {
			_, err := a.ticketFor(ctx, v, key)
			return err
		}},
		{Name: "me", Own: true, May: signedIn, Kinds: []Kind{
			{Name: kindMe, Insiders: EachMember, On: []On{{Table: tableMembers}},
				Answer: func(ctx context.Context, v Viewer, _ string) (any, error) {
					_, err := a.call(ctx, kindMe)
					return self{v.Member}, err
				}},
			{Name: "my-tickets", Refetch: true, On: []On{
				{Table: tableTickets, Lookup: a.lookup("buyers", func() map[string]string { return a.buyer })},
			}},
		}},
		{Name: "shelf/{id}/{kind}", May: public, Kinds: []Kind{
			{Name: kindShelf, Answer: echo, Insiders: Everyone, On: []On{{Table: tableShelves}}},
		}},
		{Name: "shelf/{id}/{kind}/books", May: public, Kinds: []Kind{
			{Name: kindBook, On: []On{{Table: tableShelves}},
				Items: func(_ context.Context, _ Viewer, key string, items []string) (map[string]any, error) {
					out := map[string]any{}
					for _, item := range items {
						out[item] = key + " " + item
					}
					return out, nil
				}},
		}},
		{Name: "word/{slug}", May: public, Kinds: []Kind{
			{Name: kindWord, Answer: echo, Insiders: Everyone, On: []On{{Table: "words"}}},
		}},
		{Name: "my-shelf/{kind}", Own: true, May: signedIn, Kinds: []Kind{
			{Name: "my-shelf", Answer: echo, Insiders: EachMember, On: []On{{Table: "owned_shelves"}}},
		}},
	}
}
