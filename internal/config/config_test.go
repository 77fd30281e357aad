package config_test

import (
	"bytes"
	"encoding/base64"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/config"
)

func TestLoad_defaults(t *testing.T) {
	cfg, err := config.Load([]string{"PATH=/bin", "CALLUP_ADDR=", "CALLUP_TEST_DATABASE_URL=ignored"})
	if err != nil {
		t.Fatal(err)
	}
	type visible struct {
		Env, Addr, Data, Database, Log string
		Demo                           bool
		Currency                       money.Currency
		Password                       int
		Level                          slog.Level
	}
	got := visible{string(cfg.Environment), cfg.Addr, cfg.Data, cfg.DatabaseURL, cfg.LogFormat, cfg.Demo, cfg.MainCurrency,
		cfg.PasswordMin, cfg.LogLevel}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	want := visible{"development", "127.0.0.1:8080", filepath.Join(here, ".data"), "", "text", true, money.EUR, 6, slog.LevelInfo}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if cfg.PublicURL != nil || cfg.TrustedProxies != nil || cfg.Review != config.ReviewOff {
		t.Errorf("public address %v, proxies %v, review %s", cfg.PublicURL, cfg.TrustedProxies, cfg.Review)
	}
}

// Postgres and other programs run in other folders (found, point 1).
func TestLoad_MakesPathsAbsolute(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, content := range map[string]string{"key": goodKey, "rates.json": "{}", "about.json": "{}"} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cfg, err := config.Load([]string{
		"CALLUP_DATA=here/../data", "CALLUP_KEY_FILE=./key", "CALLUP_RATES_FILE=rates.json", "CALLUP_ABOUT_FILE=about.json",
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("/")
	if cfg.Data != filepath.Join(dir, "data") || cfg.RatesFile != filepath.Join(dir, "rates.json") ||
		cfg.KeySource() != filepath.Join(dir, "key") {
		t.Errorf("data %s, rates %s, key %s", cfg.Data, cfg.RatesFile, cfg.KeySource())
	}
	if _, _, err := cfg.InstallationKey(); err != nil {
		t.Errorf("the key is not found from another folder: %v", err)
	}
}

func TestLoad_everySetting(t *testing.T) {
	rates := filepath.Join(t.TempDir(), "rates.json")
	if err := os.WriteFile(rates, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load([]string{
		"CALLUP_ADDR=:0", "CALLUP_PUBLIC_URL=https://give.example.org/", "CALLUP_DATA=/tmp/elsewhere",
		"DATABASE_URL=postgres://u:p@db/callup", "CALLUP_DEMO=off", "CALLUP_MAIN_CURRENCY=GBP",
		"CALLUP_RATES_FILE=" + rates, "CALLUP_REVIEW=all", "CALLUP_PASSWORD_MIN=12", "CALLUP_LOG_FORMAT=json",
		"CALLUP_LOG_LEVEL=debug", "CALLUP_TRUSTED_PROXIES=10.1.2.3/8, 192.0.2.7,2001:db8::/32",
	})
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Addr != ":0" || cfg.PublicURL.String() != "https://give.example.org" || cfg.Data != "/tmp/elsewhere" ||
		cfg.DatabaseURL != "postgres://u:p@db/callup" || cfg.Demo || cfg.MainCurrency != money.GBP || cfg.RatesFile != rates ||
		cfg.PasswordMin != 12 || cfg.LogFormat != "json" || cfg.LogLevel != slog.LevelDebug ||
		cfg.Review != config.ReviewAll {
		t.Errorf("got %+v", cfg)
	}
	want := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("192.0.2.7/32"),
		netip.MustParsePrefix("2001:db8::/32")}
	if diff := cmp.Diff(want, cfg.TrustedProxies, cmp.Comparer(func(a, b netip.Prefix) bool { return a == b })); diff != "" {
		t.Error(diff)
	}
}

// A certificate is for a name that the authority can ask at its usual port.
func TestLoad_certificates(t *testing.T) {
	for _, c := range []struct{ public, authority, refused string }{
		{"https://give.example.org", "", ""},
		{"https://localhost", "https://acme.internal/dir", ""},
		{"https://localhost", "", "have a name that the internet knows"},
		{"http://give.example.org", "", "to an address that begins with https://"},
		{"https://give.example.org:8443", "", "have no port"},
		{"https://192.0.2.7", "", "not the number of a machine"},
		{"https://[2001:db8::7]", "", "not the number of a machine"},
	} {
		cfg, err := config.Load([]string{"CALLUP_HTTPS=auto", "CALLUP_PUBLIC_URL=" + c.public, "CALLUP_ACME_URL=" + c.authority})
		switch {
		case c.refused == "" && (err != nil || !cfg.HTTPS || cfg.Addr != ":443" || cfg.HTTPAddr != ":80"):
			t.Errorf("%s: %v, listens on %q and %q", c.public, err, cfg.Addr, cfg.HTTPAddr)
		case c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)):
			t.Errorf("%s: %v, want %q", c.public, err, c.refused)
		}
	}
}

func TestLoad_mistakes(t *testing.T) {
	open := filepath.Join(t.TempDir(), "open.key")
	if err := os.WriteFile(open, []byte(goodKey), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ setting, want string }{
		{"CALLUP_ENV=staging", `CALLUP_ENV is "staging" and must be development or production`},
		{"CALLUP_ADDR=8080", `CALLUP_ADDR is "8080" and must be host:port`},
		{"CALLUP_ADDR=:99999", `CALLUP_ADDR has the port "99999"`},
		{"EVENTSTORE_URL=http://db:2113", "EVENTSTORE_URL must begin with esdb://"},
		{"EVENTSTORE_URL=esdb://admin:s3cret@db:x", "EVENTSTORE_URL is no address of KurrentDB"},
		{"CALLUP_PUBLIC_URL=give.example.org", "CALLUP_PUBLIC_URL is \"give.example.org\""},
		{"CALLUP_HTTPS=on", `CALLUP_HTTPS is "on" and must be off or auto`},
		{"CALLUP_HTTPS=auto", "CALLUP_PUBLIC_URL must be set with CALLUP_HTTPS=auto, to an address that begins with https://"},
		{"CALLUP_HTTP_ADDR=80", `CALLUP_HTTP_ADDR is "80" and must be host:port`},
		{"CALLUP_ACME_URL=http://acme.internal/dir", "and must be an address that begins with https://"},
		{"CALLUP_PUBLIC_URL=https://x.org/callup", "a scheme and a host alone, like https://x.org"},
		{"CALLUP_DATA=" + open, "which is a file"},
		{"DATABASE_URL=mysql://x", "DATABASE_URL must begin with postgres://"},
		{"DATABASE_URL=postgres://u:hidden@h:port/x", "DATABASE_URL is no address"},
		{"CALLUP_KEY=hidden", "CALLUP_KEY must be 32 bytes in base64"},
		{"CALLUP_KEY_FILE=/nowhere/key", "CALLUP_KEY_FILE names a file that cannot be read"},
		{"CALLUP_KEY_FILE=" + open, "chmod 600 " + open},
		{"CALLUP_DEMO=on", `CALLUP_DEMO is "on"`},
		{"CALLUP_MAIN_CURRENCY=CHF", "EUR or USD or GBP"},
		{"CALLUP_RATES_FILE=/nowhere/rates", "CALLUP_RATES_FILE names a file"},
		{"CALLUP_REVIEW=some", "must be off or first or all"},
		{"CALLUP_OPERATOR_EMAIL=help", `CALLUP_OPERATOR_EMAIL is "help"`},
		{"CALLUP_OPERATOR_EMAIL=Help <help@example.org>", "no e-mail address"},
		{"CALLUP_OPERATOR_NAME=" + strings.Repeat("é", 121), "CALLUP_OPERATOR_NAME has more than 120 letters"},
		{"CALLUP_SMTP_URL=smtp://mail.example.org", "CALLUP_MAIL_FROM must be set with CALLUP_SMTP_URL"},
		{"CALLUP_MAIL_FROM=Callup", `CALLUP_MAIL_FROM is "Callup"`},
		{"CALLUP_MAIL_REPLY_TO=Help <help@example.org>", "no e-mail address"},
		{"CALLUP_PASSWORD_MIN=5", "from 6 to 64"},
		{"CALLUP_PASSWORD_MIN=65", "from 6 to 64"},
		{"CALLUP_LOG_FORMAT=xml", "text or json"},
		{"CALLUP_LOG_LEVEL=loud", "debug or info"},
		{"CALLUP_TRUSTED_PROXIES=10.0.0.0/8,proxy", `has "proxy"`},
		{"CALLUP_ADRR=:1", "CALLUP_ADRR is no setting of Callup: did you mean CALLUP_ADDR?"},
		{"CALLUP_COLOUR=red", "CALLUP_COLOUR is no setting of Callup"},
	} {
		_, err := config.Load([]string{c.setting})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.setting, err, c.want)
			continue
		}
		if strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: must be one sentence without a secret: %v", c.setting, err)
		}
	}
}

func TestLoad_listsEveryMistake(t *testing.T) {
	_, err := config.Load([]string{
		"CALLUP_ENV=production", "CALLUP_DEMO=auto", "CALLUP_ADDR=x", "CALLUP_PUBLIC_URL=http://give.example.org",
		"CALLUP_KEY=" + base64.StdEncoding.EncodeToString(make([]byte, config.KeySize)),
	})
	if err == nil {
		t.Fatal("no mistake found")
	}
	for _, want := range []string{
		"CALLUP_ADDR", "CALLUP_DEMO must be off", "https://", "could guess", "CALLUP_SMTP_URL must be set", "CALLUP_OPERATOR_NAME",
		"CALLUP_OPERATOR_EMAIL", "CALLUP_STRIPE_KEY",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing from:\n%v", want, err)
		}
	}
	if got := strings.Count(err.Error(), "\n") + 1; got != 8 {
		t.Errorf("%d lines for 8 mistakes:\n%v", got, err)
	}
}

func TestLoad_MailServer(t *testing.T) {
	from := "CALLUP_MAIL_FROM=Callup <no-reply@give.example.org>"
	cfg, err := config.Load([]string{"CALLUP_SMTP_URL=smtp://u:p@mail.example.org", from, "CALLUP_OPERATOR_EMAIL=help@example.org"})
	if err != nil || cfg.SMTP == nil || cfg.SMTP.Port != 587 ||
		cfg.MailFrom.Name != "Callup" || cfg.MailReplyTo != "help@example.org" {
		t.Errorf("%+v, %v", cfg, err)
	}
	for address, want := range map[string]string{
		"mail.example.org":                         "CALLUP_SMTP_URL is no address of a mail server",
		"smtp://u:hidden@mail.example.org?tls=off": "would send a password unencrypted",
		"smtp://u:hidden@mail example.org":         "CALLUP_SMTP_URL is no address of a mail server",
	} {
		_, err := config.Load([]string{"CALLUP_SMTP_URL=" + address, from})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: got %v, want %q", address, err, want)
		}
	}
}

func TestLoad_productionNeedsAPublicAddress(t *testing.T) {
	_, err := config.Load([]string{"CALLUP_ENV=production"})
	if err == nil || !strings.Contains(err.Error(), "CALLUP_PUBLIC_URL must be set") {
		t.Errorf("got %v", err)
	}
}

func TestPublicURLFor(t *testing.T) {
	cfg, err := config.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	for listening, want := range map[string]string{
		"127.0.0.1:8080": "http://127.0.0.1:8080",
		"[::]:8080":      "http://localhost:8080",
		"0.0.0.0:99":     "http://localhost:99",
	} {
		addr := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(listening))
		if got := cfg.PublicURLFor(addr).String(); got != want {
			t.Errorf("listening on %s: %s, want %s", listening, got, want)
		}
	}
}

const goodKey = "3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs="

func TestInstallationKey_isMadeOnceAndKept(t *testing.T) {
	cfg, err := config.Load([]string{"CALLUP_DATA=" + filepath.Join(t.TempDir(), "new")})
	if err != nil {
		t.Fatal(err)
	}
	const starts = 8
	keys := make([][]byte, starts)
	made := make([]bool, starts)
	var all sync.WaitGroup
	for i := range starts {
		all.Go(func() {
			var err error
			if keys[i], made[i], err = cfg.InstallationKey(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	makers := 0
	for i := range starts {
		if !bytes.Equal(keys[i], keys[0]) {
			t.Error("two processes have two keys")
		}
		if made[i] {
			makers++
		}
	}
	if makers != 1 || len(keys[0]) != config.KeySize {
		t.Errorf("made %d times, %d bytes", makers, len(keys[0]))
	}
	entries, err := os.ReadDir(cfg.Data)
	if err != nil || len(entries) != 1 {
		t.Fatalf("left in the folder: %v %v", entries, err)
	}
	info, err := entries[0].Info()
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v %v", info.Mode(), err)
	}

	path := filepath.Join(cfg.Data, entries[0].Name())
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, _, err := cfg.InstallationKey(); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a key others can read: %v", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("cut off"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := cfg.InstallationKey(); err == nil || !strings.Contains(err.Error(), "32 bytes") {
		t.Errorf("a damaged key: %v", err)
	}
}

func TestInstallationKey_fromSettings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte(goodKey+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	want, err := base64.StdEncoding.DecodeString(goodKey)
	if err != nil {
		t.Fatal(err)
	}
	for _, setting := range []string{"CALLUP_KEY=" + goodKey, "CALLUP_KEY_FILE=" + file} {
		cfg, err := config.Load([]string{setting})
		if err != nil {
			t.Fatal(err)
		}
		key, made, err := cfg.InstallationKey()
		if err != nil || made || !bytes.Equal(key, want) {
			t.Errorf("%s: %x %v %v", setting, key, made, err)
		}
	}
	if _, err := config.Load([]string{"CALLUP_KEY=" + goodKey, "CALLUP_KEY_FILE=" + file}); err == nil ||
		!strings.Contains(err.Error(), "keep one") {
		t.Errorf("two keys: %v", err)
	}
}

// A key made by hand is refused in production, wherever it stands.
func TestInstallationKey_refusesOneThatCanBeGuessed(t *testing.T) {
	data := t.TempDir()
	for _, file := range []string{filepath.Join(data, "named"), filepath.Join(data, "installation.key")} {
		zeros := base64.StdEncoding.EncodeToString(make([]byte, config.KeySize))
		if err := os.WriteFile(file, []byte(zeros), 0o600); err != nil {
			t.Fatal(err)
		}
		cfg, err := config.Load([]string{"CALLUP_DATA=" + data, "CALLUP_KEY_FILE=" + file})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := cfg.InstallationKey(); err != nil {
			t.Errorf("in development %s: %v", file, err)
		}
		if !cfg.Guessable() {
			t.Errorf("%s passes for a key", file)
		}
		if _, err := config.Load([]string{"CALLUP_DATA=" + data, "CALLUP_KEY_FILE=" + file, "CALLUP_ENV=production"}); err == nil ||
			!strings.Contains(err.Error(), file+" is a key anybody could guess") {
			t.Errorf("the check of the settings does not name %s: %v", file, err)
		}
		cfg.Environment = config.Production
		if _, _, err := cfg.InstallationKey(); err == nil || !strings.Contains(err.Error(), "anybody could guess") {
			t.Errorf("in production %s: %v", file, err)
		}
	}
}

func TestTable_hasEverySetting(t *testing.T) {
	table := config.Table()
	for row := range strings.SplitSeq(strings.TrimSpace(table), "\n") {
		if got := strings.Count(row, "|"); got != 5 {
			t.Errorf("%d bars in %s", got, row)
		}
	}
	if !strings.Contains(table, "| `CALLUP_DATA` | `.data` |") {
		t.Error(table)
	}
}
