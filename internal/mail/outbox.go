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
// belongs to a burst, is let go. In a context that watches whose words
// are opened, nothing is kept once one of them has no key any more. Error: ErrErased.
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
	var whole int
	err = in.QueryRow(ctx, `
		WITH whole AS (SELECT subject FROM subject_keys WHERE subject = ANY($9) AND wrapped IS NOT NULL FOR SHARE),
		soon AS (SELECT set_config('synchronous_commit', 'off', true) WHERE $10),
		kept AS (
			INSERT INTO outbox_mails (key, recipient, lang, kind, subject, text, html, created_at, stop, reply_to, send_at, asked, burst)
			SELECT $1, $2, $3, $4, $5, $6, $7, $8, $12, $13, CASE WHEN $11 THEN clock_timestamp() END, $14, $15
			WHERE (SELECT count(*) FROM whole) = cardinality($9::uuid[])
			AND NOT ($14 AND (SELECT count(*) FROM outbox_mails WHERE asked AND lower(recipient) = lower($2)
				AND created_at > $8::timestamptz - interval '24 hours') >= $16)
			AND NOT ($15 <> '' AND EXISTS (SELECT FROM outbox_mails WHERE burst = $15 AND burst <> ''
				AND lower(recipient) = lower($2) AND created_at > $8::timestamptz - $17::interval))
			ON CONFLICT (key) DO NOTHING)
		SELECT count(*) FROM whole LEFT JOIN soon ON true`,
		m.Key, m.To, c.lang, c.kind, c.subject, c.text, c.html, o.now(), named, m.Repeated, o.Sends, m.Stop, m.ReplyTo,
		m.Asked, m.Burst, AskedADay, BurstLasts).Scan(&whole)
	if err != nil {
		return fmt.Errorf("putting a %s mail into the outbox: %w", c.kind, err)
	}
	if whole < len(named) {
		return fmt.Errorf("a %s mail: %w", c.kind, ErrErased)
	}
	return nil
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
