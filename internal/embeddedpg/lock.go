package embeddedpg

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"syscall"
	"time"
)

type lockMode int

const (
	shared    lockMode = syscall.LOCK_SH
	exclusive lockMode = syscall.LOCK_EX
)

// fileLock is an advisory lock on a file. The kernel drops it with the process.
type fileLock struct{ file *os.File }

const (
	lockPoll = 20 * time.Millisecond
	// Starting takes a second or two; longer deserves a word.
	lockNotice = 3 * time.Second
)

func lock(ctx context.Context, path string, mode lockMode, log *slog.Logger) (*fileLock, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the lock %s: %w; run as the user who owns the data folder, or choose another with CALLUP_DATA",
			path, err)
	}
	notice := time.NewTimer(lockNotice)
	defer notice.Stop()
	tick := time.NewTicker(lockPoll)
	defer tick.Stop()
	for {
		err := flock(file, mode)
		if err == nil {
			return &fileLock{file}, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			_ = file.Close()
			return nil, fmt.Errorf("lock %s: %w", path, err)
		}
		select {
		case <-ctx.Done():
			_ = file.Close()
			return nil, fmt.Errorf("wait for another callup process that starts or stops Postgres (lock %s): %w", path, ctx.Err())
		case <-notice.C:
			log.Info("waiting for another callup process that starts or stops Postgres", "lock", path)
		case <-tick.C:
		}
	}
}

// upgrade turns a shared lock into an exclusive one if nobody else holds it.
func (l *fileLock) upgrade() (bool, error) {
	err := flock(l.file, exclusive)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("count the users of Postgres: %w", err)
	}
	return true, nil
}

func (l *fileLock) release() {
	// Closing the only descriptor releases the lock, whatever Close reports.
	_ = l.file.Close()
}

func flock(file *os.File, mode lockMode) error {
	for {
		err := syscall.Flock(int(file.Fd()), int(mode)|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
