// Package catalog knows every type of event there ever was: its name, its schema versions, how an old version becomes
// the present one, and which of its fields are personal. It turns events into stored bytes and back.
package catalog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sort"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/eventstore"
)

// Keys seals and opens personal text with the key of its subject.
type Keys interface {
	// Seal encrypts; bound is authenticated with the text, so that it opens nowhere else.
	Seal(ctx context.Context, subject ident.ID, bound, plain string) (string, error)
	// Open decrypts. ErrErased when the subject's key was destroyed; a key that never was is another error.
	Open(ctx context.Context, subject ident.ID, bound, sealed string) (string, error)
	// Preload fetches the keys of many subjects at once.
	Preload(ctx context.Context, subjects []ident.ID) error
}

// ErrErased tells that a subject's key was destroyed.
var ErrErased = errors.New("the person was erased")

// ErrUnknown tells that an event's type or version is not in this catalogue: it was written by a newer program.
var ErrUnknown = errors.New("unknown type or version of event")

// Upcast turns the data of one schema version into that of the next.
type Upcast func(json.RawMessage) (json.RawMessage, error)

// unchanged is the upcast to a version that only has more fields, which are empty in what was stored before.
func unchanged(data json.RawMessage) (json.RawMessage, error) { return data, nil }

type entry struct {
	name    string
	version int
	typ     reflect.Type
	whose   whose
	upcasts []Upcast // from version i+1 to i+2
	fields  []field
}

// Catalog is the set of event types.
type Catalog struct {
	byName map[string]*entry
	byType map[reflect.Type]*entry
	roles  map[string]bool // the fields by which events name the subjects of personal text
}

func register[E any](c *Catalog, name string, whose whose, upcasts ...Upcast) {
	t := reflect.TypeFor[E]()
	whose.check(name, t)
	e := &entry{name: name, version: len(upcasts) + 1, typ: t, whose: whose, upcasts: upcasts}
	e.fields = personalFields(t, t)
	if c.byName[name] != nil || c.byType[t] != nil {
		panic("event registered twice: " + name)
	}
	c.byName[name], c.byType[t] = e, e
	if c.roles == nil {
		c.roles = map[string]bool{}
	}
	for _, f := range e.fields {
		f.roles(c.roles)
	}
}

// Personal tells whether a type of event holds personal text.
func (c *Catalog) Personal(name string) bool {
	e := c.byName[name]
	return e != nil && len(e.fields) > 0
}

// Types lists the names of all types, sorted.
func (c *Catalog) Types() []string {
	names := make([]string, 0, len(c.byName))
	for n := range c.byName {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// Version is the present schema version of a type; 0 when the type is unknown.
func (c *Catalog) Version(name string) int {
	if e := c.byName[name]; e != nil {
		return e.version
	}
	return 0
}

// NameOf gives the stored name of an event's Go type.
func (c *Catalog) NameOf(event any) (string, error) {
	e := c.byType[reflect.TypeOf(event)]
	if e == nil {
		return "", fmt.Errorf("%w: %T", ErrUnknown, event)
	}
	return e.name, nil
}

// TypeName gives the stored name of a Go type; it panics on a type that is not registered, a mistake in the program.
func TypeName[E any](c *Catalog) string {
	e := c.byType[reflect.TypeFor[E]()]
	if e == nil {
		panic(fmt.Sprintf("event type %s is not in the catalogue", reflect.TypeFor[E]()))
	}
	return e.name
}

// Encode seals an event's personal fields and gives it its stored form.
func (c *Catalog) Encode(ctx context.Context, keys Keys, id ident.ID, event any,
	meta eventstore.Metadata) (eventstore.Event, error) {
	e := c.byType[reflect.TypeOf(event)]
	if e == nil {
		return eventstore.Event{}, fmt.Errorf("%w: %T", ErrUnknown, event)
	}
	v := e.copyOf(event)
	err := e.each(v, func(subject ident.ID, path string, t personal.Text) (personal.Text, error) {
		if t.IsEmpty() {
			return t, nil
		}
		if t.IsSealed() || t.IsErased() {
			return t, fmt.Errorf("personal field %s of %s comes from another event, where it was sealed: it would not open here", path,
				e.name)
		}
		if subject.IsNil() {
			return t, fmt.Errorf("personal field %s of %s names no subject", path, e.name)
		}
		sealed, err := keys.Seal(ctx, subject, bound(id, path), t.String())
		return personal.Sealed(sealed), err
	})
	if err != nil {
		return eventstore.Event{}, fmt.Errorf("seal %s: %w", e.name, err)
	}
	data, err := json.Marshal(v.Interface())
	if err != nil {
		return eventstore.Event{}, fmt.Errorf("encode %s: %w", e.name, err)
	}
	return eventstore.Event{ID: id, Type: e.name, Version: e.version, Data: data, Metadata: meta}, nil
}

// Decode reads a recorded event, upcast to the present version. Its personal fields stay sealed.
func (c *Catalog) Decode(r eventstore.Recorded) (any, error) {
	v, _, err := c.decode(r)
	if err != nil {
		return nil, err
	}
	return v.Interface(), nil
}

func (c *Catalog) decode(r eventstore.Recorded) (reflect.Value, *entry, error) {
	e := c.byName[r.Type]
	if e == nil || r.Version < 1 || r.Version > e.version {
		return reflect.Value{}, nil, fmt.Errorf("%w: %s version %d at %s", ErrUnknown, r.Type, r.Version, r.Position)
	}
	data := r.Data
	for v := r.Version; v < e.version; v++ {
		var err error
		if data, err = e.upcasts[v-1](data); err != nil {
			return reflect.Value{}, nil, fmt.Errorf("upcast %s from version %d at %s: %w", r.Type, v, r.Position, err)
		}
	}
	v := reflect.New(e.typ)
	if err := eventstore.Decode(data, v.Interface()); err != nil {
		return reflect.Value{}, nil, fmt.Errorf("decode %s at %s: %w", r.Type, r.Position, err)
	}
	return v.Elem(), e, nil
}

// Open reads a recorded event with its personal fields in the clear; those of an erased person are erased text.
func (c *Catalog) Open(ctx context.Context, keys Keys, r eventstore.Recorded) (any, error) {
	v, e, err := c.decode(r)
	if err != nil {
		return nil, err
	}
	return open(ctx, keys, r, v, e)
}

// OpenDecoded is Open for what Decode gave of the same recorded event, which stays sealed.
func (c *Catalog) OpenDecoded(ctx context.Context, keys Keys, r eventstore.Recorded, decoded any) (any, error) {
	e := c.byType[reflect.TypeOf(decoded)]
	if e == nil {
		return nil, fmt.Errorf("%w: %T", ErrUnknown, decoded)
	}
	return open(ctx, keys, r, e.copyOf(decoded), e)
}

// copyOf makes an addressable copy, for each.
func (e *entry) copyOf(event any) reflect.Value {
	v := reflect.New(e.typ).Elem()
	v.Set(reflect.ValueOf(event))
	return v
}

func open(ctx context.Context, keys Keys, r eventstore.Recorded, v reflect.Value, e *entry) (any, error) {
	err := e.each(v, func(subject ident.ID, path string, t personal.Text) (personal.Text, error) {
		return OpenText(ctx, keys, r.ID, subject, path, t)
	})
	if err != nil {
		return nil, fmt.Errorf("open %s at %s: %w", r.Type, r.Position, err)
	}
	return v.Interface(), nil
}

// OpenText opens one personal text of an event, found under a JSON path and belonging to a subject: whoever needs no other
// pays for no other. That of an erased person is erased text.
func OpenText(ctx context.Context, keys Keys, event, subject ident.ID, path string, t personal.Text) (personal.Text, error) {
	if !t.IsSealed() {
		return t, nil
	}
	plain, err := keys.Open(ctx, subject, bound(event, path), t.Cipher())
	if errors.Is(err, ErrErased) {
		return personal.Erased(), nil
	}
	return personal.Plain(plain), err
}

// Subjects lists whose keys opening decoded events needs, for Preload.
func (c *Catalog) Subjects(events []any) []ident.ID {
	seen := map[ident.ID]bool{}
	var out []ident.ID
	for _, event := range events {
		e := c.byType[reflect.TypeOf(event)]
		if e == nil || len(e.fields) == 0 {
			continue
		}
		_ = e.each(e.copyOf(event), func(subject ident.ID, _ string, t personal.Text) (personal.Text, error) { // it never fails
			if t.IsSealed() && !seen[subject] {
				seen[subject] = true
				out = append(out, subject)
			}
			return t, nil
		})
	}
	return out
}

func bound(id ident.ID, path string) string { return id.String() + "/" + path }
