// Package embeddedpg runs the Postgres that Callup carries with it.
//
// One data folder has one Postgres, however many processes use it: the first
// one starts it, later ones share it, the last one out stops it. Users are
// counted by advisory locks, which the kernel drops with the process that held
// them, so a killed process never blocks anyone; the Postgres it leaves behind
// is adopted by the next start. A Postgres that ends while someone uses it is
// started again at the same address.
//
// Under a data folder D it keeps
//
//	D/postgres/          the cluster; it exists only once it is complete
//	D/postgres-bin/HASH  the unpacked binaries
//	D/postgres.lock      held while starting or stopping
//	D/postgres.users     held, shared, by every user
//	D/postgres.run       the process and socket folder of the running Postgres
//	D/postgres.log       what Postgres says
//
// It listens on a Unix socket only, in a private folder: no port can be taken,
// and nobody else on the machine can reach it.
package embeddedpg

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Options say where Postgres keeps its data and how it runs. All paths are absolute: Postgres runs in the folder /.
type Options struct {
	// Dir is the folder of this Postgres. It is made when it does not exist.
	Dir string
	// Data is Callup's data folder where Dir lies in it, empty otherwise. When root owns it, other users may pass through
	// it from the start of Postgres on, which runs as one of them; what lies in it has modes of its own.
	Data string
	// BinDir holds unpacked binaries, Dir/postgres-bin when empty. Tests share
	// one between many data folders.
	BinDir string
	// Logger receives what an operator should know. Required.
	Logger *slog.Logger
	// Settings are added to, or replace, the server settings of this package.
	// They apply only when this call is the one that starts Postgres.
	Settings map[string]string
}

// Within are the options of the Postgres that an installation keeps in its data folder.
func Within(data string, log *slog.Logger) Options {
	return Options{
		Dir: filepath.Join(data, "postgres"), BinDir: filepath.Join(data, "postgres-bin"), Data: data, Logger: log,
	}
}

// Server is one user's hold on a running Postgres.
type Server struct {
	opts  Options
	files files
	users *fileLock
	fresh bool // started by this process, and not found running

	mu      sync.Mutex
	run     running
	secret  secret
	stop    context.CancelFunc
	watched chan struct{}
	once    sync.Once
	stopErr error
}

// readyWithin bounds how long Postgres may take to answer. Recovery after a
// crash replays at most a few gigabytes, so minutes would mean a broken disk.
const readyWithin = 2 * time.Minute

// Start returns when Postgres answers. It starts one unless one runs already
// on the same data folder. Errors are single sentences for the operator.
func Start(ctx context.Context, opts Options) (*Server, error) {
	if opts.Logger == nil {
		return nil, errors.New("embedded Postgres: no logger given")
	}
	if opts.BinDir == "" {
		opts.BinDir = filepath.Join(opts.Dir, "postgres-bin")
	}
	if err := opts.checkPaths(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(opts.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder %s: %w; choose another with CALLUP_DATA", opts.Dir, err)
	}
	s := &Server{opts: opts, files: filesIn(opts.Dir), watched: make(chan struct{})}

	gate, err := lock(ctx, s.files.gate, exclusive, opts.Logger)
	if err != nil {
		return nil, err
	}
	defer gate.release()
	if s.users, err = lock(ctx, s.files.users, shared, opts.Logger); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	child, err := s.ensureRunning(ctx)
	if err != nil {
		s.users.release()
		return nil, err
	}
	// The watch outlives the start: its context ends in Stop.
	watchCtx, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop = stop
	go s.watch(watchCtx, child)
	return s, nil
}

// Made tells whether there is a cluster in the folder of a Postgres, without making anything.
func Made(o Options) bool {
	_, err := os.Stat(filesIn(o.Dir).cluster)
	return err == nil
}

// checkPaths refuses relative paths, which would name other folders once Postgres runs in /.
func (o Options) checkPaths() error {
	for name, path := range map[string]string{"Dir": o.Dir, "BinDir": o.BinDir, "Data": o.Data} {
		if path != "" && !filepath.IsAbs(path) {
			return fmt.Errorf("embedded Postgres: %s is the relative path %s", name, path)
		}
	}
	return nil
}

// URL is the address of the database, for pgx and every other libpq-like
// client. It stays the same while this Server is held.
func (s *Server) URL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.secret.url(s.run.SocketDir)
}

// PID is the process that runs Postgres at the moment.
func (s *Server) PID() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.run.PID
}

// Started tells whether Start started Postgres, because none ran.
func (s *Server) Started() bool { return s.fresh }

// Stop gives the hold up, and stops Postgres when nobody else holds it: open
// transactions are rolled back, what was committed is flushed. When ctx ends
// first Postgres is stopped as a crash would, which loses nothing committed.
func (s *Server) Stop(ctx context.Context) error {
	s.once.Do(func() { s.stopErr = s.leave(ctx) })
	return s.stopErr
}

func (s *Server) leave(ctx context.Context) error {
	s.stop()
	<-s.watched
	// Whoever starts or stops at the same moment decides after us.
	gate, err := lock(context.WithoutCancel(ctx), s.files.gate, exclusive, s.opts.Logger)
	if err != nil {
		s.users.release()
		return err
	}
	defer gate.release()
	last, err := s.users.upgrade()
	defer s.users.release()
	if err != nil || !last {
		return err
	}
	return s.shutdown(ctx)
}

// ensureRunning adopts the Postgres that runs on the data folder, or starts
// one. The gate must be held. The channel it returns closes when a Postgres
// started here ends, and never for an adopted one.
func (s *Server) ensureRunning(ctx context.Context) (<-chan struct{}, error) {
	adopted, err := s.adopt(ctx)
	if err != nil {
		return nil, err
	}
	if adopted {
		return make(chan struct{}), nil
	}
	s.fresh = true
	acc, err := accountFor(s.opts, s.files)
	if err != nil {
		return nil, err
	}
	bin, err := findBinaries(ctx, s.opts, acc)
	if err != nil {
		return nil, err
	}
	if err := s.ensureCluster(ctx, bin, acc); err != nil {
		return nil, err
	}
	return s.launch(ctx, bin, acc)
}

// watch starts Postgres again whenever it ends while it is held.
func (s *Server) watch(ctx context.Context, child <-chan struct{}) {
	defer close(s.watched)
	pause := restartPause
	for {
		if !s.awaitEnd(ctx, child) {
			return
		}
		s.opts.Logger.Warn("Postgres ended unexpectedly and is being started again",
			"pid", s.PID(), "log", s.files.log)
		next, err := s.restart(ctx)
		if err == nil {
			child, pause = next, restartPause
			continue
		}
		if ctx.Err() != nil {
			return
		}
		s.opts.Logger.Error("Postgres could not be started again", "error", err, "next_try_in", pause)
		child = make(chan struct{})
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
			pause = min(2*pause, restartPauseMax)
		}
	}
}

const (
	restartPause    = 250 * time.Millisecond
	restartPauseMax = 30 * time.Second
	alivePoll       = 200 * time.Millisecond
)

func (s *Server) restart(ctx context.Context) (<-chan struct{}, error) {
	gate, err := lock(ctx, s.files.gate, exclusive, s.opts.Logger)
	if err != nil {
		return nil, err
	}
	defer gate.release()
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	return s.ensureRunning(ctx)
}

// awaitEnd reports whether Postgres ended (true) or the watch did (false).
func (s *Server) awaitEnd(ctx context.Context, child <-chan struct{}) bool {
	// The end of an adopted Postgres, no child of ours, is announced to nobody.
	tick := time.NewTicker(alivePoll)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-child:
			return true
		case <-tick.C:
			if !isPostgres(s.PID()) {
				return true
			}
		}
	}
}
