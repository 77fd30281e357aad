package eventstore_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/eventstore"
)

// What encoding/json reads, or refuses, is read or refused here too, but for names in other letters.
func TestDecodeReadsAsEver(t *testing.T) {
	type part struct {
		Amount money.Amount `json:"amount"`
	}
	type event struct {
		part
		ID   ident.ID   `json:"id"`
		Text string     `json:"text"`
		Many []string   `json:"many,omitempty"`
		When *time.Time `json:"when,omitzero"`
		N    int64      `json:"n"`
		Yes  bool       `json:"yes"`
	}
	const id = `"id":"0190b7f2-7c1e-7d3a-9b1a-3c5d7e9f1a2b"`
	for _, stored := range []string{
		`{}`, `null`, `{` + id + `}`, `{` + id + `,"text":null,"many":null,"when":null,"n":null,"yes":null}`,
		`{"amount":{"minor":5000,"currency":"EUR"},"text":"Été à Łódź < & >","many":[],` +
			`"when":"2026-11-20T09:30:00.123456Z","n":-9223372036854775808,"yes":true}`,
		`{"when":"2026-11-20T09:30:00.5+02:00","many":["a",null,""]}`,
		`{"unknown":{"deep":[1,2,{"a":null}]},"n":1}`,
		`{"n":1,"n":2,"text":"first","text":"second"}`,
		`{"text":"\ud800 alone, \u0000 and \/"}`, "{\"text\":\"\xff\"}",
		`{"n":1.5}`, `{"n":9223372036854775808}`, `{"n":"1"}`, `{"id":"no"}`, `{"when":"yesterday"}`, `{"many":"one"}`, `{"yes":1}`,
		``, `{`, `{} {}`, `[]`, `{"text":'single'}`, `{"n":01}`, "{\"text\":\"a\nb\"}",
	} {
		var got, want event
		err, werr := eventstore.Decode([]byte(stored), &got), json.Unmarshal([]byte(stored), &want)
		if (err == nil) != (werr == nil) {
			t.Errorf("%s: %v, not %v", stored, err, werr)
		} else if err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("%s reads as\n%+v\nnot\n%+v", stored, got, want)
		}
	}
	var other event
	if err := eventstore.Decode([]byte(`{"N":1}`), &other); err != nil || other.N != 0 {
		t.Errorf("a name in other letters gave %d; %v", other.N, err)
	}
}
