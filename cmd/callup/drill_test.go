package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/cmd/callup/backup"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
)

// machine is a folder in which the commands of the guide find the folders that they name.
type machine struct {
	t       *testing.T
	root    string
	env     []string
	servers []*apptest.Server
}

func newMachine(t *testing.T, on *apptest.Installation) *machine {
	t.Helper()
	root, err := os.MkdirTemp("", "callup-test-") //nolint:usetesting // Postgres runs as another user, who may not enter t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(root); err != nil {
			t.Log("folder not removed:", err)
		}
	})
	for _, dir := range []string{"bin", "safe", "backups", "elsewhere", "var/lib", "new"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(root, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"bin/callup", "new/callup"} {
		if err := os.Symlink(on.Program, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	m := &machine{t: t, root: root, env: append(slices.Clone(on.Env), "PATH="+filepath.Join(root, "bin")+":"+os.Getenv("PATH"))}
	m.program("psql", asPsql+"=1", os.Args[0])
	return m
}

// here is a command or a path of the guide with its folders found in the machine's.
func (m *machine) here(command string) string {
	for _, dir := range []string{"/safe/", "/backups/", "/elsewhere/", "/var/lib/"} {
		command = strings.ReplaceAll(command, dir, m.root+dir)
	}
	return command
}

// run has a shell do what the guide says.
func (m *machine) run(ctx context.Context, command string) string {
	m.t.Helper()
	c := exec.CommandContext(ctx, "sh", "-c", m.here(command))
	c.Env = m.env
	out, err := c.CombinedOutput()
	if err != nil {
		m.t.Fatalf("%s: %v: %s", command, err, out)
	}
	return string(out)
}

// files lists all files below a folder.
func (m *machine) files(folder string) (all []string) {
	m.t.Helper()
	err := filepath.WalkDir(m.here(folder), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			all = append(all, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		m.t.Fatal(err)
	}
	return all
}

// filled gives to a campaign through a running server until nothing more follows from it.
func startFilled(ctx context.Context, t *testing.T, in *apptest.Installation) *apptest.Server {
	t.Helper()
	load := &apptest.Load{Campaigns: apptest.Campaigns(ctx, t, in)}
	s := in.MustStart(ctx)
	load.URL.Store(&s.URL)
	for n := range 3 {
		g := &apptest.Gift{Key: fmt.Sprintf("drill-%016d", n), Campaign: load.Campaigns[n], Amount: 2500, Email: "gil@example.org"}
		pay, taken := load.Send(ctx, g)
		if !taken {
			t.Fatal("a gift was not taken")
		}
		load.Pay(ctx, g, pay)
		load.Gifts = append(load.Gifts, g)
	}
	load.Settle(ctx, t, s)
	in.Open(ctx, t, func(b *app.Base) {
		apptest.Until(ctx, t, "receipts are written and webhooks delivered", func() bool {
			return apptest.ReactorsDone(t, b) && apptest.RowsIn(t, b, "outbox_mails") > 2 &&
				apptest.Count(t, b, `SELECT count(*) FROM sandbox_deliveries WHERE outcome IS NULL`) == 0
		})
	})
	return s
}

// digests are those of the installation once its read tables hold the whole log.
func digests(ctx context.Context, t *testing.T, in *apptest.Installation) (out map[string]string) {
	t.Helper()
	in.Open(ctx, t, func(b *app.Base) {
		if err := b.CatchUp(ctx); err != nil {
			t.Fatal(err)
		}
		out = apptest.Digests(t, b)
	})
	return out
}

// drill does word for word what the guide for operators says of backing up and restoring, on installations with a folder, a key
// file and a bundled Postgres of their own each, log and keys apart.
func drill(ctx context.Context, t *testing.T, w *walkthrough) {
	t.Helper()
	in := apptest.NewBundledInstallation(t)
	s := startFilled(ctx, t, in)
	m := newMachine(t, in)
	m.run(ctx, "cp -p "+in.Dir+"/installation.key /safe/")
	sh := m.shell(ctx)
	w.run(sh, "Backup") // beside the server
	s.Stop()
	for folder, want := range map[string][]string{"/backups/": {backup.LogArchive},
		"/elsewhere/": {"erased.json", backup.KeysArchive}} {
		if got := m.files(folder); !slices.Equal(got, want) {
			t.Errorf("in %s are %v, not %v", folder, got, want)
		}
	}
	before := digests(ctx, t, in)

	fresh := &apptest.Installation{T: t, Dir: m.here("/var/lib/callup"), Program: in.Program}
	fresh.Env = append(slices.Clone(in.Env), "CALLUP_DATA="+fresh.Dir)
	t.Cleanup(fresh.Remove)
	same := func(after string) {
		t.Helper()
		for table, digest := range digests(ctx, t, fresh) {
			if before[table] != digest {
				t.Errorf("after %s: %s is %s, and was %s", after, table, digest, before[table])
			}
		}
	}
	w.after = func(_ *block, command, _ string) {
		switch {
		case strings.Contains(command, "callup restore"):
			same("the restore")
		case strings.Contains(command, "projections verify"):
			m.run(ctx, "CALLUP_DATA=/var/lib/callup callup projections rebuild --all")
			same("a rebuild")
		}
	}
	w.run(sh, "Restore")
	if len(m.servers) != 1 || len(before) < 20 {
		t.Errorf("%d servers were started; %d tables compared", len(m.servers), len(before))
	}
	fresh.Open(ctx, t, func(b *app.Base) {
		if r, err := app.Restored(ctx, b.Pool); err != nil || r.BackupMade.IsZero() || r.Held() {
			t.Errorf("the restored installation is held back, or knows of no restore: %+v, %v", r, err)
		}
	})
	m.stop()
}
