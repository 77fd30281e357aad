// Package shareimage draws the picture that stands beside a link to Callup elsewhere: the cover that the web app generates
// for a campaign, or its photograph, with its title and the mark, of 1200 by 630 pixels.
package shareimage

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"image"
	"image/jpeg"
	"unicode"

	"github.com/fogleman/gg"
	"golang.org/x/image/draw"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
)

// Pixels: what the large previews of the networks show uncut.
const (
	Width  = 1200
	Height = 630
)

// design changes with what is drawn from the same values, so that nobody keeps an old picture.
const design = "1"

// The font is Bricolage Grotesque at the weight of headlines, its latin and latin-ext subsets in one file (OFL.txt).
//
//go:embed bricolage-600.ttf
var fontFile []byte

// HeadingFont is that font as a TrueType file. The caller doesn't change it.
func HeadingFont() []byte { return fontFile }

// Image is what a picture is made from: the same values always give the same picture.
type Image struct {
	Seed     string // what the cover grows from: a campaign's id
	Category string // what it is tinted by
	Title    string
	Photo    string // names the photograph it is drawn on; empty: on the cover that is grown
}

// Type is the media type of the picture: a photograph is small as a JPEG only.
func (c Image) Type() string {
	if c.Photo != "" {
		return "image/jpeg"
	}
	return "image/png"
}

// quality is that of pictures with a photograph, of 100.
const quality = 85

// Version names a picture: another one has another name.
func (c Image) Version() string {
	of := design + "\x00" + c.Seed + "\x00" + c.Category + "\x00" + c.Title
	if c.Photo != "" {
		of += "\x00" + c.Photo
	}
	sum := sha256.Sum256([]byte(of))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

// Drawer draws share images. It is safe for concurrent use.
type Drawer struct{ font *opentype.Font }

// New reads the font.
func New() (*Drawer, error) {
	f, err := opentype.Parse(fontFile)
	if err != nil {
		return nil, fmt.Errorf("read the font of the share images: %w", err)
	}
	return &Drawer{f}, nil
}

// Draw draws a share image in its type, on a photograph where it is given one. A title in a script that the font lacks is left
// out: the page the link leads to has it.
func (d *Drawer) Draw(c Image, photograph image.Image) ([]byte, error) {
	dc := gg.NewContext(Width, Height)
	coverOf(c.Seed, c.Category, coverWidth, coverHeight).draw(dc)
	if photograph != nil {
		fill(dc, photograph)
	}
	if err := d.label(dc, d.drawable(c.Title)); err != nil {
		return nil, fmt.Errorf("letter a share image: %w", err)
	}
	var out bytes.Buffer
	var err error
	if c.Photo != "" {
		err = jpeg.Encode(&out, dc.Image(), &jpeg.Options{Quality: quality})
	} else {
		err = dc.EncodePNG(&out)
	}
	if err != nil {
		return nil, fmt.Errorf("encode a share image: %w", err)
	}
	return out.Bytes(), nil
}

// fill fills the picture with a photograph, cut evenly where its proportions differ.
func fill(dc *gg.Context, photograph image.Image) {
	from := photograph.Bounds()
	part := image.Pt(from.Dx(), from.Dx()*Height/Width)
	if part.Y > from.Dy() {
		part = image.Pt(from.Dy()*Width/Height, from.Dy())
	}
	corner := from.Min.Add(from.Size().Sub(part).Div(2))
	made := image.NewRGBA(image.Rect(0, 0, Width, Height))
	draw.CatmullRom.Scale(made, made.Bounds(), photograph, image.Rectangle{Min: corner, Max: corner.Add(part)}, draw.Src, nil)
	dc.DrawImage(made, 0, 0)
}

// drawable gives a title without the signs the font lacks, or nothing where it lacks letters of it.
func (d *Drawer) drawable(title string) string {
	var buf sfnt.Buffer
	var out []rune
	for _, r := range title {
		i, err := d.font.GlyphIndex(&buf, r)
		switch {
		case unicode.IsSpace(r):
			out = append(out, ' ')
		case err == nil && i != 0:
			out = append(out, r)
		case unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r):
			return ""
		}
	}
	return string(out)
}
