package apptest

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/testing/watch"
)

// NewWatcher watches a campaign that began at a position or before, from the server whose address url holds.
func NewWatcher(url *atomic.Pointer[string], campaign ident.ID, after bus.Position) *watch.Watcher {
	return watch.New(watch.Config{
		Campaign: campaign, After: after, Client: http.DefaultClient,
		Address: func() string { return *url.Load() },
		Pause:   func() time.Duration { return 20 * time.Millisecond }, // the server is starting again
	})
}

// Fetch gets an answer that reflects a position, or says that it is behind. Headers are pairs.
func Fetch(ctx context.Context, url string, after bus.Position, headers ...string) (k watch.Kept, behind bool, err error) {
	return watch.Fetch(ctx, http.DefaultClient, url, after, headers...)
}

// Settled is ended for a watcher whose server died under it.
func Settled(ctx context.Context, t *testing.T, w *watch.Watcher, n int) {
	t.Helper()
	Ended(ctx, t, w, n)
	if w.Sockets() < 2 {
		t.Errorf("watcher %d had %d sockets: no server ended under it; the last socket ended with: %v", n, w.Sockets(), w.Ended())
	}
}

// Ended waits until the watcher shows what fresh answers say, and reports whatever went back meanwhile.
func Ended(ctx context.Context, t *testing.T, w *watch.Watcher, n int) {
	t.Helper()
	for _, wrong := range w.End(ctx, time.Minute) {
		t.Errorf("watcher %d: %s", n, wrong)
	}
	t.Logf("watcher %d: %d sockets, %d pushes", n, w.Sockets(), w.Pushes())
}
