package embeddedpg

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
)

// files are the paths below one data folder.
type files struct {
	dir, cluster, data, secret, gate, users, run, log string
}

func filesIn(dir string) files {
	cluster := filepath.Join(dir, "postgres")
	return files{
		dir:     dir,
		cluster: cluster,
		data:    filepath.Join(cluster, "data"),
		secret:  filepath.Join(cluster, "secret.json"),
		gate:    filepath.Join(dir, "postgres.lock"),
		users:   filepath.Join(dir, "postgres.users"),
		run:     filepath.Join(dir, "postgres.run"),
		log:     filepath.Join(dir, "postgres.log"),
	}
}

// running is what a process needs to find a Postgres that another one started.
type running struct {
	PID       int    `json:"pid"`
	SocketDir string `json:"socket_dir"`
}

// secret is made with the cluster and lasts as long.
type secret struct {
	User     string `json:"user"`
	Password string `json:"password"`
	Database string `json:"database"`
	// Superuser is for repairs by hand and for renewing the write-ahead log; the application uses it for nothing else.
	Superuser         string `json:"superuser"`
	SuperuserPassword string `json:"superuser_password"`
}

func newSecret() secret {
	return secret{
		User: "callup", Password: randomHex(24), Database: "callup",
		Superuser: "postgres", SuperuserPassword: randomHex(24),
	}
}

func randomHex(bytes int) string {
	raw := make([]byte, bytes)
	_, _ = rand.Read(raw) // never fails: the program would end instead
	return hex.EncodeToString(raw)
}

func (s secret) url(socketDir string) string {
	return s.urlOf(socketDir, url.UserPassword(s.User, s.Password))
}

func (s secret) superuserURL(socketDir string) string {
	return s.urlOf(socketDir, url.UserPassword(s.Superuser, s.SuperuserPassword))
}

func (s secret) urlOf(socketDir string, who *url.Userinfo) string {
	address := url.URL{
		Scheme: "postgres",
		User:   who,
		Path:   "/" + s.Database,
		RawQuery: url.Values{
			"host": {socketDir}, "port": {socketPort}, "sslmode": {"disable"},
		}.Encode(),
	}
	return address.String()
}

// socketPort only names the socket's file: nothing listens on TCP.
const socketPort = "5432"

func readJSON(path string, into any) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	return nil
}

// writeJSON replaces the file in one step, readable by its owner alone.
func writeJSON(path string, value any) error {
	raw, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	temporary := path + ".new"
	if err := os.WriteFile(temporary, raw, 0o600); err != nil {
		return err
	}
	return os.Rename(temporary, path)
}
