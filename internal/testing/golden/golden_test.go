package golden

import (
	"strings"
	"testing"
)

func TestCompare_TellsNewFromChanged(t *testing.T) {
	was := []string{"a", "b", "c"}
	for _, c := range []struct {
		got  []string
		want string
	}{
		{[]string{"a", "b", "c"}, ""},
		{[]string{"a", "b", "c", "d"}, `lacks 1 lines, the first of which is "d": make stored adds them`},
		{[]string{"a", "new", "b", "newer", "c"}, `lacks 2 lines, the first of which is "new"`},
		{[]string{"a", "x", "c"}, `names.golden:2 says "b", and the code says "x". Mails go twice.`},
		{[]string{"a", "b"}, `names.golden:3 says "c", and the code says nothing any more.`},
		{[]string{"a", "c", "b"}, `names.golden:3 says "c"`},
	} {
		got := compare("names.golden", was, c.got, "Mails go twice.")
		if got == "" != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%v: %q, want one with %q", c.got, got, c.want)
		}
		if onlyNew := strings.Contains(got, "lacks"); got != "" && onlyNew != within(was, c.got) {
			t.Errorf("%v: -add adds what changed, or leaves what is new", c.got)
		}
	}
}
