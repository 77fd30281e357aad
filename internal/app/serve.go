package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// drain is how long requests and sockets have to end after SIGTERM.
const drain = 10 * time.Second

// leaveWithin is how long the last word to the other servers may take.
const leaveWithin = 2 * time.Second

// Serve runs until the context ends. Then it says that it is not ready and goes on for a while, and drains: no new
// connections, requests finished, sockets told to come back, appends written, leases given back, Postgres stopped last.
// out is told the address, and what else there is to know for who started it.
func Serve(ctx context.Context, cfg config.Config, o Options, out io.Writer) (err error) {
	b, err := Open(ctx, cfg, o)
	if err != nil {
		return err
	}
	defer func() {
		bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
		defer cancel()
		err = errors.Join(err, b.Close(bye))
	}()
	visitors, err := b.listen(ctx)
	if err != nil {
		return err
	}
	defer visitors.close()
	if err := b.startTraces(ctx); err != nil {
		return err
	}
	public := strings.TrimSuffix(b.Config.PublicURLFor(visitors.Addr()).String(), "/")
	s, err := b.Services(public, visitors.hooked+"/api/webhooks/sandbox")
	if err != nil {
		return err
	}
	if err := s.sameMode(ctx); err != nil {
		return err
	}
	health := b.Health()
	s.Metrics.MustRegister(health.Gauge(), visitors.remaining())
	missed := s.reconciliation()
	endProbes, err := s.serveProbes(ctx, health)
	if err != nil {
		return err
	}
	defer endProbes()
	changes, err := b.bus(ctx)
	if err != nil {
		return err
	}
	announce, concerned := bus.Announcer(changes, b.Log), bus.NewLocal(b.Log)
	pc := b.ProjectionConfig(func(c projector.Change) { announce(bus.Change(c)) })
	pc.Metrics = s.Metrics
	pc.Led = func() { announce(bus.All()) }
	tables, versions := projector.Versions(b.Projections)
	resolver := readmodel.NewResolver(b.Pool, tables, versions, Now, b.Log)
	pc.Switched = resolver.Reload
	runner := projector.NewRunner(pc)
	if err := b.Servers.Announce(ctx); err != nil {
		return err
	}
	// From now on, also while tables are built before it is ready, it counts as alive.
	beating, quiet := context.WithCancel(context.WithoutCancel(ctx))
	var beats sync.WaitGroup
	beats.Go(func() { _ = b.Servers.Run(beating) }) // it ends with its context alone
	defer func() {
		quiet()
		beats.Wait()
		bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveWithin)
		defer cancel()
		if err := b.Servers.Leave(bye); err != nil {
			b.Log.WarnContext(bye, "other servers take this one for alive for a while", "error", err)
		}
	}()
	if err := runner.Ready(ctx); err != nil {
		return err
	}
	health.Runner.Store(runner)
	s.Metrics.MustRegister(busConnected(changes)) // not before: it is run from now on
	site, err := s.Site(SiteConfig{Health: health, Resolver: resolver})
	if err != nil {
		return err
	}

	running, stop := context.WithCancel(context.WithoutCancel(ctx)) // outlives the signal, until requests are done
	defer stop()
	work, working := errgroup.WithContext(running)
	background := func(run func(context.Context) error) {
		work.Go(func() error {
			if err := run(working); err != nil && working.Err() == nil {
				return err
			}
			return nil
		})
	}
	background(runner.Run)
	background(resolver.Run)
	background(changes.Run)
	background(func(ctx context.Context) error { return Hear(ctx, changes, runner, concerned, b.Log) })
	background(func(ctx context.Context) error { return site.Live.Run(ctx, concerned) })
	background(b.outward(s.Router.Run))
	background(b.outward(s.Timers.Run))
	if s.resident != nil {
		background(b.outward(s.resident.Run))
	}
	background(func(ctx context.Context) error { s.Accounts.Run(ctx); return nil })
	background(b.outward(s.keepPruning))
	background(b.outward(func(ctx context.Context) error { return s.keepReconciling(ctx, missed) }))
	background(b.outward(s.sendMails))
	background(visitors.run)

	server := s.Server(site.Handler)
	served := make(chan error, 1)
	go func() { served <- visitors.serve(server) }()

	signIns, err := s.fillDemo(ctx, out)
	if err != nil {
		stop()
		return errors.Join(err, server.Close(), work.Wait())
	}
	history, err := Restored(ctx, b.Pool)
	if err != nil {
		stop()
		return errors.Join(err, server.Close(), work.Wait())
	}
	s.greet(out, signIns, history)

	select {
	case <-ctx.Done():
		health.Draining.Store(true)
		b.goOn(working)
	case <-working.Done():
	case err = <-served:
	}
	health.Draining.Store(true)
	bye, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	var last sync.WaitGroup
	last.Go(func() {
		if lerr := site.Live.Close(bye); lerr != nil {
			b.Log.Warn("some sockets were cut off", "error", lerr)
		}
	})
	last.Go(func() {
		if derr := server.Shutdown(bye); derr != nil {
			b.Log.Warn("some requests were cut off", "error", derr)
		}
	})
	last.Wait()
	stop()
	return errors.Join(err, work.Wait())
}

// goOn serves on for as long as load balancers may take to notice that this server is about to end.
func (b *Base) goOn(working context.Context) {
	select {
	case <-time.After(b.Config.StopDelay):
	case <-working.Done():
	}
}

// bus is how this process and others on the same log tell each other what changed.
func (b *Base) bus(ctx context.Context) (*bus.Between, error) {
	if b.Config.NATSURL == "" {
		return bus.NewPostgres(bus.PostgresConfig{Pool: b.Pool, Holder: b.Holder, Log: b.Log}), nil
	}
	installation, _, err := b.Store.Head(ctx)
	if err != nil {
		return nil, fmt.Errorf("ask which log this is: %w", err)
	}
	return bus.NewNATS(bus.NATSConfig{
		URL: b.Config.NATSURL, Subject: "callup." + installation.String() + ".changes", Holder: b.Holder, Log: b.Log,
	}), nil
}

// Listen says in one sentence what to do about a port in use.
func Listen(ctx context.Context, addr, setting string) (net.Listener, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("another program listens on %s: end it, or choose another address with %s", addr, setting)
	}
	if errors.Is(err, syscall.EACCES) {
		return nil, fmt.Errorf("this user may not listen on %s: choose a port of 1024 or more with %s", addr, setting)
	}
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w; choose another address with %s", addr, err, setting)
	}
	return l, nil
}

// reachable is how this machine reaches its own server.
func reachable(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return addr.String()
	}
	return net.JoinHostPort("127.0.0.1", fmt.Sprint(tcp.Port))
}

// greet prints what a person who started the server needs; the address and the sign-ins come last, where they are seen.
func (s *Services) greet(out io.Writer, signIns []string, history Restoration) {
	fmt.Fprintf(out, "\n%s", s.paymentsSay())
	if s.Config.Environment == config.Development {
		fmt.Fprintf(out, " Mail is kept at %s/dev/outbox", s.Public)
	}
	fmt.Fprintln(out)
	if history.Held() {
		made := history.BackupMade.UTC().Format(time.DateTime)
		fmt.Fprintf(out, "This installation was restored from the backup of %s, and is held back. %s\n", made, HeldBack)
	}
	if len(signIns) > 0 {
		empty := "remove " + s.Config.Data
		if s.Config.DatabaseURL != "" {
			empty = "name an empty database with DATABASE_URL"
		}
		fmt.Fprintf(out, "This installation holds demo data. To start empty: %s and set CALLUP_DEMO=off.\n", empty)
	}
	fmt.Fprintf(out, "\nCallup is at %s\n", s.Public)
	if len(signIns) > 0 {
		fmt.Fprintln(out, "Sign in as:")
	}
	for _, l := range signIns {
		fmt.Fprintln(out, "  "+l)
	}
}

// Hear takes what the bus brings, has the runner learn from it how far other processes have folded, and hands on what
// concerns the tables that this program reads.
func Hear(
	ctx context.Context, changes message.Subscriber, runner *projector.Runner, on message.Publisher, log *slog.Logger,
) error {
	news, err := changes.Subscribe(ctx, bus.Topic)
	if err != nil {
		return fmt.Errorf("subscribe to changes: %w", err)
	}
	for m := range news {
		concerned := true
		if c, err := bus.Read(m); err == nil {
			if concerned, err = runner.Heard(ctx, projector.Change(c)); err != nil {
				log.WarnContext(ctx, "not known which tables people read now", "error", err)
			}
		}
		if concerned {
			if err := on.Publish(bus.Topic, m); err != nil {
				return fmt.Errorf("hand on a change: %w", err)
			}
		}
		m.Ack()
	}
	return nil
}
