package main

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
	natsserver "github.com/nats-io/nats-server/v2/server"

	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/testing/watch"
)

// takenOverWithin is how long nobody may lead the projections after their leader was killed.
const takenOverWithin = 5 * time.Second

// TestKilledLeader kills whichever of two servers leads the projections, three times, while people give through it and
// watch through the other: the other leads on, its sockets learn also of what the dead one had committed and not told,
// and every mail goes out once.
func TestKilledLeader(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	in := newInstallation(t)
	load := &crashLoad{campaigns: campaignsToCrash(ctx, t, in)}
	leader := in.mustStart(ctx)
	load.url.Store(&leader.url)
	var watches []*watch.Watcher
	var took []time.Duration
	watching, look := context.WithCancel(ctx)
	defer look()
	var watchers sync.WaitGroup
	in.open(ctx, t, func(b *base) {
		for n := range 3 {
			next := in.mustStart(ctx)
			old := leads(ctx, t, b)
			w := newWatcher(pointer(next.url), load.campaigns[n], bus.Position{})
			watches = append(watches, w)
			one, leave := context.WithCancel(watching)
			watchers.Go(func() { w.Watch(one) })

			giving, stop := context.WithCancel(ctx)
			var givers sync.WaitGroup
			for i := range 4 {
				givers.Go(func() { load.give(giving, rand.New(rand.NewPCG(uint64(n), uint64(i)))) })
			}
			load.wait(ctx, t, load.acked.Load()+20, leader)
			leader.kill()
			killed := time.Now()
			stop()
			givers.Wait()
			for slices.Contains(old, leads(ctx, t, b)[0]) {
				wait(ctx, 10*time.Millisecond) // the lease runs out
			}
			took = append(took, time.Since(killed))
			leader = next
			load.url.Store(&leader.url)
			ended(ctx, t, w, n)
			leave()
		}
	})
	watchers.Wait()
	t.Logf("projections were led again after %v", took)
	// a busy machine may be slower once or twice: a lease has half a second less than that to run out and be taken
	if slices.Min(took) > takenOverWithin {
		t.Errorf("nobody led the projections for %v", took)
	}
	load.settle(ctx, t, leader)
	load.check(ctx, t, in, leader)
}

// leads names who leads the projections.
func leads(ctx context.Context, t *testing.T, b *base) []string {
	t.Helper()
	for {
		holders := counted(ctx, t, b, `SELECT l.holder, count(*) FROM projection_leases l JOIN projection_builds b ON b.id = l.build
			WHERE b.state = 'live' GROUP BY 1`)
		if len(holders) == 1 {
			for h := range holders {
				return []string{h}
			}
		}
		wait(ctx, 10*time.Millisecond) // one after the other is taken over
	}
}

func pointer(url string) *atomic.Pointer[string] {
	var p atomic.Pointer[string]
	p.Store(&url)
	return &p
}

// TestSignOutElsewhere signs out through one server, and is signed out on the other, by HTTP and on its socket.
func TestSignOutElsewhere(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	in := newInstallation(t)
	a, b := in.mustStart(ctx), in.mustStart(ctx)
	bearer := []string{"Authorization", "Bearer " + in.member(ctx, t, a)}
	session := func(s *server) int {
		got, err := call(ctx, http.MethodGet, s.url+"/api/auth/session", nil, bearer...)
		if err != nil {
			t.Fatal(err)
		}
		return got.status
	}
	if status := session(b); status != http.StatusOK {
		t.Fatalf("the other server answers %d", status)
	}
	conn, res, err := websocket.Dial(ctx, "ws"+b.url[len("http"):]+"/api/live", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }() // closed by the server, when all goes well
	if res.Body != nil {
		defer func() { _ = res.Body.Close() }() // there is nothing in it
	}
	if err := wsjson.Write(ctx, conn, map[string]string{"type": "hello", "lang": "en", "token": bearer[1][len("Bearer "):]}); err != nil {
		t.Fatal(err)
	}
	var ready struct{ Type string }
	if err := wsjson.Read(ctx, conn, &ready); err != nil || ready.Type != "ready" {
		t.Fatal(ready, err)
	}
	if got, err := call(ctx, http.MethodPost, a.url+"/api/auth/sign-out", map[string]any{}, bearer...); err != nil || got.status != http.StatusNoContent {
		t.Fatalf("sign out: %v %d %s", err, got.status, got.body)
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
		wait(ctx, 10*time.Millisecond) // what it knows of the session grows old
	}
	t.Logf("signed out elsewhere: the socket after %v, HTTP after %v", cut, time.Since(out))
}

// TestPushesOverNATS has people give through one server and watch through the other, which hear of each other over NATS
// alone. While the NATS server is away gifts are taken as ever, and once it is back the watchers miss nothing.
func TestPushesOverNATS(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	nats := startNATS(t, natsserver.RANDOM_PORT)
	in := newInstallation(t, "NATS_URL="+nats.ClientURL())
	f := &failures{}
	load := &crashLoad{campaigns: campaignsToCrash(ctx, t, in), failed: f.add}
	a := in.mustStart(ctx)
	in.open(ctx, t, func(b *base) { leads(ctx, t, b) }) // A does: what B pushes comes over the bus
	b := in.mustStart(ctx)
	load.url.Store(&a.url)
	w := newWatcher(pointer(b.url), load.campaigns[0], bus.Position{})
	load.campaigns = load.campaigns[:1]
	watching, look := context.WithCancel(ctx)
	defer look()
	var watcher sync.WaitGroup
	watcher.Go(func() { w.Watch(watching) })

	give := func(gifts int64) {
		giving, stop := context.WithCancel(ctx)
		var giver sync.WaitGroup
		giver.Go(func() { load.give(giving, rand.New(rand.NewPCG(uint64(gifts), 3))) })
		load.wait(ctx, t, load.acked.Load()+gifts, a)
		stop()
		giver.Wait()
		load.settle(ctx, t, a)
	}
	give(10)
	ended(ctx, t, w, 0)
	pushed := w.Pushes()
	hears := func(is string) func() bool {
		return func() bool {
			told, err := call(ctx, http.MethodGet, b.url+"/metrics", nil)
			return err == nil && strings.Contains(string(told.body), "\ncallup_bus_connected "+is+"\n")
		}
	}
	until(ctx, t, "it is measured that the other is heard", hears("1"))

	address, ok := nats.Addr().(*net.TCPAddr)
	if !ok {
		t.Fatal(nats.Addr())
	}
	nats.Shutdown()
	nats.WaitForShutdown()
	until(ctx, t, "it is measured that nobody is heard", hears("0"))
	give(11)
	startNATS(t, address.Port)
	until(ctx, t, "it is measured that the other is heard again", hears("1"))
	ended(ctx, t, w, 0)
	if w.Pushes() == pushed || w.Sockets() != 1 {
		t.Errorf("%d pushes before, %d after, on %d sockets", pushed, w.Pushes(), w.Sockets())
	}
	f.report(t)
	look()
	watcher.Wait()
	b.stop()
	load.check(ctx, t, in, a)
}

func startNATS(t *testing.T, port int) *natsserver.Server {
	t.Helper()
	s, err := natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: port, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Shutdown)
	for !s.ReadyForConnections(time.Second) {
		if t.Context().Err() != nil {
			t.Fatal("the NATS server does not start")
		}
	}
	return s
}
