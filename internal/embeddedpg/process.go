package embeddedpg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// defaults are the server settings. What Postgres itself would choose is left out.
func defaults() map[string]string {
	return map[string]string{ //nolint:gosec // no password among them
		"listen_addresses":        "",
		"port":                    socketPort,
		"max_connections":         "200",
		"shared_buffers":          sharedBuffers(),
		"max_wal_size":            "2GB",
		"wal_recycle":             "off", // a file that is used again would keep what erased persons wrote
		"jit":                     "off", // compiling costs more than our short queries take
		"timezone":                "UTC",
		"log_timezone":            "UTC",
		"log_min_messages":        "warning",
		"log_checkpoints":         "off",
		"password_encryption":     "scram-sha-256",
		"unix_socket_permissions": "0700",
	}
}

const (
	readyPoll    = 15 * time.Millisecond
	quitWithin   = 5 * time.Second
	askFor       = 2 * time.Second
	logKeeps     = 16 << 20
	socketPrefix = "callup-pg-"
	socketLimit  = 90 // the shortest limit of a socket's path is 104 bytes, on macOS
)

// adopt takes over the Postgres that runs on the data folder, if one does.
func (s *Server) adopt(ctx context.Context) (bool, error) {
	var run running
	var keys secret
	if readJSON(s.files.run, &run) != nil || readJSON(s.files.secret, &keys) != nil {
		return false, s.clearStalePID(ctx)
	}
	for isPostgres(run.PID) {
		err := ask(ctx, keys.url(run.SocketDir))
		if err == nil {
			s.remember(run, keys)
			return true, nil
		}
		if _, gone := os.Stat(run.SocketDir); gone != nil {
			break // it cannot be reached any more
		}
		if err := pause(ctx); err != nil {
			return false, fmt.Errorf("wait for the Postgres that runs on %s (process %d): %w", s.files.data, run.PID, err)
		}
	}
	s.remember(running{SocketDir: run.SocketDir}, keys)
	return false, s.clearStalePID(ctx)
}

func (s *Server) remember(run running, keys secret) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.run, s.secret = run, keys
}

// clearStalePID removes the pid file of a Postgres that is gone. Postgres only
// looks whether a process has that number, so after a reboot any process of
// the same user would block it. One that lives and cannot be reached is
// stopped: it is ours, and the gate is held.
func (s *Server) clearStalePID(ctx context.Context) error {
	pidFile := filepath.Join(s.files.data, "postmaster.pid")
	raw, err := os.ReadFile(pidFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the pid file of Postgres: %w", err)
	}
	lines := strings.Split(string(raw), "\n") // process, folder, start, port, socket folder, …
	pid, err := strconv.Atoi(strings.TrimSpace(lines[0]))
	if err == nil && isPostgresOn(pid, s.files.data) {
		s.opts.Logger.Warn("a Postgres that nobody can reach runs on the data folder and is stopped", "pid", pid)
		if err := s.end(ctx, pid); err != nil {
			return err
		}
		if len(lines) > 4 && strings.HasPrefix(filepath.Base(lines[4]), socketPrefix) {
			return os.RemoveAll(lines[4])
		}
		return nil
	}
	s.opts.Logger.Info("removing the pid file of a Postgres that is gone", "file", pidFile)
	if err := os.Remove(pidFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove the stale pid file: %w", err)
	}
	return nil
}

// launch starts Postgres on the complete cluster and waits until it answers.
func (s *Server) launch(ctx context.Context, bin binaries, acc account) (<-chan struct{}, error) {
	var keys secret
	if err := readJSON(s.files.secret, &keys); err != nil {
		return nil, fmt.Errorf("read the password of the database: %w", err)
	}
	sockets, fresh, err := s.socketDir(acc)
	if err != nil {
		return nil, err
	}
	for {
		done, err := s.tryLaunch(ctx, bin, acc, keys, sockets)
		if err == nil {
			return done, nil
		}
		// The processes of a killed Postgres take a moment to notice.
		if strings.Contains(err.Error(), "pre-existing shared memory block") && pause(ctx) == nil {
			continue
		}
		if fresh {
			err = errors.Join(err, os.RemoveAll(sockets), os.Remove(s.files.run))
		}
		return nil, err
	}
}

func (s *Server) tryLaunch(ctx context.Context, bin binaries, acc account, keys secret, sockets string) (<-chan struct{}, error) {
	log, from, err := openLog(s.files.log)
	if err != nil {
		return nil, err
	}
	defer func() { _ = log.Close() }()

	settings := defaults()
	maps.Copy(settings, s.opts.Settings)
	settings["unix_socket_directories"] = sockets
	args := []string{"-D", s.files.data}
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		args = append(args, "-c", name+"="+settings[name])
	}
	// Not ctx: Postgres outlives the call, and even the process.
	cmd := bin.command(context.WithoutCancel(ctx), acc, "postgres", args...)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return nil, bin.explain("start Postgres", err, nil)
	}
	done := make(chan struct{})
	go func() {
		_ = cmd.Wait() // its log says more than its exit code
		close(done)
	}()
	run := running{PID: cmd.Process.Pid, SocketDir: sockets}
	if err := writeJSON(s.files.run, run); err != nil {
		_ = cmd.Process.Signal(syscall.SIGQUIT)
		return nil, fmt.Errorf("note the running Postgres: %w", err)
	}
	if err := s.awaitReady(ctx, done, keys.url(sockets), from); err != nil {
		_ = cmd.Process.Signal(syscall.SIGQUIT)
		<-done
		return nil, err
	}
	s.remember(run, keys)
	return done, nil
}

func (s *Server) awaitReady(ctx context.Context, done <-chan struct{}, address string, logFrom int64) error {
	for {
		if ask(ctx, address) == nil {
			return nil
		}
		select {
		case <-done:
			return fmt.Errorf("start Postgres: %s (its log is %s)", lastComplaint(logSince(s.files.log, logFrom)), s.files.log)
		case <-ctx.Done():
			return fmt.Errorf("wait until Postgres is ready: %w (its log is %s)", ctx.Err(), s.files.log)
		case <-time.After(readyPoll):
		}
	}
}

func (s *Server) shutdown(ctx context.Context) error {
	s.mu.Lock()
	run := s.run
	s.mu.Unlock()
	err := s.end(ctx, run.PID)
	return errors.Join(err, os.RemoveAll(run.SocketDir), os.Remove(s.files.run))
}

// end stops a Postgres: quickly and cleanly at first, as a crash would when ctx ends.
func (s *Server) end(ctx context.Context, pid int) error {
	signal := func(sig syscall.Signal) error {
		if !isPostgres(pid) {
			return nil
		}
		if err := syscall.Kill(pid, sig); err != nil && !errors.Is(err, syscall.ESRCH) {
			return fmt.Errorf("stop Postgres (process %d): %w", pid, err)
		}
		return nil
	}
	if err := signal(syscall.SIGINT); err != nil {
		return err
	}
	if gone(ctx, pid) {
		return nil
	}
	if err := signal(syscall.SIGQUIT); err != nil {
		return err
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), quitWithin)
	defer cancel()
	if !gone(last, pid) {
		return fmt.Errorf("stop Postgres: process %d does not end; end it with kill -9 %d", pid, pid)
	}
	return nil
}

// gone waits until a Postgres has ended, and reports whether it did.
func gone(ctx context.Context, pid int) bool {
	for isPostgres(pid) {
		if pause(ctx) != nil {
			return false
		}
	}
	return true
}

// socketDir is a folder only we and Postgres can enter, with a short path. The
// one of an earlier run is used again, so that addresses stay true.
func (s *Server) socketDir(acc account) (dir string, fresh bool, err error) {
	s.mu.Lock()
	earlier := s.run.SocketDir
	s.mu.Unlock()
	if earlier != "" {
		info, err := os.Lstat(earlier)
		if err == nil && info.IsDir() && info.Mode().Perm() == 0o700 {
			if st, ok := info.Sys().(*syscall.Stat_t); ok && int(st.Uid) == acc.uid {
				return earlier, false, clearStaleSocket(earlier)
			}
		}
	}
	dir, err = os.MkdirTemp(temporaryFolder(acc), socketPrefix)
	if err != nil {
		return "", false, fmt.Errorf("make a folder for the socket of Postgres: %w", err)
	}
	return dir, true, acc.own(dir)
}

// clearStaleSocket removes the socket of a Postgres that is gone, and its lock. Postgres only looks whether there is a
// process of that number: a killed one that no parent has taken note of counts as one.
func clearStaleSocket(dir string) error {
	socket := filepath.Join(dir, ".s.PGSQL."+socketPort)
	for _, file := range []string{socket + ".lock", socket} {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove the stale socket of Postgres: %w", err)
		}
	}
	return nil
}

// temporaryFolder is an absolute one that the account can enter and that a socket's path has room in.
func temporaryFolder(acc account) string {
	folder := os.TempDir()
	// A comma begins another folder in the setting of Postgres, and another host in the address of the database.
	separated := strings.ContainsAny(folder, `,"`)
	tooLong := len(folder) > socketLimit-len("/"+socketPrefix+"0123456789/.s.PGSQL."+socketPort)
	if !filepath.IsAbs(folder) || separated || tooLong || closedParent(folder, acc) != "" {
		return "/tmp"
	}
	return folder
}

// openLog appends, keeping one older file, and returns where this run begins.
func openLog(path string) (*os.File, int64, error) {
	if info, err := os.Stat(path); err == nil && info.Size() > logKeeps {
		if err := os.Rename(path, path+".1"); err != nil {
			return nil, 0, fmt.Errorf("rotate the log of Postgres: %w", err)
		}
	}
	log, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, 0, fmt.Errorf("open the log of Postgres: %w", err)
	}
	from, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, 0, errors.Join(fmt.Errorf("open the log of Postgres: %w", err), log.Close())
	}
	return log, from, nil
}

func logSince(path string, from int64) []byte {
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.NewSectionReader(file, from, logKeeps))
	if err != nil {
		return nil
	}
	return text
}

func ask(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, askFor)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(readyPoll):
		return nil
	}
}
