package doctor

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	natsserver "github.com/nats-io/nats-server/v2/server"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/testing/testdb"
)

// examined gives the findings and the exit code.
func examined(p *apptest.Patient, env ...string) ([]finding, int) {
	p.T.Helper()
	var out bytes.Buffer
	code := run(p.T.Context(), []string{"doctor", "--json"}, append(append([]string{}, p.Env...), env...), &out, &out)
	var all []finding
	if err := json.Unmarshal(out.Bytes(), &all); err != nil {
		p.T.Fatalf("%v: %s", err, out.String())
	}
	return all, code
}

// without leaves out what the doctor finds at every Postgres that tests run on: it is not made to outlive a power cut.
func without(all []finding, check string) []finding {
	return slices.DeleteFunc(slices.Clone(all), func(f finding) bool { return f.Check == check })
}

// symptom is a finding that is expected.
type symptom struct{ level, check, says, do string }

func (s symptom) in(all []finding) bool {
	return slices.ContainsFunc(all, func(f finding) bool {
		return f.Check == s.check && f.Level == s.level && strings.Contains(f.Says, s.says) && strings.Contains(f.Do, s.do)
	})
}

// TestDoctor_GuideListsItsFindings compares the headings below *The doctor* in the guide with the names of findings in this
// package's source.
func TestDoctor_GuideListsItsFindings(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../../../docs/operators.md")
	if err != nil {
		t.Fatal(err)
	}
	_, chapter, _ := strings.Cut(string(guide), "\n## The doctor\n")
	chapter, _, _ = strings.Cut(chapter, "\n## ")
	var listed []string
	for line := range strings.Lines(chapter) {
		if names, heading := strings.CutPrefix(strings.TrimSpace(line), "### "); heading {
			listed = append(listed, strings.Split(names, ", ")...)
		}
	}
	made := map[string]bool{}
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, _ := n.(*ast.CallExpr)
			if call == nil {
				return true
			}
			method, _ := call.Fun.(*ast.SelectorExpr)
			if method == nil {
				return true
			}
			at, names := map[string]int{"ok": 0, "bad": 1, "counted": 2}[method.Sel.Name]
			if !names {
				return true
			}
			if name, literal := call.Args[at].(*ast.BasicLit); literal {
				made[strings.Trim(name.Value, `"`)] = true
			} else if name, variable := call.Args[at].(*ast.Ident); !variable || name.Name != "check" { // counted's own
				t.Errorf("%s names a finding by %T", source, call.Args[at])
			}
			return true
		})
	}
	slices.Sort(listed)
	if found := slices.Sorted(maps.Keys(made)); !slices.Equal(listed, found) {
		t.Errorf("the guide lists %q,\nthe doctor finds %q", listed, found)
	}
}

// TestDoctorElsewhere: nothing is found at a healthy installation, and what is wrong around one is named.
func TestDoctorElsewhere(t *testing.T) {
	t.Parallel()
	p := apptest.NewPatient(t)
	all, _ := examined(p)
	for _, f := range without(all, "durability") {
		if f.Level != healthy || f.Do != "" {
			t.Errorf("%+v", f)
		}
	}
	if len(all) < 18 {
		t.Errorf("only %d checks were made", len(all))
	}
	var out bytes.Buffer
	run(t.Context(), []string{"doctor"}, p.Env, &out, &out)
	if !strings.Contains(out.String(), "ok       read tables") {
		t.Error(out.String())
	}

	sick := httptest.NewServer(http.NotFoundHandler())
	defer sick.Close()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	old := filepath.Join(t.TempDir(), "old.json")
	if err := os.WriteFile(old,
		[]byte(`{"source": "a test", "base": "EUR", "rates": [{"date": "2020-01-02", "USD": "1.1", "GBP": "0.9"}]}`),
		0o600); err != nil {
		t.Fatal(err)
	}
	for env, want := range map[string]symptom{
		"CALLUP_ADRR=off":               {failure, "settings", "did you mean CALLUP_ADDR", "README"},
		"CALLUP_PUBLIC_URL=" + gone.URL: {warning, "public address", "does not answer", "reverse proxy"},
		"CALLUP_PUBLIC_URL=" + sick.URL: {warning, "public address", "404", "reverse proxy"},
		"DATABASE_URL=postgres://callup@" + strings.TrimPrefix(gone.URL, "http://") + "/callup": {failure, "database",
			"does not answer", "Start Postgres"},
		"DATABASE_URL=" + testdb.NewWithoutMigrations(t): {warning, "migrations", "is empty", "callup serve"},
		"CALLUP_KEY=" + base64.StdEncoding.EncodeToString([]byte("another key of thirty-two bytes!")): {
			failure, "installation key", "is not the key", "CALLUP_KEY_FILE",
		},
		"CALLUP_KEY=" + base64.StdEncoding.EncodeToString(make([]byte, 32)): {
			warning, "installation key", "anybody could guess", "openssl rand",
		},
		"NATS_URL=nats://callup:secret@" + strings.TrimPrefix(gone.URL, "http://"): {failure, "NATS", "does not answer", "NATS_URL"},
		"NATS_URL=" + apptest.StartNATS(t, natsserver.RANDOM_PORT).ClientURL():     {healthy, "NATS", "It answers", ""},
		"S3_URL=http://key:secret@" + strings.TrimPrefix(gone.URL, "http://") + "/media": {
			failure, "media", "can't be used", "S3_URL",
		},
		"CALLUP_SMTP_URL=smtp://callup:secret@" + strings.TrimPrefix(gone.URL, "http://"): {
			failure, "mail server", "can't be handed over", "CALLUP_SMTP_URL",
		},
		"CALLUP_RATES_FILE=" + old: {warning, "exchange rates", "2020-01-02", "today's rates"},
	} {
		all, code := examined(p, env, "CALLUP_MAIL_FROM=no-reply@give.example.org")
		if !want.in(all) || want.level == failure && code != 1 {
			t.Errorf("%s: exits %d and finds %+v", env, code, all)
		}
	}
}

// TestDoctor breaks an installation and expects each thing that is broken to be named, with what to do.
func TestDoctor(t *testing.T) {
	t.Parallel()
	build := func(projection, change string) string {
		return `UPDATE projection_builds SET ` + change + ` WHERE state = 'live' AND projection = '` + projection + `'`
	}
	for name, c := range map[string]struct {
		harm  func(*apptest.Patient)
		finds []symptom
	}{
		"neglected": {
			func(p *apptest.Patient) {
				p.Chmod(p.B.Config.Data, 0o777)
				p.Chmod(filepath.Join(p.B.Config.Data, "installation.key"), 0o644)
				p.Exec(build("campaign_progress", `stopped = 'poison'`))
				p.Exec(
					build("contributor_totals", `stopped = 'a newer callup wrote Unheard (schema version 2), which this one does not know'`),
				)
				p.Exec(build("campaign_supporters", `degraded = 2`))
				p.Exec(build("wallet_history", `position = '9'`))
				p.Exec(`DELETE FROM projection_builds WHERE projection = 'members'`)
				p.Exec(`UPDATE projection_leases SET expires_at = now()`)
				p.Exec(`INSERT INTO reactor_checkpoints (reactor, position) VALUES ('mails', '7'), ('timers', 'x')`)
				p.Exec(`INSERT INTO audits (position, events, differences) VALUES ('0', 0, 3)`)
				p.Exec(`INSERT INTO dead_letters (reactor, position, event_id, stream, type, error, attempts)
					VALUES ('mails', '1', gen_random_uuid(), 'x-1', 'X', 'a mistake', 9)`)
				p.Exec(`INSERT INTO outbox_mails (key, recipient, lang, kind, subject, text, html, created_at, tries, refused, send_at)
					VALUES ('a', 'a@example.org', 'en', 'k', 's', 't', 'h', now(), 1, true, NULL),
						('b', 'b@example.org', 'en', 'k', 's', 't', 'h', now(), 0, false, now() - interval '1 hour'),
						('c', 'c@example.org', 'en', 'k', 's', 't', 'h', now(), 3, false, now() + interval '1 hour'),
						('d', 'd@example.org', 'en', 'k', 's', 't', 'h', now(), 1, false, now() + interval '1 minute')`)
				p.Timers(1, "NULL", 0)
				p.Timers(1, "now() + interval '1 hour'", 3)
				p.Timers(1, "now() + interval '1 hour'", 2)
				p.Webhooks(1, "NULL", "1 hour", 3)
				p.Webhooks(1, "NULL", "1 hour", 0)
				p.Webhooks(1, "NULL", "-1 hour", 0)
				p.Webhooks(1, "'given_up'", "-80 hours", 9)
				p.Webhooks(1, "'delivered'", "-80 hours", 9)
			},
			[]symptom{
				{warning, "data folder", "others may write", "chmod go-w"},
				{warning, "mails", "2 mails should have been sent", "callup mails list"},
				{warning, "refused mails", "1 mails were refused", "callup mails again"},
				{failure, "installation key", "others may read", "Mend the file"},
				{failure, "read tables", "campaign_progress stands still: poison", "callup projections rebuild campaign_progress"},
				{failure, "read tables", "contributor_totals stands still: a newer callup wrote Unheard", "Start the callup that wrote it"},
				{warning, "read tables", "campaign_supporters left out 2 events", "callup projections rebuild"},
				{failure, "read tables", "wallet_history stands at 9, beyond the log's end",
					"callup projections rebuild wallet_history --accept"},
				{warning, "read tables", "members", "callup projections build members"},
				{warning, "leases", "by no process", "callup serve"},
				{failure, "reactors", "mails stands at 7, beyond the log's end", "callup reactors skip mails"},
				{failure, "reactors", "no position", "callup reactors skip timers"},
				{failure, "audit", "found 3 differences", "callup audit all"},
				{failure, "dead letters", "1 events were given up", "callup deadletters replay"},
				{warning, "timers", "2 timers are overdue or fail", "error <> ''"},
				{warning, "sandbox webhooks", "3 webhooks", "SELECT outcome, failure"},
			},
		},
		"behind": {
			func(p *apptest.Patient) {
				p.Event(2, 0, "20 minutes")
				p.Exec(`INSERT INTO audits (at, position, events, differences) VALUES (now() - interval '1 month', '0', 0, 0)`)
				p.Exec(`INSERT INTO reactor_checkpoints (reactor, position) VALUES ('mails', '0')`)
				p.Exec(`INSERT INTO reactor_checkpoints (reactor, position, held_since, held_why)
					VALUES ('refunds', '0', now() - interval '1 hour', 'the payment provider does not answer')`)
				p.Exec(`ALTER TABLE sandbox_payments RENAME TO gone`)
			},
			[]symptom{
				{failure, "log", "1 are missing", "callup restore"},
				{failure, "read tables", "campaign_progress is 2 events and 12", "callup projections status"},
				{warning, "reactors", "mails is 20 minutes behind", "Start the server"},
				{warning, "reactors", "the payment provider does not answer", "nothing is lost"},
				{warning, "audit", "the last one is of", "Run every night"},
				{failure, "payment provider", "does not answer", "status page"},
			},
		},
		"robbed": {
			func(p *apptest.Patient) {
				p.Event(1, 3, "-10 minutes")
				p.Event(0, 0, "1 month")
				if err := os.Remove(filepath.Join(p.B.Config.Data, "installation.key")); err != nil {
					p.T.Fatal(err)
				}
			},
			[]symptom{
				{failure, "clock", "was set back", "NTP"},
				{failure, "log", "1 events have none before", "callup restore"},
				{failure, "installation key", "is missing", "CALLUP_KEY_FILE"},
				{warning, "audit", "never compared", "Run every night"},
			},
		},
		"of another log": {
			func(p *apptest.Patient) { p.Exec(`UPDATE installation_log SET log_id = gen_random_uuid()`) },
			[]symptom{{failure, "log", "belongs to another log", "EVENTSTORE_URL"}},
		},
		"old": {
			func(p *apptest.Patient) { p.Exec(`DELETE FROM goose_db_version WHERE version_id >= 30`) },
			[]symptom{{warning, "migrations", "brings it to", "Restart"}},
		},
		"too new": {
			func(p *apptest.Patient) {
				p.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)`)
			},
			[]symptom{{failure, "migrations", "at 99999", "newer callup"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := apptest.NewPatient(t)
			c.harm(p)
			all, code := examined(p)
			for _, want := range c.finds {
				if !want.in(all) {
					t.Errorf("%s is not found: %+v", want.check, all)
				}
			}
			unwell := slices.DeleteFunc(without(all, "durability"), func(f finding) bool { return f.Level == healthy })
			for _, f := range unwell {
				if f.Do == "" || !slices.ContainsFunc(c.finds, func(s symptom) bool { return s.check == f.Check }) {
					t.Errorf("this is nobody's fault, or nothing is said to be done about it: %+v", f)
				}
			}
			if (exitOf(all) == nil) != (code == 0) {
				t.Errorf("exits %d", code)
			}
		})
	}
}

func TestDurability(t *testing.T) {
	for off, want := range map[string]symptom{
		"":                   {healthy, "durability", "are on", ""},
		"fsync":              {failure, "durability", "fsync is off", "ALTER SYSTEM SET fsync = on"},
		"full_page_writes":   {failure, "durability", "full_page_writes is off", "ALTER SYSTEM SET full_page_writes = on"},
		"synchronous_commit": {failure, "durability", "synchronous_commit is off", "ALTER SYSTEM SET synchronous_commit = on"},
	} {
		d := &doctor{}
		d.durable(func(setting string) (string, error) {
			if setting == off {
				return "off", nil
			}
			return "on", nil
		})
		if !want.in(d.findings) || len(d.findings) != 1 {
			t.Errorf("%s: %+v", off, d.findings)
		}
	}
}

func TestExtensions(t *testing.T) {
	for name, c := range map[string]struct {
		version string
		may     bool
		err     error
		want    symptom
	}{
		"there":       {"1.6", true, nil, symptom{healthy, "extensions", "1.6 is there", ""}},
		"missing":     {"", true, nil, symptom{failure, "extensions", "lacks pg_trgm", "postgresql-contrib"}},
		"not allowed": {"1.6", false, nil, symptom{failure, "extensions", "may not add pg_trgm", "CREATE EXTENSION pg_trgm"}},
		"no answer":   {"", false, errors.New("gone"), symptom{failure, "extensions", "gone", "log of Postgres"}},
	} {
		d := &doctor{}
		goes := d.searchable(func() (string, bool, error) { return c.version, c.may, c.err })
		if !c.want.in(d.findings) || len(d.findings) != 1 || goes != (c.want.level == healthy) {
			t.Errorf("%s: %+v, %v", name, d.findings, goes)
		}
	}
}

// TestExit: warnings alone do not fail.
func TestExit(t *testing.T) {
	for level, fails := range map[string]bool{healthy: false, warning: false, failure: true} {
		if err := exitOf([]finding{{Level: healthy}, {Level: level}}); (err != nil) != fails {
			t.Errorf("%s: %v", level, err)
		}
	}
}

func TestDiskSpace(t *testing.T) {
	for free, want := range map[uint64]string{100 << 20: failure, 1 << 30: warning, 50 << 30: healthy} {
		d := &doctor{}
		if d.diskSpace(free); d.findings[0].Level != want {
			t.Errorf("%d bytes: %+v", free, d.findings[0])
		}
	}
}

// TestSkip: a reactor beyond the log goes on from its end, and no other passes over anything.
func TestSkip(t *testing.T) {
	t.Parallel()
	p := apptest.NewPatient(t)
	p.Exec(`INSERT INTO reactor_checkpoints (reactor, position) VALUES ('mails', '7'), ('timers', '0')`)
	callup := func(args ...string) (string, int) {
		var out bytes.Buffer
		code := run(t.Context(), args, p.Env, &out, &out)
		return out.String(), code
	}
	if out, code := callup("reactors", "skip", "mails"); code != 0 ||
		!strings.Contains(out, "goes on from position 0 (it stood at 7)") {
		t.Errorf("exits %d: %s", code, out)
	}
	if out, code := callup("reactors", "skip", "mials"); code != cli.UsageExit ||
		!strings.Contains(out, `did you mean "mails"?`) { // Found76
		t.Errorf("misspelt: exits %d: %s", code, out)
	}
	for _, name := range []string{"timers", "mails"} {
		if out, code := callup("reactors", "skip", name); code != 1 {
			t.Errorf("%s: exits %d: %s", name, code, out)
		}
	}
	if out, code := callup("reactors", "status"); code != 0 || !strings.Contains(out, "mails") {
		t.Errorf("exits %d: %s", code, out)
	}
}

// TestDoctor_OperatorIsNamedInProduction: whoever runs an installation for real is asked to say who that is.
func TestDoctor_OperatorIsNamedInProduction(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		cfg         config.Config
		level, says string
	}{
		{config.Config{Environment: config.Production, OperatorName: "Us"}, warning, "CALLUP_OPERATOR_EMAIL is not set"},
		{config.Config{Environment: config.Production}, warning, "CALLUP_OPERATOR_NAME and CALLUP_OPERATOR_EMAIL"},
		{config.Config{Environment: config.Production, OperatorName: "Us", OperatorEmail: "us@example.org"}, healthy, "us@example.org"},
		{config.Config{Environment: config.Development}, healthy, "production should set"},
	} {
		d := doctor{cfg: c.cfg}
		d.operator()
		if len(d.findings) != 1 || d.findings[0].Level != c.level || !strings.Contains(d.findings[0].Says, c.says) {
			t.Errorf("%+v: got %+v, want %s with %q", c.cfg, d.findings, c.level, c.says)
		}
	}
}
