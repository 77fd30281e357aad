package shareimage

import (
	"image/color"
	"strings"

	"github.com/fogleman/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
)

// The colours of the light theme, as in web/src/ui/theme.ts.
var (
	paper     = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
	line      = color.NRGBA{0xE6, 0xE3, 0xDA, 0xFF}
	ink       = color.NRGBA{0x1B, 0x1F, 0x1D, 0xFF}
	money     = color.NRGBA{0x0E, 0x7C, 0x5A, 0xFF}
	timeBlue  = color.NRGBA{0x3B, 0x5B, 0xDB, 0xFF}
	materials = color.NRGBA{0xC2, 0x57, 0x0C, 0xFF}
)

// Pixels of the label.
const (
	margin    = 56.0
	padding   = 44.0
	corner    = 28.0
	markSize  = 46.0
	nameSize  = 36.0
	nameGap   = 16.0
	titleGap  = 26.0
	widest    = 860.0
	lineRatio = 1.14
)

// sizes are tried one after another until a title fits; in the last it is cut.
var sizes = []struct {
	points float64
	lines  int
}{{60, 2}, {52, 2}, {44, 3}}

const brand = "Callup"

// label writes mark, name and title onto a picture at the lower left.
func (d *Drawer) label(dc *gg.Context, title string) error {
	name, err := d.face(nameSize)
	if err != nil {
		return err
	}
	dc.SetFontFace(name)
	brandWidth, _ := dc.MeasureString(brand)
	width, height := markSize+nameGap+brandWidth, markSize
	var lines []string
	var points float64
	var face font.Face
	if title != "" {
		for i, s := range sizes {
			points = s.points
			if face, err = d.face(points); err != nil {
				return err
			}
			dc.SetFontFace(face)
			if lines = wrap(dc, title, widest); len(lines) <= s.lines {
				lines = balanced(dc, title, len(lines))
				break
			}
			if i == len(sizes)-1 {
				lines = cut(dc, lines, s.lines)
			}
		}
		for _, l := range lines {
			w, _ := dc.MeasureString(l)
			width = max(width, w)
		}
		height += titleGap + float64(len(lines))*points*lineRatio
	}
	x, y := margin, Height-margin-height-2*padding
	dc.DrawRoundedRectangle(x, y, width+2*padding, height+2*padding, corner)
	dc.SetColor(paper)
	dc.FillPreserve()
	dc.SetColor(line)
	dc.SetLineWidth(2)
	dc.Stroke()

	x, y = x+padding, y+padding
	mark(dc, x, y)
	dc.SetColor(ink)
	dc.SetFontFace(name)
	dc.DrawString(brand, x+markSize+nameGap, y+markSize-(markSize-nameSize*0.7)/2)
	if face != nil {
		dc.SetFontFace(face)
	}
	y += markSize + titleGap
	for i, l := range lines {
		dc.DrawString(l, x, y+points*(0.86+float64(i)*lineRatio))
	}
	return nil
}

func (d *Drawer) face(points float64) (font.Face, error) {
	return opentype.NewFace(d.font, &opentype.FaceOptions{Size: points, DPI: 72, Hinting: font.HintingNone})
}

// balanced breaks a title into as many lines of about the same length, so that no word stands alone in the last.
func balanced(dc *gg.Context, title string, most int) []string {
	narrow, wide := 0.0, widest
	for wide-narrow > 4 {
		middle := (narrow + wide) / 2
		if len(wrap(dc, title, middle)) > most {
			narrow = middle
		} else {
			wide = middle
		}
	}
	return wrap(dc, title, wide)
}

// wrap breaks a title into lines of at most so many pixels; a word longer than a line is broken too.
func wrap(dc *gg.Context, title string, width float64) []string {
	fits := func(s string) bool {
		w, _ := dc.MeasureString(s)
		return w <= width
	}
	var out []string
	current := ""
	for word := range strings.FieldsSeq(title) {
		if next := strings.TrimSpace(current + " " + word); fits(next) {
			current = next
			continue
		}
		if current != "" {
			out = append(out, current)
		}
		current = ""
		for _, r := range word {
			if current != "" && !fits(current+string(r)) {
				out = append(out, current)
				current = ""
			}
			current += string(r)
		}
	}
	if current != "" {
		out = append(out, current)
	}
	return out
}

// cut keeps the first lines and says that there was more.
func cut(dc *gg.Context, lines []string, most int) []string {
	last := []rune(lines[most-1])
	for {
		shown := strings.TrimRight(string(last), " ,.;:-–—") + "…"
		if w, _ := dc.MeasureString(shown); w <= widest || len(last) == 0 {
			return append(lines[:most-1:most-1], shown)
		}
		last = last[:len(last)-1]
	}
}

// mark draws the three strands rising together, on a square of 30 units like web/src/ui/Logo.tsx.
func mark(dc *gg.Context, x, y float64) {
	dc.Push()
	defer dc.Pop()
	dc.Translate(x, y)
	dc.Scale(markSize/30, markSize/30)
	dc.SetLineCapRound()
	dc.SetLineWidth(4.4 * markSize / 30)
	for _, s := range []struct {
		colour color.Color
		from   point
		by     [3]point
		up     float64
	}{
		{materials, point{4, 24}, [3]point{{3, -1}, {4, -4}, {4, -9}}, 8},
		{timeBlue, point{12, 25}, [3]point{{3, -2}, {4, -6}, {4, -11}}, 5},
		{money, point{20, 25}, [3]point{{4, -3}, {5, -8}, {5, -14}}, 3},
	} {
		at := func(p point) (float64, float64) { return s.from.x + p.x, s.from.y + p.y }
		x1, y1 := at(s.by[0])
		x2, y2 := at(s.by[1])
		x3, y3 := at(s.by[2])
		dc.SetColor(s.colour)
		dc.MoveTo(s.from.x, s.from.y)
		dc.CubicTo(x1, y1, x2, y2, x3, y3)
		dc.LineTo(x3, s.up)
		dc.Stroke()
	}
}
