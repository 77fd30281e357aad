package media_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/go-chi/chi/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/auth"
)

// stalled is a body of which nothing comes until it is let go, and which knows whether it was asked.
type stalled struct {
	asked atomic.Bool
	goes  chan struct{}
	body  io.Reader
}

func (s *stalled) Read(p []byte) (int, error) {
	s.asked.Store(true)
	<-s.goes
	return s.body.Read(p)
}

func (h *house) receive(owner ident.ID, body io.Reader) *httptest.ResponseRecorder {
	route := chi.NewRouteContext()
	route.URLParams.Add("kind", "slow")
	ctx := context.WithValue(h.t.Context(), chi.RouteCtxKey, route)
	w := httptest.NewRecorder()
	h.Receive(w, httptest.NewRequestWithContext(auth.WithPrincipal(ctx, auth.Principal{Member: owner}), http.MethodPost,
		"/api/uploads/slow", body))
	return w
}

// One upload of a member is read at a time, so many more wait and are not read, and others' go on meanwhile.
func TestFound19_UploadsOfAMemberWaitUnread(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.often = true
	goes := make(chan struct{})
	const most = 12 // that wait
	var all sync.WaitGroup
	var done atomic.Int64
	refused := make(chan struct{}, most+5)
	for range most + 5 {
		body := &stalled{goes: goes, body: bytes.NewReader(picture(t))}
		all.Go(func() {
			w := h.receive(ada, body)
			switch {
			case w.Code == http.StatusCreated:
				done.Add(1)
			case w.Code == http.StatusServiceUnavailable && strings.Contains(w.Body.String(), `"uploads_busy"`) &&
				w.Header().Get("Retry-After") != "" && !body.asked.Load():
				refused <- struct{}{}
			default:
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
	for range 4 {
		<-refused
	}
	if w := h.receive(bea, bytes.NewReader(picture(t))); w.Code != http.StatusCreated {
		t.Errorf("another member's: %d %s", w.Code, w.Body)
	}
	close(goes)
	all.Wait()
	if done.Load() != most+1 || len(refused) > 0 {
		t.Errorf("%d are done, and %d more were refused", done.Load(), len(refused))
	}
}
