package apptest

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/testing/datadir"
	"github.com/callup/callup/internal/testing/testdb"
)

// AsProgram makes the test binary be callup itself, so that tests start, kill and signal a real process. Its value says
// with which times.
const (
	AsProgram = "CALLUP_TEST_AS_PROGRAM"
	quick     = "quick" // those of Times
	usual     = "usual" // those that every server has
)

// Quickly in the environment makes the test binary be callup, with the times of tests.
const Quickly = AsProgram + "=" + quick

// ProcessTimes are those that a test binary has which is the program.
func ProcessTimes() app.Times { return timesOf(os.Getenv(AsProgram)) }

func timesOf(which string) app.Times {
	if which == quick {
		return Times()
	}
	return app.Times{}
}

// Installation is a data folder and the processes that run on it.
type Installation struct {
	T   testing.TB
	Dir string
	Env []string
	// Program is what runs on it: the test binary, unless another is named.
	Program string
	// Within is the working folder of its processes; the test's own where it is empty.
	Within string
	times  string
}

// With is the same installation run by another program, with more in its environment.
func (in *Installation) With(program string, env ...string) *Installation {
	other := *in
	other.Program, other.Env, other.times = program, slices.Concat(in.Env, env), usual
	return &other
}

// AtUsualTimes is the same installation with the times that every server has, for a test of what they promise.
func (in *Installation) AtUsualTimes() *Installation { return in.With(in.Program, AsProgram+"="+usual) }

// NewInstallation is one on a database of the test's own, in the Postgres that all tests share.
func NewInstallation(t testing.TB, env ...string) *Installation {
	t.Helper()
	return newInstallation(t, append([]string{"DATABASE_URL=" + testdb.New(t)}, env...))
}

// NewBundledInstallation is one with a Postgres of its own, as the program starts it: for tests of just that.
func NewBundledInstallation(t testing.TB, env ...string) *Installation {
	t.Helper()
	in := newInstallation(t, env)
	if err := datadir.FillWithin(t.Context(), in.Dir); err != nil {
		t.Fatal(err)
	}
	return in
}

func newInstallation(t testing.TB, env []string) *Installation {
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
	in := &Installation{T: t, Dir: dir, Program: os.Args[0], times: quick, Env: append([]string{
		AsProgram + "=" + quick, "CALLUP_DATA=" + dir, "CALLUP_ADDR=127.0.0.1:0", "CALLUP_DEMO=off", "CALLUP_RATE_LIMIT_FACTOR=1000",
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir,
	}, env...)}
	t.Cleanup(in.Remove)
	return in
}

// Remove ends the Postgres of the installation, where it has one, and removes its folder.
func (in *Installation) Remove() {
	if pid := in.Postgres(); pid != 0 {
		_ = syscall.Kill(pid, syscall.SIGQUIT) // gone already when the last server stopped it
		for deadline := time.Now().Add(10 * time.Second); syscall.Kill(pid, 0) == nil && time.Now().Before(deadline); {
			<-time.After(20 * time.Millisecond) // it is shutting down
		}
	}
	if err := os.RemoveAll(in.Dir); err != nil {
		in.T.Log("data folder not removed:", err)
	}
}

// Postgres is the process id of the installation's Postgres; 0 when none runs.
func (in *Installation) Postgres() int {
	b, err := os.ReadFile(filepath.Join(in.Dir, "postgres", "postgres", "data", "postmaster.pid"))
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(b), "\n")
	pid, _ := strconv.Atoi(strings.TrimSpace(line))
	return pid
}

// Command runs a subcommand beside whatever runs, and gives its output and exit code.
func (in *Installation) Command(ctx context.Context, args ...string) (stdout, stderr string, code int) {
	in.T.Helper()
	cmd := exec.CommandContext(ctx, in.Program, args...)
	cmd.Env, cmd.Dir = in.Env, in.Within
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited { //nolint:errorlint // as exec returns it
		in.T.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// Server is one running `callup serve`.
type Server struct {
	Cmd  *exec.Cmd
	URL  string
	Done chan struct{}
	Logs *Buffer
}

// start runs a server and returns once it has said its address.
func (in *Installation) start(ctx context.Context) (*Server, error) {
	s := &Server{Done: make(chan struct{}), Logs: &Buffer{}}
	s.Cmd = exec.CommandContext(ctx, in.Program, "serve")
	s.Cmd.Env, s.Cmd.Dir = in.Env, in.Within
	s.Cmd.Stderr = s.Logs
	out, err := s.Cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.Cmd.Start(); err != nil {
		return nil, err
	}
	address := make(chan string, 1)
	go func() {
		defer close(s.Done)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if url, ok := strings.CutPrefix(lines.Text(), "Callup is at "); ok {
				address <- url
			}
		}
		_ = s.Cmd.Wait() // killed on purpose, or its log tells
	}()
	select {
	case s.URL = <-address:
		return s, nil
	case <-s.Done:
		return nil, fmt.Errorf("the server ended: %s", s.Logs)
	case <-ctx.Done():
		return nil, fmt.Errorf("the server does not come up: %w: %s", ctx.Err(), s.Logs)
	}
}

// MustStart starts a server, or fails the test.
func (in *Installation) MustStart(ctx context.Context) *Server {
	in.T.Helper()
	s, err := in.start(ctx)
	if err != nil {
		in.T.Fatal(err)
	}
	in.T.Cleanup(s.Kill)
	return s
}

// Kill ends the server as a power cut would.
func (s *Server) Kill() {
	_ = s.Cmd.Process.Kill() // ended already
	<-s.Done
}

// Stop ends the server as an operator would.
func (s *Server) Stop() {
	_ = s.Cmd.Process.Signal(syscall.SIGTERM) // ended already
	<-s.Done
}

// Organizer is the address of an installation's one member.
const Organizer = "organizer@example.org"

// Member makes a confirmed member beside the running server and signs them in.
func (in *Installation) Member(ctx context.Context, t *testing.T, s *Server) (token string) {
	t.Helper()
	return in.MemberCalled(ctx, t, s, Organizer, "Olga Organizer")
}

// MemberID is the id of a member whom Member or MemberCalled makes.
func MemberID(email string) ident.ID { return ident.Pair("test member", email) }

// MemberCalled is Member with an address and a name.
func (in *Installation) MemberCalled(ctx context.Context, t *testing.T, s *Server, email, name string) (token string) {
	t.Helper()
	const password = "a password of one's own"
	in.Open(ctx, t, func(b *app.Base) {
		svc, err := b.Alone()
		if err != nil {
			t.Fatal(err)
		}
		hash, err := svc.Accounts.HashPassword(ctx, password)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := svc.Accounts.CreateConfirmed(ctx, auth.NewAccount{
			Member: MemberID(email), Email: email, Name: name, Lang: "en", PasswordHash: hash,
		}); err != nil {
			t.Fatal(err)
		}
	})
	a, err := Call(ctx, http.MethodPost, s.URL+"/api/auth/sign-in", map[string]any{"email": email, "password": password})
	if err != nil || a.Status != http.StatusOK {
		t.Fatalf("sign in: %v %d %s", err, a.Status, a.Body)
	}
	var out struct {
		AccessToken string `json:"access_token"`
	}
	a.JSON(t, &out)
	return out.AccessToken
}

// Open stands on the installation from within the test.
func (in *Installation) Open(ctx context.Context, t testing.TB, f func(*app.Base)) {
	t.Helper()
	cfg, err := config.Load(in.Env)
	if err != nil {
		t.Fatal(err)
	}
	b, err := app.Open(ctx, cfg, app.Options{Times: timesOf(in.times)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := b.Close(context.WithoutCancel(ctx)); err != nil {
			t.Error(err)
		}
	}()
	f(b)
}

// Tail is the end of a long text.
func Tail(s string) string { return s[max(0, len(s)-4000):] }
