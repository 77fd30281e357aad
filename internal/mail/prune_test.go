package mail

import (
	"strconv"
	"testing"
	"time"

	"github.com/callup/callup/internal/testing/testdb"
)

// Old mails go, the oldest first and a batch at a time; later ones stay.
func TestOutbox_PrunesOldMails(t *testing.T) {
	now := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	o, err := NewOutbox(testdb.Pool(t), func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		if i == 3 {
			now = now.Add(24 * time.Hour)
		}
		m := Message{Key: strconv.Itoa(i), To: "ada@example.org", Lang: "en", Content: AlreadyRegistered{Link: "https://callup.test"}}
		if err := o.Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []int64{2, 1, 0} {
		if n, err := o.Prune(t.Context(), now, 2); err != nil || n != want {
			t.Errorf("%d mails went, %v; not %d", n, err, want)
		}
	}
	kept, err := o.Recent(t.Context(), "", 10)
	if err != nil || len(kept) != 1 || !kept[0].CreatedAt.Equal(now) {
		t.Errorf("kept %+v, %v", kept, err)
	}
}
