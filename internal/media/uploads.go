// Package media keeps what people upload: the files in a store, whose each is in a table, and gives them to whoever asks.
package media

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"image"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/media/pictures"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/internal/ratelimit"
	"github.com/callup/callup/internal/rowscan"
)

// Kind is what uploads are for. Names are recorded.
type Kind struct {
	Name  string
	Sizes []image.Point // of the pictures that are made, in pixels, from the largest to the smallest, of the same proportions
	Whole bool          // pictures are made to fit into the sizes, rather than cut to them
	Video bool          // it is one, as it was sent, rather than pictures
	Audio bool          // it is a recording, as it was sent
	// Waiting videos or recordings that nothing claimed are kept for a member, begun ones among them; 0: three.
	Waiting int
	// Waits is how long an upload that nothing claimed stays beyond an hour: as long as somebody may write what is to show it.
	Waits time.Duration
	// Shown tells whether an upload of an owner, which these things claimed, is shown by one of them, as the log says.
	Shown func(ctx context.Context, owner ident.ID, things []ident.ID, upload string) (bool, error)
	// Keeps, where it is set, tells whether one of them names it without showing it: it stays, unless its owner takes it back.
	Keeps func(ctx context.Context, owner ident.ID, things []ident.ID, upload string) (bool, error)
	// Hidden, where it is set, tells whether one of them is out of sight for a while.
	Hidden func(ctx context.Context, things []ident.ID) (bool, error)
}

// settle is how long an upload that is shown nowhere stays: whoever made it is about to show it, or somebody has just read a page
// that shows it.
const settle = time.Hour

var (
	errInUse    = domain.Refuse(domain.Closed, "upload_in_use", "The upload is shown.")
	errNoUpload = domain.RefuseField("upload", "upload_not_found", "There is no such upload of yours.")
)

// Config is what uploads need.
type Config struct {
	Pool     *pgxpool.Pool
	Store    ports.Media
	Kinds    []Kind
	Now      ports.Clock
	Limit    *ratelimit.Limiter // of uploads, by member
	Quota    *Quota             // nil: without a bound
	Problems *problem.Writer
	Log      *slog.Logger
}

// Uploads is what people uploaded. It is safe for concurrent use.
type Uploads struct {
	c        Config
	of       *lines // one upload of a member is read and looked at at a time
	decoding *slots // of pictures
	checking *slots // of films and recordings
}

// New makes it.
func New(c Config) *Uploads {
	return &Uploads{
		c: c, of: newLines(), decoding: newSlots(decodings, mostDecoding), checking: newSlots(checkings, mostDecoding),
	}
}

// Take keeps what a member sent, in the sizes of its kind, and gives the name of the upload. Errors: those of
// pictures.Cut, ports.ErrMedia, uploads_busy.
func (u *Uploads) Take(ctx context.Context, owner ident.ID, k Kind, sent []byte) (name string, err error) {
	s, err := newSpool()
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, s.drop()) }()
	if _, err := s.Write(sent); err != nil {
		return "", fmt.Errorf("keep an upload aside: %w", err)
	}
	return u.keep(ctx, owner, k, s)
}

// keep is Take of what was sent into a spool.
func (u *Uploads) keep(ctx context.Context, owner ident.ID, k Kind, sent *spool) (string, error) {
	made, err := u.cut(ctx, owner, k, sent)
	if err != nil {
		return "", err
	}
	length := 0
	for _, f := range made.Files {
		length += len(f)
	}
	name := strings.ToLower(rand.Text())
	// Noted first: a file that nobody knows of would stay for ever.
	if _, err := u.c.Pool.Exec(ctx, `INSERT INTO media_uploads (name, kind, owner, created_at, look_at, blur, length)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`, name, k.Name, owner, u.c.Now(), u.c.Now().Add(k.Waits), made.Blur, length); err != nil {
		return "", fmt.Errorf("note an upload: %w", err)
	}
	for i, size := range k.Sizes {
		err := u.c.Store.Put(ctx, fileOf(k.Name, name, size), ports.MediaFile{
			Type: pictures.Type, Size: int64(len(made.Files[i])), Body: bytes.NewReader(made.Files[i]),
		})
		if err != nil {
			return "", err
		}
	}
	return name, nil
}

// cut decodes a picture, which is in memory only while its turn lasts.
func (u *Uploads) cut(ctx context.Context, owner ident.ID, k Kind, sent *spool) (made pictures.Cuts, err error) {
	leave, err := u.decoding.take(ctx)
	if err != nil {
		return pictures.Cuts{}, err
	}
	defer leave()
	from, err := sent.rewound()
	if err != nil {
		return pictures.Cuts{}, err
	}
	all := make([]byte, sent.size)
	if _, err := io.ReadFull(from, all); err != nil {
		return pictures.Cuts{}, fmt.Errorf("read an upload: %w", err)
	}
	began := time.Now()
	defer func() { err = errors.Join(err, u.count(ctx, owner, 0, time.Since(began))) }()
	err = u.checked(ctx, sent.digest(), "", pictures.ErrUnreadable, func() (err error) {
		if k.Whole {
			made, err = pictures.Fit(ctx, all, k.Sizes)
		} else {
			made, err = pictures.Cut(ctx, all, k.Sizes)
		}
		return err
	})
	return made, err
}

func folderOf(kind, name string) string { return kind + "/" + name }

// fileOf is the file of a picture, which is named by its width.
func fileOf(kind, name string, size image.Point) string {
	return folderOf(kind, name) + "/" + strconv.Itoa(size.X) + pictures.Ending
}

// Claim implements ports.Uploads.
func (u *Uploads) Claim(ctx context.Context, owner ident.ID, kind, upload string, thing ident.ID) (blur string, err error) {
	err = pgx.BeginFunc(ctx, u.c.Pool, func(tx pgx.Tx) error {
		if upload != "" {
			err := tx.QueryRow(ctx, `UPDATE media_uploads
				SET things = CASE WHEN $4::uuid = ANY (things) THEN things ELSE things || $4::uuid END
				WHERE name = $1 AND kind = $2 AND owner = $3 AND whole AND removed_at IS NULL AND NOT hidden
				RETURNING blur`, upload, kind, owner, thing).Scan(&blur)
			if errors.Is(err, pgx.ErrNoRows) {
				return errNoUpload
			}
			if err != nil {
				return fmt.Errorf("look for an upload: %w", err)
			}
		}
		if _, err := tx.Exec(ctx, `UPDATE media_uploads SET look_at = $1
			WHERE owner = $2 AND kind = $3 AND (name = $4 OR look_at IS NULL OR look_at <= $1)`,
			u.c.Now(), owner, kind, upload); err != nil {
			return fmt.Errorf("claim an upload: %w", err)
		}
		return nil
	})
	return blur, err
}

// ClaimOne implements ports.Uploads.
func (u *Uploads) ClaimOne(ctx context.Context, owner ident.ID, kind, upload string, thing ident.ID) (blur string, err error) {
	err = u.c.Pool.QueryRow(ctx, `UPDATE media_uploads
		SET things = CASE WHEN $4::uuid = ANY (things) THEN things ELSE things || $4::uuid END, look_at = $5
		WHERE name = $1 AND kind = $2 AND owner = $3 AND whole AND removed_at IS NULL AND NOT hidden
		RETURNING blur`, upload, kind, owner, thing, u.c.Now()).Scan(&blur)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", errNoUpload
	}
	if err != nil {
		return "", fmt.Errorf("claim an upload: %w", err)
	}
	return blur, nil
}

// Release implements ports.Uploads.
func (u *Uploads) Release(ctx context.Context, owner ident.ID, kind string, released []string) error {
	_, err := u.c.Pool.Exec(ctx, `UPDATE media_uploads SET look_at = $1 WHERE owner = $2 AND kind = $3 AND name = ANY ($4)`,
		u.c.Now(), owner, kind, released)
	if err != nil {
		return fmt.Errorf("release uploads: %w", err)
	}
	return nil
}

// Remove removes what a member uploaded at once, files first; what is not there is removed already. Errors: upload_in_use where
// it is shown, ports.ErrMedia.
func (u *Uploads) Remove(ctx context.Context, owner ident.ID, k Kind, name string) error {
	return pgx.BeginFunc(ctx, u.c.Pool, func(tx pgx.Tx) error {
		var things []ident.ID
		err := tx.QueryRow(ctx, `SELECT things FROM media_uploads WHERE name = $1 AND kind = $2 AND owner = $3 FOR UPDATE`,
			name, k.Name, owner).Scan(&things)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("look for an upload: %w", err)
		}
		shown, err := k.Shown(ctx, owner, things, name)
		if err != nil {
			return fmt.Errorf("ask whether an upload is shown: %w", err)
		}
		if shown {
			return errInUse
		}
		return u.drop(ctx, tx, k.Name, name)
	})
}

// removeFiles removes the files of an upload, and what there is of its parts.
func (u *Uploads) removeFiles(ctx context.Context, kind, name string) error {
	if err := u.c.Store.Remove(ctx, folderOf(kind, name)); err != nil {
		return err
	}
	if k, known := u.Kind(kind); !known || !k.asSent() {
		return nil
	}
	return u.c.Store.Remove(ctx, partsOf(name))
}

// drop removes an upload whose row is locked, files first.
func (u *Uploads) drop(ctx context.Context, tx pgx.Tx, kind, name string) error {
	if err := u.removeFiles(ctx, kind, name); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM media_uploads WHERE name = $1`, name); err != nil {
		return fmt.Errorf("remove an upload: %w", err)
	}
	return nil
}

// Upload is one that is kept.
type Upload struct {
	Name, Kind string
	At         time.Time
	Files      []string // in the store
}

// Of gives what a member uploaded, the oldest first.
func (u *Uploads) Of(ctx context.Context, owner ident.ID) ([]Upload, error) {
	rows, err := u.c.Pool.Query(ctx, `SELECT name, kind, created_at, whole FROM media_uploads WHERE owner = $1
		ORDER BY created_at, name`, owner)
	if err != nil {
		return nil, fmt.Errorf("list uploads: %w", err)
	}
	out, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (up Upload, err error) {
		r, err := rowscan.Row[struct {
			Name  string    `db:"name"`
			Kind  string    `db:"kind"`
			At    time.Time `db:"created_at"`
			Whole bool      `db:"whole"`
		}](row)
		up.Name, up.Kind, up.At = r.Name, r.Kind, r.At.UTC()
		if k, known := u.Kind(up.Kind); known {
			if k.asSent() && r.Whole {
				up.Files = []string{folderOf(up.Kind, up.Name) + "/" + k.file()}
			}
			for _, size := range k.Sizes {
				up.Files = append(up.Files, fileOf(up.Kind, up.Name, size))
			}
		}
		return up, err
	})
	if err != nil {
		return nil, fmt.Errorf("list uploads: %w", err)
	}
	return out, nil
}

// Forget removes whatever a member uploaded, files first, and tells how many uploads that were. Errors: ports.ErrMedia.
func (u *Uploads) Forget(ctx context.Context, owner ident.ID) (int64, error) {
	all, err := u.Of(ctx, owner)
	if err != nil {
		return 0, err
	}
	for _, up := range all {
		if err := u.removeFiles(ctx, up.Kind, up.Name); err != nil {
			return 0, err
		}
		if _, err := u.c.Pool.Exec(ctx, `DELETE FROM media_uploads WHERE name = $1`, up.Name); err != nil {
			return 0, fmt.Errorf("forget an upload: %w", err)
		}
	}
	if _, err := u.c.Pool.Exec(ctx, `DELETE FROM media_usage WHERE owner = $1`, owner); err != nil {
		return 0, fmt.Errorf("forget what a member uploaded: %w", err)
	}
	return int64(len(all)), nil
}

// Hand has what a member uploaded for a thing, and for no other, be another member's, who owns the thing now.
func (u *Uploads) Hand(ctx context.Context, from, to, thing ident.ID) error {
	_, err := u.c.Pool.Exec(ctx, `UPDATE media_uploads SET owner = $2 WHERE owner = $1 AND things = ARRAY[$3::uuid]`,
		from, to, thing)
	if err != nil {
		return fmt.Errorf("hand uploads over: %w", err)
	}
	return nil
}

// Prune looks at uploads that may be shown nowhere since a while, so many at most, removes those that aren't, and tells how many
// those were.
func (u *Uploads) Prune(ctx context.Context, most int) (int64, error) {
	before := u.c.Now().Add(-settle)
	rows, err := u.c.Pool.Query(ctx, `SELECT name FROM media_uploads WHERE look_at < $1 ORDER BY look_at LIMIT $2`, before, most)
	if err != nil {
		return 0, fmt.Errorf("list uploads to look at: %w", err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return 0, fmt.Errorf("list uploads to look at: %w", err)
	}
	var gone int64
	for _, name := range names {
		went, err := u.look(ctx, name, before)
		if err != nil {
			return gone, err
		}
		if went {
			gone++
		}
	}
	return gone, nil
}

// look keeps an upload that is shown, and removes another. Nobody can claim it meanwhile: its row is locked.
func (u *Uploads) look(ctx context.Context, name string, before time.Time) (gone bool, err error) {
	err = pgx.BeginFunc(ctx, u.c.Pool, func(tx pgx.Tx) error {
		up := claimed{Name: name}
		err := tx.QueryRow(ctx, `SELECT kind, owner, things FROM media_uploads WHERE name = $1 AND look_at < $2
			FOR UPDATE SKIP LOCKED`, name, before).Scan(&up.Kind, &up.Owner, &up.Things)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil // claimed, or gone
		}
		if err != nil {
			return fmt.Errorf("look at an upload: %w", err)
		}
		k, known := u.Kind(up.Kind)
		if !known { // a newer callup's
			return nil
		}
		needed, err := k.needed(ctx, up)
		if err != nil {
			return err
		}
		if needed {
			hidden, err := k.hidden(ctx, up.Things)
			if err != nil {
				return err
			}
			_, err = tx.Exec(ctx, `UPDATE media_uploads SET look_at = NULL, hidden = $2 WHERE name = $1`, name, hidden)
			return err
		}
		err = u.drop(ctx, tx, up.Kind, name)
		gone = err == nil
		return err
	})
	return gone, err
}

// Kind is the kind of uploads of a name, if there is one.
func (u *Uploads) Kind(name string) (Kind, bool) {
	i := slices.IndexFunc(u.c.Kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return Kind{}, false
	}
	return u.c.Kinds[i], true
}
