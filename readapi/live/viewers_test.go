package live

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi"
)

// viewers says, for every kind of push, what a visitor, the campaign's owner and another member get when a row
// changes. A kind that is missing here fails the test.
var viewers = map[string]struct {
	table string
	key   ident.ID
	topic string
	// sees gets the data pushed to "" (a visitor), "owner" and "other"; nil where nothing may be pushed.
	sees map[string]func(*testing.T, json.RawMessage)
}{
	kindCampaign: {readmodel.Campaigns, id(1), "campaign/" + id(1).String(), map[string]func(*testing.T, json.RawMessage){
		"": canEdit(false), "owner": canEdit(true), "other": canEdit(false),
	}},
	kindSupporters: {readmodel.Supporters, id(50), "campaign/" + id(1).String(), forAll(func(t *testing.T, data json.RawMessage) {
		t.Helper()
		if l := decode[readapi.List[readapi.Supporter]](t, data); len(l.Items) != 1 {
			t.Errorf("got %s", data)
		}
	})},
	kindTotals: {readmodel.PlatformTotals, id(1), "platform", forAll(func(t *testing.T, data json.RawMessage) {
		t.Helper()
		if l := decode[readapi.Totals](t, data); l.RaisedAmount != 7 {
			t.Errorf("got %s", data)
		}
	})},
	kindRecent: {readmodel.Supporters, id(50), "platform", forAll(func(t *testing.T, data json.RawMessage) {
		t.Helper()
		if l := decode[[]readapi.Recent](t, data); len(l) != 1 {
			t.Errorf("got %s", data)
		}
	})},
	kindCard: {readmodel.Progress, id(1), "cards", forAll(func(t *testing.T, data json.RawMessage) {
		t.Helper()
		if c := decode[readapi.Card](t, data); c.ID != id(1) {
			t.Errorf("got %s", data)
		}
	})},
	kindDonation: {readmodel.Wallet, id(50), "donation/" + id(50).String(), map[string]func(*testing.T, json.RawMessage){
		"other": func(t *testing.T, data json.RawMessage) {
			t.Helper()
			if d := decode[readapi.Donation](t, data); d.ID != id(50) {
				t.Errorf("got %s", data)
			}
		},
	}},
	kindMe: {readmodel.Members, other, "me", map[string]func(*testing.T, json.RawMessage){
		"other": func(t *testing.T, data json.RawMessage) {
			t.Helper()
			if m := decode[readapi.Me](t, data); m.ID != other {
				t.Errorf("got %s", data)
			}
		},
	}},
}

func canEdit(want bool) func(*testing.T, json.RawMessage) {
	return func(t *testing.T, data json.RawMessage) {
		t.Helper()
		if p := decode[readapi.Page](t, data); p.CanEdit != want {
			t.Errorf("can_edit is %v", p.CanEdit)
		}
	}
}

func forAll(f func(*testing.T, json.RawMessage)) map[string]func(*testing.T, json.RawMessage) {
	return map[string]func(*testing.T, json.RawMessage){"": f, "owner": f, "other": f}
}

func TestEveryKindOfPushIsMadeForItsViewer(t *testing.T) {
	for _, f := range families() {
		for _, k := range f.kinds {
			tt, ok := viewers[k.name]
			if !ok {
				t.Errorf("no test says who gets %s: nothing private may travel by accident", k.name)
				continue
			}
			t.Run(k.name, func(t *testing.T) {
				w := newWorld(t)
				w.answers.set(func() { w.answers.raised, w.answers.campaign[id(50)] = 7, id(1) })
				clients := map[string]*client{}
				for _, token := range []string{"", "owner", "other"} {
					c := w.connect(token)
					c.t = t
					c.send(map[string]any{"type": "subscribe", "topic": tt.topic})
					if tt.sees[token] == nil && !f.own || token == "" && f.own {
						if m := c.next(); m.Type != "error" {
							t.Fatalf("%q may subscribe: %+v", token, m)
						}
					}
					c.settled()
					clients[token] = c
				}
				w.change(101, tt.table, tt.key)
				for token, sees := range tt.sees {
					clients[token].t = t
					sees(t, clients[token].push(tt.topic, k.name, 101))
				}
				// Those who get nothing get what comes next.
				for token, c := range clients {
					if tt.sees[token] == nil {
						c.subscribe("cards")
					}
				}
				w.change(102, readmodel.Campaigns, id(9))
				for token, c := range clients {
					if tt.sees[token] == nil {
						c.push("cards", kindCard, 102)
					}
				}
			})
		}
	}
}

func TestAGiftTellsItsGiverOnly(t *testing.T) {
	w := newWorld(t)
	w.answers.set(func() { w.answers.member[id(50)] = other })
	giver, stranger := w.connect("other"), w.connect("owner")
	giver.subscribe("me")
	stranger.subscribe("me")
	w.change(101, readmodel.Wallet, id(50))
	giver.expect(got{Type: "refetch", Topic: "me"})
	w.change(102, readmodel.Members, owner)
	stranger.push("me", kindMe, 102)
}

// A gift is shown with its campaign's title, which may change.
func TestACampaignsNewTitleReachesTheRecentGifts(t *testing.T) {
	w := newWorld(t)
	c := w.connect("")
	c.subscribe("platform")
	w.change(101, readmodel.Campaigns, id(1))
	c.push("platform", kindRecent, 101)
}

// someone is a client that is signed in.
type someone struct {
	listener
	is readapi.Viewer
}

func (s *someone) viewer() readapi.Viewer { return s.is }

// Two sockets of one member, one of them opened before a role was given, get what each of them would read.
func TestAnAnswerIsSharedByTheSameRoles(t *testing.T) {
	w := newWorld(t)
	before, after, same := &someone{is: readapi.Viewer{Member: other}}, &someone{is: readapi.Viewer{Member: other, Roles: []string{"moderator"}}}, &someone{}
	same.is = after.is
	var me kind
	for _, f := range families() {
		for _, k := range f.kinds {
			if k.name == kindMe {
				me = k
			}
		}
	}
	h := stillHub(t, w.answers, func() string { return "1" })
	classes, err := h.classes(t.Context(), topicID{}, me, watchers{before: {}, after: {}, same: {}})
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

// Who takes another name is renamed on the pages that show it, and nobody else hears of it.
func TestARenamedMember(t *testing.T) {
	w := newWorld(t)
	w.answers.set(func() {
		w.answers.owned[owner], w.answers.naming[other], w.answers.campaign[id(60)] = id(1), id(2), id(2)
	})
	watcher := w.connect("")
	owned, supported := "campaign/"+id(1).String(), "campaign/"+id(2).String()
	for _, topic := range []string{owned, supported, "cards"} {
		watcher.subscribe(topic)
	}
	w.change(101, readmodel.Members, id(77)) // who owns and supports nothing
	w.change(102, readmodel.Members, other)
	watcher.push(supported, kindSupporters, 102)
	w.change(103, readmodel.Members, owner)
	got := map[string]string{}
	for range 2 {
		m := watcher.next()
		got[m.Topic] = m.Kind
	}
	if got[owned] != kindCampaign || got["cards"] != kindCard || len(got) != 2 {
		t.Errorf("the owner's new name reached %v", got)
	}
	w.change(104, readmodel.Supporters, id(60)) // nothing else is under way
	watcher.push(supported, kindSupporters, 104)
	if n := w.answers.count("campaigns of owners"); n != 3 {
		t.Errorf("the campaigns of owners were looked for %d times after 3 changes", n)
	}
}

func TestTopicsWithoutAuthorisationCantBeRegistered(t *testing.T) {
	whole := func() *family {
		return &family{name: "f", authorise: public, kinds: []kind{{name: "k", audience: everyone, answer: families()[0].kinds[0].answer}}}
	}
	if _, err := register([]*family{whole()}); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*family){
		"no authorisation": func(f *family) { f.authorise = nil },
		"no name":          func(f *family) { f.name = "" },
		"no kinds":         func(f *family) { f.kinds = nil },
		"no audience":      func(f *family) { f.kinds[0].audience = nil },
		"no answer":        func(f *family) { f.kinds[0].answer = nil },
		"too many kinds": func(f *family) {
			for range maxKinds {
				f.kinds = append(f.kinds, f.kinds[0])
			}
		},
	} {
		f := whole()
		spoil(f)
		if _, err := register([]*family{f}); err == nil {
			t.Errorf("%s: it was registered", name)
		}
	}
	if _, err := register([]*family{whole(), whole()}); err == nil {
		t.Error("two families have one name")
	}
}

// Every effect leads to a kind there is, and every table is one there is.
func TestEffectsLeadSomewhere(t *testing.T) {
	r, err := register(families())
	if err != nil {
		t.Fatal(err)
	}
	reached := map[string]bool{}
	for table, all := range effects() {
		for _, e := range all {
			for _, c := range e.concerns {
				f := r[c.family]
				if f == nil || c.kind != "" && f.bit(c.kind) == refetch {
					t.Errorf("%s: no kind %q of %q", table, c.kind, c.family)
				}
				reached[c.kind] = true
			}
		}
	}
	for _, f := range r {
		for _, k := range f.kinds {
			if !reached[k.name] {
				t.Errorf("nothing makes a push of %s", k.name)
			}
		}
	}
}
