package embeddedpg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// ensureCluster makes the cluster when there is none. It is built under
// another name and moved into place when it is complete, so an interrupted
// build is never mistaken for data.
func (s *Server) ensureCluster(ctx context.Context, bin binaries, acc account) error {
	if _, err := os.Stat(s.files.cluster); err == nil {
		return s.checkCluster(bin)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("look for the cluster %s: %w", s.files.cluster, err)
	}
	halfWritten, err := filepath.Glob(s.files.cluster + ".new-*")
	if err != nil {
		return fmt.Errorf("look for an interrupted set-up: %w", err)
	}
	for _, left := range halfWritten {
		if err := os.RemoveAll(left); err != nil {
			return fmt.Errorf("remove what an interrupted set-up left: %w", err)
		}
	}
	// A name of its own: an orphaned initdb may still write to the old one.
	fresh := s.files.cluster + ".new-" + randomHex(4)
	s.opts.Logger.Info("making the database cluster", "folder", s.files.cluster, "postgres", bin.version)
	if err := buildCluster(ctx, fresh, bin, acc); err != nil {
		return errors.Join(err, os.RemoveAll(fresh))
	}
	if err := os.Rename(fresh, s.files.cluster); err != nil {
		return fmt.Errorf("put the database cluster in place: %w", err)
	}
	return nil
}

func (s *Server) checkCluster(bin binaries) error {
	raw, err := os.ReadFile(filepath.Join(s.files.data, "PG_VERSION"))
	if err != nil {
		return fmt.Errorf("%s holds no complete database cluster any more (%w): restore it from a backup, or move the folder away "+
			"to start empty", s.files.cluster, err)
	}
	if has := strings.TrimSpace(string(raw)); has != strconv.Itoa(bin.major) {
		return fmt.Errorf("%s was written by Postgres %s and this is Postgres %d: start the callup that wrote it and move the data "+
			"with a backup", s.files.cluster, has, bin.major)
	}
	return nil
}

func buildCluster(ctx context.Context, dir string, bin binaries, acc account) error {
	data := filepath.Join(dir, "data")
	for path, mode := range map[string]os.FileMode{dir: 0o711, data: 0o700} {
		if err := os.MkdirAll(path, mode); err != nil {
			return fmt.Errorf("make the database cluster: %w", err)
		}
	}
	if err := os.Chmod(dir, 0o711); err != nil {
		return fmt.Errorf("make the database cluster: %w", err)
	}
	if err := acc.own(data); err != nil {
		return err
	}
	keys := newSecret()
	password := filepath.Join(dir, "password")
	if err := os.WriteFile(password, []byte(keys.SuperuserPassword+"\n"), 0o600); err != nil {
		return fmt.Errorf("make the database cluster: %w", err)
	}
	if err := acc.own(password); err != nil {
		return err
	}
	args := []string{
		"--pgdata", data, "--username", keys.Superuser, "--pwfile", password,
		"--auth", "scram-sha-256", "--encoding", "UTF8", "--no-instructions",
	}
	args = append(args, bin.localeArgs()...)
	if out, err := bin.command(ctx, acc, "initdb", args...).CombinedOutput(); err != nil {
		return bin.explain("make the database cluster", err, out)
	}
	if err := os.Remove(password); err != nil {
		return fmt.Errorf("remove the password file: %w", err)
	}
	if err := addApplicationRole(ctx, data, keys, bin, acc); err != nil {
		return err
	}
	return writeJSON(filepath.Join(dir, "secret.json"), keys)
}

// addApplicationRole uses the single-user mode: no server runs yet, and the
// cluster must be complete before one does.
func addApplicationRole(ctx context.Context, data string, keys secret, bin binaries, acc account) error {
	// The names and passwords are our own letters and digits.
	statements := []string{
		fmt.Sprintf("CREATE ROLE %s LOGIN CREATEDB PASSWORD '%s'", keys.User, keys.Password),
		fmt.Sprintf("GRANT pg_monitor, pg_checkpoint TO %s", keys.User),
		fmt.Sprintf("CREATE DATABASE %s OWNER %s", keys.Database, keys.User),
	}
	single := bin.command(ctx, acc, "postgres", "--single", "-D", data,
		"-c", "exit_on_error=on", "-c", "log_min_messages=fatal", "postgres")
	single.Stdin = strings.NewReader(strings.Join(statements, "\n") + "\n")
	out, err := single.CombinedOutput()
	if err != nil {
		return bin.explain("make the database of the application", err, out)
	}
	return nil
}

func (b binaries) command(ctx context.Context, acc account, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(b.dir, program), args...)
	cmd.Env = b.environment()
	cmd.Dir = "/"
	cmd.SysProcAttr = acc.process()
	return cmd
}

// environment keeps the caller's PG* variables and locale out of Postgres.
func (b binaries) environment() []string {
	return []string{"PATH=" + b.dir + ":/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
}

// localeArgs sort by code point and change case by Unicode rules, the same on
// every system and with every C library.
func (b binaries) localeArgs() []string {
	if b.major >= 17 {
		return []string{"--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"}
	}
	return []string{"--locale", "C", "--locale-provider", "icu", "--icu-locale", "und"}
}
