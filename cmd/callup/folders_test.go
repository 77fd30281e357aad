package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/testing/datadir"
)

// ran says how each subcommand is run on a new installation, and what it says there.
var ran = map[string]struct {
	args []string
	says string // part of what it prints
	code int
}{
	"audit all":              {says: "Everything agrees."},
	"audit campaign":         {args: []string{"no-such-campaign"}, says: "no campaign has the slug", code: 1},
	"backup":                 {args: []string{"--to", "backup/log", "--keys-to", "backup/keys"}, says: "The log up to position 0 is in"},
	"campaign feature":       {args: []string{"no-such-campaign"}, says: "no campaign has the slug", code: 1},
	"campaign unfeature":     {args: []string{"no-such-campaign"}, says: "no campaign has the slug", code: 1},
	"database url":           {says: "answers only while a server runs", code: 1},
	"deadletters list":       {says: "No dead letters."},
	"deadletters replay":     {args: []string{"1"}, says: "there is no such dead letter", code: 1},
	"doctor":                 {says: "is the key this database was filled with"},
	"donation refund":        {args: []string{someID}, says: "there is no such donation", code: 1},
	"erase guest":            {args: []string{"nobody@example.org"}, says: "nothing is kept of this person", code: 1},
	"erase member":           {args: []string{"nobody@example.org"}, says: "no member has this address", code: 1},
	"erase resume":           {args: []string{someID}, says: "nobody asked for such an erasure", code: 1},
	"erase status":           {says: "Nobody was ever erased here."},
	"erase undo":             {args: []string{someID}, says: "nobody asked for such an erasure", code: 1},
	"events adopt":           {says: "This installation goes on with this log already."},
	"events copy":            {args: []string{"--to", "database"}, says: "must begin with esdb://", code: 1},
	"events export":          {args: []string{"--out", "events.jsonl"}, says: "0 events of log"},
	"events list":            {says: "No events."},
	"events show":            {args: []string{someID}, says: "the log holds no such event", code: 1},
	"mails again":            {says: "0 mails are tried now"},
	"mails list":             {says: "No mail was refused"},
	"members grant":          {args: []string{"nobody@example.org", "auditor"}, says: "There is no such member.", code: 1},
	"members list":           {says: "No member has a role."},
	"members reset-factor":   {args: []string{"nobody@example.org"}, says: "There is no such member.", code: 1},
	"members revoke":         {args: []string{"nobody@example.org", "auditor"}, says: "There is no such member.", code: 1},
	"payments adopt-account": {says: "the sandbox has no accounts", code: 1},
	"payments reconcile":     {says: "the sandbox delivers its webhooks", code: 1},
	"payments rehearse":      {says: "the sandbox has its own pages", code: 1},
	"projections back":       {args: []string{"campaign_progress"}, says: "no earlier build of campaign_progress is kept", code: 1},
	"projections build":      {args: []string{"campaign_progress"}, says: "built from 0 events and ready"},
	"projections diff":       {args: []string{"asof_a", "asof_b"}, says: "no projection is in both", code: 1},
	"projections prune":      {says: "dropped, with 0 events folded"},
	"projections rebuild":    {args: []string{"campaign_progress"}, says: "people read it now"},
	"projections status":     {says: "campaign_progress"},
	"projections switch":     {args: []string{"campaign_progress"}, says: "there is no build to switch to", code: 1},
	"projections verify":     {args: []string{"campaign_progress"}, says: "DIFFERENCES"},
	"reactors skip":          {args: []string{"no-such-reactor"}, says: "no-such-reactor", code: 1},
	"reactors status":        {says: "REACTOR"},
	"restore":                {args: []string{"--from", "backup/log", "--keys-from", "backup/keys"}, says: "this installation is not empty", code: 1},
	"resume":                 {says: "Nothing is held back here."},
	"seed":                   {args: []string{"--members", "1", "--campaigns", "1", "--donations", "1"}, says: "Sign in as:"},
	"sessions revoke":        {args: []string{"nobody@example.org"}, says: "There is no such member.", code: 1},
}

const someID = "01990000-0000-7000-8000-000000000000"

// startsNoPostgres are the subcommands that need no installation, or are tried apart.
var startsNoPostgres = map[string]string{
	"config check":     "it reads the settings alone",
	"config table":     "it prints a document",
	"openapi":          "it prints a document",
	"projections list": "it prints what the program knows",
	"serve":            "it makes the installation here",
	"events tail":      "it follows until it is ended; it opens what events list opens",
}

// TestPrograms_StartPostgresFromAnyFolder starts the server and every subcommand as a newcomer does: with a data folder that
// is relative, in folders of all kinds, and without a server beside it (found, point 1).
func TestPrograms_StartPostgresFromAnyFolder(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts every subcommand as a process: make check leaves it to make test, where nothing of this package changed")
	}
	t.Parallel()
	root, err := os.MkdirTemp("", "callup-test-") //nolint:usetesting // Postgres runs as another user, who may not enter t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(root) }) // it is below the temporary folder
	fresh, closed := filepath.Join(root, "fresh"), filepath.Join(root, "closed")
	meadow := filepath.Join(closed, "Grüne Wiese")
	for _, dir := range []string{fresh, closed, meadow, filepath.Join(meadow, "tmp")} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Chmod(root, 0o755), os.Chmod(closed, 0o700)); err != nil {
		t.Fatal(err)
	}
	in := func(dir string, env ...string) *apptest.Installation {
		return &apptest.Installation{T: t, Dir: filepath.Join(dir, ".data"), Within: dir, Program: os.Args[0],
			Env: append([]string{apptest.Quickly, "CALLUP_ADDR=127.0.0.1:0", "CALLUP_DEMO=off", "PATH=" + os.Getenv("PATH")}, env...)}
	}
	serves := func(i *apptest.Installation) {
		t.Helper()
		s := i.MustStart(t.Context())
		s.Stop()
		if _, err := os.Stat(filepath.Join(i.Dir, "installation.key")); err != nil {
			t.Errorf("the data is not where it should be: %v", err)
		}
	}
	for _, dir := range []string{fresh, meadow} {
		data := filepath.Join(dir, ".data")
		if err := errors.Join(os.Mkdir(data, 0o700), datadir.FillWithin(t.Context(), data)); err != nil {
			t.Fatal(err)
		}
	}
	serves(in(fresh))
	from := in(fresh, "CALLUP_DATA=../fresh/.data")
	from.Within = closed
	serves(from)
	newcomers := in(meadow, "TMPDIR=tmp")
	serves(newcomers)

	t.Run("where there is no installation", func(t *testing.T) { refuseWithoutInstallation(t, closed) })
	t.Run("the key is lost", func(t *testing.T) { refuseLostKey(t, newcomers) })

	p := &cli.Program{}
	names := leaves(p.Root(subcommands(p)...), "")
	for _, name := range names {
		if startsNoPostgres[name] != "" {
			continue
		}
		how, ok := ran[name]
		if !ok {
			t.Errorf("callup %s is new: say here how it is run on an empty installation, or why it needs none", name)
			continue
		}
		out, errs, code := newcomers.Command(t.Context(), append(strings.Fields(name), how.args...)...)
		if code != how.code || !strings.Contains(out+errs, how.says) {
			t.Errorf("callup %s exits %d: %s%s", name, code, out, errs)
		}
	}
	for name := range ran {
		if !slices.Contains(names, name) {
			t.Errorf("there is no callup %s any more", name)
		}
	}
}

// refuseWithoutInstallation: only serve, seed and restore make an installation; a wrong folder is not agreed with (found,
// point 3).
func refuseWithoutInstallation(t *testing.T, folder string) {
	t.Helper()
	data := filepath.Join(folder, ".data")
	for name, how := range ran {
		switch name {
		case "seed", "restore": // they make one
			continue
		case "doctor":
			how.says, how.code = "there is no installation in "+data, 0
		case "events copy", "reactors skip": // they look at their arguments first
			continue
		default:
			how.says, how.code = "callup: there is no installation in "+data, 1
		}
		var said strings.Builder
		code := run(t.Context(), append(strings.Fields(name), how.args...), []string{"CALLUP_DATA=" + data}, &said, &said)
		if code != how.code || !strings.Contains(said.String(), how.says) {
			t.Errorf("callup %s exits %d: %s", name, code, &said)
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 { // the meadow
		t.Errorf("made: %v, %v", left, err)
	}
}

// refuseLostKey: a new key would open nothing, and would hide that the old one is lost (found, point 9).
func refuseLostKey(t *testing.T, in *apptest.Installation) {
	t.Helper()
	key := filepath.Join(in.Dir, "installation.key")
	if err := os.Rename(key, key+".kept"); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"serve"}, {"seed"}, {"audit", "all"}} {
		out, errs, code := in.Command(t.Context(), args...)
		if code != 1 || !strings.Contains(errs, "the installation key is lost: "+key+" is not there") {
			t.Errorf("callup %s exits %d: %s%s", args, code, out, errs)
		}
		if _, err := os.Stat(key); err == nil {
			t.Errorf("callup %s made another key", args)
		}
	}
	if err := os.Rename(key+".kept", key); err != nil {
		t.Fatal(err)
	}
}

// Flags that name a file or a folder are absolute for what runs in other folders (found, point 1).
func TestFlags_OfFilesAreAbsolute(t *testing.T) {
	t.Parallel()
	usage, files := regexp.MustCompile(`--(\S+) ?(\S*)\s{2,}(.*)`), regexp.MustCompile(`\b(file|folder)s?\b`)
	found := 0
	var look func(*cobra.Command)
	look = func(c *cobra.Command) {
		for line := range strings.Lines(c.LocalFlags().FlagUsages()) {
			for _, flag := range usage.FindAllStringSubmatch(line, 1) {
				name, kind, means := flag[1], flag[2], flag[3]
				if kind == "" || !files.MatchString(means) { // no value, or one of something else
					continue
				}
				if found++; kind != "path" {
					t.Errorf("%s --%s names a file: declare it with cli.PathFlag", c.CommandPath(), name)
				}
			}
		}
		for _, sub := range c.Commands() {
			look(sub)
		}
	}
	p := &cli.Program{}
	look(p.Root(subcommands(p)...))
	if found < 6 {
		t.Errorf("only %d flags were found", found)
	}
}

// leaves names all subcommands below a command that do something.
func leaves(c *cobra.Command, before string) (names []string) {
	for _, sub := range c.Commands() {
		name := strings.TrimSpace(before + " " + sub.Name())
		if sub.HasSubCommands() {
			names = append(names, leaves(sub, name)...)
		} else {
			names = append(names, name)
		}
	}
	return names
}
