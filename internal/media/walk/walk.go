// Package walk reads the structure of an uploaded file in small parts, within a bound of elements and of time.
package walk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

const (
	// MaxElements of one file are visited: a film of hours has some hundred thousand.
	MaxElements = 1_000_000
	// Within is how long the walk over one file may take.
	Within = 10 * time.Second

	window = 16 << 10 // bytes that are held at a time
	asks   = 1 << 12  // elements between two looks at the clock
)

// The errors of a file that is not as it says, or is too much work.
var (
	ErrCutOff = errors.New("the file ends before it should")
	ErrBounds = errors.New("the file has too many elements, or takes too long")
)

// Refused tells whether an error is the file's own fault.
func Refused(err error) bool { return errors.Is(err, ErrCutOff) || errors.Is(err, ErrBounds) }

// File is a file on which one goroutine walks.
type File struct {
	Size int64 // bytes

	ctx   context.Context //nolint:containedctx // it ends one walk
	until time.Time
	r     io.ReaderAt
	left  int // elements that may still be visited
	held  []byte
	from  int64 // where what is held begins
}

// New begins a walk over a file of so many bytes.
func New(ctx context.Context, r io.ReaderAt, size int64) *File {
	return &File{Size: size, ctx: ctx, until: time.Now().Add(Within), r: r, left: MaxElements}
}

// Step counts one element. Errors: ErrBounds, and that of the context.
func (f *File) Step() error {
	f.left--
	if f.left%asks == 0 {
		if err := f.ctx.Err(); err != nil {
			return err
		}
		if time.Now().After(f.until) {
			return ErrBounds
		}
	}
	if f.left < 0 {
		return ErrBounds
	}
	return nil
}

// Read gives so many bytes from a place, a few thousand at most. They are valid until the next call. Errors: ErrCutOff, and those
// of reading.
func (f *File) Read(at int64, n int) ([]byte, error) {
	if at < 0 || n < 0 || n > window || at > f.Size-int64(n) {
		return nil, ErrCutOff
	}
	if at < f.from || at+int64(n) > f.from+int64(len(f.held)) {
		if f.held == nil {
			f.held = make([]byte, window)
		}
		f.held, f.from = f.held[:min(window, f.Size-at)], at
		got, err := f.r.ReadAt(f.held, at)
		f.held = f.held[:got]
		if got < n {
			if err == nil || errors.Is(err, io.EOF) {
				err = ErrCutOff
			}
			return nil, fmt.Errorf("read an upload: %w", err)
		}
	}
	return f.held[at-f.from:][:n:n], nil
}
