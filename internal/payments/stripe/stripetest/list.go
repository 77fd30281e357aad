package stripetest

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// page is what every list is asked for with (https://docs.stripe.com/api/pagination).
type page struct {
	limit         int64
	after, before string
	created       map[string]any // gt, gte, lt, lte
	at            *int64         // created at this second
	filters       doc
}

func (c *call) page() page {
	p := page{limit: 10, filters: doc{}}
	for name, value := range c.params {
		switch name {
		case "limit":
			p.limit, _ = value.(int64)
		case "starting_after":
			p.after, _ = value.(string)
		case "ending_before":
			p.before, _ = value.(string)
		case "created":
			if second, exact := value.(int64); exact {
				p.at = &second
			} else {
				p.created, _ = value.(map[string]any)
			}
		default:
			p.filters[name] = value
		}
	}
	return p
}

// in tells whether something was created at a time that is asked for.
func (p page) in(at time.Time) bool {
	second := at.Unix()
	if p.at != nil && *p.at != second {
		return false
	}
	for bound, value := range p.created {
		limit, _ := value.(int64)
		if bound == "gt" && second <= limit || bound == "gte" && second < limit ||
			bound == "lt" && second >= limit || bound == "lte" && second > limit {
			return false
		}
	}
	return true
}

// list gives a page of the objects that belong to it, the newest first.
func list[T object](c *call, of *shelf[T]) (any, error) {
	p := c.page()
	switch {
	case p.limit < 1 || p.limit > 100:
		return nil, unfit("parameter_invalid_integer", "limit", "Invalid integer: %d. Limit can range between 1 and 100.", p.limit)
	case p.after != "" && p.before != "":
		return nil, unfit("", "", "You may only specify one of these parameters: ending_before, starting_after.")
	}
	var all []T
	for _, o := range slices.Backward(of.all) {
		if f := o.first(); f.live == c.live && p.in(f.created) && o.belongs(p.filters) {
			all = append(all, o)
		}
	}
	from, to := 0, len(all)
	for param, id := range map[string]string{"starting_after": p.after, "ending_before": p.before} {
		if id == "" {
			continue
		}
		cursor, ok := of.find(id, c.live)
		if !ok {
			return nil, missing("object", id, param)
		}
		number := cursor.first().number
		if param == "starting_after" {
			from = count(all, func(o T) bool { return o.first().number >= number })
		} else {
			to = count(all, func(o T) bool { return o.first().number > number })
		}
	}
	limit := int(p.limit)
	more := to-from > limit
	if more && p.before != "" {
		from = to - limit // the page right before the object that is named
	} else if more {
		to = from + limit
	}
	docs := []any{}
	for _, o := range all[from:to] {
		docs = append(docs, o.doc(c.Stripe))
	}
	return listOf(c.route.path, docs, more), nil
}

func listOf(path string, docs []any, more bool) doc {
	return doc{"object": "list", "url": path, "data": docs, "has_more": more}
}

func count[T any](of []T, is func(T) bool) int {
	n := 0
	for _, o := range of {
		if is(o) {
			n++
		}
	}
	return n
}

// equal tells whether an object has the values of all filters.
func (d doc) equal(filters doc) bool {
	for name, want := range filters {
		have := d[name]
		if id, ok := have.(ref); ok {
			have = string(id)
		}
		if have != want {
			return false
		}
	}
	return true
}

// expanded writes an object: references as ids, or as the objects themselves along the paths that are asked for
// (https://docs.stripe.com/api/expanding_objects), at most four levels deep.
func (c *call) expanded(v any, paths []string) (any, error) {
	if d, ok := v.(doc); ok && d["object"] == "list" {
		for _, path := range paths {
			if first, _, _ := strings.Cut(path, "."); first != "data" {
				return nil, c.cannotExpand(path)
			}
		}
	}
	for _, path := range paths {
		if strings.Count(path, ".") >= 4 {
			return nil, unfit("", "expand", "You cannot expand more than 4 levels of a property. Property: %s", path)
		}
	}
	return c.expandDoc(v, paths)
}

func (c *call) cannotExpand(path string) error {
	c.violated("%s %s: %q can't be expanded", c.route.method, c.route.path, path)
	return unfit("", "expand[]", "This property cannot be expanded (%s).", path)
}

func (c *call) expandDoc(v any, paths []string) (any, error) {
	switch v := v.(type) {
	case ref:
		return nullable(string(v)), nil
	case []any:
		written := make([]any, len(v))
		for i := range v {
			var err error
			if written[i], err = c.expandDoc(v[i], paths); err != nil {
				return nil, err
			}
		}
		return written, nil
	case doc:
		return c.expandFields(v, paths)
	}
	return v, nil
}

func (c *call) expandFields(d doc, paths []string) (any, error) {
	kind, _ := d["object"].(string)
	asked := map[string][]string{}
	for _, path := range paths {
		field, rest, deeper := strings.Cut(path, ".")
		if _, there := asked[field]; !there {
			asked[field] = nil
		}
		if deeper {
			asked[field] = append(asked[field], rest)
		}
		_, there := d[field]
		if kind == "" || kind == "list" {
			if !there {
				return nil, c.cannotExpand(path)
			}
		} else if !c.description.expandable(kind, field) { // what isn't there may be expanded all the same
			return nil, c.cannotExpand(path)
		}
	}
	written := doc{}
	for field, value := range d {
		below, wanted := asked[field]
		switch v := value.(type) {
		case included:
			if !wanted {
				continue
			}
			value = v()
		case ref:
			if wanted && v != "" {
				o, ok := c.resolve(string(v))
				if !ok {
					return nil, fmt.Errorf("the stand-in can't expand %s %q", field, v)
				}
				value = o.doc(c.Stripe)
			}
		}
		var err error
		if written[field], err = c.expandDoc(value, below); err != nil {
			return nil, err
		}
	}
	return written, nil
}

// nullable gives null for an empty text.
func nullable(text string) any {
	if text == "" {
		return nil
	}
	return text
}
