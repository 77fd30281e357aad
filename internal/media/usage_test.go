package media_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/media"
)

func TestFound19_MembersHaveQuotas(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.often = true
	*h.quota = media.Quota{Day: 4000, Kept: 5000, Time: time.Minute}
	refused := func(what string, by ident.ID, code string, ask func(by ident.ID) string) {
		t.Helper()
		if got := ask(by); code == "" && strings.Contains(got, `"code"`) || code != "" && !strings.Contains(got, `"`+code+`"`) {
			t.Errorf("%s: %s", what, got)
		}
	}
	announce := func(length int) func(ident.ID) string {
		return func(by ident.ID) string {
			_, text := h.ask(http.MethodPost, "/api/uploads/film", http.NoBody, "Test-Member", by.String(), "Upload-Length",
				strconv.Itoa(length))
			return text
		}
	}
	take := func(by ident.ID) string { return h.receive(by, bytes.NewReader(picture(t))).Body.String() }
	sent := film(3000)
	refused("more than a day's", ada, "upload_day_full", announce(4001))
	name := h.announce(ada, len(sent))
	if status, _, text := h.part(ada, name, 0, sent); status != http.StatusNoContent {
		t.Fatalf("%d %s", status, text)
	}
	refused("what is left of the day", ada, "upload_day_full", announce(1000))
	refused("another member's", bea, "", announce(1000))
	_, text := h.ask(http.MethodPost, "/api/uploads/slow", bytes.NewReader(make([]byte, 9_000_000)), "Test-Member", ada.String())
	refused("a picture", ada, "upload_day_full", func(ident.ID) string { return text })
	if status, _, text := h.part(ada, name, len(sent), nil); status != http.StatusNoContent {
		t.Errorf("the answer got lost: %d %s", status, text)
	}

	h.later = 24 * time.Hour
	refused("a day later", ada, "", take)
	refused("more than is kept", ada, "uploads_full", announce(2000))
	if _, err := h.pool.Exec(t.Context(), `UPDATE media_usage SET spent = 60000`); err != nil {
		t.Fatal(err)
	}
	refused("more time than there is", ada, "upload_time_full", take)

	h.later = 72 * time.Hour
	refused("two days later", ada, "", take)
	if n, err := h.PruneUsage(t.Context(), time.Time{}, 100); err != nil || n != 2 {
		t.Errorf("%d days were pruned: %v", n, err)
	}
	must(t, second(h.Forget(t.Context(), ada)))
	var left string
	must(t, h.pool.QueryRow(t.Context(), `SELECT coalesce(string_agg(owner::text, ' '), '') FROM media_usage`).Scan(&left))
	if strings.Contains(left, fmt.Sprint(ada)) {
		t.Error("what Ada uploaded is still counted")
	}
}
