package live

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/bus"
)

// audiences says, for every way to push, what a visitor, the rooms' owner and another member get when a row changes.
var audiences = map[string]struct {
	table, key, topic string
	// sees gets the data pushed to "" (a visitor), "owner" and "other"; nil where nothing may be pushed.
	sees map[string]func(*testing.T, json.RawMessage)
}{
	kindRoom: {tableRooms, id(1).String(), "room/" + id(1).String(), map[string]func(*testing.T, json.RawMessage){
		"": canEdit(false), "owner": canEdit(true), "other": canEdit(false),
	}},
	kindGuests: {tableGuests, id(50).String(), "room/" + id(1).String(),
		forAll(sees(func(l guests) bool { return len(l.Items) == 1 }))},
	kindTotals: {tableTotals, "EUR", "house", forAll(sees(func(l totals) bool { return l.Guests == 7 }))},
	kindLatest: {tableGuests, id(50).String(), "house", forAll(sees(func(l []guest) bool { return len(l) == 1 }))},
	kindTile:   {tableCounts, id(1).String(), "tiles", forAll(sees(func(r room) bool { return r.ID == id(1).String() }))},
	kindTicket: {tableTickets, id(50).String(), "ticket/" + id(50).String(), map[string]func(*testing.T, json.RawMessage){
		"other": sees(func(m ticket) bool { return m.ID == id(50).String() }),
	}},
	kindMe: {tableMembers, other.String(), "me", map[string]func(*testing.T, json.RawMessage){
		"other": sees(func(m self) bool { return m.ID == other }),
	}},
	kindShelf: {tableShelves, id(3).String() + "/novels/9", "shelf/" + id(3).String() + "/novels",
		forAll(sees(func(key string) bool { return key == id(3).String()+"/novels" }))},
	kindBook: {tableShelves, id(3).String() + "/novels/9/b", "shelf/" + id(3).String() + "/novels/books",
		forAll(sees(func(book string) bool { return book == id(3).String()+"/novels 9/b" }))},
	kindWord: {"words", "a-slug_1", "word/a-slug_1", forAll(sees(func(key string) bool { return key == "a-slug_1" }))},
	"my-shelf": {"owned_shelves", other.String() + "/novels/b", "my-shelf/novels", map[string]func(*testing.T, json.RawMessage){
		"other": sees(func(key string) bool { return key == other.String()+"/novels" }),
	}},
}

func sees[T any](as func(T) bool) func(*testing.T, json.RawMessage) {
	return func(t *testing.T, data json.RawMessage) {
		t.Helper()
		if !as(decode[T](t, data)) {
			t.Errorf("got %s", data)
		}
	}
}

func canEdit(want bool) func(*testing.T, json.RawMessage) {
	return sees(func(r room) bool { return r.CanEdit == want })
}

func forAll(f func(*testing.T, json.RawMessage)) map[string]func(*testing.T, json.RawMessage) {
	return map[string]func(*testing.T, json.RawMessage){"": f, "owner": f, "other": f}
}

func TestLive_PushesToEachViewerWhatTheyMaySee(t *testing.T) {
	t.Parallel()
	for _, topic := range newToys().topics() {
		for _, k := range topic.Kinds {
			if k.Refetch {
				continue
			}
			tt, ok := audiences[k.Name]
			if !ok {
				t.Errorf("no test says who gets %s: nothing private may travel by accident", k.Name)
				continue
			}
			t.Run(k.Name, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				w.toys.set(func() { w.toys.guests, w.toys.room[id(50).String()] = 7, id(1).String() })
				clients := map[string]*client{}
				for _, token := range []string{"", "owner", "other"} {
					c := w.connect(token)
					c.send(map[string]any{"type": "subscribe", "topic": tt.topic})
					if tt.sees[token] == nil && !topic.Own || token == "" && topic.Own {
						if m := c.next(); m.Type != "error" {
							t.Fatalf("%q may subscribe: %+v", token, m)
						}
					}
					c.settled()
					clients[token] = c
				}
				w.changeText(101, tt.table, tt.key)
				for token, sees := range tt.sees {
					sees(t, clients[token].push(tt.topic, k.Name, 101))
				}
				// Those who get nothing get what comes next.
				for token, c := range clients {
					if tt.sees[token] == nil {
						c.subscribe("tiles")
					}
				}
				w.change(102, tableRooms, id(9))
				for token, c := range clients {
					if tt.sees[token] == nil {
						c.push("tiles", kindTile, 102)
					}
				}
			})
		}
	}
}

func TestLive_TellsAMembersOwnTopicToRefetch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.toys.set(func() { w.toys.buyer[id(50).String()] = other.String() })
	buyer, stranger := w.connect("other"), w.connect("owner")
	buyer.subscribe("me")
	stranger.subscribe("me")
	w.change(101, tableTickets, id(50))
	buyer.expect(got{Type: "refetch", Topic: "me"})
	w.change(102, tableMembers, owner)
	stranger.push("me", kindMe, 102)
}

func TestLive_PushesAnotherKindOnTheSameTable(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.connect("")
	c.subscribe("house")
	w.change(101, tableRooms, id(1))
	c.push("house", kindLatest, 101)
}

// One search leads to the rooms and to their tiles, another to the guests' rooms; who is in neither is told to nobody.
func TestLive_FollowsLookups(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.toys.set(func() {
		w.toys.owned[owner.String()] = id(1).String()
		w.toys.naming[other.String()], w.toys.room[id(60).String()] = id(2).String(), id(2).String()
	})
	watcher := w.connect("")
	owned, visited := "room/"+id(1).String(), "room/"+id(2).String()
	for _, topic := range []string{owned, visited, "tiles"} {
		watcher.subscribe(topic)
	}
	w.change(101, tableMembers, id(77))                                       // who owns and visits nothing
	waitUntil(t, func() bool { return w.toys.count("rooms of owners") == 1 }) // else both are looked for at once
	w.change(102, tableMembers, other)
	watcher.push(visited, kindGuests, 102)
	waitUntil(t, func() bool { return w.toys.count("rooms of owners") == 2 })
	w.change(103, tableMembers, owner)
	got := map[string]string{}
	for range 2 {
		m := watcher.next()
		got[m.Topic] = m.Kind
	}
	if got[owned] != kindRoom || got["tiles"] != kindTile || len(got) != 2 {
		t.Errorf("the owner's new name reached %v", got)
	}
	w.change(104, tableGuests, id(60)) // nothing else is under way
	watcher.push(visited, kindGuests, 104)
	if n := w.toys.count("rooms of owners"); n != 3 {
		t.Errorf("the rooms of owners were looked for %d times after 3 changes", n)
	}
}

// someone is a client that is signed in.
type someone struct {
	listener
	is Viewer
}

func (s *someone) viewer() Viewer { return s.is }

// Two sockets of one member, one of them opened before a role was given, get what each of them would read.
func TestHub_SharesAnAnswerAmongTheSameRoles(t *testing.T) {
	t.Parallel()
	before := &someone{is: Viewer{Member: other}}
	after, same := &someone{is: Viewer{Member: other, Roles: []string{"moderator"}}}, &someone{}
	same.is = after.is
	h := stillHub(t, newToys().topics(), func() string { return "1" })
	me := topicNamed(h, "me")
	classes, err := h.classes(t.Context(), me, me.family.Kinds[0], watchers{before: {}, after: {}, same: {}})
	if err != nil || len(classes) != 2 {
		t.Fatalf("%d answers; %v", len(classes), err)
	}
	for who, class := range classes {
		for r := range class.watchers {
			if v := r.viewer(); strings.Join(v.Roles, " ") != who.roles || strings.Join(class.viewer.Roles, " ") != who.roles {
				t.Errorf("%v gets the answer of %v", v, class.viewer)
			}
		}
	}
}

// A topic may have any number of kinds, and each is pushed by itself.
func TestHub_PushesAnyNumberOfKinds(t *testing.T) {
	t.Parallel()
	const many = 100
	topic := Topic{Name: "many/{id}", May: public}
	for n := range many {
		kind := "kind-" + id(n).String()
		topic.Kinds = append(topic.Kinds, Kind{Name: kind, Answer: echo, Insiders: Everyone, On: []On{{Table: kind}, {Table: "all"}}})
	}
	h := stillHub(t, []Topic{topic}, func() string { return "100" })
	h.everything(t.Context())
	l := &listener{}
	h.subscribe(l, topicNamed(h, "many/"+id(1).String()), nil)
	expect := func(position, table string, want int) {
		t.Helper()
		h.apply(t.Context(), bus.Change{Position: position, Tables: map[string][]string{table: {id(1).String()}}})
		answerAll(h)
		if all := l.take(); len(all) != want || want == 1 && all[0].Kind != table {
			t.Errorf("a change of %s makes %d pushes, not %d", table, len(all), want)
		}
	}
	expect("101", topic.Kinds[70].Name, 1)
	expect("102", topic.Kinds[many-1].Name, 1)
	expect("103", "all", many)
}

func TestFamily_SplitsKeys(t *testing.T) {
	t.Parallel()
	a := id(1).String()
	for _, c := range []struct {
		name        string
		own         bool
		key         string
		topic, rest string
		ok          bool
	}{
		{"house", false, "anything", "", "anything", true},
		{"room/{id}", false, a, a, "", true},
		{"room/{id}", false, a + "/2026-01-01 00:00", a, "2026-01-01 00:00", true},
		{"room/{id}", false, "x", "", "", false},
		{"room/{id}", false, ident.Nil.String(), "", "", false},
		{"shelf/{id}/{kind}", false, a, "", "", false},
		{"shelf/{id}/{kind}", false, a + "/novels", a + "/novels", "", true},
		{"shelf/{id}/{kind}", false, a + "/Novels", "", "", false},
		{"shelf/{id}/{kind}", false, a + "/novels/b/c", a + "/novels", "b/c", true},
		{"me", true, a + "/x", a, "x", true},
	} {
		f, err := newFamily(Topic{Name: c.name, Own: c.own, May: public, Kinds: newToys().topics()[0].Kinds})
		if err != nil {
			t.Fatal(err)
		}
		if topic, rest, ok := f.split(c.key); topic != c.topic || ok && rest != c.rest || ok != c.ok {
			t.Errorf("%s: %q is the topic %q and %q (%v)", c.name, c.key, topic, rest, ok)
		}
	}
}

func TestRegister_RefusesWhatIsNotComplete(t *testing.T) {
	t.Parallel()
	whole := func() Topic {
		return Topic{Name: "f/{id}", May: public, Kinds: []Kind{{Name: "k", Insiders: Everyone, Answer: echo, On: []On{{Table: "t"}}}}}
	}
	refused := func(topics ...Topic) bool {
		_, _, err := register(topics)
		return err != nil
	}
	if refused(whole()) {
		t.Fatal("a whole topic is refused")
	}
	for name, spoil := range map[string]func(*Topic){
		"no authorisation":     func(f *Topic) { f.May = nil },
		"no name":              func(f *Topic) { f.Name = "" },
		"a name of upper case": func(f *Topic) { f.Name = "Post/{id}" },
		"half a brace":         func(f *Topic) { f.Name = "post/{id" },
		"a part first":         func(f *Topic) { f.Name = "{id}" },
		"no kinds":             func(f *Topic) { f.Kinds = nil },
		"a kind twice":         func(f *Topic) { f.Kinds = append(f.Kinds, f.Kinds[0]) },
		"a kind without name":  func(f *Topic) { f.Kinds[0].Name = "" },
		"no audience":          func(f *Topic) { f.Kinds[0].Insiders = nil },
		"no answer":            func(f *Topic) { f.Kinds[0].Answer = nil },
		"two ways":             func(f *Topic) { f.Kinds[0].Refetch = true },
		"no tables":            func(f *Topic) { f.Kinds[0].On = nil },
		"a table without name": func(f *Topic) { f.Kinds[0].On = []On{{}} },
	} {
		f := whole()
		spoil(&f)
		if !refused(f) {
			t.Errorf("%s: it was registered", name)
		}
	}
	named := func(name string) Topic { f := whole(); f.Name = name; return f }
	if !refused(whole(), whole()) || !refused(named("f/{id}"), named("f/x")) {
		t.Error("a name may be of two topics")
	}
	if refused(named("f/{id}/a"), named("f/{id}/b"), named("f")) {
		t.Error("topics that differ are refused")
	}
}
