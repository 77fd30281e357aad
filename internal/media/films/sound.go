package films

import (
	"context"
	"io"

	"github.com/callup/callup/internal/media/walk"
)

// CheckSound reads how a file of so many bytes is built and gives its media type, MP4 or WebM, where it is whole and all its
// tracks are sound that browsers play. Errors: as of Check, without ErrHEVC.
func CheckSound(ctx context.Context, r io.ReaderAt, size int64) (string, error) {
	f := file{walk.New(ctx, r, size), &tally{}}
	kind, err := f.check()
	switch {
	case err != nil:
		return "", unreadable(err)
	case f.sounds == 0 || f.films > 0 || f.others > 0:
		return "", ErrUnreadable
	case !f.soundPlays:
		return "", ErrUnplayable
	}
	return kind, nil
}
