package projector

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/eventstore"
)

func registered(who, subject ident.ID) fact {
	return fact{"member", who, member.Registered{Member: who, Subject: subject, Name: plain("Ada"), Email: plain("a@example.org"), Lang: "en", At: at}}
}

// An event whose key is missing stops those who would show its words, and nobody else; what came before it is folded.
func TestAnEventThatCantBeOpened(t *testing.T) {
	w := newWorld(t)
	c := w.config("one")
	var mu sync.Mutex
	told := map[string]int{}
	c.Publish = func(ch Change) {
		mu.Lock()
		defer mu.Unlock()
		for table, keys := range ch.Tables {
			told[table] += len(keys)
		}
	}
	w.ready(c)
	before := w.append(registered(thing("member", 1), thing("subject", 1)))
	lost := thing("subject", 2)
	w.append(registered(thing("member", 2), lost))
	w.append(registered(thing("member", 3), thing("subject", 3)))
	end := w.append(fact{"campaign", id, launched()}, fact{"donation", gift, completed()})
	var wrapped []byte
	must(t, w.Pool.QueryRow(t.Context(), `SELECT wrapped FROM subject_keys WHERE subject = $1`, lost).Scan(&wrapped))
	w.Exec(`DELETE FROM subject_keys WHERE subject = $1`, lost)

	c.Keys = w.NewKeys() // a process that has not seen the key
	r := w.run(c)
	w.Until("that names stand still", func() bool { return w.live("names").Stopped != "" })
	if r.Health()["names"].Build.Stopped == "" {
		t.Error("the process that stands still does not say so")
	}
	for _, p := range toys() {
		if p.Name != "names" {
			w.Until(p.Name+" to reach the end", func() bool { return w.live(p.Name).Position == end })
		}
	}
	b := w.live("names")
	if b.Position != before || !strings.Contains(b.Stopped, "MemberRegistered") || !strings.Contains(b.Stopped, "no such key") {
		t.Errorf("%+v", b)
	}
	if n := len(w.stored(byName("names")).Tables["names"]); n != 1 {
		t.Errorf("%d names before the event", n)
	}
	r.stop() // what is committed is told by then
	if told["names"] != 1 || told["sums"] != 1 {
		t.Errorf("told of %v", told)
	}

	// the key comes back, and the next leader goes on
	w.Exec(`INSERT INTO subject_keys (subject, kind, wrapped) VALUES ($1, 'test', $2)`, lost, wrapped)
	c = w.config("two")
	c.Keys = w.NewKeys()
	w.run(c)
	w.reached(c, end)
	if b := w.live("names"); b.Stopped != "" {
		t.Errorf("still stopped: %s", b.Stopped)
	}
	w.agrees(toys())
}

func TestAnEventThatNobodyKnowsStopsEverybody(t *testing.T) {
	w := newWorld(t)
	c := w.config("one")
	w.ready(c)
	last := w.append(fact{"campaign", id, launched()})
	w.Write("campaign-x", eventstore.Event{ID: thing("event", -1), Type: "FromTheFuture", Version: 1, Data: []byte(`{}`)})
	w.append(fact{"campaign", id, campaign.Paused{Campaign: id, At: at}})
	w.run(c)
	for _, p := range toys() {
		w.Until(p.Name+" to stand still", func() bool { return w.live(p.Name).StoppedByNewer() })
		b := w.live(p.Name)
		if b.Position != last {
			t.Errorf("%s stands at %s, not %s", p.Name, b.Position, last)
		}
		for _, part := range []string{"a newer callup wrote FromTheFuture (schema version 1; event ", ", recorded 2", "start the newer callup, and it goes on by itself"} {
			if !strings.Contains(b.Stopped, part) {
				t.Errorf("%s stands still, it says: %s", p.Name, b.Stopped)
			}
		}
	}
}

// What a column does not take stops the one projection that would write it; the others go on.
func TestRowsThatDoNotFit(t *testing.T) {
	w := newWorld(t)
	c := w.config("one")
	w.ready(c)
	before := w.append(fact{"campaign", id, launched()})
	e := started(false)
	e.Name = plain("Bo\x00") // text in Postgres holds no zero
	w.append(fact{"donation", gift, e})
	end := w.append(fact{"donation", gift, completed()})
	r := w.run(c)
	w.Until("that the lines stand still", func() bool { return w.live("lines").Stopped != "" })
	if r.Health()["lines"].Build.Stopped == "" {
		t.Error("the process that stands still does not say so")
	}
	for _, p := range toys() {
		if p.Name != "lines" {
			w.Until(p.Name+" to reach the end", func() bool { return w.live(p.Name).Position == end })
		}
	}
	if b := w.live("lines"); b.Position != before || !strings.Contains(b.Stopped, "DonationStarted") {
		t.Errorf("%+v", b)
	}
}

func TestAnotherHistory(t *testing.T) {
	for name, change := range map[string]string{
		"another event": `UPDATE projection_builds SET event_id = gen_random_uuid() WHERE projection = 'names'`,
		"a log cut off": `UPDATE projection_builds SET position = '99999' WHERE projection = 'names'`,
		"another place": `UPDATE projection_builds SET event_stream = 'member-nobody' WHERE projection = 'names'`,
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			p := byName("names")
			w.append(registered(owner, subject))
			c := w.config("one", p)
			w.ready(c)
			w.Exec(change)
			r := w.run(c)
			if err := r.err(); !errors.Is(err, ErrOtherHistory) || !strings.Contains(err.Error(), "callup projections rebuild names") {
				t.Fatalf("%v", err)
			}
			// rebuilding mends it, once someone says that the old tables may go
			var differs *Unaccepted
			if _, err := rebuilt(t.Context(), NewBuilder(c), p); !errors.As(err, &differs) || differs.Compared.Unread == "" {
				t.Fatalf("%v", err)
			}
			if _, err := NewBuilder(c).Rebuild(t.Context(), []*Projection{p}, true); err != nil {
				t.Fatal(err)
			}
			c = w.config("two", p)
			w.run(c)
			w.reached(c, w.append(registered(ident.ID{0x77}, subject)))
			w.agrees([]*Projection{p})
		})
	}
}

func TestVerifyNamesWhatDiffers(t *testing.T) {
	w := newWorld(t)
	p := byName("sums")
	c := w.config("one", p)
	other := launched()
	other.Campaign = ident.ID{0x21}
	w.append(fact{"campaign", id, launched()}, fact{"campaign", other.Campaign, other}, fact{"donation", gift, completed()})
	w.ready(c)
	b := NewBuilder(c)
	v, err := b.Verify(t.Context(), p)
	if must(t, err); v.Total != 0 || v.Rows != 4 {
		t.Fatalf("%+v", v)
	}
	s := quote(w.live(p.Name).Schema)
	w.Exec("UPDATE "+s+".sums SET raised = raised + 1 WHERE campaign = $1", id)
	w.Exec("DELETE FROM "+s+".givers WHERE supporter = $1", supporter)
	w.Exec("INSERT INTO "+s+".sums SELECT $1, currency, raised, gifts, last_at FROM "+s+
		".sums WHERE campaign = $2", ident.ID{0xff}, id)
	v, err = b.Verify(t.Context(), p)
	must(t, err)
	got := map[Difference]bool{}
	for _, d := range v.Differences {
		got[d] = true
	}
	for _, want := range []Difference{
		{"sums", id.String(), "different"},
		{"sums", ident.ID{0xff}.String(), "unexpected"},
		{"givers", id.String() + "/" + supporter.String(), "missing"},
	} {
		if !got[want] {
			t.Errorf("%+v is not among %+v", want, v.Differences)
		}
	}
	if v.Total != 3 || len(v.Differences) != 3 || w.schemas(p.Name) != 1 {
		t.Errorf("%+v, %d schemas", v, w.schemas(p.Name))
	}
}
