package serve

import (
	"context"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"

	natsserver "github.com/nats-io/nats-server/v2/server"

	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/testing/bench"
	"github.com/callup/callup/internal/testing/long"
	"github.com/callup/callup/internal/testing/watch"
)

// TestKilledLeader kills whichever of two servers leads the projections, in its long form three times, while people give
// through it and watch through the other: the other leads on, its sockets learn also of what the dead one had committed and
// not told, and every mail goes out once.
func TestKilledLeader(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	in := apptest.NewInstallation(t).AtUsualTimes()
	load := &apptest.Load{Campaigns: apptest.Campaigns(ctx, t, in)}
	leader := in.MustStart(ctx)
	load.URL.Store(&leader.URL)
	var watches []*watch.Watcher
	var took []time.Duration
	watching, look := context.WithCancel(ctx)
	defer look()
	var watchers sync.WaitGroup
	in.Open(ctx, t, func(b *app.Base) {
		times := 1
		if long.Wanted() {
			times = 3
		}
		for n := range times {
			next := in.MustStart(ctx)
			old := leads(ctx, t, b)
			w := apptest.NewWatcher(pointer(next.URL), load.Campaigns[n], bus.Position{})
			watches = append(watches, w)
			one, leave := context.WithCancel(watching)
			watchers.Go(func() { w.Watch(one) })

			giving, stop := context.WithCancel(ctx)
			var givers sync.WaitGroup
			for i := range 4 {
				givers.Go(func() { load.Give(giving, rand.New(rand.NewPCG(uint64(n), uint64(i)))) })
			}
			load.Wait(ctx, t, load.Acked.Load()+20, leader)
			leader.Kill()
			killed := time.Now()
			stop()
			givers.Wait()
			for slices.Contains(old, leads(ctx, t, b)[0]) {
				apptest.Wait(ctx, 10*time.Millisecond) // the lease runs out
			}
			took = append(took, time.Since(killed))
			leader = next
			load.URL.Store(&leader.URL)
			apptest.Ended(ctx, t, w, n)
			leave()
		}
	})
	watchers.Wait()
	t.Logf("projections were led again after %v", took) // BenchmarkTakeover measures it
	load.Settle(ctx, t, leader)
	check(ctx, t, load, in, leader)
}

// BenchmarkTakeover measures how long the projections have no leader after theirs was killed, in seconds.
func BenchmarkTakeover(b *testing.B) {
	ctx, cancel := context.WithTimeout(b.Context(), 2*time.Minute)
	defer cancel()
	in := apptest.NewInstallation(b).AtUsualTimes()
	leader := in.MustStart(ctx)
	in.Open(ctx, b, func(base *app.Base) {
		old := leads(ctx, b, base)
		in.MustStart(ctx)
		leader.Kill()
		killed := time.Now()
		for slices.Contains(old, leads(ctx, b, base)[0]) {
			apptest.Wait(ctx, 10*time.Millisecond) // the lease runs out
		}
		bench.Tell(b, "projections led again after their leader was killed", time.Since(killed).Seconds(), "s", 5)
	})
}

// leads names who leads the projections.
func leads(ctx context.Context, t testing.TB, b *app.Base) []string {
	t.Helper()
	for {
		holders := apptest.Counted(ctx, t, b,
			`SELECT l.holder, count(*) FROM projection_leases l JOIN projection_builds b ON b.id = l.build
			WHERE b.state = 'live' GROUP BY 1`)
		if len(holders) == 1 {
			for h := range holders {
				return []string{h}
			}
		}
		apptest.Wait(ctx, 10*time.Millisecond) // one after the other is taken over
	}
}

func pointer(url string) *atomic.Pointer[string] {
	var p atomic.Pointer[string]
	p.Store(&url)
	return &p
}

// TestSignOutElsewhere signs out through one server, and is signed out on the other, by HTTP and on its socket.
func TestSignOutElsewhere(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	in := apptest.NewInstallation(t)
	a, b := in.MustStart(ctx), in.MustStart(ctx)
	bearer := []string{"Authorization", "Bearer " + in.Member(ctx, t, a)}
	session := func(s *apptest.Server) int {
		got, err := apptest.Call(ctx, http.MethodGet, s.URL+"/api/auth/session", nil, bearer...)
		if err != nil {
			t.Fatal(err)
		}
		return got.Status
	}
	if status := session(b); status != http.StatusOK {
		t.Fatalf("the other server answers %d", status)
	}
	conn, res, err := websocket.Dial(ctx, "ws"+b.URL[len("http"):]+"/api/live", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }() // closed by the server, when all goes well
	if res.Body != nil {
		defer func() { _ = res.Body.Close() }() // there is nothing in it
	}
	if err := wsjson.Write(ctx, conn, map[string]string{"type": "hello", "lang": "en",
		"token": bearer[1][len("Bearer "):]}); err != nil {
		t.Fatal(err)
	}
	var ready struct{ Type string }
	if err := wsjson.Read(ctx, conn, &ready); err != nil || ready.Type != "ready" {
		t.Fatal(ready, err)
	}
	if got, err := apptest.Call(ctx, http.MethodPost, a.URL+"/api/auth/sign-out", map[string]any{}, bearer...); err != nil ||
		got.Status != http.StatusNoContent {
		t.Fatalf("sign out: %v %d %s", err, got.Status, got.Body)
	}
	out := time.Now()
	var message any
	for err = nil; err == nil; err = wsjson.Read(ctx, conn, &message) {
		continue // pings
	}
	if websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
		t.Errorf("the socket ends with %v", err)
	}
	cut := time.Since(out)
	for session(b) != http.StatusUnauthorized {
		apptest.Wait(ctx, 10*time.Millisecond) // what it knows of the session grows old
	}
	t.Logf("signed out elsewhere: the socket after %v, HTTP after %v", cut, time.Since(out))
}

// TestPushesOverNATS has people give through one server and watch through the other, which hear of each other over NATS
// alone. While the NATS server is away gifts are taken as ever, and once it is back the watchers miss nothing.
func TestPushesOverNATS(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	nats := apptest.StartNATS(t, natsserver.RANDOM_PORT)
	in := apptest.NewInstallation(t, "NATS_URL="+nats.ClientURL())
	f := &failures{}
	load := &apptest.Load{Campaigns: apptest.Campaigns(ctx, t, in), Failed: f.add}
	a := in.MustStart(ctx)
	in.Open(ctx, t, func(b *app.Base) { leads(ctx, t, b) }) // A does: what B pushes comes over the bus
	b := in.MustStart(ctx)
	load.URL.Store(&a.URL)
	w := apptest.NewWatcher(pointer(b.URL), load.Campaigns[0], bus.Position{})
	load.Campaigns = load.Campaigns[:1]
	watching, look := context.WithCancel(ctx)
	defer look()
	var watcher sync.WaitGroup
	watcher.Go(func() { w.Watch(watching) })

	give := func(gifts int64) {
		giving, stop := context.WithCancel(ctx)
		var giver sync.WaitGroup
		giver.Go(func() { load.Give(giving, rand.New(rand.NewPCG(uint64(gifts), 3))) })
		load.Wait(ctx, t, load.Acked.Load()+gifts, a)
		stop()
		giver.Wait()
		load.Settle(ctx, t, a)
	}
	give(10)
	apptest.Ended(ctx, t, w, 0)
	pushed := w.Pushes()
	hears := func(is string) func() bool {
		return func() bool {
			told, err := apptest.Call(ctx, http.MethodGet, b.URL+"/metrics", nil)
			return err == nil && strings.Contains(string(told.Body), "\ncallup_bus_connected "+is+"\n")
		}
	}
	apptest.Until(ctx, t, "it is measured that the other is heard", hears("1"))

	address, ok := nats.Addr().(*net.TCPAddr)
	if !ok {
		t.Fatal(nats.Addr())
	}
	nats.Shutdown()
	nats.WaitForShutdown()
	apptest.Until(ctx, t, "it is measured that nobody is heard", hears("0"))
	give(11)
	apptest.StartNATS(t, address.Port)
	apptest.Until(ctx, t, "it is measured that the other is heard again", hears("1"))
	apptest.Ended(ctx, t, w, 0)
	if w.Pushes() == pushed || w.Sockets() != 1 {
		t.Errorf("%d pushes before, %d after, on %d sockets", pushed, w.Pushes(), w.Sockets())
	}
	f.report(t)
	look()
	watcher.Wait()
	b.Stop()
	check(ctx, t, load, in, a)
}
