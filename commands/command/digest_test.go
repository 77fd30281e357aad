package command

import (
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

type inner struct {
	Item     string `json:"item"`
	Quantity int64  `json:"quantity"`
}

type embedded struct {
	Title string `json:"title"`
	Kept  bool   `json:"kept"`
}

type body struct {
	embedded
	Thing    ident.ID       `json:"thing"`
	Currency money.Currency `json:"currency"`
	Amount   int64          `json:"amount"`
	Lang     string         `json:"lang" enum:"en,fr"`
	Message  string         `json:"message,omitempty"`
	Words    []string       `json:"words"`
	Needs    []inner        `json:"needs"`
	Maybe    *inner         `json:"maybe,omitempty"`
	Any      any            `json:"any,omitempty"`
	Map      map[string]int `json:"map,omitempty"`
}

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func digested(t *testing.T, b body) (kept, whole string) {
	t.Helper()
	kept, whole, err := digests(hash, b)
	if err != nil {
		t.Fatal(err)
	}
	return kept, whole
}

// What stays in the log for ever changes with everything but words; what is remembered for a while, with everything.
func TestDigests_HoldNoWords(t *testing.T) {
	base := func() body {
		return body{Thing: ident.ID{1}, Amount: 1, Lang: "en", Words: []string{"a"}, Needs: []inner{{"a", 1}}, Maybe: &inner{"a", 1}}
	}
	kept, whole := digested(t, base())
	for name, change := range map[string]func(*body){
		"a text": func(b *body) { b.Message = "Ada" }, "an embedded text": func(b *body) { b.Title = "Ada" },
		"a text in a list": func(b *body) { b.Needs[0].Item = "Ada" }, "a list of texts": func(b *body) { b.Words[0] = "Ada" },
		"a text behind a pointer": func(b *body) { b.Maybe.Item = "Ada" }, "anything": func(b *body) { b.Any = "Ada" },
		"a map": func(b *body) { b.Map = map[string]int{"Ada": 1} },
	} {
		b := base()
		change(&b)
		if k, w := digested(t, b); k != kept || w == whole {
			t.Errorf("%s: kept changes %t, whole changes %t", name, k != kept, w != whole)
		}
	}
	for name, change := range map[string]func(*body){
		"an id": func(b *body) { b.Thing = ident.ID{2} }, "a sum": func(b *body) { b.Amount = 2 },
		"a currency": func(b *body) { b.Currency = money.EUR }, "a closed list": func(b *body) { b.Lang = "fr" },
		"a truth": func(b *body) { b.Kept = true }, "a number in a list": func(b *body) { b.Needs[0].Quantity = 2 },
		"a longer list": func(b *body) { b.Needs = append(b.Needs, inner{}) },
	} {
		b := base()
		change(&b)
		if k, w := digested(t, b); k == kept || w == whole {
			t.Errorf("%s: kept changes %t, whole changes %t", name, k != kept, w != whole)
		}
	}
}

// A command that is sent again is known: by all of its body while it is remembered, by what has no words when it was read
// from the log, and by all of it where an earlier program logged that.
func TestWritten_KnowsItsBody(t *testing.T) {
	for name, c := range map[string]struct {
		was  written
		is   Envelope
		want bool
	}{
		"remembered":                  {written{body: "k", whole: "w"}, Envelope{Body: "k", Whole: "w"}, true},
		"remembered, other words":     {written{body: "k", whole: "w"}, Envelope{Body: "k", Whole: "x"}, false},
		"read":                        {written{body: "k"}, Envelope{Body: "k", Whole: "w"}, true},
		"read, another body":          {written{body: "k"}, Envelope{Body: "l", Whole: "w"}, false},
		"of an earlier program":       {written{body: "w"}, Envelope{Body: "k", Whole: "w"}, true},
		"of an earlier one, another":  {written{body: "w"}, Envelope{Body: "k", Whole: "x"}, false},
		"not over HTTP":               {written{body: "b"}, Envelope{Body: "b"}, true},
		"not over HTTP, another body": {written{body: "b"}, Envelope{Body: "c"}, false},
		"without a body":              {written{}, Envelope{Whole: "w"}, true},
	} {
		if got := c.was.of(c.is); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// A command that was sent before an upgrade added fields to its body, and is sent again after it, has the same digests; one
// that sets such a field has others.
func TestDigests_OutliveNewFields(t *testing.T) {
	type before struct {
		Thing ident.ID `json:"thing"`
		Needs []inner  `json:"needs"`
	}
	type need struct {
		Item     string `json:"item"`
		Urgent   bool   `json:"urgent,omitempty"`
		Quantity int64  `json:"quantity"`
	}
	type after struct {
		Note  string         `json:"note,omitempty"`
		Thing ident.ID       `json:"thing"`
		Until time.Time      `json:"until,omitzero"`
		Like  ident.ID       `json:"like,omitzero"`
		Limit *int64         `json:"limit,omitempty"`
		Kind  money.Currency `json:"kind,omitempty"`
		Also  []inner        `json:"also,omitempty"`
		Needs []need         `json:"needs"`
	}
	both := func(body any) [2]string {
		t.Helper()
		kept, whole, err := digests(hash, body)
		if err != nil {
			t.Fatal(err)
		}
		return [2]string{kept, whole}
	}
	plain := func() after { return after{Thing: ident.ID{1}, Needs: []need{{Item: "a", Quantity: 1}}} }
	was := both(before{ident.ID{1}, []inner{{"a", 1}}})
	if is := both(plain()); is != was {
		t.Errorf("the fields that were added change the digests: %q, before %q", is, was)
	}
	limit := int64(0)
	for name, set := range map[string]func(*after){
		"a time": func(b *after) { b.Until = time.Unix(1, 0) }, "an id": func(b *after) { b.Like = ident.ID{2} },
		"a zero that is said": func(b *after) { b.Limit = &limit }, "a code": func(b *after) { b.Kind = money.EUR },
		"a list": func(b *after) { b.Also = []inner{{}} }, "a truth in a list": func(b *after) { b.Needs[0].Urgent = true },
	} {
		b := plain()
		set(&b)
		if is := both(b); is[0] == was[0] || is[1] == was[1] {
			t.Errorf("%s that was added and is set changes kept: %t, whole: %t", name, is[0] != was[0], is[1] != was[1])
		}
	}
	if fields := Unsettled(reflect.TypeFor[after]()); len(fields) > 0 {
		t.Errorf("%q are said to change the digests", fields)
	}
}

func TestUnsettled_NamesWhatChangesDigests(t *testing.T) {
	type nested struct {
		ID ident.ID `json:"id,omitempty"`
	}
	type body struct {
		embedded
		Needed string   `json:"needed"`
		Shown  bool     `json:"shown" required:"false"`
		Lang   string   `json:"lang,omitempty" default:"en"`
		Limit  *int64   `json:"limit"`
		Deep   []nested `json:"deep,omitempty"`
		Fine   []nested `json:"-"`
	}
	want := []string{"shown", "lang", "limit", "deep.id"}
	if got := Unsettled(reflect.TypeFor[body]()); !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}
