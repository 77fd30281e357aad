package catalog_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
)

func recorded(e eventstore.Event) eventstore.Recorded { return eventstore.Recorded{Event: e} }

func TestDecodingLeavesPersonalTextSealed(t *testing.T) {
	c := catalog.New()
	e := encode(t, c, member.Registered{Member: id(7), Subject: id(6), Name: text("name"), Lang: "en", At: at})
	got, err := c.Decode(recorded(e))
	if err != nil {
		t.Fatal(err)
	}
	r, ok := got.(member.Registered)
	if !ok || !r.Name.IsSealed() || r.Name.String() != "" || !r.Email.IsEmpty() {
		t.Errorf("%+v", got)
	}
}

func TestEncodingLeavesTheEventAsItWas(t *testing.T) {
	c := catalog.New()
	for i, s := range samples() {
		encode(t, c, s)
		if !reflect.DeepEqual(s, samples()[i]) {
			t.Errorf("encoding changed %+v", s)
		}
	}
}

func TestPersonalTextNeedsASubject(t *testing.T) {
	c := catalog.New()
	for name, e := range map[string]any{
		"none":     member.Registered{Member: id(7), Name: text("name")},
		"of needs": campaign.Launched{Content: campaign.Content{Needs: []campaign.Need{{Item: text("item")}}}},
	} {
		if _, err := c.Encode(t.Context(), wax{}, id(99), e, eventstore.Metadata{}); err == nil ||
			!strings.Contains(err.Error(), "names no subject") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSealedTextIsNotPutIntoAnotherEvent(t *testing.T) {
	c := catalog.New()
	for name, text := range map[string]personal.Text{"sealed": personal.Sealed("x"), "erased": personal.Erased()} {
		e := member.Registered{Member: id(7), Subject: id(6), Name: text}
		if _, err := c.Encode(t.Context(), wax{}, id(99), e, eventstore.Metadata{}); err == nil {
			t.Errorf("%s text was written", name)
		}
	}
}

// Each text is bound to its event and its place in it: moved, it does not open.
func TestSealedTextOpensOnlyInItsPlace(t *testing.T) {
	c := catalog.New()
	e := encode(t, c, member.Registered{Member: id(7), Subject: id(6), Name: text("name"), Email: text("email"), Lang: "en", At: at})
	if _, err := c.Open(t.Context(), wax{}, recorded(e)); err != nil {
		t.Fatal(err)
	}
	other := e
	other.ID = id(98)
	swapped := e
	var fields map[string]any
	if err := json.Unmarshal(e.Data, &fields); err != nil {
		t.Fatal(err)
	}
	fields["name"], fields["email"] = fields["email"], fields["name"]
	var err error
	if swapped.Data, err = json.Marshal(fields); err != nil {
		t.Fatal(err)
	}
	stranger := e
	stranger.Data = bytes.Replace(e.Data, []byte(`"subject":"`+id(6).String()), []byte(`"subject":"`+id(5).String()), 1)
	for name, e := range map[string]eventstore.Event{"another event": other, "another field": swapped, "another subject": stranger} {
		if got, err := c.Open(t.Context(), wax{}, recorded(e)); err == nil {
			t.Errorf("in %s it opened: %+v", name, got)
		}
	}
	// the same holds between things in a list
	l := encode(t, c, campaign.Revised{Campaign: id(1), Subject: id(2), Content: campaign.Content{
		Needs: []campaign.Need{{Item: text("one")}, {Item: text("two")}},
	}})
	l.Data = bytes.Replace(l.Data, []byte("/needs.0.item|"), []byte("/needs.1.item|"), 1)
	if _, err := c.Open(t.Context(), wax{}, recorded(l)); err == nil {
		t.Error("the text of one need opened in another")
	}
}

// What was decoded once is opened without being decoded again, and stays sealed for others.
func TestOpeningWhatWasDecoded(t *testing.T) {
	c := catalog.New()
	for _, s := range samples() {
		r := recorded(encode(t, c, s))
		sealed, err := c.Decode(r)
		if err != nil {
			t.Fatal(err)
		}
		opened, err := c.OpenDecoded(t.Context(), wax{}, r, sealed)
		if err != nil {
			t.Fatal(err)
		}
		if want, err := c.Open(t.Context(), wax{}, r); err != nil || !reflect.DeepEqual(opened, want) {
			t.Errorf("%+v, not %+v, %v", opened, want, err)
		}
		if again, err := c.Decode(r); err != nil || !reflect.DeepEqual(sealed, again) {
			t.Errorf("opening changed %+v to %+v, %v", again, sealed, err)
		}
	}
	if _, err := c.OpenDecoded(t.Context(), wax{}, eventstore.Recorded{}, struct{}{}); !errors.Is(err, catalog.ErrUnknown) {
		t.Errorf("an event nobody knows: %v", err)
	}
}

func TestErasedAndMissingKeysAreTold(t *testing.T) {
	c := catalog.New()
	e := encode(t, c, donation.Started{Donation: id(5), Supporter: id(6), Name: text("name"), Lang: "en"})
	got, err := c.Open(t.Context(), wax{erased: map[ident.ID]bool{id(6): true}}, recorded(e))
	if err != nil {
		t.Fatal(err)
	}
	if s, ok := got.(donation.Started); !ok || !s.Name.IsErased() || s.Name.String() != "" || !s.Message.IsEmpty() {
		t.Errorf("%+v", got)
	}
	if _, err := c.Open(t.Context(), wax{unknown: map[ident.ID]bool{id(6): true}}, recorded(e)); !errors.Is(err, errNoKey) ||
		errors.Is(err, catalog.ErrErased) {
		t.Errorf("a key that never was gave %v", err)
	}
}

func TestSubjects(t *testing.T) {
	c := catalog.New()
	full := campaign.Launched{Subject: id(2), Content: campaign.Content{Title: text("t"), Beneficiary: id(4), ForName: text("b")}}
	events := []any{nil, struct{}{}} // not decoded, not known
	for _, e := range []any{full, full, campaign.Paused{Campaign: id(1)}, donation.Started{Supporter: id(6)}} {
		decoded, err := c.Decode(recorded(encode(t, c, e)))
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, decoded)
	}
	if got := c.Subjects(events); !reflect.DeepEqual(got, []ident.ID{id(2), id(4)}) {
		t.Errorf("%v", got)
	}
}

func TestUnknownEvents(t *testing.T) {
	c := catalog.New()
	for name, e := range map[string]eventstore.Event{
		"type":            {Type: "FromTheFuture", Version: 1, Data: []byte(`{}`)},
		"version":         {Type: "CampaignPaused", Version: 2, Data: []byte(`{}`)},
		"version nothing": {Type: "CampaignPaused", Version: 0, Data: []byte(`{}`)},
	} {
		if _, err := c.Decode(recorded(e)); !errors.Is(err, catalog.ErrUnknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := c.Encode(t.Context(), wax{}, id(99), struct{}{}, eventstore.Metadata{}); !errors.Is(err, catalog.ErrUnknown) {
		t.Errorf("an event nobody knows: %v", err)
	}
	for _, data := range []string{``, `[]`, `{"campaign":1}`, `{"campaign":"x"}`, `{"at":"yesterday"}`, `{`} {
		if got, err := c.Decode(recorded(eventstore.Event{Type: "CampaignPaused", Version: 1, Data: []byte(data)})); err == nil {
			t.Errorf("%q was read as %+v", data, got)
		}
	}
}

// What does not belong in the log at all is refused; what does is read again as it was read at first.
func FuzzDecode(f *testing.F) {
	c := catalog.New()
	files, err := filepath.Glob("testdata/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		typ, _, _ := strings.Cut(filepath.Base(name), ".")
		f.Add(typ, 1, data)
	}
	keys := same{}
	f.Fuzz(func(t *testing.T, typ string, version int, data []byte) {
		r := eventstore.Recorded{Event: eventstore.Event{ID: id(99), Type: typ, Version: version, Data: data}}
		if _, err := c.Decode(r); err != nil {
			return
		}
		first, err := c.Open(t.Context(), keys, r)
		if err != nil {
			return
		}
		e, err := c.Encode(t.Context(), keys, id(99), first, eventstore.Metadata{})
		if err != nil {
			return // such as a time that JSON does not write
		}
		again, err := c.Open(t.Context(), keys, recorded(e))
		if err != nil {
			t.Fatalf("what was written is not read: %v\n%s", err, e.Data)
		}
		e2, err := c.Encode(t.Context(), keys, id(99), again, eventstore.Metadata{})
		if err != nil || !bytes.Equal(e.Data, e2.Data) {
			t.Fatalf("%s became %s, %v", e.Data, e2.Data, err)
		}
	})
}

// same seals nothing.
type same struct{ wax }

func (same) Seal(_ context.Context, _ ident.ID, _, plain string) (string, error) { return plain, nil }

func (same) Open(_ context.Context, _ ident.ID, _, sealed string) (string, error) { return sealed, nil }
