package embeddedpg

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// ErrRecycles tells that the Postgres which runs keeps the bytes of old write-ahead log in new files: one that an older
// callup started.
var ErrRecycles = errors.New("the Postgres that runs was started by an older callup, which keeps old bytes of its " +
	"write-ahead log: they go once all callup processes on this data folder have ended and one is started again")

// RenewWAL removes the write-ahead log up to now, with whatever it holds, and makes sure that it is gone. What was written
// to the database's files before is on the disk then. Errors: ErrRecycles, and whatever keeps Postgres from answering.
func (s *Server) RenewWAL(ctx context.Context) error {
	s.mu.Lock()
	keys, sockets := s.secret, s.run.SocketDir
	s.mu.Unlock()
	conn, err := pgx.Connect(ctx, keys.superuserURL(sockets)) // nobody else may end a file of the write-ahead log
	if err != nil {
		return fmt.Errorf("connect to renew the write-ahead log: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }() // all that was asked for is done
	err = renewWAL(ctx, conn)
	if err != nil && !errors.Is(err, ErrRecycles) {
		return fmt.Errorf("renew the write-ahead log: %w", err)
	}
	return err
}

func renewWAL(ctx context.Context, conn *pgx.Conn) error {
	var recycles bool
	if err := conn.QueryRow(ctx, `SELECT current_setting('wal_recycle')::bool`).Scan(&recycles); err != nil {
		return err
	}
	if recycles {
		return ErrRecycles
	}
	if _, err := conn.Exec(ctx, `CHECKPOINT`); err != nil {
		return err
	}
	// files made in advance may hold old bytes, where an older callup made them: they are written over
	var ahead int
	if err := conn.QueryRow(ctx, `SELECT count(*) FROM pg_ls_waldir()
		WHERE name ~ '^[0-9A-F]{24}$' AND name > pg_walfile_name(pg_current_wal_lsn())`).Scan(&ahead); err != nil {
		return err
	}
	for range ahead + 1 {
		// an empty file would not be ended
		if _, err := conn.Exec(ctx, `SELECT pg_logical_emit_message(false, 'callup', '')`); err != nil {
			return err
		}
		if _, err := conn.Exec(ctx, `SELECT pg_switch_wal()`); err != nil {
			return err
		}
	}
	if _, err := conn.Exec(ctx, `CHECKPOINT`); err != nil {
		return err
	}
	var kept int
	if err := conn.QueryRow(ctx, `SELECT count(*) FROM pg_ls_waldir()
		WHERE name ~ '^[0-9A-F]{24}$' AND name < (SELECT redo_wal_file FROM pg_control_checkpoint())`).Scan(&kept); err != nil {
		return err
	}
	if kept > 0 {
		return fmt.Errorf("%d old files are kept, as by a replication slot", kept)
	}
	return nil
}
