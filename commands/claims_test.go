package commands_test

import (
	"net/http"
	"strconv"
	"testing"

	"github.com/callup/callup/domain/ident"
)

// Strangers who send what is refused leave nothing behind, and what was refused is judged anew when it is sent again.
func TestCommand_RefusedLeavesNoKey(t *testing.T) {
	t.Parallel()
	l := &life{around: &around{world: newWorld(t)}}
	l.commands = l.service()
	l.serve()
	m := &matrix{life: l, owner: ada}
	l.register(ada)
	const keys = `SELECT count(*) FROM command_keys`
	before := l.count(keys)
	for i := range 10 {
		stranger := ident.ID{7, byte(i)}
		body := `{"donation_id":"` + stranger.String() + `"}`
		if status, code := m.asked(ident.Nil, "cancel-donation", "cancel what is not there "+strconv.Itoa(i), body); status < 400 {
			t.Fatalf("answered %d %s", status, code)
		}
	}
	if n := l.count(keys); n != before {
		t.Errorf("ten refused cancellations leave %d keys", n-before)
	}

	gift := m.given(m.launched())
	key := "cancelled under a key that was refused"
	if status, _ := m.asked(ident.Nil, "cancel-donation", key, `{"donation_id":"`+ident.ID{7}.String()+`"}`); status < 400 {
		t.Fatalf("answered %d", status)
	}
	body := `{"donation_id":"` + gift.String() + `"}`
	before = l.count(keys)
	for range 2 {
		if status, code := m.asked(ident.Nil, "cancel-donation", key, body); status != http.StatusOK {
			t.Errorf("under a key whose command was refused: %d %s", status, code)
		}
	}
	if n := l.count(keys); n != before+1 {
		t.Errorf("a command that was carried out leaves %d keys", n-before)
	}
}
