// Package pictures makes of a picture that somebody sent the squares in which it is shown. Nothing of what was sent goes on but
// its pixels: it is decoded, turned upright, scaled and encoded anew.
package pictures

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"time"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"

	"github.com/callup/callup/domain"
)

// What is taken.
const (
	MaxBytes  = 10 << 20
	MaxPixels = 25_000_000 // 200 MB of memory at most, but for some hundred more where a JPEG comes in many passes
)

// within bounds decoding: a picture of many passes over the same pixels can ask for hours of work in few bytes.
const within = 10 * time.Second

// Type is the media type of what is made, and Ending that of its files.
const (
	Type   = "image/jpeg"
	Ending = ".jpg"
)

// quality is that of the JPEGs that are made, of 100.
const quality = 85

// The refusals of pictures.
var (
	ErrUnreadable = domain.Refuse(domain.Invalid, "unreadable_image", "The file is no picture of a kind that is taken: JPEG, PNG, "+
		"GIF or WebP.")
	ErrTooManyPixels = domain.Refuse(domain.Invalid, "image_too_large", "The picture has too many pixels.").
				With("max", MaxPixels/1_000_000)
)

// format is a kind of picture that is taken.
type format struct {
	name   string
	begins func(head []byte) bool
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

// formats are all that are taken. What a file says of itself counts, not what it is called.
var formats = []format{
	{"jpeg", starts("\xff\xd8\xff"), jpeg.DecodeConfig, jpeg.Decode},
	{"png", starts("\x89PNG\r\n\x1a\n"), png.DecodeConfig, png.Decode},
	{"gif", func(h []byte) bool { return starts("GIF87a")(h) || starts("GIF89a")(h) }, gif.DecodeConfig, firstFrame},
	{"webp", func(h []byte) bool { return starts("RIFF")(h) && len(h) >= 12 && string(h[8:12]) == "WEBP" }, webp.DecodeConfig,
		webp.Decode},
}

func starts(with string) func([]byte) bool {
	return func(head []byte) bool { return bytes.HasPrefix(head, []byte(with)) }
}

// Squares cuts the largest square out of the middle of a picture and gives it in each size, as JPEGs of so many pixels a side;
// sizes go from the largest to the smallest. Where the picture lets something shine through, there is white behind it. Of a
// moving one it is the first frame. Errors: ErrUnreadable, ErrTooManyPixels, and that of the context.
func Squares(ctx context.Context, sent []byte, sizes []int) ([][]byte, error) {
	picture, err := decode(ctx, sent)
	if err != nil {
		return nil, err
	}
	turned := orientation(sent)
	var out [][]byte
	from, part := picture, middle(picture.Bounds())
	for _, size := range sizes {
		square := image.NewRGBA(image.Rect(0, 0, size, size))
		draw.Draw(square, square.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
		draw.CatmullRom.Scale(square, square.Bounds(), from, part, draw.Over, nil)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var made bytes.Buffer
		if err := jpeg.Encode(&made, turned.upright(square), &jpeg.Options{Quality: quality}); err != nil {
			return nil, fmt.Errorf("encode a picture: %w", err)
		}
		out = append(out, made.Bytes())
		from, part = square, square.Bounds()
	}
	return out, nil
}

// decode decodes a picture that is within the bounds.
func decode(ctx context.Context, sent []byte) (image.Image, error) {
	for _, f := range formats {
		if !f.begins(sent) {
			continue
		}
		c, err := f.config(bytes.NewReader(sent))
		if err != nil || c.Width <= 0 || c.Height <= 0 {
			return nil, ErrUnreadable
		}
		if c.Width > MaxPixels/c.Height {
			return nil, ErrTooManyPixels
		}
		return f.picture(ctx, sent)
	}
	return nil, ErrUnreadable
}

func (f format) picture(ctx context.Context, sent []byte) (image.Image, error) {
	bounded, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	picture, err := f.decode(&reader{bounded, bytes.NewReader(sent)})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil || picture.Bounds().Empty():
		return nil, ErrUnreadable
	}
	return picture, nil
}

// firstFrame gives the first frame of a GIF where it lies on its canvas.
func firstFrame(r io.Reader) (image.Image, error) {
	var all bytes.Buffer
	c, err := gif.DecodeConfig(io.TeeReader(r, &all))
	if err != nil {
		return nil, err
	}
	frame, err := gif.Decode(io.MultiReader(&all, r))
	if err != nil {
		return nil, err
	}
	if canvas := image.Rect(0, 0, c.Width, c.Height); !frame.Bounds().Eq(canvas) {
		whole := image.NewRGBA(canvas)
		draw.Draw(whole, frame.Bounds(), frame, frame.Bounds().Min, draw.Src)
		return whole, nil
	}
	return frame, nil
}

// reader ends with its context, so that a decoder does, too. It gives little at a time: a decoder learns of the end only when it
// reads on.
type reader struct {
	within context.Context //nolint:containedctx // decoders take a reader and no context
	from   io.Reader
}

func (r *reader) Read(p []byte) (int, error) {
	if err := r.within.Err(); err != nil {
		return 0, errors.Join(ErrUnreadable, err)
	}
	return r.from.Read(p[:min(len(p), 512)])
}

// middle is the largest square in the middle of a rectangle.
func middle(r image.Rectangle) image.Rectangle {
	edge := min(r.Dx(), r.Dy())
	corner := r.Min.Add(image.Pt((r.Dx()-edge)/2, (r.Dy()-edge)/2))
	return image.Rectangle{Min: corner, Max: corner.Add(image.Pt(edge, edge))}
}
