package media_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
)

// voice is a recording of Ogg with so many pages.
func voice(pages int) []byte {
	page := func(packet []byte) []byte {
		return slices.Concat([]byte("OggS\x00\x02"), make([]byte, 20), []byte{1, byte(len(packet))}, packet)
	}
	all := page([]byte("OpusHead\x01"))
	for range pages {
		all = append(all, page(make([]byte, 250))...)
	}
	return all
}

func (h *house) say(owner ident.ID, sent []byte) (name string, status int, text string) {
	h.t.Helper()
	name = h.announceOf("voice", owner, len(sent))
	status, _, text = h.partOf("voice", owner, name, 0, sent)
	return name, status, text
}

func TestRecordings_ArePlayedAndRefused(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	sent := voice(20)
	name, status, text := h.say(ada, sent)
	if status != http.StatusNoContent {
		t.Fatalf("%d %s", status, text)
	}
	answer, text := h.ask(http.MethodGet, "/media/voice/"+name+"/audio", http.NoBody, "Range", "bytes=0-3")
	if answer.StatusCode != http.StatusPartialContent || text != "OggS" || answer.Header.Get("Content-Type") != "audio/ogg" {
		t.Errorf("%d %q %v", answer.StatusCode, text, answer.Header)
	}
	if answer, _ := h.ask(http.MethodGet, "/media/voice/"+name+"/video", http.NoBody); answer.StatusCode != http.StatusNotFound {
		t.Errorf("as a video: %d", answer.StatusCode)
	}
	if all, err := h.Of(t.Context(), ada); err != nil || len(all) != 1 || strings.Join(all[0].Files, " ") != "voice/"+name+"/audio" {
		t.Errorf("%v, %v", all, err)
	}
	for what, lies := range map[string][]byte{"a film": film(900), "cut off": sent[:len(sent)-9], "text": []byte(strings.Repeat("la ", 90))} {
		h.later += time.Hour // for the limit
		_, status, text := h.say(ada, lies)
		if status != http.StatusUnprocessableEntity || !strings.Contains(text, "unreadable_audio") {
			t.Errorf("%s: %d %s", what, status, text)
		}
	}
	if answer, text := h.ask(http.MethodPost, "/api/uploads/voice", http.NoBody, "Test-Member", bea.String(), "Upload-Length",
		"26214401"); !strings.Contains(text, `"file_too_large"`) || !strings.Contains(text, `25`) {
		t.Errorf("%d %s", answer.StatusCode, text)
	}
}

// What a thing shows for good is claimed by itself, whatever else its member uploaded, and goes once it is released.
func TestUploads_AreClaimedOneByOneAndReleased(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	thing := ident.Pair("post", "kettle")
	one, other := h.upload(ada), h.upload(ada)
	claim := func(by ident.ID, kind, name string) error {
		return second(h.ClaimOne(t.Context(), by, kind, name, thing))
	}
	for what, err := range map[string]error{
		"somebody else's": claim(bea, "avatar", one), "another kind": claim(ada, "voice", one), "none": claim(ada, "avatar", ""),
	} {
		if err == nil || !strings.Contains(err.Error(), "upload_not_found") {
			t.Errorf("%s: %v", what, err)
		}
	}
	must(t, claim(ada, "avatar", one))
	must(t, claim(ada, "avatar", one))
	must(t, claim(ada, "avatar", other))
	h.shown = map[string]bool{one: true, other: true}
	prune := func(want int64) {
		t.Helper()
		h.later += 2 * time.Hour
		if n, err := h.Prune(t.Context(), 100); n != want || err != nil {
			t.Errorf("%d went, not %d: %v", n, want, err)
		}
	}
	prune(0)
	h.shown[one] = false // nobody was told
	prune(0)
	must(t, h.Release(t.Context(), bea, "avatar", []string{one, other}))
	prune(0)
	must(t, h.Release(t.Context(), ada, "avatar", []string{one, other}))
	prune(1)
	if kept := h.kept(); strings.Contains(kept, one) || !strings.Contains(kept, other) {
		t.Errorf("%s is kept", kept)
	}
}
