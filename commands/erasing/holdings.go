package erasing

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
)

// Holdings says what an area, or a place outside the log, keeps of people. Erasing somebody, giving them what is kept of
// them, and the search for what is left of them all follow from it. A field that has nothing to say is left out.
type Holdings struct {
	Area string

	// Events are the types by which what is a person's is found, a zero value of each, and See takes note of one: seeing
	// an event again, with all that came after it, must change nothing. What other areas found in earlier events is known.
	// See first asks b whether somebody is the person, or has a thing, and changes nothing where the answer is no: Owners relies on
	// it.
	Events []any
	See    func(b *Belongings, event any)

	// Others are further types of events that tell of the person or their things, a zero value of each: they are in the
	// streams of what was found, or sealed with keys that go, so that nothing has to be found by them.
	Others []any

	// Count says in the record of the erasure how much was found.
	Count func(b *Belongings, scope *erasure.Scope)

	// Ends are the things that run on and have to be ended, in order: before the person's keys are destroyed, and once
	// more after.
	Ends []Ending

	// Named are the things of whose failures something may be said that names the person, and Mails the keys of the mails
	// about the person's things.
	Named func(b *Belongings) []ident.ID
	Mails func(b *Belongings) []string

	// Purges remove what is kept outside the log and the read tables, last of all.
	Purges []Purge

	// Address finds the address of a person in the log: of a member, or of whoever wrote under a subject. known tells
	// whether anything is kept of them here at all.
	Address func(ctx context.Context, s *command.Service, who Whose) (email string, known bool, err error)

	// Export gives what is kept of a person, for themselves: a value that can be written as JSON.
	Export func(ctx context.Context, s *command.Service, p Person) (any, error)
}

// Own is what the process itself keeps: the address by which somebody is to be found, sealed with a key that goes in the
// end.
func Own() Holdings {
	return Holdings{
		Area:   "erasing",
		Events: []any{erasure.Requested{}},
		Others: []any{
			erasure.Undone{}, erasure.Began{}, erasure.Scoped{}, erasure.KeysDestroyed{}, erasure.PersonErased{},
			erasure.BuildsDropped{}, erasure.Purged{}, erasure.Completed{},
		},
		See: func(b *Belongings, event any) {
			if e, ok := event.(erasure.Requested); ok && b.Has(installation, Everybody) {
				b.Add(erasure.Category, e.Erasure)
			}
		},
	}
}

// Whose names somebody: a member, or a guest by the subject of what they wrote of themselves.
type Whose struct {
	Member  ident.ID // nil for a guest
	Subject ident.ID
}

// Ending ends one kind of things.
type Ending struct {
	What   string
	Things func(b *Belongings) []ident.ID
	// End ends a thing in the name of the process; over tells that it is over for good. One that is over already is not
	// ended again.
	End func(ctx context.Context, s *command.Service, id ident.ID) (over bool, err error)
	// EndOf is End for what is ended otherwise according to whose it is.
	EndOf func(ctx context.Context, s *command.Service, b *Belongings, id ident.ID) (over bool, err error)
}

// Purge removes one kind of what a person left, and tells how much. Doing so again removes nothing. What is recorded
// under the name of the purge.
type Purge struct {
	What string
	Run  func(context.Context, Traces) (int64, error)
}

// Traces is what leads to whatever a person left outside the log and the projections.
type Traces struct {
	*Belongings
	Member ident.ID   // nil for a guest
	Email  string     // empty when it is not known any more
	From   time.Time  // what is dated later
	Until  time.Time  // and no later
	Named  []ident.ID // the person and their things, whose failures may name them
	Mails  []string   // the keys of the mails about their things

	Subjects []ident.ID // whose keys are destroyed: the person's own, and those of their things
}

// Person is somebody of whom something is kept.
type Person struct {
	*Belongings
	Member ident.ID // nil for a guest
	Email  string
}

// Envelope is that of a command by which an erasure ends something: the same for the same step and thing.
func Envelope(step string, id ident.ID) command.Envelope {
	return command.Envelope{ID: ident.Command(erasingActor, step+" "+id.String()), Actor: erasingActor}
}

// Belongings are what was found to be a person's.
type Belongings struct {
	Member  ident.ID          // nil for a guest
	Persons []erasure.Subject // of what they wrote of themselves

	things map[string]map[ident.ID]bool // by kind
	sealed map[ident.ID][]erasure.Subject
	noted  map[string][]string // by what it is

	asked func(ident.ID) // set by Owners.Of: called with each id that See asks about
	ever  func(ident.ID) // set by Owners.Find: called with each thing that See adds
}

// NewBelongings returns empty belongings of a person: of a member, or of a guest where member is nil. Persons are the subjects
// whose keys seal what they wrote about themselves.
func NewBelongings(member ident.ID, persons []erasure.Subject) *Belongings {
	return &Belongings{Member: member, Persons: persons, things: map[string]map[ident.ID]bool{},
		sealed: map[ident.ID][]erasure.Subject{}, noted: map[string][]string{}}
}

// IsMember tells whether somebody is the person, who must be a member for that.
func (b *Belongings) IsMember(id ident.ID) bool {
	b.asks(id)
	return !b.Member.IsNil() && b.Member == id
}

func (b *Belongings) asks(id ident.ID) {
	if b.asked != nil {
		b.asked(id)
	}
}

// Wrote tells whether what somebody wrote of themselves under a subject is the person's.
func (b *Belongings) Wrote(subject ident.ID) bool {
	b.asks(subject)
	return slices.ContainsFunc(b.Persons, func(p erasure.Subject) bool { return p.ID == subject })
}

// Add notes that a thing of a kind is the person's.
func (b *Belongings) Add(kind string, id ident.ID) {
	if b.ever != nil {
		b.ever(id)
	}
	if b.things[kind] == nil {
		b.things[kind] = map[ident.ID]bool{}
	}
	b.things[kind][id] = true
}

// Seal notes that words of a thing of theirs are sealed with the key of a subject, which is to go.
func (b *Belongings) Seal(id, subject ident.ID, kind erasure.SubjectKind) {
	s := erasure.Subject{ID: subject, Kind: kind}
	if !subject.IsNil() && !slices.Contains(b.sealed[id], s) {
		b.sealed[id] = append(b.sealed[id], s)
	}
}

// Note keeps a text that leads to something of the person's, such as the key of a mail.
func (b *Belongings) Note(what, text string) {
	if !slices.Contains(b.noted[what], text) {
		b.noted[what] = append(b.noted[what], text)
	}
}

// Noted gives what was noted.
func (b *Belongings) Noted(what string) []string { return b.noted[what] }

// Drop notes that a thing of a kind is the person's no more, nor the words of it: it is another's now.
func (b *Belongings) Drop(kind string, id ident.ID) {
	delete(b.things[kind], id)
	delete(b.sealed, id)
}

// Has tells whether a thing of a kind is the person's.
func (b *Belongings) Has(kind string, id ident.ID) bool {
	b.asks(id)
	return b.things[kind][id]
}

// All are the things of a kind, always in the same order.
func (b *Belongings) All(kind string) []ident.ID { return sorted(b.things[kind]) }

// subjects are all whose keys go: the person's own first, then those of their things.
func (b *Belongings) subjects() []erasure.Subject {
	out := slices.Clone(b.Persons)
	for _, id := range sorted(b.sealed) {
		out = append(out, b.sealed[id]...)
	}
	return out
}

func (b *Belongings) clone() *Belongings {
	out := NewBelongings(b.Member, b.Persons)
	for kind, things := range b.things {
		out.things[kind] = maps.Clone(things)
	}
	for id, subjects := range b.sealed {
		out.sealed[id] = slices.Clone(subjects)
	}
	for what, texts := range b.noted {
		out.noted[what] = slices.Clone(texts)
	}
	return out
}

// sorted are the keys of a map in one order, so that what is recorded of them is always the same.
func sorted[V any](m map[ident.ID]V) []ident.ID {
	return slices.SortedFunc(maps.Keys(m), func(a, b ident.ID) int { return slices.Compare(a[:], b[:]) })
}
