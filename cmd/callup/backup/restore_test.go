package backup

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/testing/testdb"
)

// serving runs a server on a database until the test ends, and gives its address and what it says.
func (d *drill) serving(t *testing.T, database string) (string, *apptest.Buffer) {
	t.Helper()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	var out apptest.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"serve"}, []string{
			"CALLUP_DATA=" + t.TempDir(), "CALLUP_DEMO=off", "DATABASE_URL=" + database, "CALLUP_KEY=" + d.key, "CALLUP_ADDR=127.0.0.1:0",
			"HOME=" + os.Getenv("HOME"),
		}, &out, &out)
	}()
	t.Cleanup(func() {
		stop()
		if code := <-ended; code != 0 {
			t.Errorf("serve exits %d: %s", code, &out)
		}
	})
	address := ""
	apptest.Until(t.Context(), t, "the server says where it is", func() bool {
		_, after, found := strings.Cut(out.String(), "Callup is at ")
		line, _, whole := strings.Cut(after, "\n")
		address = line
		return found && whole
	})
	return address, &out
}

const reactorLocks = `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
	AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
	AND (classid::bigint << 32 | objid::bigint) IN (SELECT hashtextextended('callup reactor ' || r, 1)
	FROM unnest(ARRAY['mails', 'refunds', 'timers', 'erasures']) r)`

// TestARestoredInstallationActsOnNothing: what waited in the backup to be mailed, fired and delivered waits on, while
// people are served, until the operator lets it go.
func TestARestoredInstallationActsOnNothing(t *testing.T) {
	t.Parallel()
	d := newDrill(t)
	apptest.MustExec(t, d.Base, `DELETE FROM outbox_mails`)
	apptest.MustExec(t, d.Base, `UPDATE reactor_checkpoints SET position = '0' WHERE reactor = 'mails'`)
	apptest.MustExec(t, d.Base, `UPDATE timers SET due_at = now() - interval '1 hour'
		WHERE command <> 'lapse-urgency'`) // which waits for its day, whatever its timer says
	apptest.MustExec(t, d.Base, `UPDATE sandbox_deliveries SET outcome = NULL, due_at = now() - interval '1 hour'`)
	due, webhooks := apptest.Count(t, d.Base, `SELECT count(*) FROM timers WHERE due_at < now()`),
		apptest.Count(t, d.Base, `SELECT count(*) FROM sandbox_deliveries`)
	if due == 0 || webhooks == 0 {
		t.Fatalf("%d timers and %d webhooks wait", due, webhooks)
	}
	if out, code := d.backUp(d.Pool.Config().ConnString()); code != 0 {
		t.Fatalf("backup exits %d: %s", code, out)
	}
	to := testdb.NewWithoutMigrations(t)
	out, code := d.restore(to)
	if code != 0 || !strings.Contains(out, "until: callup resume") {
		t.Fatalf("restore exits %d and does not say how to let it go: %s", code, out)
	}
	address, said := d.serving(t, to)
	if !strings.Contains(said.String(), "is held back") {
		t.Errorf("the server does not say that it is held back: %s", said)
	}
	restored := apptest.NewBase(t, "DATABASE_URL="+to, "CALLUP_KEY="+d.key)
	for path, want := range map[string]int{"/readyz": http.StatusOK, "/": http.StatusOK, "/api/campaigns?limit=1": http.StatusOK} {
		apptest.Until(t.Context(), t, path+" is answered", func() bool {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				return false
			}
			return res.Body.Close() == nil && res.StatusCode == want
		})
	}
	held := func() (leads, mails, waiting, undelivered int) {
		return apptest.Count(t, restored, reactorLocks), apptest.Count(t, restored, `SELECT count(*) FROM outbox_mails`),
			apptest.Count(t, restored, `SELECT count(*) FROM timers WHERE due_at < now()`),
			apptest.Count(t, restored, `SELECT count(*) FROM sandbox_deliveries WHERE outcome IS NULL`)
	}
	if leads, mails, waiting, undelivered := held(); leads != 0 || mails != 0 || waiting != due || undelivered != webhooks {
		t.Errorf("%d reactors run, %d mails are written, %d of %d timers and %d of %d webhooks wait", leads, mails, waiting, due,
			undelivered, webhooks)
	}
	if out, code := d.callup(to, d.key, "deadletters", "replay"); code != 1 || !strings.Contains(out, "callup resume") {
		t.Errorf("a replay exits %d: %s", code, out)
	}
	told := func(line string) bool {
		a, err := apptest.Call(t.Context(), http.MethodGet, address+"/metrics", nil)
		return err == nil && strings.Contains(string(a.Body), "\n"+line+"\n")
	}
	if !told("callup_restored_held 1") {
		t.Error("no metric tells that it is held back")
	}
	if out, _ := d.callup(to, d.key, "doctor"); !strings.Contains(out, "held back: no mail") {
		t.Errorf("the doctor does not see it: %s", out)
	}
	if out, code := d.callup(to, d.key, "resume"); code != 0 || !strings.Contains(out, "acts again") {
		t.Errorf("resume exits %d: %s", code, out)
	}
	if !told("callup_restored_held 0") {
		t.Error("a metric tells that it is held back still")
	}
	apptest.Until(t.Context(), t, "all goes on", func() bool {
		leads, mails, waiting, undelivered := held()
		return leads == 4 && mails > 0 && waiting == 0 && undelivered == 0
	})
	if out, code := d.callup(to, d.key, "resume"); code != 0 || !strings.Contains(out, "Nothing is held back") {
		t.Errorf("a second resume exits %d: %s", code, out)
	}
}

// A restore that was cut off is opened by nobody.
func TestACutOffRestoreIsNotServed(t *testing.T) {
	t.Parallel()
	d := newDrill(t)
	if out, code := d.backUp(d.Pool.Config().ConnString()); code != 0 {
		t.Fatalf("backup exits %d: %s", code, out)
	}
	to := testdb.NewWithoutMigrations(t)
	gathered := filepath.Join(t.TempDir(), "gathered")
	d.gather(t, gathered)
	ctx, cut := context.WithCancel(t.Context())
	var said apptest.Buffer
	code := run(ctx, []string{"restore", "--from", gathered}, []string{
		"CALLUP_DATA=" + t.TempDir(), "CALLUP_DEMO=off", "DATABASE_URL=" + to, "CALLUP_KEY=" + d.key, "HOME=" + os.Getenv("HOME"),
	}, apptest.Says{Words: "Building the read tables", Then: cut}, &said)
	if code != 1 || !strings.Contains(said.String(), "restore again, or restore into another folder or database") {
		t.Fatalf("cut off, restore exits %d: %s", code, &said)
	}
	for _, args := range [][]string{{"serve"}, {"resume"}, {"events", "list"}} {
		if out, code := d.callup(to, d.key, args...); code != 1 || !strings.Contains(out, "was cut off") {
			t.Errorf("%v exits %d: %s", args, code, out)
		}
	}
	if out, code := d.callup(testdb.NewWithoutMigrations(t), d.key, "restore", "--from", gathered); code != 0 {
		t.Errorf("into another database, it exits %d: %s", code, out)
	}
}

// TestErasedStayErased: a backup that is older than an erasure brings nobody back, when the list of who was erased is at
// hand; and a key that came back beside a log that knows better goes again.
func TestErasedStayErased(t *testing.T) {
	if testing.Short() {
		t.Skip("erasing waits out the key caches: make check leaves it to make test, where nothing of this package changed")
	}
	t.Parallel()
	d := newDrill(t)
	url := d.Pool.Config().ConnString()
	if out, code := d.backUp(url); code != 0 {
		t.Fatalf("backup exits %d: %s", code, out)
	}
	var emails [2]string // of a member, and of a guest who got a receipt
	if err := d.Pool.QueryRow(t.Context(), `SELECT (SELECT email FROM accounts WHERE confirmed_at IS NOT NULL ORDER BY id LIMIT 1),
		(SELECT lower(recipient) FROM outbox_mails WHERE lower(recipient) NOT IN (SELECT email FROM accounts) ORDER BY id
		LIMIT 1)`).Scan(&emails[0], &emails[1]); err != nil {
		t.Fatal(err)
	}
	for i, kind := range []string{"member", "guest"} {
		if out, code := d.callup(url, d.key, "erase", kind, emails[i]); code != 0 {
			t.Fatalf("erase %s exits %d: %s", kind, code, out)
		}
	}
	listed, code := d.callup(url, d.key, "erase", "status", "--json")
	if code != 0 || strings.Count(listed, `"requested"`) != 2 || strings.Contains(listed, emails[0]) {
		t.Fatalf("erase status exits %d: %s", code, listed)
	}
	file := filepath.Join(t.TempDir(), "erased.json")
	// as it says once they are erased, which takes a minute
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(listed, `"requested"`, `"completed"`)), 0o600); err != nil {
		t.Fatal(err)
	}
	to := testdb.NewWithoutMigrations(t)
	if out, code := d.restore(to, "--erased", filepath.Join(d.dir, LogArchive)); code != 1 ||
		!strings.Contains(out, "erase status --json") {
		t.Errorf("a list that is none exits %d: %s", code, out)
	}
	out, code := d.restore(to, "--erased", file)
	if code != 0 || !strings.Contains(out, "2 of 2 people on the list were erased again") {
		t.Fatalf("restore exits %d: %s", code, out)
	}
	restored := apptest.NewBase(t, "DATABASE_URL="+to, "CALLUP_KEY="+d.key)
	const erased = `SELECT (data->>'subject')::uuid FROM events WHERE type = 'PersonErased'`
	for what, n := range map[string]int{
		"keys": apptest.Count(t, restored, `SELECT count(*) FROM subject_keys WHERE wrapped IS NOT NULL AND subject IN (`+
			erased+`)`),
		"accounts": apptest.Count(t, restored, `SELECT count(*) FROM accounts WHERE lower(email) = ANY($1)`, emails[:]),
		"mails":    apptest.Count(t, restored, `SELECT count(*) FROM outbox_mails WHERE lower(recipient) = ANY($1)`, emails[:]),
	} {
		if n != 0 {
			t.Errorf("%d %s of who was erased are back", n, what)
		}
	}
	if n := apptest.Count(t, restored, `SELECT count(*) FROM events WHERE type = 'ErasureCompleted'`); n != 2 {
		t.Errorf("%d erasures were completed", n)
	}
	if out, code := d.callup(to, d.key, "projections", "verify"); code != 0 {
		t.Errorf("verify exits %d: %s", code, out)
	}

	// a key that is older than the log beside it
	var subject [16]byte
	var wrapped []byte
	if err := d.Pool.QueryRow(t.Context(),
		`SELECT subject, wrapped FROM subject_keys WHERE kind = 'guest' AND wrapped IS NOT NULL AND subject = ANY($1)`,
		apptest.IDs(t, restored, erased)).Scan(&subject, &wrapped); err != nil {
		t.Fatal(err)
	}
	apptest.MustExec(t, restored, `UPDATE subject_keys SET wrapped = $2, destroyed_at = NULL WHERE subject = $1`, subject, wrapped)
	d.dir, d.keys = filepath.Join(t.TempDir(), "log"), filepath.Join(t.TempDir(), "keys")
	if out, code := d.backUp(to); code != 0 {
		t.Fatalf("backup exits %d: %s", code, out)
	}
	third := testdb.NewWithoutMigrations(t)
	if out, code := d.restore(third); code != 0 {
		t.Fatalf("restore exits %d: %s", code, out)
	}
	if n := apptest.Count(t, apptest.NewBase(t, "DATABASE_URL="+third, "CALLUP_KEY="+d.key),
		`SELECT count(*) FROM subject_keys WHERE wrapped IS NOT NULL AND subject = $1`, subject); n != 0 {
		t.Error("the key of who was erased is back")
	}
}

// A log with gaps leaves no files that look like a backup.
func TestABackupOfALogWithGapsIsNone(t *testing.T) {
	t.Parallel()
	d := newDrill(t)
	apptest.MustExec(t, d.Base, `ALTER TABLE events DISABLE TRIGGER ALL`)
	apptest.MustExec(t, d.Base, `DELETE FROM events WHERE position = 5`)
	if out, code := d.backUp(d.Pool.Config().ConnString()); code != 1 || !strings.Contains(out, "has gaps") {
		t.Errorf("backup exits %d: %s", code, out)
	}
	if left, err := os.ReadDir(d.dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder is left, with %v: %v", left, err)
	}
}
