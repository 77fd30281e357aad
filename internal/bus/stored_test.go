package bus

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestWireNames compares what processes tell each other with the form of the first release. Where this test fails, a server
// of another version that runs beside this one is not understood any more, or does not understand: give the name back.
func TestWireNames(t *testing.T) {
	t.Parallel()
	whole := Change{
		Position: "12.3", Projection: "campaigns", Version: 4, Build: 5, Tables: map[string][]string{"campaigns": {"a/b"}},
		Trace: "00-1-2-01",
	}
	const change = `{"position":"12.3","projection":"campaigns","version":4,"build":5,` +
		`"tables":{"campaigns":["a/b"]},"traceparent":"00-1-2-01"}`
	for _, c := range []struct {
		what any
		text string
		into any
	}{
		{whole, change, &Change{}},
		{All(), `{"position":"","projection":"","tables":{"*":[]}}`, &Change{}},
		{notice{From: "me", Number: 6, Changes: []Change{whole}}, `{"from":"me","number":6,"changes":[` + change + `]}`, &notice{}},
		{notice{From: "me"}, `{"from":"me","changes":null}`, &notice{}},
	} {
		text, err := json.Marshal(c.what)
		if err != nil || string(text) != c.text {
			t.Errorf("written as %s (%v), want %s", text, err, c.text)
		}
		if err := json.Unmarshal([]byte(c.text), c.into); err != nil ||
			!reflect.DeepEqual(reflect.ValueOf(c.into).Elem().Interface(), c.what) {
			t.Errorf("%s is read as %+v (%v)", c.text, c.into, err)
		}
	}
	if Topic != "changes" || Everything != "*" || Channel != "callup_changes" {
		t.Errorf("the topic is %q, everything %q, the channel %q", Topic, Everything, Channel)
	}
}
