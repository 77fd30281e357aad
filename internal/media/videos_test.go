package media_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
)

func box(kind string, content ...byte) []byte {
	return slices.Concat(binary.BigEndian.AppendUint32(nil, uint32(len(content)+8)), []byte(kind), content)
}

// film is a video of so many bytes and some.
func film(bytes int) []byte { return filmOf("avc1", bytes) }

// filmOf is a video in a format, of so many bytes and some.
func filmOf(format string, bytes int) []byte {
	table := box("stsd", slices.Concat([]byte{0, 0, 0, 0, 0, 0, 0, 1}, box(format))...)
	handler := box("hdlr", slices.Concat(make([]byte, 8), []byte("vide"))...)
	media := box("mdia", slices.Concat(handler, box("minf", box("stbl", table...)...))...)
	return slices.Concat(box("ftyp"), box("moov", slices.Concat(box("mvhd"), box("trak", media...))...),
		box("mdat", make([]byte, bytes)...))
}

func (h *house) announce(owner ident.ID, length int) string {
	return h.announceOf("film", owner, length)
}

func (h *house) announceOf(kind string, owner ident.ID, length int) string {
	h.t.Helper()
	answer, text := h.ask(http.MethodPost, "/api/uploads/"+kind, http.NoBody, "Test-Member", owner.String(),
		"Upload-Length", strconv.Itoa(length))
	if answer.StatusCode != http.StatusCreated || answer.Header.Get("Upload-Offset") != "0" {
		h.t.Fatalf("%d: %s", answer.StatusCode, text)
	}
	var out struct{ Upload string }
	must(h.t, json.Unmarshal([]byte(text), &out))
	return out.Upload
}

// part sends one and gives the status, how far the video is then, and what is said.
func (h *house) part(owner ident.ID, name string, from int, part []byte) (status int, offset, text string) {
	return h.partOf("film", owner, name, from, part)
}

func (h *house) partOf(kind string, owner ident.ID, name string, from int, part []byte) (status int, offset, text string) {
	h.t.Helper()
	answer, text := h.ask(http.MethodPatch, "/api/uploads/"+kind+"/"+name, bytes.NewReader(part), "Test-Member", owner.String(),
		"Upload-Offset", strconv.Itoa(from))
	return answer.StatusCode, answer.Header.Get("Upload-Offset") + answer.Header.Get("Upload-Complete"), text
}

func TestVideos_ComeInPartsAndArePlayed(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	sent := film(300_000)
	name := h.announce(ada, len(sent))
	path := "/api/uploads/film/" + name
	is := func(from, to, status int, offset string) {
		t.Helper()
		if got, at, text := h.part(ada, name, from, sent[from:to]); got != status || at != offset {
			t.Errorf("from %d to %d: %d at %s: %s", from, to, got, at, text)
		}
	}
	is(0, 100_000, http.StatusNoContent, "100000?0")
	is(0, 100_000, http.StatusConflict, "100000?0") // sent again, for the answer got lost
	if err := second(h.Claim(t.Context(), ada, "film", name, ada)); err == nil {
		t.Error("half a video was claimed")
	}
	for by, want := range map[ident.ID]int{ada: http.StatusOK, bea: http.StatusUnprocessableEntity} {
		answer, _ := h.ask(http.MethodHead, path, http.NoBody, "Test-Member", by.String())
		if answer.StatusCode != want || by == ada && (answer.Header.Get("Upload-Offset") != "100000" ||
			answer.Header.Get("Upload-Length") != strconv.Itoa(len(sent))) {
			t.Errorf("how far it is: %d %v", answer.StatusCode, answer.Header)
		}
	}
	if status, _, text := h.part(bea, name, 100_000, sent[100_000:]); status != http.StatusUnprocessableEntity {
		t.Errorf("somebody else's: %d %s", status, text)
	}
	if status, _, text := h.part(ada, name, 100_000, make([]byte, len(sent))); !strings.Contains(text, "file_too_large") {
		t.Errorf("more than it was to be: %d %s", status, text)
	}
	is(100_000, len(sent), http.StatusNoContent, strconv.Itoa(len(sent))+"?1")
	is(len(sent), len(sent), http.StatusNoContent, strconv.Itoa(len(sent))+"?1") // the answer got lost again
	must(t, second(h.Claim(t.Context(), ada, "film", name, ada)))

	file := "/media/film/" + name + "/video"
	answer, text := h.ask(http.MethodGet, file, http.NoBody)
	if answer.StatusCode != http.StatusOK || text != string(sent) || answer.Header.Get("Content-Type") != "video/mp4" ||
		answer.Header.Get("Accept-Ranges") != "bytes" {
		t.Errorf("%d %v", answer.StatusCode, answer.Header)
	}
	answer, text = h.ask(http.MethodGet, file, http.NoBody, "Range", "bytes=4-7")
	if answer.StatusCode != http.StatusPartialContent || text != "ftyp" {
		t.Errorf("a part: %d %q", answer.StatusCode, text)
	}
	if all, err := h.Of(t.Context(), ada); err != nil || len(all) != 1 || strings.Join(all[0].Files, " ") != "film/"+name+"/video" {
		t.Errorf("%v, %v", all, err)
	}
	if left := h.files(t, "parts"); left != "" {
		t.Errorf("parts are left: %s", left)
	}
	if n, err := h.Forget(t.Context(), ada); err != nil || n != 1 || h.files(t, "film") != "" {
		t.Errorf("%d went, %s is left: %v", n, h.files(t, "film"), err)
	}
}

func TestVideos_RefuseWhatIsNoneAndKeepNothing(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	lies := []byte(strings.Repeat("<script>alert(1)</script>", 9000))
	name := h.announce(ada, len(lies))
	if status, _, text := h.part(ada, name, 0, lies); status != http.StatusUnprocessableEntity ||
		!strings.Contains(text, "unreadable_video") {
		t.Errorf("%d %s", status, text)
	}
	if left := h.files(t, "parts") + h.files(t, "film"); left != "" {
		t.Errorf("%s is left", left)
	}
	cut := film(500_000)[:400_000]
	name = h.announce(ada, len(cut))
	if _, _, text := h.part(ada, name, 0, cut); !strings.Contains(text, "unreadable_video") {
		t.Errorf("a truncated one: %s", text)
	}
	for length, code := range map[string]string{"209715201": "file_too_large", "0": "unreadable_video", "much": "unreadable_video"} {
		if answer, text := h.ask(http.MethodPost, "/api/uploads/film", http.NoBody, "Test-Member", ada.String(), "Upload-Length",
			length); !strings.Contains(text, code) {
			t.Errorf("of %s bytes: %d %s", length, answer.StatusCode, text)
		}
	}
	if answer, _ := h.ask(http.MethodPatch, "/api/uploads/avatar/"+name, http.NoBody, "Test-Member", ada.String(), "Upload-Offset",
		"0"); answer.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a picture in parts: %d", answer.StatusCode)
	}
}

func TestFound47_MOVIsServedAsMP4AndHEVCIsRefused(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for format, code := range map[string]string{"hvc1": `"video_hevc"`, "apcn": `"unplayable_video"`} {
		sent := filmOf(format, 9000)
		name := h.announce(ada, len(sent))
		if status, _, text := h.part(ada, name, 0, sent); status != http.StatusUnprocessableEntity || !strings.Contains(text, code) {
			t.Errorf("%s: %d %s", format, status, text)
		}
		if left := h.files(t, "parts") + h.files(t, "film"); left != "" {
			t.Errorf("%s: %s is left", format, left)
		}
	}
	mov := film(9000)
	mov = append(box("ftyp", []byte("qt  \x00\x00\x00\x00qt  ")...), mov[8:]...)
	name := h.announce(ada, len(mov))
	if status, _, text := h.part(ada, name, 0, mov); status != http.StatusNoContent {
		t.Fatalf("%d %s", status, text)
	}
	answer, text := h.ask(http.MethodGet, "/media/film/"+name+"/video", http.NoBody)
	if got := answer.Header.Get("Content-Type"); got != "video/mp4" || text != string(mov) {
		t.Errorf("%d bytes are served as %s", len(text), got)
	}
}

// broken is a body that ends in the middle.
type broken struct{ left []byte }

func (b *broken) Read(p []byte) (int, error) {
	if len(b.left) == 0 {
		return 0, io.ErrUnexpectedEOF
	}
	n := copy(p, b.left)
	b.left = b.left[n:]
	return n, nil
}

// Of a part that broke off on its way, what came counts; what nobody goes on with is swept a day later, and the oldest at once
// where too many wait.
func TestVideos_GoOnWhereTheyBrokeOffOrGo(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	sent := film(400_000)
	name := h.announce(ada, len(sent))
	half := &broken{left: sent[:200_000]}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPatch, h.url+"/api/uploads/film/"+name, half)
	must(t, err)
	r.ContentLength = int64(len(sent))
	r.Header.Set("Test-Member", ada.String())
	r.Header.Set("Upload-Offset", "0")
	if answer, err := http.DefaultClient.Do(r); err == nil {
		_ = answer.Body.Close()
		t.Error("it did not break")
	}
	offset := 0
	for until := time.Now().Add(10 * time.Second); offset == 0 && time.Now().Before(until); {
		answer, _ := h.ask(http.MethodHead, "/api/uploads/film/"+name, http.NoBody, "Test-Member", ada.String())
		offset, err = strconv.Atoi(answer.Header.Get("Upload-Offset"))
		must(t, err)
	}
	if offset < 64<<10 || offset > 200_000 {
		t.Fatalf("%d bytes were kept", offset)
	}
	if status, at, text := h.part(ada, name, offset, sent[offset:]); status != http.StatusNoContent ||
		at != strconv.Itoa(len(sent))+"?1" {
		t.Errorf("%d at %s: %s", status, at, text)
	}

	for range 2 {
		h.announce(ada, 500)
	}
	if _, err := h.Sent(t.Context(), ada, h.film, name); err != nil {
		t.Error(err)
	}
	h.announce(ada, 500)
	if _, err := h.Sent(t.Context(), ada, h.film, name); err == nil || h.files(t, "film") != "" {
		t.Errorf("the oldest of four is still there: %v", err)
	}
	h.later = 22 * time.Hour
	if n, err := h.Prune(t.Context(), 100); err != nil || n != 0 {
		t.Errorf("%d went: %v", n, err)
	}
	h.later = 25 * time.Hour
	if n, err := h.Prune(t.Context(), 100); err != nil || n != 3 {
		t.Errorf("%d went: %v", n, err)
	}
}

func TestFound23_VideosAreKeptWithoutTheirPlace(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	sent := slices.Concat(film(900), box("udta", box("\xa9xyz", []byte("\x00\x11\x15\xc7+48.8577+002.295/")...)...))
	name := h.announce(ada, len(sent))
	if status, _, text := h.part(ada, name, 0, sent); status != http.StatusNoContent {
		t.Fatalf("%d %s", status, text)
	}
	_, text := h.ask(http.MethodGet, "/media/film/"+name+"/video", http.NoBody)
	if len(text) != len(sent) || strings.Contains(text, "48.85") {
		t.Errorf("it is answered with its place: %q", text[len(sent)-60:])
	}
}
