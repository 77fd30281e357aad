package shareimage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/fogleman/gg"
	"github.com/google/go-cmp/cmp"
)

// drawnCover is a cover's geometry; web/src/ui/Cover.test.tsx reads the same file.
type drawnCover struct {
	ID       string        `json:"id"`
	Category string        `json:"category"`
	Sun      [3]float64    `json:"sun"`
	Strands  []drawnStrand `json:"strands"`
}

type drawnStrand struct {
	D     string  `json:"d"`
	Width float64 `json:"width"`
}

func TestCover_isTheWebAppsOwn(t *testing.T) {
	raw, err := os.ReadFile("testdata/covers.json")
	if err != nil {
		t.Fatal(err)
	}
	var want []drawnCover
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 {
		t.Fatal("no covers to compare with")
	}
	for _, w := range want {
		c := coverOf(w.ID, w.Category, coverWidth, coverHeight)
		got := drawnCover{ID: w.ID, Category: w.Category, Sun: [3]float64{c.sun.x, c.sun.y, c.radius}}
		for _, s := range c.strands {
			got.Strands = append(got.Strands, drawnStrand{s.path(), s.width})
		}
		svg := string(SVG(w.ID, w.Category, coverWidth, coverHeight))
		for _, s := range w.Strands {
			if want := fmt.Sprintf(`<path d=%q stroke-width="%v"></path>`, s.D, s.Width); !strings.Contains(svg, want) {
				t.Errorf("the SVG of %s lacks %s", w.ID, want)
			}
		}
		if strings.Contains(svg, "unheard") {
			t.Errorf("a stranger's word is in %s", svg)
		}
		if diff := cmp.Diff(w, got); diff != "" {
			t.Errorf("the cover of %s in %s (-web +here):\n%s", w.ID, w.Category, diff)
		}
	}
}

func TestColours_areTheThemes(t *testing.T) {
	raw, err := os.ReadFile("../../../web/src/ui/theme.ts")
	if err != nil {
		t.Fatal(err)
	}
	theme := string(raw)
	_, table, _ := strings.Cut(theme, "categoryHues = {")
	table, _, _ = strings.Cut(table, "}")
	got := map[string][3]float64{}
	for _, m := range regexp.MustCompile(`(\w+): \[(\d+), (\d+), (\d+)\]`).FindAllStringSubmatch(table, -1) {
		var h [3]float64
		for i := range h {
			if _, err := fmt.Sscan(m[i+2], &h[i]); err != nil {
				t.Fatal(err)
			}
		}
		got[m[1]] = h
	}
	if diff := cmp.Diff(got, hues); diff != "" {
		t.Errorf("hues (-web +here):\n%s", diff)
	}
	_, light, _ := strings.Cut(theme, "light: {")
	light, _, _ = strings.Cut(light, "}")
	for name, c := range map[string]color.NRGBA{"card": paper, "line": line, "ink": ink, "money": money, "time": timeBlue,
		"materials": materials} {
		if want := fmt.Sprintf("\n    %s: '#%02X%02X%02X',", name, c.R, c.G, c.B); !strings.Contains(light, want) {
			t.Errorf("the light theme has no %q", strings.TrimSpace(want))
		}
	}
}

func drawnImage(t *testing.T, c Image) image.Image {
	t.Helper()
	d, err := New()
	if err != nil {
		t.Fatal(err)
	}
	body, err := d.Draw(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size != (image.Point{Width, Height}) {
		t.Fatalf("the picture is %v", size)
	}
	return picture
}

// dark counts the pixels as dark as ink below the name, where a title stands.
func dark(picture image.Image) int {
	n := 0
	for y := 300; y < Height; y++ {
		for x := range Width {
			if color.GrayModel.Convert(picture.At(x, y)).(color.Gray).Y < 0x30 { //nolint:forcetypeassert // what the model gives
				n++
			}
		}
	}
	return n
}

func TestPNG(t *testing.T) {
	c := Image{Seed: "0190b3a4-0000-7000-8000-000000000001", Category: "emergency", Title: "Blankets"}
	picture := drawnImage(t, c)
	if got, want := color.NRGBAModel.Convert(picture.At(2, 2)), hsl(8, 0.38, 0.93, 1); got != color.Color(want) {
		t.Errorf("the ground is %v, want %v", got, want)
	}
	if got := color.NRGBAModel.Convert(picture.At(int(margin+padding/2), Height-int(margin+padding/2))); got != color.Color(paper) {
		t.Errorf("the label is %v", got)
	}
	untitled := dark(drawnImage(t, Image{Seed: c.Seed, Category: c.Category}))
	for title, drawn := range map[string]bool{"Blankets": true, "毛布": false, "Blankets 毛布": false, "Été 🎉": true,
		strings.Repeat("W", 300): true} {
		if n := dark(drawnImage(t, Image{Seed: c.Seed, Category: c.Category, Title: title})); (n > untitled) != drawn {
			t.Errorf("%q: %d dark pixels, %d without a title", title, n, untitled)
		}
	}
	if c.Version() != (Image{Seed: c.Seed, Category: c.Category, Title: c.Title}).Version() ||
		c.Version() == (Image{Seed: c.Seed, Category: c.Category, Title: "Beds"}).Version() {
		t.Error("a version does not tell pictures apart")
	}
}

func TestLines(t *testing.T) {
	d, err := New()
	if err != nil {
		t.Fatal(err)
	}
	face, err := d.face(60)
	if err != nil {
		t.Fatal(err)
	}
	dc := gg.NewContext(Width, Height)
	dc.SetFontFace(face)
	const title = "Reopen the Saint-Roch repair café"
	if got := wrap(dc, title, widest); len(got) != 2 || got[1] != "café" {
		t.Fatalf("%q", got)
	}
	if got := balanced(dc, title, 2); len(got) != 2 || strings.Join(got, " ") != title || got[1] == "café" {
		t.Errorf("%q leaves a word alone", got)
	}
	long := wrap(dc, strings.Repeat("mobilisation, ", 30), widest)
	got := cut(dc, long, 3)
	if w, _ := dc.MeasureString(got[2]); len(got) != 3 || w > widest || !strings.HasSuffix(got[2], "n…") {
		t.Errorf("%q", got)
	}
	for _, l := range wrap(dc, strings.Repeat("W", 300), widest) {
		if w, _ := dc.MeasureString(l); w > widest {
			t.Errorf("%q is %v wide", l, w)
		}
	}
}

// A photograph stands where the cover would, below the label, and the picture is a JPEG then.
func TestDraw_OnAPhotograph(t *testing.T) {
	t.Parallel()
	d, err := New()
	if err != nil {
		t.Fatal(err)
	}
	plain := Image{Seed: "one", Category: "animals", Title: "Blankets"}
	shown := plain
	shown.Photo = "/media/campaign-photo/abc"
	if plain.Version() == shown.Version() || plain.Type() != "image/png" {
		t.Error("a photograph changes nothing")
	}
	red := image.NewRGBA(image.Rect(0, 0, 160, 90))
	for i := range red.Pix {
		red.Pix[i] = []byte{200, 0, 0, 255}[i%4]
	}
	body, err := d.Draw(shown, red)
	if err != nil {
		t.Fatal(err)
	}
	got, kind, err := image.Decode(bytes.NewReader(body))
	if err != nil || kind != "jpeg" || got.Bounds() != image.Rect(0, 0, Width, Height) {
		t.Fatalf("%s of %v: %v", kind, got.Bounds(), err)
	}
	for _, at := range []image.Point{{X: 5, Y: 5}, {X: Width - 5, Y: 5}, {X: Width - 5, Y: Height - 5}} {
		if r, g, b, _ := got.At(at.X, at.Y).RGBA(); r>>8 < 180 || g>>8 > 30 || b>>8 > 30 {
			t.Errorf("at %v it is %d %d %d", at, r>>8, g>>8, b>>8)
		}
	}
}
