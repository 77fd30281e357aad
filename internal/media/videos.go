package media

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/media/films"
	"github.com/callup/callup/internal/media/sounds"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/rowscan"
)

const (
	// mostPart is how much of a video one request brings, and leastPart what is worth keeping of one that broke.
	mostPart  = 8 << 20
	leastPart = 64 << 10
	// mostParts are kept of one video: more than any line that breaks now and then leaves.
	mostParts = 2000
	// mostWaiting videos that nothing shows are kept for a member where their kind says no other number.
	mostWaiting = 3
	// videoFile is the file of a video, and audioFile that of a recording.
	videoFile = "video"
	audioFile = "audio"
)

// asSent tells whether what is uploaded is kept as it was sent, in one file that comes in parts.
func (k Kind) asSent() bool { return k.Video || k.Audio }

// file is the file of a video or a recording.
func (k Kind) file() string {
	if k.Audio {
		return audioFile
	}
	return videoFile
}

func (k Kind) maxBytes() int64 {
	if k.Audio {
		return sounds.MaxBytes
	}
	return films.MaxBytes
}

func (k Kind) errTooLarge() error {
	return domain.Refuse(domain.Invalid, "file_too_large", "The file is too large.").With("max_mb", k.maxBytes()>>20)
}

func (k Kind) errUnreadable() error {
	if k.Audio {
		return sounds.ErrUnreadable
	}
	return films.ErrUnreadable
}

// check gives the media type of what was sent, by what is in it.
func (k Kind) check(ctx context.Context, r io.ReaderAt, size int64) (string, error) {
	if k.Audio {
		return sounds.Check(ctx, r, size)
	}
	return films.Check(ctx, r, size)
}

func (k Kind) waiting() int {
	if k.Waiting > 0 {
		return k.Waiting
	}
	return mostWaiting
}

var (
	errOffset = domain.Refuse(domain.Closed, "upload_offset", "The part does not begin where the one before ended.")
)

// Sent is how far a video has come.
type Sent struct {
	Arrived, Length int64 // bytes
	Whole           bool  // it was put together, and may be shown
	parts           []string
}

// partsOf is the folder of the parts of a video.
func partsOf(name string) string { return "parts/" + name }

// Begin notes that a member is about to send a video of so many bytes, and gives the name of the upload. Where too many of theirs
// wait to be shown, the oldest go. Errors: file_too_large, ports.ErrMedia.
func (u *Uploads) Begin(ctx context.Context, owner ident.ID, k Kind, length int64) (string, error) {
	if length <= 0 {
		return "", k.errUnreadable()
	}
	if length > k.maxBytes() {
		return "", k.errTooLarge()
	}
	name := strings.ToLower(rand.Text())
	err := pgx.BeginFunc(ctx, u.c.Pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `SELECT name FROM media_uploads WHERE owner = $1 AND kind = $2 AND things = '{}'
			ORDER BY created_at DESC, name OFFSET $3 FOR UPDATE`, owner, k.Name, k.waiting()-1)
		if err != nil {
			return fmt.Errorf("list videos that wait: %w", err)
		}
		old, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return fmt.Errorf("list videos that wait: %w", err)
		}
		for _, one := range old {
			if err := u.drop(ctx, tx, k.Name, one); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, `INSERT INTO media_uploads (name, kind, owner, created_at, look_at, length, whole)
			VALUES ($1, $2, $3, $4, $5, $6, false)`, name, k.Name, owner, u.c.Now(), u.c.Now().Add(k.Waits), length)
		if err != nil {
			return fmt.Errorf("note a video: %w", err)
		}
		return nil
	})
	return name, err
}

// Sent tells how far a member's video has come. Errors: upload_not_found.
func (u *Uploads) Sent(ctx context.Context, owner ident.ID, k Kind, name string) (Sent, error) {
	r, err := rowscan.One[struct {
		Arrived int64    `db:"arrived"`
		Length  int64    `db:"length"`
		Whole   bool     `db:"whole"`
		Parts   []string `db:"parts"`
	}](ctx, u.c.Pool, `SELECT arrived, length, whole, parts FROM media_uploads
		WHERE name = $1 AND kind = $2 AND owner = $3`, name, k.Name, owner)
	s := Sent{Arrived: r.Arrived, Length: r.Length, Whole: r.Whole, parts: r.Parts}
	if errors.Is(err, pgx.ErrNoRows) {
		return s, errNoUpload
	}
	if err != nil {
		return s, fmt.Errorf("look for a video: %w", err)
	}
	return s, nil
}

// add keeps a part of a video, which must begin where the parts before end, and puts the video together once all of it is
// there. A part of nothing at the end tries that again. What is no whole video that browsers play goes. Errors: upload_not_found,
// upload_offset, file_too_large, those of films.Check or sounds.Check, ports.ErrMedia.
func (u *Uploads) add(ctx context.Context, owner ident.ID, k Kind, name string, from int64, part *spool) (Sent, error) {
	s, err := u.Sent(ctx, owner, k, name)
	switch {
	case err != nil:
		return s, err
	case from != s.Arrived:
		return s, errOffset
	case from+part.size > s.Length, len(s.parts) >= mostParts:
		return s, k.errTooLarge()
	case s.Whole:
		return s, nil
	}
	if part.size > 0 {
		if s, err = u.keepPart(ctx, name, s, part); err != nil {
			return s, err
		}
	}
	if s.Arrived < s.Length {
		return s, nil
	}
	if err := u.join(ctx, owner, k, name, s); err != nil {
		if refusal, is := errors.AsType[*domain.Refusal](err); is && refusal.Kind == domain.Invalid {
			err = errors.Join(err, u.Remove(ctx, owner, k, name))
		}
		return s, err
	}
	s.Whole = true
	return s, nil
}

// keepPart keeps one, under a name of its own: of two that are sent at once for the same place, one is kept.
func (u *Uploads) keepPart(ctx context.Context, name string, s Sent, part *spool) (Sent, error) {
	file := partsOf(name) + "/" + strings.ToLower(rand.Text())
	body, err := part.rewound()
	if err != nil {
		return s, err
	}
	if err := u.c.Store.Put(ctx, file, ports.MediaFile{
		Type: "application/octet-stream", Size: part.size, Body: body,
	}); err != nil {
		return s, err
	}
	done, err := u.c.Pool.Exec(ctx, `UPDATE media_uploads SET arrived = arrived + $3, parts = parts || $4::text
		WHERE name = $1 AND arrived = $2 AND NOT whole`, name, s.Arrived, part.size, file)
	if err != nil {
		return s, fmt.Errorf("note a part of a video: %w", err)
	}
	if done.RowsAffected() == 0 {
		return s, errOffset
	}
	s.Arrived, s.parts = s.Arrived+part.size, append(s.parts, file)
	return s, nil
}

// join puts a video together on this machine, looks at it, and keeps it as one file.
func (u *Uploads) join(ctx context.Context, owner ident.ID, k Kind, name string, s Sent) (err error) {
	leave, err := u.checking.take(ctx)
	if err != nil {
		return err
	}
	defer leave()
	began := time.Now()
	defer func() { err = errors.Join(err, u.count(ctx, owner, 0, time.Since(began))) }()
	if died, err := u.died(ctx, owner, k, name); err != nil || died {
		if err != nil {
			return err
		}
		return k.errUnreadable()
	}
	whole, err := newSpool()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, whole.drop()) }()
	for _, part := range s.parts {
		if err := u.copyTo(ctx, whole, part); err != nil {
			return err
		}
	}
	var kind string
	err = u.checked(ctx, whole.digest(), name, k.errUnreadable(), func() (err error) {
		if kind, err = k.check(ctx, whole, s.Length); err != nil {
			return err
		}
		return films.RemovePlaces(ctx, whole, s.Length) // of a recording, too
	})
	if err != nil {
		return err
	}
	body, err := whole.rewound()
	if err != nil {
		return err
	}
	if err := u.c.Store.Put(ctx, folderOf(k.Name, name)+"/"+k.file(), ports.MediaFile{
		Type: kind, Size: s.Length, Body: body,
	}); err != nil {
		return err
	}
	if _, err := u.c.Pool.Exec(ctx, `UPDATE media_uploads SET whole = true, parts = '{}' WHERE name = $1`, name); err != nil {
		return fmt.Errorf("note a whole video: %w", err)
	}
	return u.c.Store.Remove(ctx, partsOf(name))
}

func (u *Uploads) copyTo(ctx context.Context, whole io.Writer, part string) error {
	opened, err := u.c.Store.Open(ctx, part)
	if err != nil {
		return fmt.Errorf("open a part of a video: %w", err)
	}
	defer func() { _ = opened.Close() }() // it was only read
	if _, err := io.Copy(whole, opened); err != nil {
		return fmt.Errorf("put a video together: %w", err)
	}
	return nil
}
