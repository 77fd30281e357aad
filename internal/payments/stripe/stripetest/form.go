package stripetest

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// branch is a form whose names with brackets are taken apart: a[b][0]=c is {"a": {"b": {"0": "c"}}}.
type branch map[string]any

// unflatten takes the names of a form apart. Errors: a name that is malformed, said twice, or both a value and a branch.
func unflatten(form url.Values) (branch, error) {
	root := branch{}
	for _, name := range sorted(form) {
		path, err := steps(name)
		if err != nil {
			return nil, err
		}
		last := len(path) - 1
		if path[last] != "" && len(form[name]) > 1 {
			return nil, fmt.Errorf("%s is there twice", name)
		}
		for i, value := range form[name] {
			if strings.HasSuffix(name, "[]") { // a[]=x&a[]=y
				path[last] = strconv.Itoa(i)
			}
			if err := root.set(path, value); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return root, nil
}

func steps(name string) ([]string, error) {
	first, rest, nested := strings.Cut(name, "[")
	if first == "" {
		return nil, fmt.Errorf("%q is no name of a parameter", name)
	}
	path := []string{first}
	for nested {
		var step string
		var closed bool
		if step, rest, closed = strings.Cut(rest, "]"); !closed {
			return nil, fmt.Errorf("%q has a bracket that stays open", name)
		}
		path = append(path, step)
		if rest == "" {
			break
		}
		if !strings.HasPrefix(rest, "[") {
			return nil, fmt.Errorf("%q goes on after a bracket", name)
		}
		rest = rest[1:]
	}
	return path, nil
}

func (b branch) set(path []string, value string) error {
	name := path[0]
	if len(path) == 1 {
		if _, taken := b[name]; taken {
			return fmt.Errorf("is both a value and a branch")
		}
		b[name] = value
		return nil
	}
	next, there := b[name]
	if !there {
		next = branch{}
		b[name] = next
	}
	below, ok := next.(branch)
	if !ok {
		return fmt.Errorf("is both a value and a branch")
	}
	return below.set(path[1:], value)
}

// wrong is a parameter that the description doesn't take as it is.
type wrong struct{ code, param, message string }

// typed turns a form into the values that the description says its parameters have. A parameter that is sent empty where
// the description lets it be unset is nil.
func (d *description) typed(s *schema, v any, at string) (any, []wrong) {
	s, err := d.resolve(s)
	if err != nil {
		return nil, []wrong{{param: at, message: err.Error()}}
	}
	is := func(code, format string, args ...any) (any, []wrong) {
		return nil, []wrong{{code: code, param: at, message: fmt.Sprintf(format, args...)}}
	}
	if len(s.AnyOf) > 0 {
		return d.typedAny(s.AnyOf, v, at)
	}
	text, isText := v.(string)
	if isText && text == "" {
		if s.names("") {
			return nil, nil
		}
		return is("parameter_invalid_empty", "You passed an empty string for '%s'. We assume empty values are an attempt to unset a "+
			"parameter; however '%s' cannot be unset.", at, at)
	}
	switch s.Type {
	case "array":
		list, ok := v.(branch)
		if !ok {
			return is("", "Invalid array")
		}
		return d.typedList(s, list, at)
	case "object":
		object, ok := v.(branch)
		if !ok {
			return is("", "Invalid object")
		}
		return d.typedObject(s, object, at)
	}
	if !isText {
		return is("parameter_invalid_string", "Invalid %s: must be a value, not an object", at)
	}
	switch s.Type {
	case "integer":
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return is("parameter_invalid_integer", "Invalid integer: %s", text)
		}
		return n, nil
	case "number":
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return is("", "Invalid decimal: %s", text)
		}
		return n, nil
	case "boolean":
		if text != "true" && text != "false" {
			return is("", "Invalid boolean: %s", text)
		}
		return text == "true", nil
	}
	switch {
	case len(s.Enum) > 0 && !s.names(text):
		return is("", "Invalid %s: must be one of %v", at, s.Enum)
	case s.MaxLength > 0 && len([]rune(text)) > s.MaxLength:
		return is("", "Invalid string: must be at most %d characters", s.MaxLength)
	}
	return text, nil
}

func (d *description) typedAny(of []*schema, v any, at string) (any, []wrong) {
	var found []wrong
	for _, one := range of {
		value, problems := d.typed(one, v, at)
		if len(problems) == 0 {
			return value, nil
		}
		// what is sent as an object is meant as one
		resolved, err := d.resolve(one)
		_, object := v.(branch)
		if found == nil || err == nil && (resolved.Type == "object") == object {
			found = problems
		}
	}
	return nil, found
}

func (d *description) typedList(s *schema, v branch, at string) (any, []wrong) {
	list := make([]any, len(v))
	var found []wrong
	for _, key := range sorted(v) {
		i, err := strconv.Atoi(key)
		if err != nil || i < 0 || i >= len(v) {
			found = append(found, wrong{param: at, message: "Invalid array"})
			continue
		}
		value, problems := d.typed(s.Items, v[key], fmt.Sprintf("%s[%d]", at, i))
		list[i] = value
		found = append(found, problems...)
	}
	return list, found
}

func (d *description) typedObject(s *schema, v branch, at string) (any, []wrong) {
	below := func(field string) string {
		if at == "" {
			return field
		}
		return at + "[" + field + "]"
	}
	object := map[string]any{}
	var found []wrong
	for _, field := range s.Required {
		if _, ok := v[field]; !ok {
			found = append(found, wrong{"parameter_missing", below(field), "Missing required param: " + below(field) + "."})
		}
	}
	each := s.each()
	for _, field := range sorted(v) {
		known, ok := s.Properties[field]
		if !ok {
			known = each
		}
		if known == nil {
			found = append(found, wrong{"parameter_unknown", below(field), "Received unknown parameter: " + below(field)})
			continue
		}
		if !ok && v[field] == "" { // takes the key away, as in metadata
			object[field] = nil
			continue
		}
		value, problems := d.typed(known, v[field], below(field))
		object[field] = value
		found = append(found, problems...)
	}
	return object, found
}
