package faults

import (
	"bufio"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/callup/callup/internal/testing/faults/planted"
)

// server is one `callup serve`, as often as it is started, with its own line to the database and one that leads to it.
type server struct {
	run  *run
	n    int
	dir  string
	db   *line
	web  *line
	at   atomic.Pointer[string] // host:port, while it runs
	logs string

	mu      sync.Mutex
	process *process
}

// process is one start of it.
type process struct {
	cmd    *exec.Cmd
	done   chan struct{} // closed when it has ended
	wanted atomic.Bool   // that it ends
	ending atomic.Bool   // because this run has told it to
}

// ended tells whether it has ended.
func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// died tells whether it was killed, and not by this run: at the point that it was given.
func (p *process) died() bool {
	if !p.ended() || p.ending.Load() {
		return false
	}
	status, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled()
}

var errAwayServer = errors.New("the server does not run")

func (r *run) newServer(n int) (*server, error) {
	s := &server{run: r, n: n, dir: filepath.Join(r.Dir, fmt.Sprintf("server-%d", n)),
		logs: filepath.Join(r.Dir, fmt.Sprintf("server-%d.log", n))}
	if err := os.Mkdir(s.dir, 0o700); err != nil {
		return nil, fmt.Errorf("make a folder for server %d: %w", n, err)
	}
	var err error
	if s.db, err = r.net.open(context.Background(), fmt.Sprintf("db-%d", n), r.db.dial); err != nil {
		return nil, err
	}
	s.web, err = r.net.open(context.Background(), fmt.Sprintf("web-%d", n), func(ctx context.Context) (net.Conn, error) {
		at := s.at.Load()
		if at == nil {
			return nil, errAwayServer
		}
		return (&net.Dialer{}).DialContext(ctx, "tcp", *at)
	})
	return s, err
}

// key is the installation's key, made of the seed.
func (r *run) key() []byte {
	random := r.Plan.random("key")
	key := make([]byte, 32)
	for i := range key {
		key[i] = byte(random.UintN(256)) //nolint:gosec // below 256
	}
	return key
}

// environ is what a callup of this run is started with.
func (r *run) environ(dir, database string, more ...string) []string {
	return append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "CALLUP_DATA=" + dir, "CALLUP_ADDR=127.0.0.1:0", "CALLUP_DEMO=off",
		"CALLUP_RATE_LIMIT_FACTOR=1000", "CALLUP_LOG_FORMAT=json",
		"CALLUP_KEY=" + base64.StdEncoding.EncodeToString(r.key()), "DATABASE_URL=" + database,
		"FAULTS_CLOCK=" + r.clock, planted.Bugs + "=" + strings.Join(r.Bugs, ","), planted.ProviderURL + "=" + r.provider.url,
		planted.Newer + "=" + strconv.FormatInt(r.newer.Load(), 10),
		planted.Retries + "=5", // reactors give up within some ten seconds
	}, more...)
}

// address is where the n-th of those who ask is sent, through a line.
func (r *run) address(n int) string { return "http://" + r.servers[n%len(r.servers)].web.address() }

// start runs the server and returns once it has said its address. One that can't start, because its database is away,
// is started again, as a supervisor would. With dieAt it ends by itself at a named point, perhaps before it answers.
func (s *server) start(ctx context.Context, dieAt string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	patience := 3 * time.Minute
	if s.run.spoilt {
		patience = 5 * time.Second
	}
	trying, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		p, answers, err := s.launch(trying, dieAt)
		if p != nil {
			s.process = p
		}
		switch {
		case err != nil && s.run.spoilt && ctx.Err() == nil:
			return nil
		case err != nil:
			return err
		case answers || p.died():
			return nil
		}
		if !pause(trying, 200*time.Millisecond) {
			if s.run.spoilt && ctx.Err() == nil {
				return nil
			}
			return fmt.Errorf("server %d can't be started: %s", s.n, tail(s.logs))
		}
	}
}

// begin starts the process, and does not wait for it.
func (s *server) begin(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, _, err := s.spawn(ctx, "")
	if err != nil {
		return err
	}
	p.wanted.Store(true)
	s.process = p
	return nil
}

func (s *server) launch(ctx context.Context, dieAt string) (p *process, answers bool, err error) {
	p, said, err := s.spawn(ctx, dieAt)
	if err != nil {
		return nil, false, err
	}
	select {
	case at := <-said:
		s.at.Store(&at)
		go s.guard(p)
		return p, true, nil
	case <-p.done:
		return p, false, nil
	case <-ctx.Done():
		p.wanted.Store(true)
		p.ending.Store(true)
		_ = p.cmd.Process.Kill() // ended already
		<-p.done
		return p, false, fmt.Errorf("server %d does not come up: %w: %s", s.n, ctx.Err(), tail(s.logs))
	}
}

// spawn starts the process; the channel is told where it listens.
func (s *server) spawn(ctx context.Context, dieAt string) (*process, <-chan string, error) {
	database, err := s.run.db.through(s.db.address())
	if err != nil {
		return nil, nil, err
	}
	logs, err := os.OpenFile(s.logs, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, nil, fmt.Errorf("open the log of server %d: %w", s.n, err)
	}
	// the process has its own
	defer func() { _ = logs.Close() }()
	p := &process{done: make(chan struct{})}
	p.cmd = exec.CommandContext(context.WithoutCancel(ctx), s.run.Binary, "serve") //nolint:gosec // running it is the purpose
	p.wanted.Store(dieAt != "")
	p.cmd.Env = s.run.environ(s.dir, database, "FAULTS_DIE_AT="+dieAt)
	p.cmd.Stderr = logs
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, nil, fmt.Errorf("start server %d: %w", s.n, err)
	}
	s.at.Store(nil)
	if err := p.cmd.Start(); err != nil {
		return nil, nil, fmt.Errorf("start server %d: %w", s.n, err)
	}
	said := make(chan string, 1)
	go func() {
		defer close(p.done)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if at, ok := strings.CutPrefix(lines.Text(), "Callup is at http://"); ok {
				said <- at
			}
		}
		_ = p.cmd.Wait() // its log tells
	}()
	return p, said, nil
}

// guard notes a server that ends though nobody wanted it.
func (s *server) guard(p *process) {
	<-p.done
	if !p.wanted.Load() {
		s.run.violate(Alive, "server %d ended: %s", s.n, tail(s.logs))
	}
}

func (s *server) current() *process {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.process
}

// kill ends the server as a power cut would, and tells whether it ran.
func (s *server) kill() bool { return s.end(syscall.SIGKILL, 0) }

// drain is how long a server may take from SIGTERM to its end: ten seconds, as it promises, and room for a machine busy with much
// else.
const drain = 30 * time.Second

// stop ends the server as an operator would. One that does not end in time is a violation; where a line to it is spoilt, a
// generous time.
func (s *server) stop() bool {
	patience := drain
	if s.run.spoilt {
		patience = time.Minute
	}
	began := time.Now()
	stopped := s.end(syscall.SIGTERM, patience)
	s.run.say("server %d ended %s after SIGTERM", s.n, time.Since(began).Round(time.Millisecond))
	return stopped
}

func (s *server) end(sig syscall.Signal, patience time.Duration) bool {
	p := s.current()
	if p == nil {
		return false
	}
	p.wanted.Store(true)
	if p.ended() {
		return false
	}
	p.ending.Store(true)
	_ = p.cmd.Process.Signal(sig) // ended meanwhile
	if patience > 0 {
		select {
		case <-p.done:
			return true
		case <-time.After(patience):
			s.run.violate(Rest, "server %d does not end within %s of SIGTERM: %s", s.n, patience, tail(s.logs))
			_ = p.cmd.Process.Kill() // ended meanwhile
		}
	}
	<-p.done
	return true
}

// runs tells whether it is up.
func (s *server) runs() bool {
	p := s.current()
	return p != nil && !p.ended() && s.at.Load() != nil
}

// died tells whether what was started last has come to the point that it was to die at.
func (s *server) died() bool { return s.current().died() }

// command runs a subcommand straight on the database, beside whatever runs.
func (r *run) command(ctx context.Context, dieAt string, args ...string) (out string, code int, err error) {
	cmd := exec.CommandContext(ctx, r.Binary, args...) //nolint:gosec // running it is the purpose
	cmd.Env = r.environ(r.servers[0].dir, r.db.server.URL(), "FAULTS_DIE_AT="+dieAt)
	b, err := cmd.CombinedOutput()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited && cmd.ProcessState == nil {
		return string(b), 0, fmt.Errorf("run callup %s: %w", strings.Join(args, " "), err)
	}
	return string(b), cmd.ProcessState.ExitCode(), nil
}

// tail is the end of a log.
func tail(path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	return string(b[max(0, len(b)-3000):])
}
