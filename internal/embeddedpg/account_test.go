package embeddedpg_test

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/callup/callup/internal/embeddedpg"
	"github.com/callup/callup/internal/testing/datadir"
)

// Under root Postgres passes through the data folder and reads nothing there that is not its own, whoever asks it to.
func TestStart_readsNothingOfRoots(t *testing.T) {
	t.Parallel()
	data, err := openFolder()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(data) }()
	if err := datadir.FillWithin(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(data, "installation.key")
	// an older callup left both so
	if err := errors.Join(os.WriteFile(key, []byte("secret\n"), 0o600), os.Chmod(data, 0o700)); err != nil {
		t.Fatal(err)
	}
	opts := embeddedpg.Within(data, slog.New(slog.DiscardHandler))
	opts.Settings = map[string]string{"fsync": "off"}
	server, err := embeddedpg.Start(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	defer stop(t, server)
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(server.PID()), "status"))
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range []string{"CapPrm", "CapEff", "CapAmb"} {
		if !strings.Contains(string(status), set+":\t0000000000000000\n") {
			t.Errorf("Postgres keeps capabilities: want no %s in\n%s", set, status)
		}
	}
	if os.Geteuid() != 0 {
		return // callup and its Postgres are one user then, and the key is that user's
	}
	conn, err := pgx.Connect(t.Context(), superuser(t, server, opts.Dir))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	var read string
	if err := conn.QueryRow(t.Context(), "SELECT pg_read_file('PG_VERSION')").Scan(&read); err != nil {
		t.Errorf("its own file: %v", err)
	}
	for _, path := range []string{key, filepath.Join(opts.Dir, "postgres", "secret.json")} {
		err := conn.QueryRow(t.Context(), "SELECT pg_read_file($1)", path).Scan(&read)
		if refused, ok := errors.AsType[*pgconn.PgError](err); !ok || refused.Code != "42501" {
			t.Errorf("Postgres reads %s: %q, %v", path, read, err)
		}
	}
	info, err := os.Stat(data)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o711 {
		t.Errorf("the data folder has mode %04o, want 0711", info.Mode().Perm())
	}
}

// superuser is the address of the database for the role that may do everything.
func superuser(t *testing.T, server *embeddedpg.Server, dir string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, "postgres", "secret.json"))
	if err != nil {
		t.Fatal(err)
	}
	var secret struct {
		Superuser string `json:"superuser"`
		Password  string `json:"superuser_password"`
	}
	if err := json.Unmarshal(raw, &secret); err != nil {
		t.Fatal(err)
	}
	address, err := url.Parse(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.UserPassword(secret.Superuser, secret.Password)
	return address.String()
}
