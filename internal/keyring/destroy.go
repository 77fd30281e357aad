package keyring

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
)

// FindGuest finds the subject of a guest by e-mail address; false when no such guest ever gave, or they were erased.
func (k *Keyring) FindGuest(ctx context.Context, email string) (ident.ID, bool, error) {
	var subject ident.ID
	err := k.pool.QueryRow(ctx, `SELECT subject FROM subject_keys WHERE address = $1`, k.address(email)).Scan((*[16]byte)(&subject))
	if errors.Is(err, pgx.ErrNoRows) {
		return ident.Nil, false, nil
	}
	if err != nil {
		return ident.Nil, false, fmt.Errorf("%w: find a guest's key: %w", ErrUnavailable, err)
	}
	return subject, true, nil
}

// Destroy destroys the keys of subjects, and with them the way from a guest's address to the subject. A subject that
// never had a key never gets one. Copies live on in memory until Lingering says 0.
func (k *Keyring) Destroy(ctx context.Context, kind string, subjects ...ident.ID) error {
	_, err := k.pool.Exec(ctx, `
		INSERT INTO subject_keys (subject, kind, destroyed_at) SELECT s, $2, clock_timestamp() FROM unnest($1::uuid[]) AS s
		ON CONFLICT (subject) DO UPDATE SET wrapped = NULL, address = NULL, destroyed_at = excluded.destroyed_at
		WHERE subject_keys.wrapped IS NOT NULL`, plain(subjects), kind)
	if err != nil {
		return fmt.Errorf("%w: destroy keys: %w", ErrUnavailable, err)
	}
	// until the commit others could still read them: it is from then on that copies grow old
	_, err = k.pool.Exec(ctx, `UPDATE subject_keys SET destroyed_at = clock_timestamp() WHERE subject = ANY($1)`, plain(subjects))
	if err != nil {
		return fmt.Errorf("%w: note when keys were destroyed: %w", ErrUnavailable, err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range subjects {
		delete(k.cache, s)
	}
	return nil
}

// ErrNotDestroyed tells that a subject still has its key.
var ErrNotDestroyed = errors.New("the key is not destroyed")

// Lingering is how long processes may still hold copies of destroyed keys, by the database's clock; 0 once none does.
// Error: ErrNotDestroyed.
func (k *Keyring) Lingering(ctx context.Context, subjects ...ident.ID) (time.Duration, error) {
	var destroyed int
	var age *time.Duration
	err := k.pool.QueryRow(ctx,
		`SELECT count(destroyed_at), clock_timestamp() - max(destroyed_at) FROM subject_keys WHERE subject = ANY($1)`,
		plain(subjects)).Scan(&destroyed, &age)
	if err != nil {
		return 0, fmt.Errorf("%w: read when keys were destroyed: %w", ErrUnavailable, err)
	}
	if destroyed < len(subjects) {
		return 0, fmt.Errorf("%w: %d of %d are left", ErrNotDestroyed, len(subjects)-destroyed, len(subjects))
	}
	if age == nil {
		return 0, nil
	}
	return max(0, k.maxAge-*age), nil
}

// Unsettled tells whether a key was destroyed so lately that its person may not be erased from everywhere yet: that comes
// once no process holds a copy any more.
func (k *Keyring) Unsettled(ctx context.Context) (bool, error) {
	var lately bool
	if err := k.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM subject_keys WHERE destroyed_at > clock_timestamp() - $1::interval)`,
		3*k.maxAge).Scan(&lately); err != nil {
		return false, fmt.Errorf("%w: ask when keys were destroyed: %w", ErrUnavailable, err)
	}
	return lately, nil
}

func plain(subjects []ident.ID) [][16]byte {
	out := make([][16]byte, len(subjects))
	for i, s := range subjects {
		out[i] = s
	}
	return out
}
