package command

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// digests gives the keyed hashes of a command's body. whole is over all of it and never enters the log. kept does, for ever:
// it is over what holds no words, or whoever has the log and the installation key could go on confirming what somebody
// erased had written, by guessing it.
func digests(digest func([]byte) string, body any) (kept, whole string, err error) {
	b, err := json.Marshal(body)
	if err != nil {
		return "", "", fmt.Errorf("hash a command's body: %w", err)
	}
	var all any
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(&all); err != nil {
		return "", "", fmt.Errorf("hash a command's body: %w", err)
	}
	wordless, err := json.Marshal(withoutWords(all, reflect.TypeOf(body)))
	if err != nil {
		return "", "", fmt.Errorf("hash a command's body: %w", err)
	}
	return digest(append([]byte("without words "), wordless...)), digest(b), nil
}

var (
	textType   = reflect.TypeFor[string]()
	marshalers = []reflect.Type{reflect.TypeFor[json.Marshaler](), reflect.TypeFor[encoding.TextMarshaler]()}
)

// withoutWords leaves of a body what has a type of its own, such as an id, a currency or a number, and texts of a closed
// list. Everything else that a person may have written goes.
func withoutWords(data any, t reflect.Type) any {
	switch {
	case t == nil || data == nil:
		return nil
	case t.Kind() == reflect.Pointer:
		return withoutWords(data, t.Elem())
	case slices.ContainsFunc(marshalers, reflect.PointerTo(t).Implements):
		return data
	}
	switch t.Kind() { //nolint:exhaustive // the rest are numbers and truths
	case reflect.String:
		if t == textType {
			return nil
		}
		return data
	case reflect.Struct:
		fields, _ := data.(map[string]any)
		out := map[string]any{}
		for _, f := range reflect.VisibleFields(t) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			value, there := fields[name]
			if !there || f.Anonymous {
				continue
			}
			if closed := f.Type == textType && f.Tag.Get("enum") != ""; closed {
				out[name] = value
			} else if rest := withoutWords(value, f.Type); rest != nil {
				out[name] = rest
			}
		}
		return out
	case reflect.Slice, reflect.Array:
		list, _ := data.([]any)
		out := make([]any, len(list))
		for i, v := range list {
			out[i] = withoutWords(v, t.Elem())
		}
		return out
	case reflect.Map, reflect.Interface:
		return nil
	}
	return data
}

// Unsettled names the fields of a body that a request may leave out and that change its digests all the same. A command sent
// by an earlier program and retried after an upgrade would be refused for having another body, so a field that is added is
// written with omitempty, or with omitzero where omitempty leaves out nothing, and has no default.
func Unsettled(body reflect.Type) (fields []string) {
	switch {
	case body == nil || slices.ContainsFunc(marshalers, reflect.PointerTo(body).Implements):
		return nil
	case body.Kind() == reflect.Pointer || body.Kind() == reflect.Slice || body.Kind() == reflect.Array:
		return Unsettled(body.Elem())
	case body.Kind() != reflect.Struct:
		return nil
	}
	for _, f := range reflect.VisibleFields(body) {
		if f.Anonymous || !f.IsExported() {
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		rules := strings.Split(options, ",")
		empty, zero := slices.Contains(rules, "omitempty"), slices.Contains(rules, "omitzero")
		_, preset := f.Tag.Lookup("default")
		whole := f.Type.Kind() == reflect.Struct || f.Type.Kind() == reflect.Array
		optional := empty || zero || preset || f.Tag.Get("required") == "false" || f.Type.Kind() == reflect.Pointer
		if optional && (preset || !zero && (!empty || whole)) {
			fields = append(fields, name)
		}
		for _, inner := range Unsettled(f.Type) {
			fields = append(fields, name+"."+inner)
		}
	}
	return fields
}
