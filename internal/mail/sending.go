package mail

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Due is a mail whose turn it is to be sent. It belongs to who claimed it until the lease runs out.
type Due struct {
	Kept
	Key     string    `db:"key"`
	Tries   int       `db:"tries"`    // made before this one
	Stop    string    `db:"stop"`     // where the reader switches off mails of its kind; may be empty
	ReplyTo string    `db:"reply_to"` // empty: whom the installation names
	SendAt  time.Time `db:"send_at"`
}

// Claim takes the mails that have waited longest, so many at most, for a while: nobody else is given them until the lease runs
// out.
func (o *Outbox) Claim(ctx context.Context, most int, lease time.Duration) ([]Due, error) {
	rows, err := o.pool.Query(ctx, `
		UPDATE outbox_mails SET send_at = clock_timestamp() + $2::interval
		WHERE id IN (SELECT id FROM outbox_mails WHERE send_at <= now() ORDER BY send_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
		RETURNING id, key, recipient, lang, kind, subject, text, html, created_at, tries, stop, reply_to, send_at`, most, lease)
	if err != nil {
		return nil, fmt.Errorf("claiming mails: %w", err)
	}
	due, err := pgx.CollectRows(rows, pgx.RowToStructByName[Due])
	if err != nil {
		return nil, fmt.Errorf("claiming mails: %w", err)
	}
	return due, nil
}

// Sent notes that a mail was handed over.
func (o *Outbox) Sent(ctx context.Context, d Due) error {
	return o.settle(ctx, d, `send_at = NULL, sent_at = clock_timestamp(), tries = tries + 1, failure = ''`)
}

// GiveBack lets a claimed mail go untried: its turn is now again.
func (o *Outbox) GiveBack(ctx context.Context, d Due) error {
	return o.settle(ctx, d, `send_at = clock_timestamp()`)
}

// PutOff notes a try that failed, and when the next one is.
func (o *Outbox) PutOff(ctx context.Context, d Due, wait time.Duration, failure string) error {
	return o.settle(ctx, d, `send_at = clock_timestamp() + $3::interval, tries = tries + 1, failure = $4`, wait, failure)
}

// Refuse notes that a mail can't be sent, now or later: it stays, with the reason, until an operator has it tried again.
func (o *Outbox) Refuse(ctx context.Context, d Due, failure string) error {
	return o.settle(ctx, d, `send_at = NULL, refused = true, tries = tries + 1, failure = $3`, failure)
}

// settle changes a mail that is still claimed; one that was erased, or that another has claimed meanwhile, is left alone.
func (o *Outbox) settle(ctx context.Context, d Due, change string, args ...any) error {
	_, err := o.pool.Exec(ctx, `UPDATE outbox_mails SET `+change+` WHERE id = $1 AND send_at = $2`,
		append([]any{d.ID, d.SendAt}, args...)...)
	if err != nil {
		return fmt.Errorf("noting what became of a mail: %w", err)
	}
	return nil
}

// Undelivered are mails that wait to be sent, or can't be.
type Undelivered struct {
	Key       string    `db:"key"`
	Kind      string    `db:"kind"`
	CreatedAt time.Time `db:"created_at"`
	Tries     int       `db:"tries"`
	Refused   bool      `db:"refused"`
	Failure   string    `db:"failure"`
}

// Undelivered lists mails that were tried and did not go out, the oldest first, so many at most.
func (o *Outbox) Undelivered(ctx context.Context, most int) ([]Undelivered, error) {
	rows, err := o.pool.Query(ctx, `SELECT key, kind, created_at, tries, refused, failure FROM outbox_mails
		WHERE refused OR send_at IS NOT NULL AND tries > 0 ORDER BY id LIMIT $1`, most)
	if err != nil {
		return nil, fmt.Errorf("reading what was not delivered: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByName[Undelivered])
	if err != nil {
		return nil, fmt.Errorf("reading what was not delivered: %w", err)
	}
	return all, nil
}

// Again has mails tried at once that were refused, or wait for another try: those of some keys, or all. It tells how many.
func (o *Outbox) Again(ctx context.Context, keys []string) (int64, error) {
	done, err := o.pool.Exec(ctx, `UPDATE outbox_mails SET send_at = clock_timestamp(), refused = false
		WHERE (refused OR send_at > now() AND tries > 0) AND (coalesce(cardinality($1::text[]), 0) = 0 OR key = ANY($1))`, keys)
	if err != nil {
		return 0, fmt.Errorf("having mails sent again: %w", err)
	}
	return done.RowsAffected(), nil
}
