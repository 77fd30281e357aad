package live

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/bus"
)

// tables is one room whose figures and guests are folded by two projections that do not keep step.
type tables struct {
	*toys
	page, list int64 // how many changes they hold
}

// topics are those of the toys, whose room and guests show what the tables hold.
func (m *tables) topics() []Topic {
	all := m.toys.topics()
	all[0].Kinds[0].Answer = func(context.Context, Viewer, string) (any, error) { return room{Guests: m.page}, nil }
	all[0].Kinds[1].Answer = func(context.Context, Viewer, string) (any, error) { return guests{Total: m.list}, nil }
	return all
}

// process serves browsers. It hears of changes in its own time.
type process struct {
	hub  *hub
	deaf bool // news of changes is lost
	news []bus.Change
}

// event concerns the room, the guests, both or neither.
type event struct{ page, list bool }

// installation is a log, its tables and the processes that serve them.
type installation struct {
	*tables
	t              *rapid.T
	log            map[int]event
	head           int
	pageAt, listAt int // what the tables reflect
	processes      []*process
}

func install(t *rapid.T, processes int) *installation {
	in := &installation{tables: &tables{toys: newToys()}, t: t, log: map[int]event{}, head: 100, pageAt: 100, listAt: 100}
	in.room[id(50).String()] = id(1).String()
	for range processes {
		p := &process{}
		in.processes = append(in.processes, p)
		in.start(p)
	}
	return in
}

// start has a process begin, or begin anew: it knows nothing of before.
func (in *installation) start(p *process) {
	*p = process{hub: stillHub(in.t, in.topics(), func() string { return strconv.Itoa(in.head) })}
	p.hub.everything(context.Background())
}

func (in *installation) topic(p *process) topicID {
	return roomTopic(p.hub, 1)
}

func (in *installation) tell(position int, table string, key ident.ID) {
	for _, p := range in.processes {
		if !p.deaf {
			p.news = append(p.news, bus.Change{Position: strconv.Itoa(position), Tables: map[string][]string{table: {key.String()}}})
		}
	}
}

// merge has two changes of one table told as one, as between processes.
func (p *process) merge() {
	for i, c := range p.news {
		for j := i + 1; j < len(p.news); j++ {
			for table := range c.Tables {
				if _, same := p.news[j].Tables[table]; same {
					p.news[i].Position = p.news[j].Position
					p.news = slices.Delete(p.news, j, j+1)
					return
				}
			}
		}
	}
}

func (p *process) hear() {
	if len(p.news) > 0 {
		p.hub.apply(context.Background(), p.news[0])
		p.news = p.news[1:]
	}
}

func (p *process) everything() {
	p.deaf = false
	p.hub.apply(context.Background(), bus.All())
}

func (in *installation) foldPage() {
	if in.pageAt == in.head {
		return
	}
	if in.pageAt++; in.log[in.pageAt].page {
		in.page++
		in.tell(in.pageAt, tableCounts, id(1))
	}
}

func (in *installation) foldList() {
	if in.listAt == in.head {
		return
	}
	if in.listAt++; in.log[in.listAt].list {
		in.list++
		in.tell(in.listAt, tableGuests, id(50))
	}
}

// settle folds and hears everything.
func (in *installation) settle() {
	for in.pageAt < in.head {
		in.foldPage()
	}
	for in.listAt < in.head {
		in.foldList()
	}
	for _, p := range in.processes {
		for len(p.news) > 0 {
			p.hear()
		}
		if p.deaf {
			p.everything()
		}
	}
}

// browser keeps what a client has to: the positions of a topic, and what it shows.
type browser struct {
	listener
	on         *process // nil: not connected
	position   int      // the latest that came
	whole      int      // the latest of which everything came
	from       string   // the hub that pushed that
	page, list shown
	asked      *asked
	again      bool // told to fetch while an answer was on its way: once more after it

	pushedPage, pushedList int64 // on this connection
}

// shown is one answer, and the position it came with.
type shown struct {
	value    int64
	position int
	read     int // the position of the last that was read, not pushed
	pushes   int // how many were worked in
}

// show takes a push, unless what is shown reflects more.
func (s *shown) show(value int64, position int) {
	if position >= s.position {
		s.value, s.position = value, position
		s.pushes++
	}
}

// asked is an answer on its way, and what was shown when it was asked for.
type asked struct {
	page, list             int64
	position               int
	pagePushes, listPushes int
}

// ask is a GET with Read-After: it waits until the projections reflect what the browser has seen.
func (in *installation) ask(b *browser) {
	seen := max(b.position, b.page.position, b.list.position)
	for in.pageAt < seen {
		in.foldPage()
	}
	for in.listAt < seen {
		in.foldList()
	}
	b.asked = &asked{in.page, in.list, min(in.pageAt, in.listAt), b.page.pushes, b.list.pushes}
}

// hears takes an answer that was on its way; one that pushes may have overtaken is asked for again.
func (in *installation) hears(b *browser) {
	for b.asked != nil {
		a := b.asked
		b.asked = nil
		if a.position < b.page.position || a.position < b.list.position ||
			a.pagePushes != b.page.pushes && a.position == b.page.position ||
			a.listPushes != b.list.pushes && a.position == b.list.position {
			in.ask(b)
			continue
		}
		b.page.value, b.page.position, b.page.read = a.page, a.position, a.position
		b.list.value, b.list.position, b.list.read = a.list, a.position, a.position
		if b.again {
			b.again = false
			in.ask(b)
		}
	}
}

// receive has the first messages arrive of those that are under way.
func (in *installation) receive(b *browser, n int) {
	later := b.frames[n:]
	b.frames = b.frames[:n]
	defer func() { b.frames = later }()
	for _, m := range b.take() {
		if m.Type == typeRefetch {
			if b.again = b.asked != nil; !b.again {
				in.ask(b)
			}
			continue
		}
		in.shows(b, m)
	}
}

func (in *installation) shows(b *browser, m got) {
	position, err := strconv.Atoi(m.Position)
	if err != nil || position < b.position {
		in.t.Fatalf("position %s came after %d", m.Position, b.position)
	}
	b.position = position
	if !m.More {
		b.whole, b.from = position, b.on.hub.name
	}
	var data struct {
		Guests int64 `json:"guests"`
		Total  int64 `json:"total"`
	}
	if err := json.Unmarshal(m.Data, &data); err != nil {
		in.t.Fatal(err)
	}
	if m.Kind == kindRoom {
		if data.Guests < b.pushedPage {
			in.t.Fatalf("%d guests came after %d", data.Guests, b.pushedPage)
		}
		b.pushedPage = data.Guests
		b.page.show(data.Guests, position)
		return
	}
	if data.Total < b.pushedList {
		in.t.Fatalf("%d listed guests came after %d", data.Total, b.pushedList)
	}
	b.pushedList = data.Total
	b.list.show(data.Total, position)
}

// connect subscribes at a process. What another one pushed is not compared with what this one will push.
func (in *installation) connect(b *browser, p *process) {
	if b.on != nil {
		return
	}
	b.on = p
	if b.whole == 0 {
		in.ask(b)
		in.hears(b)
		b.whole = b.page.position
	}
	if b.from != p.hub.name {
		b.page.position, b.list.position = b.page.read, b.list.read
	}
	b.position, b.pushedPage, b.pushedList = b.whole, 0, 0
	p.hub.subscribe(b, in.topic(p), &claim{at(b.whole), b.from})
}

func (in *installation) disconnect(b *browser) {
	if b.on == nil {
		return
	}
	b.on.hub.unsubscribe(b, in.topic(b.on))
	b.on, b.frames = nil, nil
}

// able draws one of those with whom something can be done, or does something else.
func able[T any](t *rapid.T, all []T, which func(T) bool) T {
	all = slices.DeleteFunc(slices.Clone(all), func(v T) bool { return !which(v) })
	if len(all) == 0 {
		t.SkipNow() // before anything is drawn: what has drawn and skips spoils the run
	}
	return rapid.SampledFrom(all).Draw(t, "of")
}

// Whatever the order in which projections move, answers are made, connections, processes and news lost: no browser is
// pushed a position or a version that goes back, and all end with what a fresh read gives.
func TestHub_BrowsersEndWithWhatAReadGives(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := install(t, rapid.IntRange(1, 2).Draw(t, "processes"))
		browsers := []*browser{{}, {}}
		one := func(t *rapid.T) *process { return rapid.SampledFrom(in.processes).Draw(t, "process") }
		some := func(t *rapid.T, which func(*browser) bool) *browser { return able(t, browsers, which) }
		hearing := func(t *rapid.T) *process {
			return able(t, in.processes, func(p *process) bool { return len(p.news) > 0 })
		}
		actions := map[string]func(*rapid.T){
			"append": func(t *rapid.T) {
				in.head++
				in.log[in.head] = event{rapid.Bool().Draw(t, "page"), rapid.Bool().Draw(t, "list")}
			},
			"fold page": func(t *rapid.T) {
				if in.pageAt == in.head {
					t.SkipNow()
				}
				in.foldPage()
			},
			"fold list": func(t *rapid.T) {
				if in.listAt == in.head {
					t.SkipNow()
				}
				in.foldList()
			},
			"answer": func(t *rapid.T) { answerReady(one(t).hub) },
			"look":   func(t *rapid.T) { lookAll(one(t).hub) },
			"hear":   func(t *rapid.T) { hearing(t).hear() },
			// what happens most: a change is pushed and arrives
			"serve": func(t *rapid.T) {
				p := hearing(t)
				p.hear()
				answerAll(p.hub)
				for _, b := range browsers {
					if b.on == p {
						in.receive(b, len(b.frames))
					}
				}
			},
			"merge":      func(t *rapid.T) { hearing(t).merge() },
			"lose news":  func(t *rapid.T) { p := hearing(t); p.deaf, p.news = true, nil },
			"everything": func(t *rapid.T) { one(t).everything() },
			"receive": func(t *rapid.T) {
				b := some(t, func(b *browser) bool { return len(b.frames) > 0 })
				in.receive(b, rapid.IntRange(1, len(b.frames)).Draw(t, "messages"))
			},
			"ask":         func(t *rapid.T) { in.ask(some(t, func(b *browser) bool { return b.on != nil && b.asked == nil })) },
			"hear answer": func(t *rapid.T) { in.hears(some(t, func(b *browser) bool { return b.asked != nil })) },
			"connect":     func(t *rapid.T) { in.connect(some(t, func(b *browser) bool { return b.on == nil }), one(t)) },
			"disconnect":  func(t *rapid.T) { in.disconnect(some(t, func(b *browser) bool { return b.on != nil })) },
			"restart": func(t *rapid.T) {
				p := one(t)
				for _, b := range browsers {
					if b.on == p {
						in.disconnect(b)
					}
				}
				in.start(p)
			},
		}
		// What rarely happens would hide what goes wrong without it: each run leaves some of it out.
		for _, rare := range []string{"answer", "look", "hear", "receive", "merge", "lose news", "everything", "ask", "restart"} {
			if rapid.Bool().Draw(t, "without "+rare) {
				delete(actions, rare)
			}
		}
		t.Repeat(actions)
		if rapid.Bool().Draw(t, "early") {
			for _, b := range browsers {
				in.connect(b, one(t))
			}
		}
		in.settle()
		for _, b := range browsers {
			in.connect(b, one(t))
		}
		for _, p := range in.processes {
			answerAll(p.hub)
		}
		for _, b := range browsers {
			in.receive(b, len(b.frames))
			in.hears(b)
			if b.page.value != in.page || b.list.value != in.list {
				t.Fatalf("a browser shows %d and %d, a read gives %d and %d", b.page.value, b.list.value, in.page, in.list)
			}
		}
	})
}
