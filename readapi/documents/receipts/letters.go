package receipts

import (
	"slices"
	"strings"

	"golang.org/x/image/font/sfnt"

	"github.com/callup/callup/readapi/documents/shareimage"
)

// fontOf is a font of the PDF.
type fontOf struct {
	family, style string
	glyphs        *sfnt.Font
}

// headings are the fonts of a heading: the first that has all its letters is taken.
var headings = []fontOf{{"bricolage", "", glyphsOf(shareimage.HeadingFont())}, {"inter", "B", glyphsOf(interSemibold)}}

func glyphsOf(file []byte) *sfnt.Font {
	f, err := sfnt.Parse(file)
	if err != nil {
		panic(err) // a file of the program
	}
	return f
}

// draws tells whether a font has every letter of a text.
func (f fontOf) draws(text string) bool {
	var b sfnt.Buffer
	for _, c := range text {
		if i, err := f.glyphs.GlyphIndex(&b, c); err != nil || i == 0 {
			return false
		}
	}
	return true
}

// printable gives what of a sheet can be written to a PDF, and the font of its heading. What lies beyond the letters that a PDF's
// font can hold, such as emoji, is left out; a letter of another script that no font of ours draws stays in the text, to be found
// and copied. A heading that can't be drawn names nobody.
func (s sheet) printable() (sheet, fontOf) {
	clean := func(text string) string {
		return strings.TrimSpace(strings.Map(func(c rune) rune {
			if c > 0xffff || c == 0xfe0f || c == 0x200d { // the last two join emoji to others
				return -1
			}
			return c
		}, text))
	}
	all := func(texts []string) []string {
		texts = slices.Clone(texts)
		for i := range texts {
			texts[i] = clean(texts[i])
		}
		return slices.DeleteFunc(texts, func(text string) bool { return text == "" })
	}
	s.Giver, s.Operator, s.Proves = all(s.Giver), all(s.Operator), all(s.Proves)
	s.Title, s.By, s.Issued = clean(s.Title), clean(s.By), clean(s.Issued)
	for _, f := range headings {
		if f.draws(s.Heading) {
			return s, f
		}
	}
	s.Heading = s.words["thanks_nameless"]
	return s, headings[0]
}
