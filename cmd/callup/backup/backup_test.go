package backup

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/klauspost/compress/zstd"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/testing/testdb"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// drill is an installation that was filled and backed up.
type drill struct {
	*app.Services
	t     *testing.T
	key   string
	dir   string // the log of its backup
	keys  string // the keys of its backup
	other string // an earlier one, both in one folder
}

// backUp backs up a database.
func (d *drill) backUp(database string) (out string, code int) {
	d.t.Helper()
	return d.callup(database, d.key, "backup", "--to", d.dir, "--keys-to", d.keys)
}

// restore fills a database from the backup.
func (d *drill) restore(database string, more ...string) (out string, code int) {
	d.t.Helper()
	return d.callup(database, d.key, append([]string{"restore", "--from", d.dir, "--keys-from", d.keys}, more...)...)
}

// callup runs a subcommand on a database with a key.
func (d *drill) callup(database, key string, args ...string) (out string, code int) {
	d.t.Helper()
	var both bytes.Buffer
	code = run(d.t.Context(), args, []string{
		"CALLUP_DATA=" + d.t.TempDir(), "CALLUP_DEMO=off", "DATABASE_URL=" + database, "CALLUP_KEY=" + key, "HOME=" + os.Getenv("HOME"),
	}, &both, &both)
	return both.String(), code
}

func newDrill(t *testing.T) *drill {
	t.Helper()
	d := &drill{Services: apptest.NewServices(t), t: t, dir: filepath.Join(t.TempDir(), "log"),
		keys: filepath.Join(t.TempDir(), "keys")}
	d.key = base64.StdEncoding.EncodeToString(d.Key)
	if _, err := d.Seed(t.Context(), app.SeedOptions{Members: 12, Campaigns: 5, Donations: 60, Seed: 7},
		func(string) {}); err != nil {
		t.Fatal(err)
	}
	working, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Router.Run(working) }()
	apptest.Until(t.Context(), t, "mails are written", func() bool {
		return apptest.RowsIn(t, d.Base, "outbox_mails") > 0 && apptest.ReactorsDone(t, d.Base)
	})
	stop()
	if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := d.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	return d
}

// backUpBeside backs up while people are at work, until they are done: each backup is of one moment.
func (d *drill) backUpBeside(t *testing.T) {
	t.Helper()
	seeded := make(chan error, 1)
	go func() {
		_, err := d.Seed(t.Context(), app.SeedOptions{Members: 14, Campaigns: 6, Donations: 90, Seed: 7}, func(string) {})
		seeded <- err
	}()
	heads := map[int64]bool{}
	for n := 0; ; n++ {
		d.other = filepath.Join(t.TempDir(), "other")
		if err := os.Mkdir(d.other, 0o700); err != nil {
			t.Fatal(err)
		}
		made, err := writeArchives(
			t.Context(), d.Base, filepath.Join(d.other, LogArchive), filepath.Join(d.other, KeysArchive),
		)
		if err != nil {
			t.Fatal(err)
		}
		heads[made.Events] = true
		select {
		case err := <-seeded:
			if err != nil {
				t.Fatal(err)
			}
			if len(heads) < 2 {
				t.Errorf("%d backups were made of a log that did not grow meanwhile", n+1)
			}
			if err := d.CatchUp(t.Context()); err != nil {
				t.Fatal(err)
			}
			return
		default:
		}
	}
}

// TestBackupDrill: fill, back up, restore elsewhere, verify, rebuild, compare every row.
func TestBackupDrill(t *testing.T) {
	t.Parallel()
	d := newDrill(t)
	d.backUpBeside(t)
	if _, err := d.Pool.Exec(t.Context(), `INSERT INTO dead_letters (reactor, position, event_id, stream, type, error, attempts)
		VALUES ('mails', '1', gen_random_uuid(), 'x-1', 'X', 'a mistake', 9)`); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Pool.Exec(t.Context(), `INSERT INTO audits (position, events, differences) VALUES ('12', 12, 1)`); err != nil {
		t.Fatal(err)
	}
	before := apptest.Digests(t, d.Base)
	url := d.Pool.Config().ConnString()
	if out, code := d.backUp(url); code != 0 || !strings.Contains(out, "The installation key is in neither") {
		t.Fatalf("backup exits %d: %s", code, out)
	}
	d.onlyApart(t, url)
	for _, file := range []string{filepath.Join(d.dir, LogArchive), filepath.Join(d.keys, KeysArchive)} {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", file, info, err)
		}
		if all, err := os.ReadDir(filepath.Dir(file)); err != nil || len(all) != 1 {
			t.Errorf("beside %s lies more: %v, %v", file, all, err)
		}
	}

	t.Run("the log alone tells nobody's name", func(t *testing.T) {
		log, keys := unpacked(t, filepath.Join(d.dir, LogArchive)), unpacked(t, filepath.Join(d.keys, KeysArchive))
		rows, err := d.Pool.Query(t.Context(), `SELECT email FROM accounts UNION SELECT recipient FROM outbox_mails`)
		if err != nil {
			t.Fatal(err)
		}
		private, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		private = append(private, d.names(t)...)
		if len(private) < 20 {
			t.Fatalf("only %d names and addresses to look for", len(private))
		}
		found := 0
		for _, p := range private {
			if strings.Contains(log, p) {
				t.Errorf("the log tells %s", p)
			}
			if strings.Contains(keys, p) {
				found++
			}
		}
		if found == 0 {
			t.Error("the keys' archive has no address either: nothing was looked for")
		}
		for name, text := range map[string]string{"log": log, "keys": keys} {
			if strings.Contains(text, d.key) || strings.Contains(text, string(d.Key)) ||
				strings.Contains(text, fmt.Sprintf("%x", d.Key)) {
				t.Errorf("the installation key is in the archive of the %s", name)
			}
		}
	})

	to := testdb.NewWithoutMigrations(t)
	t.Run("what can't be restored leaves nothing behind", func(t *testing.T) { d.refuses(t, to) })

	if out, code := d.restore(to); code != 0 {
		t.Fatalf("restore exits %d: %s", code, out)
	}
	restored := apptest.NewBase(t, "DATABASE_URL="+to, "CALLUP_KEY="+d.key)
	after := apptest.Digests(t, restored)
	for table, digest := range before {
		if after[table] != digest {
			t.Errorf("%s is %s, and was %s", table, after[table], digest)
		}
	}
	if len(before) < 20 || len(after) != len(before) {
		t.Errorf("%d tables compared, %d restored", len(before), len(after))
	}
	was, _, err := d.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if is, _, err := restored.Store.Head(t.Context()); err != nil || is == was {
		t.Errorf("the restored log bears the name of the one it was copied from (%v)", err)
	}
	for _, args := range [][]string{{"projections", "verify"}, {"projections", "rebuild", "campaign_progress", "members"},
		{"deadletters", "list"}} {
		if out, code := d.callup(to, d.key, args...); code != 0 {
			t.Errorf("%v exits %d: %s", args, code, out)
		}
	}
	for table, digest := range apptest.Digests(t, restored) {
		if before[table] != digest {
			t.Errorf("%s is %s after a rebuild, and was %s", table, digest, before[table])
		}
	}
	if out, code := d.restore(to); code != 1 || !strings.Contains(out, "is not empty") {
		t.Errorf("a restore over what is there exits %d: %s", code, out)
	}

	t.Run("numbers go on", func(t *testing.T) {
		if _, err := restored.Pool.Exec(t.Context(),
			`INSERT INTO dead_letters (reactor, position, event_id, stream, type, error, attempts)
			VALUES ('mails', '2', gen_random_uuid(), 'x-2', 'X', 'another', 9)`); err != nil {
			t.Error(err)
		}
	})
	t.Run("life goes on", func(t *testing.T) {
		s, err := restored.Alone()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Seed(t.Context(), app.SeedOptions{Members: 13, Campaigns: 5, Donations: 60, Seed: 7},
			func(string) {}); err != nil {
			t.Error(err)
		}
		if err := restored.CatchUp(t.Context()); err != nil {
			t.Error(err)
		}
	})
	t.Run("a projection ahead of its log", func(t *testing.T) { d.ahead(t, restored, to) })
}

// onlyApart: a backup goes to two new folders, neither in the other, or nowhere.
func (d *drill) onlyApart(t *testing.T, database string) {
	t.Helper()
	fresh := filepath.Join(t.TempDir(), "fresh")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(filepath.Dir(fresh), link); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		to, keysTo, says string
		code             int
	}{
		"into the folder of another":     {d.dir, fresh, "name a new folder", 1},
		"keys into the folder of others": {fresh, d.keys, "name a new folder", 1},
		"without a folder for the keys":  {fresh, "", "keys-to", cli.UsageExit},
		"both into one folder":           {fresh, filepath.Join(fresh, "..", "fresh"), "are one folder", 1},
		"one folder by a link":           {fresh, filepath.Join(link, "fresh"), "are one folder", 1},
		"the keys below the log":         {fresh, filepath.Join(fresh, "keys"), "--keys-to lies in --to", 1},
		"the log below the keys":         {filepath.Join(fresh, "log"), fresh, "--to lies in --keys-to", 1},
	} {
		args := []string{"backup", "--to", c.to}
		if c.keysTo != "" {
			args = append(args, "--keys-to", c.keysTo)
		}
		if out, code := d.callup(database, d.key, args...); code != c.code || !strings.Contains(out, c.says) {
			t.Errorf("%s: backup exits %d: %s", name, code, out)
		}
		if _, err := os.Stat(fresh); err == nil {
			t.Errorf("%s: a refused backup leaves a folder", name)
		}
	}
}

// names are those of all members, as people read them.
func (d *drill) names(t *testing.T) []string {
	t.Helper()
	var schema string
	if err := d.Pool.QueryRow(t.Context(),
		`SELECT schema FROM projection_builds WHERE projection = 'members' AND state = 'live'`).Scan(&schema); err != nil {
		t.Fatal(err)
	}
	rows, err := d.Pool.Query(t.Context(), "SELECT name FROM "+pgx.Identifier{schema, readmodel.Members}.Sanitize())
	if err != nil {
		t.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func (d *drill) refuses(t *testing.T, to string) {
	t.Helper()
	damaged := filepath.Join(t.TempDir(), "damaged")
	spoil := func(file string, change func([]byte) []byte) func(*testing.T) {
		return func(t *testing.T) {
			t.Helper()
			d.gather(t, damaged)
			path := filepath.Join(damaged, file)
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, change(b), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		prepare func(*testing.T)
		key     string
		args    []string
		says    string
	}{
		"another key": {nil, base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("another!"), 4)),
			[]string{"--from", d.dir, "--keys-from", d.keys}, "is not the installation key"},
		"half a log": {spoil(LogArchive, func(b []byte) []byte { return b[:len(b)/2] }), d.key, []string{"--from", damaged},
			"the archive is damaged"},
		"keys cut short": {
			spoil(KeysArchive, func(b []byte) []byte { return b[:len(b)-40] }), d.key, []string{"--from", damaged},
			"the archive is damaged",
		},
		"a changed byte": {
			spoil(LogArchive, func(b []byte) []byte { b[len(b)/2] ^= 1; return b }), d.key, []string{"--from", damaged},
			"the archive is damaged",
		},
		"parts of two backups": {nil, d.key, []string{"--from", d.dir, "--keys-from", d.other}, "not of one backup"},
		"the wrong way round": {
			func(t *testing.T) {
				t.Helper()
				d.gather(t, damaged)
				if err := os.Rename(filepath.Join(damaged, KeysArchive), filepath.Join(damaged, LogArchive)); err != nil {
					t.Fatal(err)
				}
			}, d.key, []string{"--from", damaged}, "is the archive of the keys",
		},
		"a log without its keys": {nil, d.key, []string{"--from", d.dir}, "open the backup"},
		"no backup":              {nil, d.key, []string{"--from", t.TempDir()}, "open the backup"},
	} {
		if c.prepare != nil {
			c.prepare(t)
		}
		if out, code := d.callup(to, c.key, append([]string{"restore"}, c.args...)...); code != 1 || !strings.Contains(out, c.says) {
			t.Errorf("%s: restore exits %d: %s", name, code, out)
		}
	}
}

// ahead: a read table that was built from more than the log holds is not shown as if it were true.
func (d *drill) ahead(t *testing.T, b *app.Base, to string) {
	t.Helper()
	_, head, err := b.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	a, _ := head.Parts()
	if _, err := b.Pool.Exec(t.Context(),
		`UPDATE projection_builds SET position = $1 WHERE projection = 'campaign_progress' AND state = 'live'`,
		eventstore.MakePosition(a+5, 0).String()); err != nil {
		t.Fatal(err)
	}
	err = projector.NewRunner(b.ProjectionConfig(nil)).Run(t.Context())
	if !errors.Is(err, projector.ErrOtherHistory) ||
		!strings.Contains(err.Error(), "callup projections rebuild campaign_progress --accept") {
		t.Fatalf("the runner says %v", err)
	}
	if out, code := d.callup(to, d.key, "projections", "rebuild", "campaign_progress", "--accept"); code != 0 {
		t.Fatalf("rebuild exits %d: %s", code, out)
	}
	if err := b.CatchUp(t.Context()); err != nil {
		t.Error(err)
	}
}

func unpacked(t *testing.T, path string) string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // it was only read
	z, err := zstd.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// gather puts both archives into one folder, which restore reads as well.
func (d *drill) gather(t *testing.T, to string) {
	t.Helper()
	if err := os.RemoveAll(to); err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{d.dir, d.keys} {
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
}
