package embeddedpg_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/internal/embeddedpg"
	"github.com/callup/callup/internal/testing/datadir"
)

// ownerEnv makes this test binary a process that holds a Postgres until killed.
const ownerEnv = "CALLUP_TEST_PG_OWNER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(ownerEnv); dir != "" {
		own(dir)
		return
	}
	os.Exit(m.Run())
}

// openFolder is a temporary folder that every user may enter.
func openFolder() (string, error) {
	dir, err := os.MkdirTemp("", "callup-test-pg-")
	if err != nil {
		return "", err
	}
	return dir, os.Chmod(dir, 0o755)
}

func own(dir string) {
	server, err := embeddedpg.Start(context.Background(), options(dir, io.Discard))
	if err != nil {
		fmt.Println("error:", err)
		return
	}
	fmt.Println(server.PID())
	_, _ = io.Copy(io.Discard, os.Stdin) // until the test closes it or kills us
	if err := server.Stop(context.Background()); err != nil {
		fmt.Println("error:", err)
	}
}

// binEnv names the unpacked programs to a process of another user, who would unpack its own.
const binEnv = "CALLUP_TEST_PG_BIN"

func options(dir string, log io.Writer) embeddedpg.Options {
	return embeddedpg.Options{
		Dir:    dir,
		BinDir: cmp.Or(os.Getenv(binEnv), datadir.Programs()),
		Logger: slog.New(slog.NewTextHandler(log, nil)),
		// What these tests check does not depend on the disk's cache.
		Settings: map[string]string{"fsync": "off"},
	}
}

func TestStart_servesAndStops(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server := start(t, dir)
	if got := query(t, server, "SELECT current_user || ' ' || current_database()"); got != "callup callup" {
		t.Errorf("signed in as %q", got)
	}
	if got := query(t, server, "SELECT rolsuper::text FROM pg_roles WHERE rolname = current_user"); got != "false" {
		t.Errorf("the application's role is a superuser: %s", got)
	}
	if got := query(t, server,
		"SELECT lower('ÀÉ') || ' ' || current_setting('TimeZone') || ' ' || current_setting('server_encoding')"); got != "àé UTC UTF8" {
		t.Errorf("locale, time zone and encoding are %q", got)
	}
	pid := server.PID()
	stop(t, server)
	if alive(pid) {
		t.Errorf("Postgres %d runs on after the last user stopped it", pid)
	}
	for _, left := range []string{"postgres.run", "postgres/data/postmaster.pid"} {
		if _, err := os.Stat(filepath.Join(dir, left)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is left after the stop: %v", left, err)
		}
	}
}

// Postgres runs in the folder /, where a relative path would name another one (found, point 1).
func TestStart_RefusesRelativePaths(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, change := range map[string]func(*embeddedpg.Options){
		"Dir":    func(o *embeddedpg.Options) { o.Dir = "data" },
		"BinDir": func(o *embeddedpg.Options) { o.BinDir = "data/postgres-bin" },
		"Data":   func(o *embeddedpg.Options) { o.Data = "." },
	} {
		opts := options(dir, io.Discard)
		change(&opts)
		if _, err := embeddedpg.Start(t.Context(), opts); err == nil || !strings.Contains(err.Error(), name+" is the relative path") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestStart_keepsDataAndPassword(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	first := start(t, dir)
	query(t, first, "CREATE TABLE kept AS SELECT 7 AS n; SELECT ''")
	stop(t, first)
	again := start(t, dir)
	defer stop(t, again)
	if got := query(t, again, "SELECT n::text FROM kept"); got != "7" {
		t.Errorf("the table holds %q", got)
	}
}

func TestStart_adoptsWhatAKilledProcessLeft(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	owner, pid := startOwner(t, dir)
	if err := owner.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = owner.Wait()
	if !alive(pid) {
		t.Fatal("Postgres ended with the process that started it")
	}
	server := start(t, dir)
	if server.PID() != pid {
		t.Errorf("process %d was started instead of adopting %d", server.PID(), pid)
	}
	query(t, server, "SELECT ''")
	stop(t, server)
	if alive(pid) {
		t.Error("an adopted Postgres runs on after its last user stopped it")
	}
}

func TestStop_leavesPostgresToOtherProcesses(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	owner, pid := startOwner(t, dir)
	mine := start(t, dir)
	other := start(t, dir)
	if mine.PID() != pid || other.PID() != pid || mine.URL() != other.URL() {
		t.Errorf("three users of one data folder reached processes %d, %d, %d", pid, mine.PID(), other.PID())
	}
	stop(t, other)
	query(t, mine, "SELECT ''")
	stop(t, mine)
	if !alive(pid) {
		t.Fatal("Postgres was stopped while another process used it")
	}
	endOwner(t, owner)
	if alive(pid) {
		t.Error("the last process out did not stop Postgres")
	}
}

func TestStart_manyAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const users = 6
	servers := make([]*embeddedpg.Server, users)
	errs := make([]error, users)
	var all sync.WaitGroup
	for i := range users {
		all.Go(func() { servers[i], errs[i] = embeddedpg.Start(t.Context(), options(dir, io.Discard)) })
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	for _, server := range servers {
		if server.URL() != servers[0].URL() {
			t.Errorf("two addresses for one data folder: %s and %s", server.URL(), servers[0].URL())
		}
	}
	pid := servers[0].PID()
	for _, server := range servers {
		all.Go(func() { stop(t, server) })
	}
	all.Wait()
	if alive(pid) {
		t.Error("Postgres runs on after everybody stopped")
	}
}

func TestStart_replacesAHalfWrittenCluster(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	half := filepath.Join(dir, "postgres.new-0badcafe", "data")
	if err := os.MkdirAll(half, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(half, "PG_VERSION"), []byte("18\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	server := start(t, dir)
	defer stop(t, server)
	query(t, server, "SELECT ''")
	if left, _ := filepath.Glob(filepath.Join(dir, "postgres.new-*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestStart_refusesADamagedCluster(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	stop(t, start(t, dir))
	version := filepath.Join(dir, "postgres", "data", "PG_VERSION")
	for name, c := range map[string]struct {
		damage func() error
		want   string
	}{
		"another version": {func() error { return os.WriteFile(version, []byte("12\n"), 0o600) }, "was written by Postgres 12"},
		"no version":      {func() error { return os.Remove(version) }, "restore it from a backup"},
	} {
		if err := c.damage(); err != nil {
			t.Fatal(err)
		}
		server, err := embeddedpg.Start(t.Context(), options(dir, io.Discard))
		if err == nil {
			stop(t, server)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want a sentence with %q", name, err, c.want)
		}
	}
}

func TestStart_ignoresAStalePIDFile(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	stop(t, start(t, dir))
	// Our own number: a living process of another program, as after a reboot.
	stale := fmt.Sprintf("%d\n%s\n0\n5432\n\n\n", os.Getpid(), filepath.Join(dir, "postgres", "data"))
	if err := os.WriteFile(filepath.Join(dir, "postgres", "data", "postmaster.pid"), []byte(stale), 0o600); err != nil {
		t.Fatal(err)
	}
	run := fmt.Sprintf(`{"pid":%d,"socket_dir":"/nowhere"}`, os.Getpid())
	if err := os.WriteFile(filepath.Join(dir, "postgres.run"), []byte(run), 0o600); err != nil {
		t.Fatal(err)
	}
	server := start(t, dir)
	defer stop(t, server)
	query(t, server, "SELECT ''")
}

func TestStart_replacesAPostgresNobodyCanReach(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	owner, pid := startOwner(t, dir)
	if err := owner.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = owner.Wait()
	// As when a cleaner empties the folder for temporary files.
	if err := os.Remove(filepath.Join(dir, "postgres.run")); err != nil {
		t.Fatal(err)
	}
	server := start(t, dir)
	defer stop(t, server)
	query(t, server, "SELECT ''")
	if server.PID() == pid {
		t.Errorf("still process %d", pid)
	}
}

// A killed Postgres whose parent takes no note of its end keeps its number, which its lock files name.
func TestStart_replacesAKilledPostgresThatNobodyBuried(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	owner, pid := startOwner(t, dir)
	if err := errors.Join(owner.Process.Signal(syscall.SIGSTOP), syscall.Kill(pid, syscall.SIGKILL)); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() error {
		if alive(pid) {
			return errors.New("not ended yet")
		}
		return nil
	})
	server := start(t, dir)
	defer stop(t, server)
	query(t, server, "SELECT ''")
	if err := owner.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = owner.Wait()
}

func TestWatch_startsAKilledPostgresAgainAtTheSameAddress(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	server := start(t, dir)
	second := start(t, dir) // shares it, and notices too
	address, before := server.URL(), server.PID()
	for range 3 {
		pid := server.PID()
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		eventually(t, func() error {
			if server.PID() == pid || second.PID() != server.PID() {
				return errors.New("not started again yet")
			}
			return nil
		})
		query(t, server, "SELECT ''")
	}
	if server.URL() != address || second.URL() != address {
		t.Errorf("the address changed from %s to %s", address, server.URL())
	}
	stop(t, second)
	stop(t, server)
	if alive(server.PID()) || alive(before) {
		t.Error("a Postgres runs on after its last user stopped it")
	}
}

func TestStart_worksBelowAClosedFolder(t *testing.T) {
	parent := filepath.Join(t.TempDir(), "closed")
	if err := os.Mkdir(parent, 0o700); err != nil {
		t.Fatal(err)
	}
	open, err := openFolder()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(open) }()
	t.Setenv("TMPDIR", open)
	opts := options(filepath.Join(parent, "data"), io.Discard)
	opts.BinDir = "" // the programs are below it too
	server, err := embeddedpg.Start(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	defer stop(t, server)
	query(t, server, "SELECT ''")
}

// A link leads to where the account may not go, although the way to the link is open.
func TestStart_WorksBehindALinkIntoAClosedFolder(t *testing.T) {
	t.Parallel()
	closed := filepath.Join(t.TempDir(), "closed")
	open, err := openFolder()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(open) }()
	data := filepath.Join(open, "data")
	if err := errors.Join(os.MkdirAll(filepath.Join(closed, "data"), 0o700), os.Chmod(closed, 0o700),
		os.Symlink(filepath.Join(closed, "data"), data), datadir.Fill(t.Context(), data)); err != nil {
		t.Fatal(err)
	}
	server := start(t, data)
	defer stop(t, server)
	query(t, server, "SELECT ''")
}

// Most machines run callup as an ordinary user, test machines often as root.
func TestStart_asAnOrdinaryUser(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		server := start(t, t.TempDir())
		defer stop(t, server)
		query(t, server, "SELECT ''")
		return
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	uid, _ := strconv.Atoi(nobody.Uid)
	gid, _ := strconv.Atoi(nobody.Gid)
	dir, err := openFolder()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Chown(dir, uid, gid); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "owner")
	if err := copyProgram(program); err != nil {
		t.Fatal(err)
	}
	owner, pid := startOwnerWith(t, exec.CommandContext(context.WithoutCancel(t.Context()), program), filepath.Join(dir, "data"),
		&syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}})
	endOwner(t, owner)
	if alive(pid) {
		t.Error("Postgres runs on after the stop")
	}

	// Root may use it afterwards without taking it away from its owner.
	server := start(t, filepath.Join(dir, "data"))
	query(t, server, "SELECT ''")
	stop(t, server)
	info, err := os.Stat(filepath.Join(dir, "data", "postgres", "data", "PG_VERSION"))
	if err != nil {
		t.Fatal(err)
	}
	if st, ok := info.Sys().(*syscall.Stat_t); !ok || int(st.Uid) != uid {
		t.Error("the cluster no longer belongs to the user who made it")
	}
}

func copyProgram(to string) error {
	from, err := os.Executable()
	if err != nil {
		return err
	}
	program, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, program, 0o755)
}

func TestStart_saysWhyItCannot(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := embeddedpg.Start(t.Context(), options(filepath.Join(file, "data"), io.Discard))
	if err == nil || !strings.Contains(err.Error(), "CALLUP_DATA") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v, want one sentence that names CALLUP_DATA", err)
	}

	opts := options(filled(t), io.Discard)
	opts.Settings = map[string]string{"max_connections": "none"}
	_, err = embeddedpg.Start(t.Context(), opts)
	if err == nil || !strings.Contains(err.Error(), "max_connections") || !strings.Contains(err.Error(), "postgres.log") {
		t.Errorf("got %v, want what Postgres said and where its log is", err)
	}
}

// filled is a folder with a cluster, for tests of what happens when there is one.
func filled(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := datadir.Fill(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func start(t *testing.T, dir string) *embeddedpg.Server {
	t.Helper()
	server, err := embeddedpg.Start(t.Context(), options(dir, io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, server) }) // Stop may be called twice
	return server
}

func stop(t *testing.T, server *embeddedpg.Server) {
	t.Helper()
	if err := server.Stop(context.WithoutCancel(t.Context())); err != nil {
		t.Errorf("stop: %v", err)
	}
}

func query(t *testing.T, server *embeddedpg.Server, sql string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), server.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	results, err := conn.PgConn().Exec(t.Context(), sql).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return string(results[len(results)-1].Rows[0][0])
}

// startOwner returns a process that holds the Postgres of dir, and that Postgres.
func startOwner(t *testing.T, dir string) (*exec.Cmd, int) {
	t.Helper()
	return startOwnerWith(t, exec.CommandContext(context.WithoutCancel(t.Context()), os.Args[0]), dir, nil)
}

func startOwnerWith(t *testing.T, owner *exec.Cmd, dir string, as *syscall.SysProcAttr) (*exec.Cmd, int) {
	t.Helper()
	owner.Env = append(os.Environ(), ownerEnv+"="+dir, binEnv+"="+datadir.Programs())
	owner.SysProcAttr = as
	in, err := owner.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := owner.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = in.Close() })
	line := make([]byte, 200)
	n, err := out.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(line[:n])))
	if err != nil {
		t.Fatalf("the owner said %q", line[:n])
	}
	t.Cleanup(func() { _ = owner.Process.Kill() })
	owners.Store(owner, in)
	return owner, pid
}

var owners sync.Map

func endOwner(t *testing.T, owner *exec.Cmd) {
	t.Helper()
	if in, ok := owners.Load(owner); ok {
		_ = in.(io.Closer).Close()
	}
	if err := owner.Wait(); err != nil {
		t.Fatal(err)
	}
}

func alive(pid int) bool {
	state, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if errors.Is(err, os.ErrNotExist) {
		return false
	}
	return err == nil && !strings.Contains(string(state), ") Z ")
}

func eventually(t *testing.T, done func() error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for err := done(); err != nil; err = done() {
		select {
		case <-ctx.Done():
			t.Fatal(err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}
