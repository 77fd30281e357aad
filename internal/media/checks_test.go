package media_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"net/http"
	"strings"
	"testing"
	"time"
)

// began notes that a check of bytes began, as a process does that ends in it.
func (h *house) began(sent []byte, upload string) {
	h.t.Helper()
	sum := sha256.Sum256(sent)
	_, err := h.pool.Exec(h.t.Context(), `INSERT INTO media_checks (digest, upload, began_at) VALUES ($1, $2, now())`, sum[:],
		upload)
	must(h.t, err)
}

// unfinished is a video of which all but the end has come, and its name.
func (h *house) unfinished(bytes int) (sent []byte, name string) {
	h.t.Helper()
	sent = film(bytes)
	name = h.announce(ada, len(sent))
	if status, _, text := h.part(ada, name, 0, sent[:bytes/2]); status != http.StatusNoContent {
		h.t.Fatalf("%d %s", status, text)
	}
	return sent, name
}

func TestFound13_UploadsWhoseCheckNeverEndedAreRefused(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.often = true
	sent, name := h.unfinished(500)
	h.began(sent, name)
	if status, _, text := h.part(ada, name, 250, sent[250:]); status != http.StatusUnprocessableEntity ||
		!strings.Contains(text, `"unreadable_video"`) {
		t.Errorf("%d %s", status, text)
	}
	if left := h.files(t, "parts"); left != "" {
		t.Errorf("%s is left", left)
	}
	again := h.announce(ada, len(sent))
	if _, _, text := h.part(ada, again, 0, sent); !strings.Contains(text, `"unreadable_video"`) {
		t.Errorf("the same once more: %s", text)
	}

	h.began(picture(t), "")
	if w := h.receive(ada, bytes.NewReader(picture(t))); !strings.Contains(w.Body.String(), `"unreadable_image"`) {
		t.Errorf("a picture: %d %s", w.Code, w.Body)
	}
	if n, err := h.PruneChecks(t.Context(), time.Now().Add(time.Hour), 10); n != 2 || err != nil {
		t.Errorf("%d were pruned: %v", n, err)
	}
	if w := h.receive(ada, bytes.NewReader(picture(t))); w.Code != http.StatusCreated {
		t.Errorf("a picture, a month later: %d %s", w.Code, w.Body)
	}
	var left int
	must(t, h.pool.QueryRow(t.Context(), `SELECT count(*) FROM media_checks`).Scan(&left))
	if left != 0 {
		t.Errorf("%d checks are left", left)
	}
}

func TestFound13_UploadsWhoseCheckNeverEndedAreDroppedAtTheStart(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	sent, name := h.unfinished(500)
	h.began(sent, name)
	sum := sha256.Sum256(sent)
	tx, err := h.pool.Begin(t.Context()) // another server is looking at it
	must(t, err)
	_, err = tx.Exec(t.Context(), `SELECT pg_advisory_xact_lock($1)`, int64(binary.BigEndian.Uint64(sum[:])))
	must(t, err)
	if n, err := h.DropDied(t.Context(), 10); n != 0 || err != nil {
		t.Errorf("%d went: %v", n, err)
	}
	if _, _, text := h.part(ada, name, 250, sent[250:]); !strings.Contains(text, `"uploads_busy"`) {
		t.Error(text)
	}
	must(t, tx.Rollback(t.Context()))
	if n, err := h.DropDied(t.Context(), 10); n != 1 || err != nil {
		t.Errorf("%d went: %v", n, err)
	}
	if _, err := h.Sent(t.Context(), ada, h.film, name); err == nil || h.files(t, "parts") != "" {
		t.Errorf("it is still there: %v", err)
	}
}
