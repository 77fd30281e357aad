package media

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/rowscan"
)

// claimed is an upload with the things that ever claimed it.
type claimed struct {
	Name   string     `db:"name"`
	Kind   string     `db:"kind"`
	Owner  ident.ID   `db:"owner"`
	Things []ident.ID `db:"things"`
}

// claimedBy lists what a thing ever claimed and was not removed, of a kind or of all.
func (u *Uploads) claimedBy(ctx context.Context, thing ident.ID, kind string) ([]claimed, error) {
	rows, err := u.c.Pool.Query(ctx, `SELECT name, kind, owner, things FROM media_uploads
		WHERE things @> ARRAY[$1::uuid] AND ($2 = '' OR kind = $2) AND removed_at IS NULL`, thing, kind)
	if err != nil {
		return nil, fmt.Errorf("list the uploads of a thing: %w", err)
	}
	all, err := pgx.CollectRows(rows, rowscan.Row[claimed])
	if err != nil {
		return nil, fmt.Errorf("list the uploads of a thing: %w", err)
	}
	return all, nil
}

// RemoveOf implements ports.Uploads.
func (u *Uploads) RemoveOf(ctx context.Context, thing ident.ID, r ports.Removal) error {
	if r.Everywhere {
		_, err := u.c.Pool.Exec(ctx, `UPDATE media_uploads SET removed_at = coalesce(removed_at, $2), look_at = $2
			WHERE things @> ARRAY[$1::uuid] AND ($3 = '' OR kind = $3)`, thing, u.c.Now(), r.Kind)
		if err != nil {
			return fmt.Errorf("remove the uploads of a thing: %w", err)
		}
		return nil
	}
	all, err := u.claimedBy(ctx, thing, r.Kind)
	if err != nil {
		return err
	}
	for _, up := range all {
		k, known := u.Kind(up.Kind)
		if !known { // a newer callup's
			continue
		}
		needed, err := k.needed(ctx, up)
		if err != nil {
			return err
		}
		if needed {
			continue
		}
		// An upload that was claimed meanwhile is about to be shown: the next sweep decides about it.
		if _, err := u.c.Pool.Exec(ctx, `UPDATE media_uploads
			SET removed_at = CASE WHEN things = $2 THEN $3::timestamptz END, look_at = $3 WHERE name = $1 AND removed_at IS NULL`,
			up.Name, up.Things, u.c.Now()); err != nil {
			return fmt.Errorf("remove an upload: %w", err)
		}
	}
	return nil
}

// needed tells whether one of the things that claimed an upload shows it, or names it without showing it.
func (k Kind) needed(ctx context.Context, up claimed) (bool, error) {
	shown, err := k.Shown(ctx, up.Owner, up.Things, up.Name)
	if err != nil {
		return false, fmt.Errorf("ask whether an upload is shown: %w", err)
	}
	if shown || k.Keeps == nil {
		return shown, nil
	}
	kept, err := k.Keeps(ctx, up.Owner, up.Things, up.Name)
	if err != nil {
		return false, fmt.Errorf("ask whether an upload is kept: %w", err)
	}
	return kept, nil
}

// hidden tells whether one of the things that claimed an upload is out of sight.
func (k Kind) hidden(ctx context.Context, things []ident.ID) (bool, error) {
	if k.Hidden == nil {
		return false, nil
	}
	is, err := k.Hidden(ctx, things)
	if err != nil {
		return false, fmt.Errorf("ask whether an upload is hidden: %w", err)
	}
	return is, nil
}

// HideOf implements ports.Uploads. What another thing that is hidden shows too stays hidden.
func (u *Uploads) HideOf(ctx context.Context, thing ident.ID, hidden bool) error {
	if hidden {
		_, err := u.c.Pool.Exec(ctx, `UPDATE media_uploads SET hidden = true WHERE things @> ARRAY[$1::uuid]`, thing)
		if err != nil {
			return fmt.Errorf("hide the uploads of a thing: %w", err)
		}
		return nil
	}
	all, err := u.claimedBy(ctx, thing, "")
	if err != nil {
		return err
	}
	for _, up := range all {
		k, known := u.Kind(up.Kind)
		if !known { // a newer callup's
			continue
		}
		still, err := k.hidden(ctx, up.Things)
		if err != nil {
			return err
		}
		if _, err := u.c.Pool.Exec(ctx, `UPDATE media_uploads SET hidden = $2 WHERE name = $1`, up.Name, still); err != nil {
			return fmt.Errorf("show an upload again: %w", err)
		}
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
