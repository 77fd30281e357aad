package catalog

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// field leads from an event to one of its personal texts, and to the subject it belongs to.
type field struct {
	index   []int  // to the text, or to the slice it is in
	path    string // JSON path, without positions in slices
	subject []int  // to the subject's id at the root
	role    string // the subject's JSON name
	inner   []field
}

var (
	textType = reflect.TypeFor[personal.Text]()
	idType   = reflect.TypeFor[ident.ID]()
)

// personalFields finds the personal texts of a type. A text without a subject, and a subject that is not an id at the
// root of the event, are mistakes in the program and panic at start.
func personalFields(root, t reflect.Type) []field {
	var out []field
	for _, f := range reflect.VisibleFields(t) {
		if !f.IsExported() || f.Anonymous {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Type == textType:
			subject := f.Tag.Get("personal")
			s, ok := byJSONName(root, subject)
			if !ok || s.Type != idType {
				panic(fmt.Sprintf("personal field %s of %s names no subject at the root of the event", name, root))
			}
			out = append(out, field{index: f.Index, path: name, subject: s.Index, role: subject})
		case f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct && f.Type.Elem() != textType:
			if inner := personalFields(root, f.Type.Elem()); len(inner) > 0 {
				out = append(out, field{index: f.Index, path: name, inner: inner})
			}
		case holdsText(f.Type, nil):
			panic(fmt.Sprintf("personal text nested in %s of %s is not supported: embed it or use a slice of structs", name, root))
		}
	}
	return out
}

// roles adds the JSON names of the subjects that a field's texts belong to.
func (fd field) roles(to map[string]bool) {
	if len(fd.inner) == 0 {
		to[fd.role] = true
	}
	for _, in := range fd.inner {
		in.roles(to)
	}
}

// holdsText tells whether a personal text is anywhere in a type.
func holdsText(t reflect.Type, above []reflect.Type) bool {
	if t == textType || slices.Contains(above, t) {
		return t == textType
	}
	above = append(above, t)
	switch t.Kind() { //nolint:exhaustive // the rest holds nothing
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return holdsText(t.Elem(), above)
	case reflect.Struct:
		for field := range t.Fields() {
			if holdsText(field.Type, above) {
				return true
			}
		}
	}
	return false
}

func byJSONName(t reflect.Type, name string) (reflect.StructField, bool) {
	for _, f := range reflect.VisibleFields(t) {
		n, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if n == name && name != "" && f.IsExported() {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

// each replaces every personal text of an addressable event by what f makes of it. Slices are copied, so that the
// caller's event is not changed.
func (e *entry) each(v reflect.Value, f func(subject ident.ID, path string, t personal.Text) (personal.Text, error)) error {
	for _, fd := range e.fields {
		if err := fd.apply(v, v, "", f); err != nil {
			return err
		}
	}
	return nil
}

func (fd field) apply(root, v reflect.Value, prefix string,
	f func(ident.ID, string, personal.Text) (personal.Text, error)) error {
	at := v.FieldByIndex(fd.index)
	if len(fd.inner) == 0 {
		subject, _ := reflect.TypeAssert[ident.ID](root.FieldByIndex(fd.subject))
		was, _ := reflect.TypeAssert[personal.Text](at)
		t, err := f(subject, prefix+fd.path, was)
		if err != nil {
			return err
		}
		at.Set(reflect.ValueOf(t))
		return nil
	}
	if at.Len() == 0 {
		return nil
	}
	fresh := reflect.MakeSlice(at.Type(), at.Len(), at.Len())
	reflect.Copy(fresh, at)
	at.Set(fresh)
	for i := range at.Len() {
		for _, in := range fd.inner {
			if err := in.apply(root, at.Index(i), prefix+fd.path+"."+strconv.Itoa(i)+".", f); err != nil {
				return err
			}
		}
	}
	return nil
}
