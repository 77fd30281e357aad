package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/callup/callup/domain/ident"
)

// Viewer is for whom an answer is made. The zero Viewer is a visitor.
type Viewer struct {
	Member ident.ID
	Roles  []string
	// Waiting are roles that are of no use until the member has what auth.Principal's Missing names.
	Waiting       []string
	ShortPassword bool // it is a longer password
}

// Topic is something that clients can subscribe to, or a family of such things: its name holds a name in braces for
// each part that differs, such as "campaign/{id}" or "post/{id}/{kind}". {id}, and what ends with _id, stands for a
// UUID, any other name for a word of lower-case letters, digits, - and _.
//
// The parts that stand for the names in braces, joined by slashes, are a topic's key. The keys of changed rows begin
// with those of the topics that they concern.
type Topic struct {
	Name string
	// Own: each member has topics of their own under the one name, whose key begins with the member's id. Visitors
	// have none.
	Own bool
	// May refuses a viewer who may not subscribe.
	May func(ctx context.Context, v Viewer, key string) error
	// Kinds are what is pushed, in this order.
	Kinds []Kind
}

// Kind is one answer that is pushed. Exactly one of Answer, Items and Refetch says how.
type Kind struct {
	Name string
	// Answer makes the present answer for a viewer.
	Answer func(ctx context.Context, v Viewer, key string) (any, error)
	// Insiders says who gets an answer of their own; of items nil: nobody.
	Insiders Insiders
	// Items makes one answer for each of what changed. An item's key is what a changed row's has after the topic's. What is left
	// out is not pushed.
	Items func(ctx context.Context, v Viewer, key string, items []string) (map[string]any, error)
	// Refetch tells clients to fetch the answer themselves.
	Refetch bool
	// On are the changed rows that it is pushed on.
	On []On
}

// Insiders gives the members among some who get an answer of their own; the others, and visitors, share the visitor's.
type Insiders func(ctx context.Context, key string, members []ident.ID) ([]ident.ID, error)

// Everyone shares one answer.
func Everyone(context.Context, string, []ident.ID) ([]ident.ID, error) { return nil, nil }

// EachMember gets an answer of their own.
func EachMember(_ context.Context, _ string, members []ident.ID) ([]ident.ID, error) {
	return members, nil
}

// On says that a changed row of a table makes a push.
type On struct {
	Table string
	// Lookup leads from the keys of changed rows to those of topics, or of their items. Without it the rows' keys are
	// these.
	Lookup *Lookup
}

// Lookup finds whom changed rows concern: nobody, when it gives no key. Kinds that have one in common are led by one
// search.
type Lookup struct {
	Find func(ctx context.Context, keys []string) ([]string, error)
}

// family is a Topic as the hub uses it.
type family struct {
	Topic
	segments []segment
	shapes   []shape // of the parts of a key
	// current: the present answers make up for whatever a client has missed. Otherwise it is told to refetch.
	current bool
	items   bool // whether what is pushed is about single things among many

	memory  *memory // guarded by the hub's mutex
	watched int     // how many of its topics somebody watches; guarded by the hub's mutex
}

// segment is a part of a topic's name: a text of its own, or one that stands for a part of the key.
type segment struct {
	text  string
	shape shape // nil: the text stands for itself
}

// shape tells whether a text can be a part of a key. No other text means the same.
type shape func(text string) bool

func isID(text string) bool {
	id, err := ident.Parse(text)
	return err == nil && !id.IsNil() && id.String() == text
}

func isWord(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_'
	})
}

// registry knows the families of topics, by the first segment of their names.
type registry map[string][]*family

var errTopic = errors.New("a topic is not complete")

// register refuses a topic that would push to anybody, or nothing. It gives the families in the order of the topics,
// too.
func register(topics []Topic) (registry, []*family, error) {
	r := registry{}
	all := make([]*family, 0, len(topics))
	for _, t := range topics {
		f, err := newFamily(t)
		if err != nil {
			return nil, nil, fmt.Errorf("%w: %q %w", errTopic, t.Name, err)
		}
		first := f.segments[0].text
		for _, other := range r[first] {
			if f.alike(other) {
				return nil, nil, fmt.Errorf("%w: %q can't be told from %q", errTopic, t.Name, other.Name)
			}
		}
		r[first] = append(r[first], f)
		all = append(all, f)
	}
	return r, all, nil
}

func newFamily(t Topic) (*family, error) {
	mem, err := newMemory(remembered)
	if err != nil {
		return nil, err
	}
	f := &family{Topic: t, current: true, memory: mem}
	if t.Own {
		f.shapes = append(f.shapes, isID)
	}
	for i, text := range strings.Split(t.Name, "/") {
		name, braced := strings.CutPrefix(text, "{")
		name, closed := strings.CutSuffix(name, "}")
		switch {
		case braced != closed || !isWord(name) || braced && i == 0:
			return nil, fmt.Errorf("has the segment %q", text)
		case !braced:
			f.segments = append(f.segments, segment{text: name})
			continue
		}
		is := shape(isWord)
		if name == "id" || strings.HasSuffix(name, "_id") {
			is = isID
		}
		f.segments = append(f.segments, segment{shape: is})
		f.shapes = append(f.shapes, is)
	}
	if t.May == nil {
		return nil, errors.New("does not say who may subscribe")
	}
	if len(t.Kinds) == 0 {
		return nil, errors.New("pushes nothing")
	}
	names := map[string]bool{}
	for _, k := range t.Kinds {
		if err := k.complete(); err != nil {
			return nil, fmt.Errorf("has a kind %q that %w", k.Name, err)
		}
		if names[k.Name] {
			return nil, fmt.Errorf("has two kinds %q", k.Name)
		}
		names[k.Name] = true
		f.current = f.current && k.Answer != nil
		f.items = f.items || k.Items != nil
	}
	return f, nil
}

// alike tells whether a name could be of either family.
func (f *family) alike(other *family) bool {
	if len(f.segments) != len(other.segments) {
		return false
	}
	for i, s := range f.segments {
		if o := other.segments[i]; s.shape == nil && o.shape == nil && s.text != o.text {
			return false
		}
	}
	return true
}

func (k Kind) complete() error {
	ways := 0
	for _, way := range []bool{k.Answer != nil, k.Items != nil, k.Refetch} {
		if way {
			ways++
		}
	}
	switch {
	case k.Name == "":
		return errors.New("has no name")
	case ways != 1:
		return errors.New("needs one way to reach clients")
	case k.Answer != nil && k.Insiders == nil:
		return errors.New("does not say who gets an answer of their own")
	case len(k.On) == 0 || slices.ContainsFunc(k.On, func(o On) bool { return o.Table == "" }):
		return errors.New("does not say which tables it is pushed on")
	}
	return nil
}

// topicID names a topic.
type topicID struct {
	family *family
	key    string
}

// parse reads a topic's name as a viewer may write it; false when there is no such topic.
func (r registry) parse(name string, v Viewer) (topicID, bool) {
	segments := strings.Split(name, "/")
	for _, f := range r[segments[0]] {
		if key, ok := f.key(segments, v); ok {
			return topicID{f, key}, true
		}
	}
	return topicID{}, false
}

// key gives the key that a name says; false when the name is none of this family.
func (f *family) key(segments []string, v Viewer) (string, bool) {
	if len(segments) != len(f.segments) {
		return "", false
	}
	key := make([]string, 0, len(f.shapes))
	if f.Own {
		key = append(key, v.Member.String())
	}
	for i, s := range f.segments {
		switch {
		case s.shape == nil && s.text != segments[i] || s.shape != nil && !s.shape(segments[i]):
			return "", false
		case s.shape != nil:
			key = append(key, segments[i])
		}
	}
	return strings.Join(key, "/"), true
}

// String is the name as clients know it.
func (t topicID) String() string {
	if len(t.family.segments) == 1 {
		return t.family.segments[0].text
	}
	rest := t.key
	if t.family.Own {
		_, rest, _ = strings.Cut(rest, "/")
	}
	var name strings.Builder
	name.Grow(len(t.family.Name) + len(t.key))
	for i, s := range t.family.segments {
		if i > 0 {
			name.WriteByte('/')
		}
		text := s.text
		if s.shape != nil {
			text, rest, _ = strings.Cut(rest, "/")
		}
		name.WriteString(text)
	}
	return name.String()
}

// split divides the key of a changed row into a topic's key and what is left; false when it can't be one.
func (f *family) split(key string) (topic, rest string, ok bool) {
	rest, end := key, 0
	for i, is := range f.shapes {
		part, after, more := strings.Cut(rest, "/")
		if !is(part) {
			return "", "", false
		}
		if end += len(part); i > 0 {
			end++ // the slash before it
		}
		if rest = after; !more && i < len(f.shapes)-1 {
			return "", "", false
		}
	}
	return key[:end], rest, true
}
