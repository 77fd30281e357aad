// Package shareimage draws the picture that stands beside a link to Callup elsewhere: the cover that the web app generates
// for a campaign, with its title and the mark, as a PNG of 1200 by 630 pixels.
package shareimage

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"unicode"

	"github.com/fogleman/gg"
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

// Image is what a picture is made from: the same values always give the same picture.
type Image struct {
	Seed     string // what the cover grows from: a campaign's id
	Category string // what it is tinted by
	Title    string
}

// Version names a picture: another one has another name.
func (c Image) Version() string {
	sum := sha256.Sum256([]byte(design + "\x00" + c.Seed + "\x00" + c.Category + "\x00" + c.Title))
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

// PNG draws a share image. A title in a script that the font lacks is left out: the page the link leads to has it.
func (d *Drawer) PNG(c Image) ([]byte, error) {
	dc := gg.NewContext(Width, Height)
	coverOf(c.Seed, c.Category, coverWidth, coverHeight).draw(dc)
	if err := d.label(dc, d.drawable(c.Title)); err != nil {
		return nil, fmt.Errorf("letter a share image: %w", err)
	}
	var out bytes.Buffer
	if err := dc.EncodePNG(&out); err != nil {
		return nil, fmt.Errorf("encode a share image: %w", err)
	}
	return out.Bytes(), nil
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
