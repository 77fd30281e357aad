package rates

import (
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
)

// lookEvery is how often a file is looked at, at most.
const lookEvery = 10 * time.Second

// File is a table that is read again when its file changes. While what the file holds is no table, the last one stands. It
// is safe for concurrent use.
type File struct {
	path string
	log  *slog.Logger

	mu      sync.Mutex
	table   *Table
	version fileVersion // of what was read last, whether or not it was a table
	looked  time.Time
}

type fileVersion struct {
	changed time.Time
	size    int64
}

var _ ports.Rates = (*File)(nil)

// Watch reads a table that is to be read again when its file changes. Errors: those of FromFile.
func Watch(path string, log *slog.Logger) (*File, error) {
	f := &File{path: path, log: log, version: versionOf(path), looked: time.Now()}
	var err error
	f.table, err = FromFile(path)
	return f, err
}

func versionOf(path string) fileVersion {
	info, err := os.Stat(path)
	if err != nil {
		return fileVersion{}
	}
	return fileVersion{info.ModTime(), info.Size()}
}

// Rate is that of the file's present table.
func (f *File) Rate(from, to money.Currency, on time.Time) (money.Rate, error) {
	return f.current().Rate(from, to, on)
}

func (f *File) current() *Table {
	f.mu.Lock()
	defer f.mu.Unlock()
	if time.Since(f.looked) < lookEvery {
		return f.table
	}
	f.looked = time.Now()
	version := versionOf(f.path)
	if version == f.version {
		return f.table
	}
	f.version = version
	table, err := FromFile(f.path)
	if err != nil {
		f.log.Error("the table of rates was changed and can't be read; the one before is used on", "error", err)
		return f.table
	}
	f.log.Info("the table of rates was read again", "latest", table.Latest())
	f.table = table
	return table
}
