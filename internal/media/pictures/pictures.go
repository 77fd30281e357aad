// Package pictures makes of a picture that somebody sent the cuts in which it is shown. Nothing of what was sent goes on but
// its pixels: it is decoded, turned upright, scaled and encoded anew.
package pictures

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"runtime/debug"
	"time"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"

	"github.com/callup/callup/domain"
)

// What is taken.
const (
	MaxBytes  = 10 << 20
	MaxPixels = 50_000_000 // fewer where decoding would take more than MaxMemory
)

// within bounds decoding: a picture of many passes over the same pixels can ask for hours of work in few bytes.
const within = 20 * time.Second

// Type is the media type of what is made, and Ending that of its files.
const (
	Type   = "image/jpeg"
	Ending = ".jpg"
)

// qualityOf is that of a JPEG of a size, of 100. Middling sizes are what phones load, several pixels to a point: a quarter of
// their bytes is saved, and nobody sees it.
func qualityOf(size image.Point) int {
	if longer := max(size.X, size.Y); longer < 400 || longer > 1000 {
		return 85
	}
	return 75
}

// The refusals of pictures.
var (
	ErrUnreadable = domain.Refuse(domain.Invalid, "unreadable_image", "The file is no picture of a kind that is taken: JPEG, PNG, "+
		"GIF or WebP.")
	ErrTooManyPixels = domain.Refuse(domain.Invalid, "image_too_large", "The picture has too many pixels.")
)

// tooManyPixels names how many millions may be.
func tooManyPixels(most int) error { return ErrTooManyPixels.With("max", most/1_000_000) }

// format is a kind of picture that is taken.
type format struct {
	name   string
	begins func(head []byte) bool
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
	most   func(sent []byte) int // pixels that are decoded
}

// formats are all that are taken. What a file says of itself counts, not what it is called.
var formats = []format{
	{"jpeg", starts("\xff\xd8\xff"), jpeg.DecodeConfig, jpeg.Decode, jpegMost},
	{"png", starts("\x89PNG\r\n\x1a\n"), png.DecodeConfig, png.Decode, pngMost},
	{"gif", func(h []byte) bool { return starts("GIF87a")(h) || starts("GIF89a")(h) }, gif.DecodeConfig, firstFrame,
		func([]byte) int { return most(gifMemory) }},
	{"webp", func(h []byte) bool { return starts("RIFF")(h) && len(h) >= 12 && string(h[8:12]) == "WEBP" }, webp.DecodeConfig,
		webp.Decode, webpMost},
}

func starts(with string) func([]byte) bool {
	return func(head []byte) bool { return bytes.HasPrefix(head, []byte(with)) }
}

// Cuts are what was made of a picture.
type Cuts struct {
	Files [][]byte // JPEGs, in the order of the sizes
	Blur  string   // what may stand in a page until they are loaded: a data: address of fewer than 500 bytes
}

// Cut cuts the largest part of the first size's proportions out of the middle of a picture and gives it in each size, as JPEGs
// of so many pixels; sizes go from the largest to the smallest and are of the same proportions. Where the picture lets
// something shine through, there is white behind it. Of a moving one it is the first frame. Colours are converted to those of
// sRGB. Errors: ErrUnreadable, ErrTooManyPixels, and that of the context.
func Cut(ctx context.Context, sent []byte, sizes []image.Point) (Cuts, error) {
	picture, err := decode(ctx, sent)
	if err != nil {
		return Cuts{}, err
	}
	return cut(ctx, picture, looks{orientation(sent), profileOf(sent, picture.ColorModel())}, sizes)
}

// looks are how a picture is looked at: turned, and with colours of a profile, if it has one.
type looks struct {
	turn
	*profile
}

// Fit gives the whole of a picture as large as it fits into each size, and no larger than it is, as JPEGs; sizes go from the
// largest to the smallest. Errors: as of Cut.
func Fit(ctx context.Context, sent []byte, sizes []image.Point) (Cuts, error) {
	picture, err := decode(ctx, sent)
	if err != nil {
		return Cuts{}, err
	}
	turned := orientation(sent)
	is := turned.lying(picture.Bounds().Size()) // as it is looked at: turning twice is turning back
	fitting := make([]image.Point, 0, len(sizes))
	for _, size := range sizes {
		fitting = append(fitting, fit(is, size))
	}
	return cut(ctx, picture, looks{turned, profileOf(sent, picture.ColorModel())}, fitting)
}

// fit is the largest size of the proportions of a picture that is no larger than a box, nor than the picture.
func fit(is, box image.Point) image.Point {
	switch {
	case is.X <= box.X && is.Y <= box.Y:
		return is
	case is.X*box.Y > is.Y*box.X:
		return image.Pt(box.X, max(1, is.Y*box.X/is.X))
	default:
		return image.Pt(max(1, is.X*box.Y/is.Y), box.Y)
	}
}

// largePixels are those of a picture whose memory is given back as soon as it is cut or refused: the next one needs as much, and
// a server collects garbage only when the heap is several times what is alive.
const largePixels = 4_000_000

// cut makes the files of a picture, which is turned, in each size.
func cut(ctx context.Context, picture image.Image, looked looks, sizes []image.Point) (out Cuts, err error) {
	turned, large := looked.turn, picture.Bounds().Dx()*picture.Bounds().Dy() > largePixels
	if large {
		defer debug.FreeOSMemory()
	}
	lying := func(size image.Point) image.Rectangle { return image.Rectangle{Max: turned.lying(size)} }
	from, part, err := shrink(ctx, picture, middle(picture.Bounds(), turned.lying(sizes[0])), turned.lying(sizes[0]))
	if err != nil {
		return Cuts{}, err
	}
	if large {
		debug.FreeOSMemory() // scaling takes some hundred megabytes, too
	}
	for i, size := range sizes {
		cut := image.NewRGBA(lying(size))
		draw.Draw(cut, cut.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
		draw.CatmullRom.Scale(cut, cut.Bounds(), from, part, draw.Over, nil)
		if err := ctx.Err(); err != nil {
			return Cuts{}, err
		}
		if i == 0 && looked.profile != nil {
			looked.toSRGB(cut)
		}
		var made bytes.Buffer
		if err := jpeg.Encode(&made, turned.upright(cut), &jpeg.Options{Quality: qualityOf(size)}); err != nil {
			return Cuts{}, fmt.Errorf("encode a picture: %w", err)
		}
		out.Files = append(out.Files, made.Bytes())
		from, part = cut, cut.Bounds()
	}
	tiny := image.NewRGBA(lying(image.Pt(blurWidth, blurHeight)))
	draw.CatmullRom.Scale(tiny, tiny.Bounds(), from, part, draw.Src, nil)
	if out.Blur, err = blur(turned.upright(tiny)); err != nil {
		return Cuts{}, err
	}
	return out, nil
}

// A blurred picture is of so many pixels: as a PNG, whose size is bounded by them, it has at most 346 bytes.
const (
	blurWidth  = 12
	blurHeight = 7
)

func blur(tiny *image.RGBA) (string, error) {
	var made bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&made, tiny); err != nil {
		return "", fmt.Errorf("encode a blurred picture: %w", err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(made.Bytes()), nil
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
		if most := f.most(sent); c.Width > most/c.Height {
			return nil, tooManyPixels(most)
		}
		if f.name == "jpeg" {
			if is, has := frameOf(sent); !has || is.pixels != c.Width*c.Height || is.scansTooMuch(sent) {
				return nil, ErrUnreadable
			}
		}
		picture, err := f.picture(ctx, sent)
		if err != nil && c.Width*c.Height > largePixels {
			debug.FreeOSMemory() // what is cut off at its end took as much as a whole one
		}
		return picture, err
	}
	return nil, ErrUnreadable
}

// jpegMost is how many pixels of a JPEG are decoded.
func jpegMost(sent []byte) int {
	is, has := frameOf(sent)
	if !has || is.pixels == 0 {
		return MaxPixels
	}
	return min(MaxPixels, int(float64(MaxMemory)/float64(is.memory())*float64(is.pixels)))
}

func (f format) picture(ctx context.Context, sent []byte) (image.Image, error) {
	bounded, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	var at image.Point
	var canvas image.Rectangle
	if f.name == "webp" {
		sent, at, canvas = still(sent)
	}
	picture, err := f.decode(&reader{bounded, bytes.NewReader(sent)})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil || picture.Bounds().Empty():
		return nil, ErrUnreadable
	}
	if f.name == "webp" && !canvas.Empty() {
		return onCanvas(picture, at, canvas), nil
	}
	return picture, nil
}

// onCanvas gives a frame where it lies on its canvas.
func onCanvas(frame image.Image, at image.Point, canvas image.Rectangle) image.Image {
	lies := image.Rectangle{Min: at, Max: at.Add(frame.Bounds().Size())}
	if lies.Eq(canvas) {
		return frame
	}
	whole := image.NewRGBA(canvas)
	draw.Draw(whole, lies, frame, frame.Bounds().Min, draw.Src)
	return whole
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
	return onCanvas(frame, frame.Bounds().Min, image.Rect(0, 0, c.Width, c.Height)), nil
}

// reader ends with its context, so that a decoder does, too. It gives little at a time: a decoder learns of the end only when
// it reads on.
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

// middle is the largest part of some proportions in the middle of a rectangle.
func middle(r image.Rectangle, like image.Point) image.Rectangle {
	part := r.Size()
	if part.X*like.Y > part.Y*like.X {
		part.X = max(1, part.Y*like.X/like.Y)
	} else {
		part.Y = max(1, part.X*like.Y/like.X)
	}
	corner := r.Min.Add(r.Size().Sub(part).Div(2))
	return image.Rectangle{Min: corner, Max: corner.Add(part)}
}
