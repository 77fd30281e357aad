package shareimage

import (
	"fmt"
	"html/template"
	"image/color"
	"math"
	"strings"

	"github.com/fogleman/gg"
)

// What a cover is drawn on, unless said (web/src/ui/Cover.tsx); a test holds both against the same figures.
const (
	coverWidth  = 640
	coverHeight = 360
)

// SVG draws a cover as the web app does, for the same style sheet to colour: the first paint already has it. It holds
// nothing of the seed or of an unknown category.
func SVG(seed, category string, width, height int) template.HTML {
	c := coverOf(seed, category, float64(width), float64(height))
	if _, known := hues[category]; !known {
		category = "other"
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="cover cover-%s" viewBox="0 0 %d %d" preserveAspectRatio="xMidYMid slice" aria-hidden="true">`,
		category, width, height)
	fmt.Fprintf(&b, `<circle cx="%v" cy="%v" r="%v"></circle>`, c.sun.x, c.sun.y, c.radius)
	for _, s := range c.strands {
		fmt.Fprintf(&b, `<path d="%s" stroke-width="%v"></path>`, s.path(), s.width)
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String()) //nolint:gosec // figures, and a category of ours
}

// hues are the three hues (degrees) that tint the covers of a category, as in web/src/ui/theme.ts.
var hues = map[string][3]float64{
	"medical": {350, 12, 320}, "education": {228, 196, 265}, "emergency": {8, 24, 40}, "community": {158, 228, 24},
	"environment": {140, 165, 90}, "health": {176, 340, 200}, "sports": {200, 158, 45}, "animals": {35, 18, 85},
	"business": {215, 245, 35}, "nonprofit": {262, 320, 158}, "other": {95, 40, 190},
}

// seeded gives the same numbers in [0, 1) for the same text: FNV-1a, then xorshift.
func seeded(text string) func() float64 {
	state := uint32(2166136261)
	for _, r := range text {
		state = (state ^ uint32(r)) * 16777619 //nolint:gosec // a rune is never negative here
	}
	return func() float64 {
		state ^= state << 13
		state ^= state >> 17
		state ^= state << 5
		return float64(state%10000) / 10000
	}
}

// First is the first of the numbers in [0, 1) that a text always gives.
func First(text string) float64 { return seeded(text)() }

type point struct{ x, y float64 }

// strand is a flowing line: a start and cubic curves of two control points and an end.
type strand struct {
	start  point
	curves [][3]point
	width  float64
}

type cover struct {
	hues    [3]float64
	sun     point
	radius  float64
	strands [3]strand
}

// round as JavaScript does: halves go up.
func round(v float64) float64 { return math.Floor(v + 0.5) }

func strandOf(random func() float64, across, down, base, amplitude, width float64) strand {
	const pieces, overhang = 4, 40.0
	step := (across + 2*overhang) / pieces
	x, y := -overhang, base
	s := strand{start: point{x, round(y)}, width: round(width)}
	for piece := 1; piece <= pieces; piece++ {
		nextX, nextY := x+step, base+(random()-0.5)*amplitude-float64(piece)*down*0.1
		middle := round(x + step/2)
		s.curves = append(s.curves, [3]point{{middle, round(y)}, {middle, round(nextY)}, {round(nextX), round(nextY)}})
		x, y = nextX, nextY
	}
	return s
}

// coverOf grows the cover of a seed. An unknown category gets the hues of "other".
func coverOf(seed, category string, width, height float64) cover {
	c := cover{}
	var known bool
	if c.hues, known = hues[category]; !known {
		c.hues = hues["other"]
	}
	random := seeded(seed + category)
	c.sun = point{round(width * (0.55 + 0.3*random())), round(height * (0.2 + 0.12*random()))}
	c.radius = round(height * (0.1 + 0.08*random()))
	for i, of := range [3]struct{ base, amplitude, width float64 }{{0.8, 0.3, 0.2}, {0.92, 0.34, 0.17}, {1.06, 0.3, 0.16}} {
		base := height * (of.base + 0.1*random())
		c.strands[i] = strandOf(random, width, height, base, height*of.amplitude, height*of.width)
	}
	return c
}

// path writes a strand as SVG does.
func (s strand) path() string {
	var b strings.Builder
	fmt.Fprintf(&b, "M%v %v", s.start.x, s.start.y)
	for _, c := range s.curves {
		fmt.Fprintf(&b, "C%v %v %v %v %v %v", c[0].x, c[0].y, c[1].x, c[1].y, c[2].x, c[2].y)
	}
	return b.String()
}

// draw fills the picture with the cover, cut evenly where its proportions differ, in the colours of the light theme.
func (c cover) draw(dc *gg.Context) {
	dc.SetColor(hsl(c.hues[0], 0.38, 0.93, 1))
	dc.Clear()
	dc.Push()
	defer dc.Pop()
	scale := math.Max(float64(Width)/coverWidth, float64(Height)/coverHeight)
	dc.Translate((Width-coverWidth*scale)/2, (Height-coverHeight*scale)/2)
	dc.Scale(scale, scale)
	dc.SetColor(hsl(c.hues[2], 0.8, 0.82, 1))
	dc.DrawCircle(c.sun.x, c.sun.y, c.radius)
	dc.Fill()
	dc.SetLineCapRound()
	for i, s := range c.strands {
		dc.SetColor(hsl(c.hues[i], 0.58, [3]float64{0.38, 0.54, 0.6}[i], 0.92))
		dc.SetLineWidth(s.width * scale) // widths are not scaled
		dc.MoveTo(s.start.x, s.start.y)
		from := s.start
		for _, k := range s.curves {
			// The library's own cuts are so short that the edge of a wide line comes out rough.
			const cuts = 32
			for n := 1; n <= cuts; n++ {
				p := along(from, k, float64(n)/cuts)
				dc.LineTo(p.x, p.y)
			}
			from = k[2]
		}
		dc.Stroke()
	}
}

// along gives the point of a cubic curve at t from 0 to 1.
func along(from point, curve [3]point, t float64) point {
	u := 1 - t
	a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
	return point{
		a*from.x + b*curve[0].x + c*curve[1].x + d*curve[2].x,
		a*from.y + b*curve[0].y + c*curve[1].y + d*curve[2].y,
	}
}

// hsl gives a colour of CSS's hsl(): a hue in degrees, the others from 0 to 1.
func hsl(hue, saturation, lightness, alpha float64) color.NRGBA {
	a := saturation * math.Min(lightness, 1-lightness)
	channel := func(n float64) uint8 {
		k := math.Mod(n+hue/30, 12)
		return uint8(math.Round(255 * (lightness - a*math.Max(-1, math.Min(math.Min(k-3, 9-k), 1)))))
	}
	return color.NRGBA{channel(0), channel(8), channel(4), uint8(math.Round(255 * alpha))}
}
