package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/migrations"
)

// Restoration is what an installation knows of the backup it was filled from.
type Restoration struct {
	BackupMade time.Time
	Completed  *time.Time
	Resumed    *time.Time
}

// Held tells whether the installation waits for an operator to let it act.
func (r Restoration) Held() bool { return !r.BackupMade.IsZero() && r.Resumed == nil }

// Restored gives it; the zero value for an installation that no backup filled.
func Restored(ctx context.Context, db interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}) (r Restoration, err error) {
	err = db.QueryRow(ctx, `SELECT backup_made, completed_at, resumed_at FROM restored`).Scan(&r.BackupMade, &r.Completed,
		&r.Resumed)
	if errors.Is(err, pgx.ErrNoRows) {
		return Restoration{}, nil
	}
	if err != nil {
		return Restoration{}, fmt.Errorf("ask whether this installation was restored: %w", err)
	}
	return r, nil
}

// complete refuses an installation whose restore was cut off: who was erased might be there again.
func (b *Base) complete(ctx context.Context) error {
	r, err := Restored(ctx, b.Pool)
	if err == nil && !r.BackupMade.IsZero() && r.Completed == nil {
		err = errors.New("a restore into this installation is under way or was cut off: when it has ended, go on; else restore " +
			"again, into an empty folder or database")
	}
	return err
}

// outward runs what acts on the world by itself (mails, refunds, timers, webhooks), once it may: an installation that was
// restored may be a copy of one that still runs.
func (b *Base) outward(run func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		if err := b.resumed(ctx); err != nil {
			return err
		}
		return run(ctx)
	}
}

// resumed waits until nothing is held back.
func (b *Base) resumed(ctx context.Context) error {
	ask := time.NewTicker(b.times.Resumed)
	defer ask.Stop()
	for {
		if r, err := Restored(ctx, b.Pool); err == nil && !r.Held() { // a database that is away is asked again
			return nil
		}
		select {
		case <-ask.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// HeldBack says what an installation that was restored does not do.
const HeldBack = "No mail, refund, timer or webhook goes out by itself until: callup resume"

// MayAct refuses what an operator asks for that would act on the world out of an installation that is held back.
func (b *Base) MayAct(ctx context.Context) error {
	r, err := Restored(ctx, b.Pool)
	if err == nil && r.Held() {
		err = errors.New("this installation was restored from a backup and is held back: let it act first, where it is no copy of " +
			"one that runs: callup resume")
	}
	return err
}

// HoldBack notes, in the transaction that fills an installation from a backup, that it is not complete and is to act on
// nothing. The table may be younger than the backup.
func HoldBack(ctx context.Context, tx pgx.Tx, made time.Time) error {
	table, err := migrations.Restored()
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, table); err != nil {
		return fmt.Errorf("hold back what was restored: %w", err)
	}
	if _, err := tx.Exec(ctx, `INSERT INTO restored (backup_made) VALUES ($1)`, made); err != nil {
		return fmt.Errorf("hold back what was restored: %w", err)
	}
	return nil
}

// CompleteRestore notes that a restore has come to its end.
func (b *Base) CompleteRestore(ctx context.Context) error {
	done, err := b.Pool.Exec(ctx, `UPDATE restored SET completed_at = clock_timestamp()`)
	if err == nil && done.RowsAffected() != 1 {
		err = errors.New("it is not known here")
	}
	if err != nil {
		return fmt.Errorf("note that the restore is complete: %w", err)
	}
	return nil
}
