package app

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/sys/unix"

	"github.com/callup/callup/internal/pgstate"
)

const (
	// leastFree are the bytes below which the disk of the bundled Postgres counts as full: those of the next file of its
	// write-ahead log, without which it stops.
	leastFree = 16 << 20
	// probesPerDiskCheck is how many times rarer the disk is looked at than the rest: writing costs 3 ms.
	probesPerDiskCheck = 10
	// spillSQL has Postgres write 400 kB to a temporary file where the database lies, and remove it. A row would find room in
	// a page that is there already.
	spillSQL = `SET LOCAL work_mem = '64kB'; SET LOCAL temp_tablespaces = ''; SELECT count(*) FROM generate_series(1, 30000)`
)

// diskCheck remembers for a while whether the disk of the database is full.
type diskCheck struct {
	asked  time.Time
	isFull bool
}

// full tells whether the database has no room to write.
func (d *diskCheck) full(ctx context.Context, b *Base) bool {
	if time.Since(d.asked) < probesPerDiskCheck*b.times.Probe {
		return d.isFull
	}
	d.asked = time.Now()
	if b.postgres != nil {
		d.isFull = folderFull(b.Config.Data)
	} else {
		d.isFull = databaseFull(ctx, b)
	}
	return d.isFull
}

// folderFull asks the file system. What can't be asked does not count as full.
func folderFull(dir string) bool {
	var disk unix.Statfs_t
	if err := unix.Statfs(dir, &disk); err != nil {
		return false
	}
	return disk.Bavail*uint64(disk.Bsize) < leastFree //nolint:gosec // a block's size is positive
}

// databaseFull has a Postgres elsewhere write something. Only its own word that the disk is full counts.
func databaseFull(ctx context.Context, b *Base) bool {
	_, err := b.Pool.Exec(ctx, spillSQL, pgx.QueryExecModeSimpleProtocol) // one transaction
	answer, ok := errors.AsType[*pgconn.PgError](err)
	return ok && answer.Code == pgstate.DiskFull
}

// diskFull says where to make room.
func (b *Base) diskFull() unready {
	if b.postgres != nil {
		return unready{"disk", "has less than 16 MiB left where CALLUP_DATA lies; make room there"}
	}
	return unready{"disk", "of the database is full; make room there"}
}
