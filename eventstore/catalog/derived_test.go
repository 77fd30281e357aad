package catalog_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
)

// samples are one event of every type with every field set: what the golden files hold. A type that written leaves out is
// filled field by field, which does for every event of plain fields.
func samples() []any {
	cat, all, have := catalog.New(), written(), map[reflect.Type]bool{}
	for _, s := range all {
		have[reflect.TypeOf(s)] = true
	}
	for _, name := range cat.Types() {
		empty, err := cat.Decode(eventstore.Recorded{Event: eventstore.Event{
			ID: id(99), Type: name, Version: cat.Version(name), Data: []byte(`{}`),
		}})
		if err != nil {
			panic(fmt.Sprintf("%s can't be filled field by field: give it a sample in written in samples_test.go: %v", name, err))
		}
		if have[reflect.TypeOf(empty)] {
			continue
		}
		filled := reflect.New(reflect.TypeOf(empty)).Elem()
		fill(filled, name)
		all = append(all, filled.Interface())
	}
	return all
}

// fill sets whatever is empty in a value. name is that of the field, which its ids and words are made of.
func fill(v reflect.Value, name string) {
	switch v.Interface().(type) {
	case ident.ID:
		v.Set(reflect.ValueOf(ident.Pair("sample", name)))
		return
	case personal.Text:
		v.Set(reflect.ValueOf(text(name)))
		return
	case time.Time:
		v.Set(reflect.ValueOf(at))
		return
	case money.Currency:
		v.Set(reflect.ValueOf(money.USD))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(name)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(3)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), name)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), name)
	case reflect.Struct:
		for _, f := range reflect.VisibleFields(v.Type()) {
			if !f.IsExported() {
				panic(fmt.Sprintf("%s of %s can't be filled: give the event a sample in written in samples_test.go", f.Name, v.Type()))
			}
			if len(f.Index) > 1 {
				continue // of what is embedded, which is filled itself
			}
			own, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if own == "" {
				own = strings.ToLower(f.Name)
			}
			fill(v.Field(f.Index[0]), own)
		}
	default:
		panic(fmt.Sprintf("%s of type %s can't be filled: give the event a sample in written in samples_test.go", name, v.Type()))
	}
}

// What is filled has no field left empty, whatever it is made of.
func TestFill_LeavesNothingEmpty(t *testing.T) {
	type part struct {
		Word personal.Text `json:"word"`
		N    int64
	}
	type event struct {
		Thing ident.ID `json:"thing"`
		At    time.Time
		Paid  *time.Time
		Parts []part
		Kinds []string
		Sum   money.Amount
		Yes   bool
	}
	var filled event
	fill(reflect.ValueOf(&filled).Elem(), "Event")
	want := event{
		Thing: ident.Pair("sample", "thing"), At: at, Paid: &at, Parts: []part{{text("word"), 3}}, Kinds: []string{"kinds"},
		Sum: money.Of(3, money.USD), Yes: true,
	}
	if !reflect.DeepEqual(filled, want) {
		t.Errorf("filled %+v, not %+v", filled, want)
	}
	defer func() {
		if said := recover(); said == nil || !strings.Contains(fmt.Sprint(said), "give the event a sample in written") {
			t.Errorf("what can't be filled says %v", said)
		}
	}()
	var function struct{ F func() }
	fill(reflect.ValueOf(&function).Elem(), "Event")
}
