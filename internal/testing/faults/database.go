package faults

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/internal/embeddedpg"
	"github.com/callup/callup/internal/testing/datadir"
)

// disk is the size of the file system that a database lies on which is to run full, in bytes.
const disk = 320 << 20

// database is the Postgres of a run. Whoever is under test reaches it through a line; the run itself goes straight to
// the socket.
type database struct {
	run     *run
	dir     string
	bounded bool // on a file system of its own, which can be filled
	server  *embeddedpg.Server
	log     *os.File
	pool    *pgxpool.Pool
}

func (r *run) openDatabase(ctx context.Context) (d *database, err error) {
	d = &database{run: r, dir: filepath.Join(r.Dir, "postgres")}
	defer func() {
		if err != nil {
			err = errors.Join(err, d.close())
		}
	}()
	if err := os.Mkdir(d.dir, 0o711); err != nil { //nolint:gosec // Postgres runs as another user
		return d, fmt.Errorf("make a folder for Postgres: %w", err)
	}
	if r.Plan.fills() {
		if err := mountSmall(d.dir, disk); err != nil {
			r.skip("a full disk: a file system of its own can't be made here: " + err.Error())
		} else {
			d.bounded = true
		}
	}
	if err := datadir.Fill(ctx, d.dir); err != nil {
		return d, err
	}
	if d.log, err = os.Create(filepath.Join(r.Dir, "embedded.log")); err != nil {
		return d, fmt.Errorf("write the log of Postgres's keeper: %w", err)
	}
	d.server, err = embeddedpg.Start(ctx, embeddedpg.Options{
		Dir:    d.dir,
		Logger: slog.New(slog.NewTextHandler(d.log, nil)),
		Settings: map[string]string{
			// the machine itself goes on: what a process wrote before it was killed is kept
			"fsync": "off", "max_connections": "200", "max_wal_size": "64MB", "min_wal_size": "32MB", "wal_recycle": "off",
		},
	})
	if err != nil {
		return d, err
	}
	if d.pool, err = pgxpool.New(ctx, d.server.URL()); err != nil {
		return d, fmt.Errorf("connect to Postgres: %w", err)
	}
	return d, nil
}

// socket is where Postgres listens, and as whom to come.
func (d *database) socket() (path string, user *url.Userinfo, err error) {
	u, err := url.Parse(d.server.URL())
	if err != nil {
		return "", nil, fmt.Errorf("read Postgres's address: %w", err)
	}
	c, err := pgx.ParseConfig(d.server.URL())
	if err != nil {
		return "", nil, fmt.Errorf("read Postgres's address: %w", err)
	}
	return filepath.Join(c.Host, fmt.Sprintf(".s.PGSQL.%d", c.Port)), u.User, nil
}

// dial reaches Postgres.
func (d *database) dial(ctx context.Context) (net.Conn, error) {
	path, _, err := d.socket()
	if err != nil {
		return nil, err
	}
	return (&net.Dialer{}).DialContext(ctx, "unix", path)
}

// through is the address of the database behind a port.
func (d *database) through(address string) (string, error) {
	_, user, err := d.socket()
	if err != nil {
		return "", err
	}
	u := url.URL{Scheme: "postgres", User: user, Host: address, Path: "/callup", RawQuery: "sslmode=disable"}
	return u.String(), nil
}

// superuser connects as the one who may do everything.
func (d *database) superuser(ctx context.Context) (*pgx.Conn, error) {
	raw, err := os.ReadFile(filepath.Join(d.dir, "postgres", "secret.json"))
	if err != nil {
		return nil, fmt.Errorf("read the superuser's password: %w", err)
	}
	var s struct {
		Superuser string `json:"superuser"`
		Password  string `json:"superuser_password"`
	}
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, fmt.Errorf("read the superuser's password: %w", err)
	}
	c, err := pgx.ParseConfig(d.server.URL())
	if err != nil {
		return nil, fmt.Errorf("read Postgres's address: %w", err)
	}
	c.User, c.Password = s.Superuser, s.Password
	return pgx.ConnectConfig(ctx, c)
}

// kill ends Postgres as a power cut of its process would, and tells whether it ran; its keeper starts it again.
func (d *database) kill(ctx context.Context) bool {
	pid := d.server.PID()
	if pid <= 1 || syscall.Kill(pid, syscall.SIGKILL) != nil {
		return false // it is starting already
	}
	d.run.killed("kills of Postgres")
	d.back(ctx)
	return true
}

// killBackend ends one of its processes; Postgres then throws everybody out and recovers. It is false when nobody stays
// connected for long enough.
func (d *database) killBackend(ctx context.Context) bool {
	patience := time.Minute
	if d.run.spoilt {
		patience = 5 * time.Second
	}
	err := until(ctx, patience, func(ctx context.Context) (string, error) {
		var pid int
		err := d.pool.QueryRow(ctx, `SELECT pid FROM pg_stat_activity
			WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1`).Scan(&pid)
		if err != nil {
			return "", err
		}
		if pid <= 1 {
			return "nobody is connected", nil
		}
		return "", syscall.Kill(pid, syscall.SIGKILL)
	})
	if err != nil {
		return false
	}
	d.run.killed("kills of a Postgres process")
	d.back(ctx)
	return true
}

// back waits until Postgres answers.
func (d *database) back(ctx context.Context) {
	err := until(ctx, 3*time.Minute, func(ctx context.Context) (string, error) {
		one, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		conn, err := pgx.Connect(one, d.server.URL())
		if err != nil {
			return "Postgres does not answer", err
		}
		return "", conn.Close(one)
	})
	if err != nil && ctx.Err() == nil {
		d.run.violate(Rest, "%v", err)
	}
	d.pool.Reset() // none of its connections has survived
}

// exec carries a statement out that may be repeated, on a connection that works.
func (d *database) exec(ctx context.Context, sql string) error {
	return until(ctx, time.Minute, func(ctx context.Context) (string, error) {
		_, err := d.pool.Exec(ctx, sql)
		return "", err
	})
}

// fill leaves no room on the disk; the function it gives makes room again.
func (d *database) fill() (func(), error) {
	name := filepath.Join(d.dir, "ballast")
	f, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("fill the disk: %w", err)
	}
	once := sync.OnceFunc(func() { _ = os.Remove(name) }) // gone with the disk at the latest
	block := make([]byte, 1<<20)
	for len(block) > 0 {
		if _, err = f.Write(block); err != nil {
			block = block[:len(block)/2]
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		once()
		return nil, errors.Join(fmt.Errorf("fill the disk: %w", err), f.Close())
	}
	return once, f.Close()
}

func (d *database) close() error {
	var errs []error
	if d.pool != nil {
		d.pool.Close()
	}
	if d.server != nil {
		bye, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		errs = append(errs, d.server.Stop(bye))
	}
	if d.log != nil {
		errs = append(errs, d.log.Close())
	}
	if d.bounded {
		errs = append(errs, unmount(d.dir))
	}
	return errors.Join(append(errs, os.RemoveAll(d.dir))...)
}
