package media_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/media"
	"github.com/callup/callup/internal/media/disk"
	"github.com/callup/callup/internal/media/pictures"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/internal/ratelimit"
	"github.com/callup/callup/internal/testing/testdb"
)

var ada, bea = ident.Pair("member", "ada"), ident.Pair("member", "bea")

// house is a server that takes uploads, with the folder of its files.
type house struct {
	*media.Uploads
	t       *testing.T
	url     string
	pool    *pgxpool.Pool
	quota   *media.Quota
	folder  string
	later   time.Duration   // how far its clock is ahead
	hidden  bool            // what is shown is out of sight
	often   bool            // members may upload as often as they like
	limited time.Duration   // how far the limit's clock is ahead of that
	shown   map[string]bool // what is shown
	film    media.Kind
}

func newHouse(t *testing.T) *house {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), testdb.New(t))
	must(t, err)
	t.Cleanup(pool.Close)
	h := &house{t: t, pool: pool, folder: filepath.Join(t.TempDir(), "media"), shown: map[string]bool{}}
	store, err := disk.Open(h.folder)
	must(t, err)
	t.Cleanup(func() { _ = store.Close() })
	log := slog.New(slog.DiscardHandler)
	now := func() time.Time { return time.Now().Add(h.later) }
	problems := problem.NewWriter(log)
	h.film = media.Kind{
		Name: "film", Video: true, Waits: 23 * time.Hour,
		Shown: func(context.Context, ident.ID, []ident.ID, string) (bool, error) { return false, nil },
	}
	h.quota = &media.Quota{}
	h.Uploads = media.New(media.Config{
		Quota: h.quota, Pool: pool, Store: store, Now: now, Problems: problems, Log: log,
		Limit: ratelimit.New(ratelimit.Rule{Burst: 4, Every: time.Hour}, func() time.Time {
			if h.often {
				h.limited += time.Hour
			}
			return now().Add(h.limited)
		}),
		Kinds: []media.Kind{{
			Name: "avatar", Sizes: []image.Point{{X: 128, Y: 128}, {X: 64, Y: 64}},
			Shown: func(_ context.Context, _ ident.ID, things []ident.ID, name string) (bool, error) {
				return len(things) > 0 && h.shown[name], nil
			},
			Hidden: func(context.Context, []ident.ID) (bool, error) { return h.hidden, nil },
		}, {
			Name: "slow", Sizes: []image.Point{{X: 64, Y: 64}}, Waits: 23 * time.Hour,
			Shown: func(context.Context, ident.ID, []ident.ID, string) (bool, error) { return false, nil },
		}, h.film, {
			Name: "voice", Audio: true, Waiting: 10, Shown: h.film.Shown,
		}},
	})
	r := chi.NewRouter()
	r.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if id, err := ident.Parse(r.Header.Get("Test-Member")); err == nil {
				r = r.WithContext(auth.WithPrincipal(r.Context(), auth.Principal{Member: id}))
			}
			next.ServeHTTP(w, r)
		})
	})
	r.Post("/api/uploads/{kind}", h.Receive)
	r.Patch("/api/uploads/{kind}/{name}", h.Continue)
	r.Head("/api/uploads/{kind}/{name}", h.Resume)
	r.Delete("/api/uploads/{kind}/{name}", h.Discard)
	r.Get("/media/{kind}/{name}/{file}", h.Serve)
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	h.url = server.URL
	return h
}

// ask sends a request; headers are pairs.
func (h *house) ask(method, path string, body io.Reader, headers ...string) (answer, string) {
	h.t.Helper()
	r, err := http.NewRequestWithContext(h.t.Context(), method, h.url+path, body)
	must(h.t, err)
	for pair := range slices.Chunk(headers, 2) {
		r.Header.Set(pair[0], pair[len(pair)-1])
	}
	is, err := http.DefaultClient.Do(r)
	must(h.t, err)
	defer func() { _ = is.Body.Close() }() // read to its end
	text, err := io.ReadAll(is.Body)
	must(h.t, err)
	return answer{is.StatusCode, is.Header}, string(text)
}

// answer is one but for its body.
type answer struct {
	StatusCode int
	Header     http.Header
}

// upload uploads a picture in somebody's name and gives the upload's.
func (h *house) upload(owner ident.ID) string {
	h.t.Helper()
	return h.uploadOf("avatar", owner)
}

func (h *house) uploadOf(kind string, owner ident.ID) string {
	h.t.Helper()
	answer, text := h.ask(http.MethodPost, "/api/uploads/"+kind, bytes.NewReader(picture(h.t)), "Test-Member", owner.String())
	if answer.StatusCode != http.StatusCreated {
		h.t.Fatalf("%d: %s", answer.StatusCode, text)
	}
	var out struct{ Upload string }
	must(h.t, json.Unmarshal([]byte(text), &out))
	return out.Upload
}

func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	must(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 30, 20))))
	return b.Bytes()
}

// kept are the folders of uploads that are on the disk.
func (h *house) kept() string {
	h.t.Helper()
	return h.files(h.t, "avatar")
}

// files are the folders below one, which may not be there.
func (h *house) files(t *testing.T, below string) string {
	t.Helper()
	found, err := fs.ReadDir(os.DirFS(h.folder), below)
	if !errors.Is(err, fs.ErrNotExist) {
		must(t, err)
	}
	var names []string
	for _, f := range found {
		names = append(names, f.Name())
	}
	return strings.Join(names, " ")
}

func TestUploads_HaveANewNameEachAndAreCached(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	one, other := h.upload(ada), h.upload(ada)
	if name := regexp.MustCompile(`^[a-z2-7]{26}$`); one == other || !name.MatchString(one) || !name.MatchString(other) {
		t.Fatalf("they are called %s and %s", one, other)
	}
	for _, size := range []string{"128", "64"} {
		answer, text := h.ask(http.MethodGet, "/media/avatar/"+one+"/"+size+".jpg", http.NoBody)
		if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "image/jpeg" ||
			answer.Header.Get("Cache-Control") != "public, max-age=3600, s-maxage=60, immutable" ||
			!strings.HasPrefix(text, "\xff\xd8\xff") {
			t.Errorf("%s: %d, %v", size, answer.StatusCode, answer.Header)
		}
		again, _ := h.ask(http.MethodGet, "/media/avatar/"+one+"/"+size+".jpg", http.NoBody, "If-None-Match", answer.Header.Get("ETag"))
		if again.StatusCode != http.StatusNotModified {
			t.Errorf("%s again: %d", size, again.StatusCode)
		}
	}
	unknown := one[:25] + "a"
	if unknown == one {
		unknown = one[:25] + "e"
	}
	for _, path := range []string{
		"avatar/" + one + "/256.jpg", "avatar/" + one + "/0128.jpg", "avatar/" + one + "/128", "avatar/" + one + "/128.png",
		"avatar/" + unknown + "/128.jpg", "avatar/..%2f" + one + "/128.jpg", "avatar/%2e%2e/128.jpg", "covers/" + one + "/128.jpg",
	} {
		if answer, _ := h.ask(http.MethodGet, "/media/"+path, http.NoBody); answer.StatusCode != http.StatusNotFound ||
			answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}
}

// A size that is made of new pictures only is asked of all.
func TestUploads_OldOnesAreServedInTheNextLargerSize(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	old := h.upload(ada)
	must(t, os.Remove(filepath.Join(h.folder, "avatar", old, "64.jpg")))
	_, large := h.ask(http.MethodGet, "/media/avatar/"+old+"/128.jpg", http.NoBody)
	if answer, text := h.ask(http.MethodGet, "/media/avatar/"+old+"/64.jpg", http.NoBody); answer.StatusCode != http.StatusOK ||
		text != large {
		t.Errorf("%d, %d bytes of %d", answer.StatusCode, len(text), len(large))
	}
	must(t, os.Remove(filepath.Join(h.folder, "avatar", old, "128.jpg")))
	if answer, _ := h.ask(http.MethodGet, "/media/avatar/"+old+"/64.jpg", http.NoBody); answer.StatusCode != http.StatusNotFound {
		t.Errorf("without files: %d", answer.StatusCode)
	}
}

// endless is a body without an end, and how much of it was read.
type endless struct{ read atomic.Int64 }

func (e *endless) Read(p []byte) (int, error) {
	e.read.Add(int64(len(p)))
	return len(p), nil
}

func TestUploads_RefuseWhatTheyDontTake(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	refuses := func(what, kind string, body io.Reader, code string, by ident.ID, length int64) {
		t.Helper()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/uploads/"+kind, body)
		if e, ok := body.(*endless); ok {
			r.ContentLength = -1
			defer func() {
				if e.read.Load() > pictures.MaxBytes+1<<20 {
					t.Errorf("%s: %d bytes were read", what, e.read.Load())
				}
			}()
		}
		route := chi.NewRouteContext()
		route.URLParams.Add("kind", kind)
		ctx := context.WithValue(r.Context(), chi.RouteCtxKey, route)
		if !by.IsNil() {
			ctx = auth.WithPrincipal(ctx, auth.Principal{Member: by})
		}
		if length > 0 {
			r.ContentLength = length
		}
		w := httptest.NewRecorder()
		h.Receive(w, r.WithContext(ctx))
		if !strings.Contains(w.Body.String(), `"`+code+`"`) {
			t.Errorf("%s: %d %s", what, w.Code, w.Body)
		}
	}
	untouched := &endless{}
	refuses("a visitor", "avatar", untouched, "sign_in_required", ident.Nil, 0)
	refuses("another kind", "covers", untouched, "upload_not_found", ada, 0)
	refuses("one that says it is too large", "avatar", untouched, "file_too_large", ada, pictures.MaxBytes+1)
	if n := untouched.read.Load(); n > 0 {
		t.Errorf("%d bytes were read before they were refused", n)
	}
	refuses("one that is too large", "avatar", &endless{}, "file_too_large", ada, 0)
	refuses("SVG", "avatar", strings.NewReader(`<svg xmlns="http://www.w3.org/2000/svg"/>`), "unreadable_image", ada, 0)
	refuses("nothing", "avatar", http.NoBody, "unreadable_image", ada, 0)
	h.upload(ada)
	refuses("too many", "avatar", bytes.NewReader(picture(t)), "too_many_requests", ada, 0)
}

func TestUploads_GoOnceNothingShowsThem(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	claim := func(owner ident.ID, upload string) error {
		blur, err := h.Claim(t.Context(), owner, "avatar", upload, ident.Pair("campaign", "shed"))
		if err == nil && upload != "" && !strings.HasPrefix(blur, "data:image/png;base64,") {
			t.Errorf("the blur is %q", blur)
		}
		return err
	}
	prune := func(want int64, left ...string) {
		t.Helper()
		n, err := h.Prune(t.Context(), 100)
		must(t, err)
		if n != want {
			t.Errorf("%d went, not %d", n, want)
		}
		for _, name := range left {
			if !strings.Contains(h.kept(), name) {
				t.Errorf("%s is gone", name)
			}
		}
	}
	first, never := h.upload(ada), h.upload(ada)
	for what, err := range map[string]error{
		"somebody else's": claim(bea, first), "none": claim(ada, strings.Repeat("a", 26)),
		"another kind": second(h.Claim(t.Context(), ada, "cover", first, ada)),
	} {
		if err == nil || !strings.Contains(err.Error(), "upload_not_found") {
			t.Errorf("%s: %v", what, err)
		}
	}
	must(t, claim(ada, first))
	h.shown[first] = true
	prune(0, first, never) // it was made just now
	h.later = 2 * time.Hour
	prune(1, first)
	prune(0, first)

	second := h.upload(ada)
	must(t, claim(ada, second))
	h.shown = map[string]bool{second: true}
	prune(0, first, second) // pages that show the first were read just now
	h.later += 2 * time.Hour
	prune(1, second)
	must(t, claim(ada, "")) // shows none any more
	h.shown = nil
	h.later += 2 * time.Hour
	prune(1)
	if err := claim(ada, second); err == nil {
		t.Error("what is gone was claimed")
	}
}

// What is meant for a form that may stand open for a day stays as long, whatever else of its owner is shown meanwhile.
func TestUploads_WaitForTheFormThatTheyAreFor(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	slow := h.uploadOf("slow", ada)
	must(t, second(h.Claim(t.Context(), ada, "slow", h.uploadOf("slow", ada), ada)))
	for _, step := range []struct {
		at   time.Duration
		want int64
	}{{3 * time.Hour, 1}, {23 * time.Hour, 0}, {26 * time.Hour, 1}} {
		h.later = step.at
		n, err := h.Prune(t.Context(), 100)
		must(t, err)
		if n != step.want {
			t.Errorf("after %v %d went, not %d", step.at, n, step.want)
		}
	}
	if err := second(h.Claim(t.Context(), ada, "slow", slow, ada)); err == nil {
		t.Error("it is still there")
	}
}

func second[T any](_ T, err error) error { return err }

func TestUploads_AreTakenBackAtOnceByTheirMember(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	one := h.upload(ada)
	path := "/api/uploads/avatar/" + one
	if answer, _ := h.ask(http.MethodDelete, path, http.NoBody); answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("a visitor: %d", answer.StatusCode)
	}
	discards := func(by ident.ID, path string, status int, left string) {
		t.Helper()
		answer, text := h.ask(http.MethodDelete, path, http.NoBody, "Test-Member", by.String())
		if answer.StatusCode != status || h.kept() != left {
			t.Errorf("%d %s, and %q is left", answer.StatusCode, text, h.kept())
		}
	}
	discards(bea, path, http.StatusNoContent, one)
	discards(ada, "/api/uploads/covers/"+one, http.StatusUnprocessableEntity, one)
	discards(ada, "/api/uploads/avatar/..%2f"+one, http.StatusUnprocessableEntity, one)
	must(t, second(h.Claim(t.Context(), ada, "avatar", one, ada)))
	h.shown[one] = true
	discards(ada, path, http.StatusConflict, one)
	h.shown[one] = false
	discards(ada, path, http.StatusNoContent, "")
	discards(ada, path, http.StatusNoContent, "")
	if answer, _ := h.ask(http.MethodGet, "/media/avatar/"+one+"/64.jpg", http.NoBody); answer.StatusCode != http.StatusNotFound {
		t.Errorf("it is still there: %d", answer.StatusCode)
	}
}

func TestUploads_ForgetsAPersons(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.upload(ada)
	h.upload(ada)
	beas := h.upload(bea)
	if all, err := h.Of(t.Context(), ada); err != nil || len(all) != 2 || len(all[0].Files) != 2 {
		t.Errorf("%v, %v", all, err)
	}
	for _, want := range []int64{2, 0} {
		n, err := h.Forget(t.Context(), ada)
		must(t, err)
		if n != want || h.kept() != beas {
			t.Errorf("%d went, and %s is left", n, h.kept())
		}
	}
}

func TestFound20_WhatIsRemovedIsAnsweredToNobody(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.often = true
	one, other, both := ident.Pair("post", "one"), ident.Pair("post", "other"), ident.Pair("post", "both")
	claims := func(kind, name string, thing ident.ID) error {
		return second(h.ClaimOne(t.Context(), ada, kind, name, thing))
	}
	is := func(when, file string, want int) {
		t.Helper()
		if answer, _ := h.ask(http.MethodGet, "/media/"+file, http.NoBody); answer.StatusCode != want {
			t.Errorf("%s: %d", when, answer.StatusCode)
		}
	}
	photo, shared := h.upload(ada), h.upload(ada)
	sent := film(900)
	video := h.announce(ada, len(sent))
	h.part(ada, video, 0, sent)
	must(t, claims("avatar", photo, one))
	must(t, claims("film", video, one))
	must(t, claims("avatar", shared, other))
	must(t, claims("avatar", shared, both))

	must(t, h.HideOf(t.Context(), one, true))
	is("a hidden photograph", "avatar/"+photo+"/64.jpg", http.StatusNotFound)
	if err := claims("avatar", photo, other); err == nil {
		t.Error("a hidden photograph was claimed")
	}
	must(t, h.HideOf(t.Context(), one, false))
	is("in sight again", "avatar/"+photo+"/64.jpg", http.StatusOK)

	h.shown[photo], h.shown[shared] = true, true
	must(t, h.RemoveOf(t.Context(), one, ports.Removal{Kind: "avatar"}))
	is("what is shown still", "avatar/"+photo+"/64.jpg", http.StatusOK)
	h.shown[photo] = false
	must(t, h.RemoveOf(t.Context(), one, ports.Removal{}))
	is("a removed photograph", "avatar/"+photo+"/64.jpg", http.StatusNotFound)
	is("a removed video", "film/"+video+"/video", http.StatusNotFound)
	for kind, name := range map[string]string{"avatar": photo, "film": video} {
		if err := claims(kind, name, other); err == nil {
			t.Errorf("a removed %s was claimed again", kind)
		}
	}
	must(t, h.RemoveOf(t.Context(), other, ports.Removal{}))
	is("what another post shows", "avatar/"+shared+"/64.jpg", http.StatusOK)
	must(t, h.RemoveOf(t.Context(), other, ports.Removal{Everywhere: true}))
	is("what a moderator removed", "avatar/"+shared+"/64.jpg", http.StatusNotFound)
}

// What two things showed goes with the second, whichever that is, and not only when somebody next looks (O60).
func TestFound20_WhatNothingShowsAnyMoreIsRemovedAtOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	one, other := ident.Pair("post", "one"), ident.Pair("post", "other")
	photo := h.upload(ada)
	status := func() int {
		answer, _ := h.ask(http.MethodGet, "/media/avatar/"+photo+"/64.jpg", http.NoBody)
		return answer.StatusCode
	}
	for _, thing := range []ident.ID{one, other} {
		must(t, second(h.ClaimOne(t.Context(), ada, "avatar", photo, thing)))
	}
	h.shown[photo] = true
	must(t, h.RemoveOf(t.Context(), one, ports.Removal{}))
	if is := status(); is != http.StatusOK {
		t.Errorf("the second post shows it: %d", is)
	}
	h.shown[photo] = false
	must(t, h.RemoveOf(t.Context(), other, ports.Removal{}))
	if is := status(); is != http.StatusNotFound {
		t.Errorf("both posts are deleted: %d", is)
	}
	if _, err := h.ClaimOne(t.Context(), ada, "avatar", photo, ident.Pair("post", "third")); err == nil {
		t.Error("it was claimed again")
	}
}

// A thing that is shown again shows nothing that another hidden thing shows too.
func TestFound20_WhatAnotherHiddenThingShowsStaysHidden(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	one, other := ident.Pair("campaign", "one"), ident.Pair("campaign", "other")
	photo := h.upload(ada)
	for _, thing := range []ident.ID{one, other} {
		must(t, second(h.ClaimOne(t.Context(), ada, "avatar", photo, thing)))
	}
	must(t, h.HideOf(t.Context(), one, true))
	must(t, h.HideOf(t.Context(), other, true))
	for _, still := range []bool{true, false} {
		h.hidden = still
		must(t, h.HideOf(t.Context(), one, false))
		answer, _ := h.ask(http.MethodGet, "/media/avatar/"+photo+"/64.jpg", http.NoBody)
		if want := map[bool]int{true: http.StatusNotFound, false: http.StatusOK}[still]; answer.StatusCode != want {
			t.Errorf("another hidden: %t, answered %d", still, answer.StatusCode)
		}
	}
}

// A campaign that was suspended before uploads knew of it is found.
func TestFound20_WhatIsHiddenIsFoundByLooking(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	name := h.upload(ada)
	must(t, second(h.Claim(t.Context(), ada, "avatar", name, ada)))
	h.shown[name] = true
	for hidden, want := range map[bool]int{true: http.StatusNotFound, false: http.StatusOK} {
		h.hidden = hidden
		must(t, second(h.pool.Exec(t.Context(), `UPDATE media_uploads SET look_at = now() - interval '1 day'`)))
		must(t, second(h.Prune(t.Context(), 10)))
		if answer, _ := h.ask(http.MethodGet, "/media/avatar/"+name+"/64.jpg", http.NoBody); answer.StatusCode != want {
			t.Errorf("hidden %t: %d", hidden, answer.StatusCode)
		}
	}
}
