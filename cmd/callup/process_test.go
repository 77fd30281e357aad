package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/callup/callup/internal/testing/datadir"
)

// asProgram makes the test binary be callup itself, so that tests start, kill and signal a real process.
const asProgram = "CALLUP_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// installation is a data folder and the processes that run on it.
type installation struct {
	t   testing.TB
	dir string
	env []string
	// program is what runs on it: the test binary, unless another is named.
	program string
}

// with is the same installation run by another program, with more in its environment.
func (in *installation) with(program string, env ...string) *installation {
	other := *in
	other.program, other.env = program, slices.Concat(in.env, env)
	return &other
}

func newInstallation(t testing.TB, env ...string) *installation {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts processes: make check leaves it to make test, where nothing of this package changed")
	}
	dir, err := os.MkdirTemp("", "callup-test-") //nolint:usetesting // Postgres runs as another user, who may not enter t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := datadir.Fill(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	in := &installation{t: t, dir: dir, program: os.Args[0], env: append([]string{
		asProgram + "=1", "CALLUP_DATA=" + dir, "CALLUP_ADDR=127.0.0.1:0", "CALLUP_DEMO=off", "CALLUP_RATE_LIMIT_FACTOR=1000", "PATH=" + os.Getenv("PATH"), "HOME=" + dir,
	}, env...)}
	t.Cleanup(in.remove)
	return in
}

func (in *installation) remove() {
	if pid := in.postgres(); pid != 0 {
		_ = syscall.Kill(pid, syscall.SIGQUIT) // gone already when the last server stopped it
		for deadline := time.Now().Add(10 * time.Second); syscall.Kill(pid, 0) == nil && time.Now().Before(deadline); {
			<-time.After(20 * time.Millisecond) // it is shutting down
		}
	}
	if err := os.RemoveAll(in.dir); err != nil {
		in.t.Log("data folder not removed:", err)
	}
}

// postgres is the process id of the installation's Postgres; 0 when none runs.
func (in *installation) postgres() int {
	found, _ := filepath.Glob(filepath.Join(in.dir, "postgres", "*", "postmaster.pid"))
	if len(found) == 0 {
		return 0
	}
	b, err := os.ReadFile(found[0])
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(b), "\n")
	pid, _ := strconv.Atoi(strings.TrimSpace(line))
	return pid
}

// command runs a subcommand beside whatever runs, and gives its output and exit code.
func (in *installation) command(ctx context.Context, args ...string) (stdout, stderr string, code int) {
	in.t.Helper()
	cmd := exec.CommandContext(ctx, in.program, args...)
	cmd.Env = in.env
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited { //nolint:errorlint // as exec returns it
		in.t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// server is one running `callup serve`.
type server struct {
	cmd  *exec.Cmd
	url  string
	done chan struct{}
	logs *lockedBuffer
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// start runs a server and returns once it has said its address.
func (in *installation) start(ctx context.Context) (*server, error) {
	s := &server{done: make(chan struct{}), logs: &lockedBuffer{}}
	s.cmd = exec.CommandContext(ctx, in.program, "serve")
	s.cmd.Env = in.env
	s.cmd.Stderr = s.logs
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	address := make(chan string, 1)
	go func() {
		defer close(s.done)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if url, ok := strings.CutPrefix(lines.Text(), "Callup is at "); ok {
				address <- url
			}
		}
		_ = s.cmd.Wait() // killed on purpose, or its log tells
	}()
	select {
	case s.url = <-address:
		return s, nil
	case <-s.done:
		return nil, fmt.Errorf("the server ended: %s", s.logs)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (in *installation) mustStart(ctx context.Context) *server {
	in.t.Helper()
	s, err := in.start(ctx)
	if err != nil {
		in.t.Fatal(err)
	}
	in.t.Cleanup(s.kill)
	return s
}

// kill ends the server as a power cut would.
func (s *server) kill() {
	_ = s.cmd.Process.Kill() // ended already
	<-s.done
}

// stop ends the server as an operator would.
func (s *server) stop() {
	_ = s.cmd.Process.Signal(syscall.SIGTERM) // ended already
	<-s.done
}

// answer is what the server said.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (a answer) json(t testing.TB, into any) {
	t.Helper()
	if err := json.Unmarshal(a.body, into); err != nil {
		t.Fatalf("%v: %s", err, a.body)
	}
}

// call sends one request; headers are pairs.
func call(ctx context.Context, method, url string, body any, headers ...string) (answer, error) {
	var r io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return answer{}, err
		}
		r = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, url, r)
	if err != nil {
		return answer{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	for pair := range slices.Chunk(headers, 2) {
		req.Header.Set(pair[0], pair[len(pair)-1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = res.Body.Close() }() // read to its end below
	b, err := io.ReadAll(res.Body)
	return answer{res.StatusCode, res.Header, b}, err
}
