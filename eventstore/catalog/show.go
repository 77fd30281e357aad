package catalog

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/eventstore"
)

// Shown says how Show presents personal text and the people it belongs to.
type Shown struct {
	// Plain shows personal text and the ids of people as they are; else text is only said to be there, and people
	// are called what Pseudonym makes of the role in which the event names them ("supporter") and their id.
	Plain     bool
	Pseudonym Pseudonym
}

// Pseudonym names somebody by their role and id, within a campaign; the nil campaign where there is none.
type Pseudonym func(role string, id, within ident.ID) string

// Masked stands where personal text is not shown, Gone where it is erased for ever. They are objects, so that no text
// can pass for either.
var (
	Masked = map[string]any{"masked": true}
	Gone   = map[string]any{"erased": true}
)

// A member beside a supporter would say whom the supporter's pseudonym stands for. A gift or pledge that is anonymous or without
// a member is a person of its own. An event that does not say whether its gift or pledge is anonymous names nobody: the gift or
// pledge is named.
const (
	supporterRole  = "supporter"
	memberField    = "member"
	anonymousField = "anonymous"
	campaignField  = "campaign"
	pledgeField    = "pledge"
	authorRole     = "author"
)

// givenFields name what a supporter gives: a gift of money, or a pledge of time or things.
var givenFields = []string{"donation", pledgeField}

// Show gives a recorded event's data, upcast to the present version, as a JSON object for people to read. Personal text
// of an erased person is Gone whether the rest is masked or not, and a key that never was is an error: both need the
// keys. Errors: ErrUnknown, what Keys.Open gives.
func (c *Catalog) Show(ctx context.Context, keys Keys, r eventstore.Recorded, how Shown) (map[string]any, error) {
	v, e, err := c.decode(r)
	if err != nil {
		return nil, err
	}
	texts := map[string]any{}
	err = e.each(v, func(subject ident.ID, path string, t personal.Text) (personal.Text, error) {
		if !t.IsSealed() {
			return t, nil
		}
		plain, err := keys.Open(ctx, subject, bound(r.ID, path), t.Cipher())
		switch {
		case errors.Is(err, ErrErased):
			texts[path] = Gone
		case err != nil:
			return t, err
		case how.Plain:
			texts[path] = plain
		default:
			texts[path] = Masked
		}
		return t, nil
	})
	if err != nil {
		return nil, fmt.Errorf("open %s at %s: %w", r.Type, r.Position, err)
	}
	data, err := json.Marshal(v.Interface())
	if err != nil {
		return nil, fmt.Errorf("show %s at %s: %w", r.Type, r.Position, err)
	}
	var out map[string]any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber() // amounts stay exact
	if err := d.Decode(&out); err != nil {
		return nil, fmt.Errorf("show %s at %s: %w", r.Type, r.Position, err)
	}
	for path, text := range texts {
		if !put(out, strings.Split(path, "."), text) {
			return nil, fmt.Errorf("show %s at %s: nothing stands at %s", r.Type, r.Position, path)
		}
	}
	if !how.Plain {
		if _, said := out[anonymousField]; !said && saysAnonymous(v.Type()) { // left out where it is false
			out[anonymousField] = false
			defer delete(out, anonymousField)
		}
		c.hide(out, how.Pseudonym)
	}
	return out, nil
}

// saysAnonymous tells whether a type of event records whether its supporter is anonymous.
func saysAnonymous(event reflect.Type) bool {
	return slices.ContainsFunc(reflect.VisibleFields(event), func(f reflect.StructField) bool {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		return name == anonymousField
	})
}

// hide calls people by their pseudonyms, in lists too.
func (c *Catalog) hide(data map[string]any, pseudonym Pseudonym) {
	for _, v := range data {
		list, _ := v.([]any)
		for _, x := range list {
			if inner, ok := x.(map[string]any); ok {
				c.hide(inner, pseudonym)
			}
		}
	}
	if data[supporterRole] != nil {
		data[supporterRole] = giver(data, pseudonym)
		if data[memberField] != nil {
			data[memberField] = Masked
		}
	}
	for role := range c.roles {
		id, ok := idAt(data, role)
		if !ok || role == supporterRole {
			continue
		}
		// The author of a pledge's hours would join an anonymous pledge to the others of the same person.
		if pledge, of := idAt(data, pledgeField); of && role == authorRole {
			id = pledge
		}
		data[role] = pseudonym(role, id, ident.Nil)
	}
}

// giver calls the person who gives or pledges by the name that the counters know them by.
func giver(data map[string]any, pseudonym Pseudonym) any {
	anonymous, said := data[anonymousField].(bool)
	supporter, ok := idAt(data, supporterRole)
	if !said || !ok {
		return Masked
	}
	within, _ := idAt(data, campaignField)
	if _, member := idAt(data, memberField); member && !anonymous {
		return pseudonym(supporterRole, supporter, within)
	}
	for _, field := range givenFields {
		if given, ok := idAt(data, field); ok {
			return pseudonym(supporterRole, given, within)
		}
	}
	return Masked
}

func idAt(data map[string]any, field string) (ident.ID, bool) {
	text, ok := data[field].(string)
	if !ok || text == "" {
		return ident.Nil, false
	}
	id, err := ident.Parse(text)
	return id, err == nil && !id.IsNil()
}

// put replaces what stands at a path of object keys and places in arrays.
func put(at any, path []string, value any) bool {
	switch at := at.(type) {
	case map[string]any:
		if _, there := at[path[0]]; !there {
			return false
		}
		if len(path) == 1 {
			at[path[0]] = value
			return true
		}
		return put(at[path[0]], path[1:], value)
	case []any:
		n, err := strconv.Atoi(path[0])
		return err == nil && n < len(at) && len(path) > 1 && put(at[n], path[1:], value)
	}
	return false
}
