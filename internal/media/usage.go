package media

import (
	"context"
	"fmt"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

// Quota is what one member may upload; zero is without a bound.
type Quota struct {
	Day  int64         // bytes that arrive on a day of UTC
	Kept int64         // bytes that are kept
	Time time.Duration // of decoding and checking on a day
}

// The refusals of what goes beyond a quota.
var (
	errDayFull  = domain.Refuse(domain.TooMany, "upload_day_full", "The member has uploaded as much today as is allowed.")
	errTimeFull = domain.Refuse(domain.TooMany, "upload_time_full", "The member's uploads took as much work today as is allowed.")
	errKeptFull = domain.Refuse(domain.Closed, "uploads_full", "The member's uploads take all the room that is allowed.")
)

// within refuses an upload, or a part of one, of so many bytes where it would go beyond the member's quota; -1: it is unknown how
// many they will be. The bytes of a new upload will be kept.
func (u *Uploads) within(ctx context.Context, owner ident.ID, bytes int64, isNew bool) error {
	q := u.c.Quota
	if q == nil {
		return nil
	}
	var day, spent, kept int64
	err := u.c.Pool.QueryRow(ctx, `SELECT coalesce(sum(bytes), 0)::bigint, coalesce(sum(spent), 0)::bigint,
			CASE WHEN $3 THEN (SELECT coalesce(sum(length), 0)::bigint FROM media_uploads WHERE owner = $1) ELSE 0 END
		FROM media_usage WHERE owner = $1 AND day = $2`, owner, u.today(), isNew).Scan(&day, &spent, &kept)
	if err != nil {
		return fmt.Errorf("ask what a member uploaded: %w", err)
	}
	if bytes < 0 {
		bytes = 1
	}
	switch {
	case q.Day > 0 && day+bytes > q.Day:
		return errDayFull.With("max_mb", q.Day>>20)
	case q.Time > 0 && spent >= q.Time.Milliseconds():
		return errTimeFull
	case q.Kept > 0 && kept+bytes > q.Kept:
		return errKeptFull.With("max_mb", q.Kept>>20)
	}
	return nil
}

// count adds to what a member's uploads took today, also after the client has gone.
func (u *Uploads) count(ctx context.Context, owner ident.ID, bytes int64, spent time.Duration) error {
	noting, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteWithin)
	defer cancel()
	_, err := u.c.Pool.Exec(noting, `INSERT INTO media_usage AS u (owner, day, bytes, spent) VALUES ($1, $2, $3, $4)
		ON CONFLICT (owner, day) DO UPDATE SET bytes = u.bytes + excluded.bytes, spent = u.spent + excluded.spent`,
		owner, u.today(), bytes, spent.Milliseconds())
	if err != nil {
		return fmt.Errorf("count an upload: %w", err)
	}
	return nil
}

func (u *Uploads) today() time.Time { return u.c.Now().UTC().Truncate(24 * time.Hour) }

// PruneUsage forgets what uploads took before yesterday.
func (u *Uploads) PruneUsage(ctx context.Context, _ time.Time, most int) (int64, error) {
	done, err := u.c.Pool.Exec(ctx, `DELETE FROM media_usage WHERE (owner, day) IN
		(SELECT owner, day FROM media_usage WHERE day < $1 LIMIT $2)`, u.today().Add(-24*time.Hour), most)
	if err != nil {
		return 0, fmt.Errorf("forget what uploads took: %w", err)
	}
	return done.RowsAffected(), nil
}
