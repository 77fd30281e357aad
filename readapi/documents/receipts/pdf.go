package receipts

import (
	_ "embed"
	"fmt"
	"image/color"
	"io"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/boombuler/barcode/qr"

	"github.com/callup/callup/readapi/documents/shareimage"
	"github.com/callup/callup/readapi/giving"
)

//go:embed fonts/inter-regular.ttf
var interRegular []byte

//go:embed fonts/inter-semibold.ttf
var interSemibold []byte

// Lengths of the page, in millimetres (A4: 210 × 297).
const (
	left, right = 19.0, 191.0
	second      = 109.0 // where the second column begins
	codeSide    = 26.0
	codeText    = 55.0 // where the words beside the code begin
	codeBlock   = codeSide + 20
	lineHeight  = 5.6
	bottom      = 277.0 // where the foot begins
)

var (
	ink   = color.RGBA{0x1b, 0x1f, 0x1d, 0xff}
	quiet = color.RGBA{0x5b, 0x63, 0x5f, 0xff}
	rule  = color.RGBA{0xdd, 0xdd, 0xd8, 0xff}
	faint = color.RGBA{0xef, 0xd9, 0xd0, 0xff}

	// the mark: three strands, in the units of web/src/ui/Logo.tsx
	strands = []struct {
		c        color.RGBA
		x, y     float64
		curve    [6]float64
		upTo     float64
		atColumn float64
	}{
		{color.RGBA{0xc2, 0x57, 0x0c, 0xff}, 4, 24, [6]float64{7, 23, 8, 20, 8, 15}, 8, 8},
		{color.RGBA{0x3b, 0x5b, 0xdb, 0xff}, 12, 25, [6]float64{15, 23, 16, 19, 16, 14}, 5, 16},
		{color.RGBA{0x0e, 0x7c, 0x5a, 0xff}, 20, 25, [6]float64{24, 22, 25, 17, 25, 11}, 3, 25},
	}
)

// page is a PDF; it has one page unless names and addresses are very long.
type page struct{ *fpdf.Fpdf }

// writePDF writes a receipt as a PDF, A4, with its fonts. The same receipt gives the same bytes.
func writePDF(to io.Writer, s sheet, r *giving.Receipt, address string) error {
	s, heading := s.printable()
	p := page{fpdf.New("P", "mm", "A4", "")}
	p.AddUTF8FontFromBytes("inter", "", interRegular)
	p.AddUTF8FontFromBytes("inter", "B", interSemibold)
	p.AddUTF8FontFromBytes("bricolage", "", shareimage.HeadingFont())
	var at time.Time
	if r.IssuedAt != nil {
		at = *r.IssuedAt
	}
	p.SetCreationDate(at)
	p.SetModificationDate(at)
	p.SetCatalogSort(true)
	p.SetProducer("Callup", true)
	p.SetTitle(s.Say("number", "number", s.Number), true)
	p.SetLang(s.Lang)
	p.SetMargins(left, 0, 210-right)
	p.SetCellMargin(0)
	p.SetAutoPageBreak(false, 0)
	p.AddPage()
	if s.Worthless {
		p.across(strings.ToUpper(s.words["worthless"]))
	}
	p.head(s, heading)
	y := p.parties(s, 75)
	y = p.figures(s, y+7)
	p.font("inter", "", 10.3, quiet)
	end := strings.Join(s.Proves, " ")
	y += 10
	if y+codeBlock+float64(len(p.SplitText(end, right-left)))*lineHeight > bottom-2 {
		p.AddPage() // long names and addresses may come together
		y = 20
	}
	if err := p.code(s, y, end, address); err != nil {
		return err
	}
	for n := range p.PageCount() {
		p.SetPage(n + 1)
		p.foot(s, n+1)
	}
	if err := p.Output(to); err != nil {
		return fmt.Errorf("write a receipt as PDF: %w", err)
	}
	return nil
}

func (p page) font(family, style string, points float64, c color.RGBA) {
	p.SetFont(family, style, points)
	p.SetTextColor(int(c.R), int(c.G), int(c.B))
}

func (p page) line(y, width float64, c color.RGBA) {
	p.SetDrawColor(int(c.R), int(c.G), int(c.B))
	p.SetLineWidth(width)
	p.Line(left, y, right, y)
}

// write writes a text that is broken into lines, and gives where it ends. What is one word and too long is cut.
func (p page) write(x, y, width, height float64, align, text string) float64 {
	p.SetXY(x, y)
	p.MultiCell(width, height, text, "", align, false)
	return p.GetY()
}

func (p page) across(text string) {
	p.font("bricolage", "", 84, faint)
	w := p.GetStringWidth(text)
	p.TransformBegin()
	p.TransformRotate(52, 105, 158)
	p.Text(105-w/2, 168, text)
	p.TransformEnd()
}

func (p page) head(s sheet, heading fontOf) {
	const top, scale = 15.6, 0.28
	p.SetLineCapStyle("round")
	p.SetLineWidth(4.4 * scale)
	for _, m := range strands {
		p.SetDrawColor(int(m.c.R), int(m.c.G), int(m.c.B))
		at := func(x, y float64) (float64, float64) { return left + (x-2)*scale, top + y*scale }
		p.MoveTo(at(m.x, m.y))
		ax, ay := at(m.curve[0], m.curve[1])
		bx, by := at(m.curve[2], m.curve[3])
		cx, cy := at(m.curve[4], m.curve[5])
		p.CurveBezierCubicTo(ax, ay, bx, by, cx, cy)
		p.LineTo(at(m.atColumn, m.upTo))
		p.DrawPath("D")
	}
	p.SetLineCapStyle("butt")
	p.font("bricolage", "", 17, ink)
	p.Text(29.6, 22.6, "Callup")
	p.font("inter", "", 10.5, quiet)
	p.write(100, 19.2, right-100, 5, "R", s.Say("number", "number", s.Number))
	p.font(heading.family, heading.style, 23, ink)
	y := p.write(left, 38.5, right-left, 10, "L", s.Heading)
	p.font("inter", "", 11.5, quiet)
	p.write(left, y+1.5, 126, 6.4, "L", s.Lead)
}

// block writes a label and lines below it, the first of them heavier, and gives where they end.
func (p page) block(x, y float64, label string, lines ...string) float64 {
	width := right - second // both columns are as wide as the narrower one
	p.font("inter", "B", 8.8, quiet)
	y = p.write(x, y, width, 6.4, "L", label)
	p.font("inter", "B", 10.3, ink)
	for _, text := range lines {
		if text != "" {
			y = p.write(x, y, width, lineHeight, "L", text)
			p.font("inter", "", 10.3, ink)
		}
	}
	return y
}

func (p page) parties(s sheet, y float64) float64 {
	from := left
	end := y
	if len(s.Giver) > 0 {
		end = p.block(left, y, s.words["given_by"], s.Giver...)
		from = second
	}
	y = max(end, p.block(from, y, s.words["received_by"], s.Operator...)) + 7
	return max(p.block(left, y, s.words["campaign"], s.Title, s.By), p.block(second, y, s.words["paid_at"], s.PaidAt))
}

func (p page) figures(s sheet, y float64) float64 {
	row := func(height float64, l line) {
		p.SetXY(left, y)
		p.CellFormat(right-left, height, l.Label, "", 0, "LM", false, 0, "")
		p.SetXY(left, y)
		p.CellFormat(right-left, height, l.Amount, "", 0, "RM", false, 0, "")
		y += height
	}
	height := 11.5
	if len(s.Lines) > 2 {
		height = 9
	}
	if y+22+height*float64(len(s.Lines)) > bottom-2 {
		p.AddPage()
		y = 20
	}
	p.font("inter", "B", 8.8, quiet)
	row(9, line{s.words["item"], s.words["amount"]})
	p.line(y, 0.25, rule)
	for i, l := range s.Lines {
		p.font("inter", "", 10.3, ink)
		row(height, l)
		if i < len(s.Lines)-1 {
			p.line(y, 0.25, rule)
		}
	}
	p.line(y, 0.5, ink)
	p.font("inter", "B", 12.3, ink)
	row(13, s.Total)
	return y
}

// code draws the way to the receipt, for cameras and for people, and what the receipt is and is not below.
func (p page) code(s sheet, y float64, end, address string) error {
	code, err := qr.Encode(address, qr.M, qr.Auto)
	if err != nil {
		return fmt.Errorf("draw the code of a receipt: %w", err)
	}
	p.line(y, 0.25, rule)
	side := code.Bounds().Dx()
	module := codeSide / float64(side)
	p.SetFillColor(int(ink.R), int(ink.G), int(ink.B))
	for row := range side {
		for from := 0; from < side; from++ {
			end := from
			for end < side && code.At(end, row) == color.Black {
				end++
			}
			if end > from {
				// a little overlap: some programs show white hairlines between rows
				p.Rect(left+1.5+float64(from)*module, y+7.5+float64(row)*module, float64(end-from)*module, module*1.02, "F")
				from = end
			}
		}
	}
	p.font("inter", "B", 10.3, ink)
	at := p.write(codeText, y+7, right-codeText, lineHeight, "L", s.words["check"])
	p.font("inter", "", 10.3, quiet)
	at = p.write(codeText, at+0.6, right-codeText, lineHeight, "L", s.words["check_text"])
	p.font("inter", "", 8.8, quiet)
	p.write(codeText, at+1.4, right-codeText, 4.8, "L", breakable(address))
	p.LinkString(left+1.5, y+7.5, codeSide, codeSide, address)
	y += codeSide + 14
	p.line(y, 0.25, rule)
	p.font("inter", "", 10.3, quiet)
	p.write(left, y+6, right-left, lineHeight, "L", end)
	return nil
}

// breakable lets a long address be broken before its secret.
func breakable(address string) string {
	if i := strings.LastIndex(address, "/"); i >= 0 && len(address) > 84 {
		return address[:i+1] + "\n" + address[i+1:]
	}
	return address
}

func (p page) foot(s sheet, n int) {
	p.line(bottom, 0.25, rule)
	p.font("inter", "", 8.4, quiet)
	p.write(left, 280.5, right-left-20, 4.4, "L", s.Issued)
	p.write(right-20, 280.5, 20, 4.4, "R", fmt.Sprintf("%d / %d", n, p.PageCount()))
}
