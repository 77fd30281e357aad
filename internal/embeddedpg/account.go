package embeddedpg

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// account is the user Postgres runs as. Postgres refuses to run as root.
type account struct {
	uid, gid int
	// switched: we are root and Postgres is not.
	switched bool
	// seeThrough: a parent of the data folder is closed to the account.
	seeThrough bool
}

func accountFor(opts Options, f files) (account, error) {
	if os.Geteuid() != 0 {
		return account{uid: os.Geteuid(), gid: os.Getegid()}, nil
	}
	acc := account{switched: true}
	// A cluster made by an ordinary user stays theirs under sudo.
	if info, err := os.Stat(f.data); err == nil {
		if st, ok := info.Sys().(*syscall.Stat_t); ok && st.Uid != 0 {
			acc.uid, acc.gid = int(st.Uid), int(st.Gid)
		}
	}
	if acc.uid == 0 {
		nobody, err := user.Lookup("nobody")
		if err != nil {
			return account{}, errors.New("start Postgres: it refuses to run as root and this system has no user named nobody: run " +
				"callup as another user, or set DATABASE_URL")
		}
		if acc.uid, err = strconv.Atoi(nobody.Uid); err != nil {
			return account{}, fmt.Errorf("read the uid of nobody: %w", err)
		}
		if acc.gid, err = strconv.Atoi(nobody.Gid); err != nil {
			return account{}, fmt.Errorf("read the gid of nobody: %w", err)
		}
	}
	// The folder itself is ours to open a crack; what it holds has modes of its own.
	if err := os.Chmod(f.dir, 0o711); err != nil {
		return account{}, fmt.Errorf("let Postgres reach its cluster in %s: %w", f.dir, err)
	}
	if err := openForPassage(opts.Data, acc); err != nil {
		return account{}, fmt.Errorf("let Postgres reach its cluster in %s: %w", f.dir, err)
	}
	if closed := closedParent(f.dir, acc); closed != "" {
		if !canSeeThrough() {
			return account{}, fmt.Errorf("the unprivileged user Postgres runs as cannot enter %s: set CALLUP_DATA to a folder outside "+
				"it, run callup as another user, or set DATABASE_URL", closed)
		}
		acc.seeThrough = true
		opts.Logger.Info("Postgres may read every file, because it has to pass a folder that is closed to its user; it may "+
			"not where the data folder lies outside that folder", "folder", closed)
	}
	return acc, nil
}

// openForPassage lets other users enter a folder of our own by the names in it, without listing them. One who owns the
// folder as an ordinary user decides themselves who enters it.
func openForPassage(dir string, acc account) error {
	if dir == "" {
		return nil
	}
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(st.Uid) != os.Geteuid() || enters(info, acc) {
		return nil
	}
	return os.Chmod(dir, info.Mode().Perm()|0o011)
}

// closedParent names the first folder on the way to an absolute path that acc cannot enter. Links are followed: the way to
// what they name counts, too.
func closedParent(path string, acc account) string {
	closed := ""
	for dir := path; ; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err == nil && !enters(info, acc) {
			closed = dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if closed != "" {
		return closed
	}
	for dir := path; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		target, err := filepath.EvalSymlinks(dir)
		switch {
		case err != nil: // it is not made yet
		case target == dir:
			return ""
		default:
			return closedParent(target, acc)
		}
	}
	return ""
}

func enters(info os.FileInfo, acc account) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return false
	}
	switch {
	case int(st.Uid) == acc.uid:
		return info.Mode()&0o100 != 0
	case int(st.Gid) == acc.gid:
		return info.Mode()&0o010 != 0
	default:
		return info.Mode()&0o001 != 0
	}
}

// own gives a path to the account.
func (a account) own(path string) error {
	if !a.switched {
		return nil
	}
	if err := os.Lchown(path, a.uid, a.gid); err != nil {
		return fmt.Errorf("give %s to the user Postgres runs as: %w", path, err)
	}
	return nil
}

// process says how a Postgres program runs: in a session of its own, so that
// Ctrl-C ends the application first, and as the account.
func (a account) process() *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setsid: true}
	if a.switched {
		//nolint:gosec // ids of this system, never negative
		attr.Credential = &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
		if a.seeThrough {
			allowSeeThrough(attr)
		}
	}
	return attr
}
