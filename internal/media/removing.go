package media

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
)

// RemoveOf implements ports.Uploads.
func (u *Uploads) RemoveOf(ctx context.Context, thing ident.ID, r ports.Removal) error {
	_, err := u.c.Pool.Exec(ctx, `UPDATE media_uploads SET removed_at = coalesce(removed_at, $2), look_at = $2
		WHERE things @> ARRAY[$1::uuid] AND ($3 = '' OR kind = $3) AND name <> $4 AND (NOT $5 OR things = ARRAY[$1::uuid])`,
		thing, u.c.Now(), r.Kind, r.But, r.Alone)
	if err != nil {
		return fmt.Errorf("remove the uploads of a thing: %w", err)
	}
	return nil
}

// HideOf implements ports.Uploads.
func (u *Uploads) HideOf(ctx context.Context, thing ident.ID, hidden bool) error {
	_, err := u.c.Pool.Exec(ctx, `UPDATE media_uploads SET hidden = $2 WHERE things @> ARRAY[$1::uuid]`, thing, hidden)
	if err != nil {
		return fmt.Errorf("hide the uploads of a thing: %w", err)
	}
	return nil
}

// answered refuses an upload that is removed or hidden. Its files may be there still.
func (u *Uploads) answered(ctx context.Context, k Kind, name string) error {
	var is bool
	err := u.c.Pool.QueryRow(ctx, `SELECT removed_at IS NULL AND NOT hidden FROM media_uploads WHERE name = $1 AND kind = $2`,
		name, k.Name).Scan(&is)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && !is {
		return errNoFile
	}
	if err != nil {
		return fmt.Errorf("ask for an upload: %w", err)
	}
	return nil
}
