package mail

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/mailaddr"
)

// Outbox keeps every mail in a table. It is a Mailer.
type Outbox struct {
	pool     *pgxpool.Pool
	composer *composer
	now      func() time.Time
	// Sends has mails wait for a relay that sends them; else they only stay here. It is set before the first mail.
	Sends bool
}

// NewOutbox makes an Outbox over the table outbox_mails.
func NewOutbox(pool *pgxpool.Pool, now func() time.Time) (*Outbox, error) {
	c, err := newComposer()
	if err != nil {
		return nil, err
	}
	return &Outbox{pool: pool, composer: c, now: now}, nil
}

// ErrErased tells that a mail is not kept because somebody whose words it was made of is erased meanwhile. Made again
// once no copy of their key is left, it has nothing of them.
var ErrErased = errors.New("somebody this mail is about is being erased")

// Send writes the mail and keeps it. A key that is known already is left as it is; what is one too many for its address, or
// belongs to a burst, is let go; what is gathered replaces the mail that still waits. In a context that watches whose words
// are opened, nothing is kept once one of them has no key any more, and an erasure of one deletes the mail. Error: ErrErased.
func (o *Outbox) Send(ctx context.Context, m Message) error {
	return o.keep(ctx, o.pool, m, keyring.Opened(ctx))
}

// rows is a pool or a transaction.
type rows interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func (o *Outbox) keep(ctx context.Context, in rows, m Message, named [][16]byte) error {
	if m.Key == "" || m.To == "" {
		return errors.New("a mail needs a key and an address")
	}
	m.To = mailaddr.ASCII(m.To) // one mailbox is counted once, however its domain is spelled
	c, err := o.composer.compose(m)
	if err != nil {
		return err
	}
	if m.Gather != "" && m.At.IsZero() {
		return errors.New("a mail that is gathered needs the time of what it tells")
	}
	var whole int
	err = in.QueryRow(ctx, `
		WITH whole AS (SELECT subject FROM subject_keys WHERE subject = ANY($9) AND wrapped IS NOT NULL FOR SHARE),
		soon AS (SELECT set_config('synchronous_commit', 'off', true) WHERE $10),
		-- claiming a mail changes send_at, so that what is being sent is held no more
		held AS (
			SELECT id FROM outbox_mails o WHERE gather = $18 AND gather <> '' AND told_at <= $19 AND sent_at IS NULL AND NOT refused
			AND CASE WHEN send_at IS NULL THEN held_until > $8 ELSE send_at = held_until END
			AND NOT EXISTS (SELECT FROM outbox_mails WHERE key = $1)
			AND NOT EXISTS (SELECT FROM outbox_mails WHERE gather = $18 AND gather <> '' AND $1 = ANY(gathered))
			ORDER BY id DESC LIMIT 1 FOR UPDATE OF o),
		again AS (
			UPDATE outbox_mails SET recipient = $2, lang = $3, kind = $4, subject = $5, text = $6, html = $7, stop = $12, reply_to = $13,
				told_at = $19, gathered = gathered || $1::text, words = nullif($9::uuid[], '{}'),
				send_at = CASE WHEN $20 AND send_at IS NOT NULL THEN clock_timestamp() ELSE send_at END,
				held_until = CASE WHEN $20 THEN NULL ELSE held_until END
			WHERE id = (SELECT id FROM held) AND (SELECT count(*) FROM whole) = cardinality($9::uuid[])),
		kept AS (
			INSERT INTO outbox_mails (key, recipient, lang, kind, subject, text, html, created_at, stop, reply_to, send_at, asked, burst,
				gather, told_at, held_until, words)
			SELECT $1, $2, $3, $4, $5, $6, $7, $8, $12, $13,
				CASE WHEN NOT $11 THEN NULL WHEN $21 THEN statement_timestamp() + $22::interval ELSE clock_timestamp() END, $14, $15,
				$18, $19, CASE WHEN NOT $21 THEN NULL WHEN $11 THEN statement_timestamp() + $22::interval
					ELSE $8::timestamptz + $22::interval END, nullif($9::uuid[], '{}')
			WHERE (SELECT count(*) FROM whole) = cardinality($9::uuid[])
			AND NOT ($14 AND (SELECT count(*) FROM outbox_mails WHERE asked AND lower(recipient) = lower($2)
				AND created_at > $8::timestamptz - interval '24 hours' AND (kind = $4 OR NOT $23)) >= $16)
			AND NOT ($15 <> '' AND EXISTS (SELECT FROM outbox_mails WHERE burst = $15 AND burst <> ''
				AND lower(recipient) = lower($2) AND created_at > $8::timestamptz - $17::interval))
			AND NOT EXISTS (SELECT FROM held)
			AND NOT EXISTS (SELECT FROM outbox_mails WHERE gather = $18 AND gather <> '' AND $1 = ANY(gathered))
			ON CONFLICT (key) DO NOTHING)
		SELECT count(*) FROM whole LEFT JOIN soon ON true`,
		m.Key, m.To, c.lang, c.kind, c.subject, c.text, c.html, o.now(), named, m.Repeated, o.Sends, m.Stop, m.ReplyTo,
		m.Asked, m.Burst, AskedADay, BurstLasts, m.Gather, toldAt(m), m.Urgent, m.Gather != "" && !m.Urgent, GatherLasts,
		m.Alone).Scan(&whole)
	if err != nil {
		return fmt.Errorf("putting a %s mail into the outbox: %w", c.kind, err)
	}
	if whole < len(named) {
		return fmt.Errorf("a %s mail: %w", c.kind, ErrErased)
	}
	return nil
}

// toldAt is when what a gathered mail tells happened; nil of every other.
func toldAt(m Message) *time.Time {
	if m.Gather == "" {
		return nil
	}
	return &m.At
}

// Kept is a mail in the outbox.
type Kept struct {
	ID        int64     `db:"id"`
	To        string    `db:"recipient"`
	Lang      string    `db:"lang"`
	Kind      string    `db:"kind"`
	Subject   string    `db:"subject"`
	Text      string    `db:"text"`
	HTML      string    `db:"html"`
	CreatedAt time.Time `db:"created_at"`
}

// ErrNotFound is returned for a mail that is not in the outbox.
var ErrNotFound = errors.New("no such mail")

// Recent lists the newest mails, newest first, to one address or, when to is empty, to all.
func (o *Outbox) Recent(ctx context.Context, to string, limit int) ([]Kept, error) {
	rows, err := o.pool.Query(ctx, `
		SELECT id, recipient, lang, kind, subject, text, html, created_at FROM outbox_mails
		WHERE $1 = '' OR lower(recipient) = lower($1) ORDER BY id DESC LIMIT $2`, to, limit)
	if err != nil {
		return nil, fmt.Errorf("reading the outbox: %w", err)
	}
	kept, err := pgx.CollectRows(rows, pgx.RowToStructByName[Kept])
	if err != nil {
		return nil, fmt.Errorf("reading the outbox: %w", err)
	}
	return kept, nil
}

// Get reads one mail; ErrNotFound when there is none with this id.
func (o *Outbox) Get(ctx context.Context, id int64) (Kept, error) {
	rows, err := o.pool.Query(ctx, `
		SELECT id, recipient, lang, kind, subject, text, html, created_at FROM outbox_mails WHERE id = $1`, id)
	if err != nil {
		return Kept{}, fmt.Errorf("reading the outbox: %w", err)
	}
	kept, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Kept])
	if errors.Is(err, pgx.ErrNoRows) {
		return Kept{}, ErrNotFound
	}
	if err != nil {
		return Kept{}, fmt.Errorf("reading the outbox: %w", err)
	}
	return kept, nil
}
