package backup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// twoFolders makes the folders of a backup, which only their owner may read. It refuses folders that hold something, and one
// that lies in the other, before it makes any. forget removes what it made, where it is empty again.
func twoFolders(to, keysTo string) (forget func(), err error) {
	dirs := []string{to, keysTo}
	for _, dir := range dirs {
		there, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("look into the folder for the backup: %w", err)
		}
		if len(there) > 0 {
			return nil, fmt.Errorf("%s is not empty: name a new folder for each backup, and another one for the keys", dir)
		}
	}
	one, other := resolved(to), resolved(keysTo)
	switch {
	case one == other:
		return nil, errors.New("--to and --keys-to are one folder: copying it copies the log and the keys that open it, " +
			"so name another for the keys")
	case within(one, other):
		return nil, errors.New("--keys-to lies in --to: copying the log would copy the keys that open it, so name a folder beside it")
	case within(other, one):
		return nil, errors.New("--to lies in --keys-to: copying the keys would copy the log that they open, so name a folder beside it")
	}
	var made []string
	forget = func() {
		for i := range made {
			_ = os.Remove(made[len(made)-1-i]) // it holds something: then it stays
		}
	}
	for _, dir := range dirs {
		made = append(made, missing(dir)...)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			forget()
			return nil, fmt.Errorf("make the folder for the backup: %w", err)
		}
	}
	return forget, nil
}

// missing lists the folders that are to be made for an absolute path, the outermost first.
func missing(dir string) (folders []string) {
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			return folders
		}
		folders = append([]string{dir}, folders...)
	}
}

// resolved follows the links of an absolute path as far as it exists.
func resolved(path string) string {
	if followed, err := filepath.EvalSymlinks(path); err == nil {
		return followed
	}
	if parent := filepath.Dir(path); parent != path {
		return filepath.Join(resolved(parent), filepath.Base(path))
	}
	return path
}

// within tells whether a folder lies in another.
func within(outer, inner string) bool {
	below, err := filepath.Rel(outer, inner)
	return err == nil && below != ".." && !strings.HasPrefix(below, "../")
}
