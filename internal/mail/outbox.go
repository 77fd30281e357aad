package mail

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Outbox keeps every mail in a table. It is a Mailer.
type Outbox struct {
	pool     *pgxpool.Pool
	composer *composer
	now      func() time.Time
}

// NewOutbox makes an Outbox over the table outbox_mails.
func NewOutbox(pool *pgxpool.Pool, now func() time.Time) (*Outbox, error) {
	c, err := newComposer()
	if err != nil {
		return nil, err
	}
	return &Outbox{pool: pool, composer: c, now: now}, nil
}

// Send writes the mail and keeps it. A key that is known already is left as it is.
func (o *Outbox) Send(ctx context.Context, m Message) error {
	if m.Key == "" || m.To == "" {
		return errors.New("a mail needs a key and an address")
	}
	c, err := o.composer.compose(m)
	if err != nil {
		return err
	}
	_, err = o.pool.Exec(ctx, `
		INSERT INTO outbox_mails (key, recipient, lang, kind, subject, text, html, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (key) DO NOTHING`,
		m.Key, m.To, c.lang, c.kind, c.subject, c.text, c.html, o.now())
	if err != nil {
		return fmt.Errorf("putting a %s mail into the outbox: %w", c.kind, err)
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
