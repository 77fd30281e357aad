package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/mattn/go-isatty"
)

// Progress draws how far something long has got, at most five times a second.
type Progress struct {
	w     io.Writer
	what  string
	began time.Time
	last  time.Time
}

// Progress begins to draw.
func (p *Program) Progress(what string) *Progress {
	return &Progress{w: p.Drawing(), what: what, began: time.Now()}
}

// Drawing is where progress is drawn: the terminal, or nowhere where standard error is a file or a pipe.
func (p *Program) Drawing() io.Writer {
	if f, ok := p.Stderr.(*os.File); ok && isatty.IsTerminal(f.Fd()) {
		return f
	}
	return io.Discard
}

// Show draws n of so many events.
func (g *Progress) Show(n, of int64) {
	if time.Since(g.last) < 200*time.Millisecond {
		return
	}
	g.last = time.Now()
	const width = 30
	full := int(float64(n) / float64(max(of, 1)) * width)
	fmt.Fprintf(g.w, "\r%s [%s%s] %d of %d events, %.0f/s ", g.what, strings.Repeat("█", full),
		strings.Repeat("·", width-full), n, of,
		float64(n)/time.Since(g.began).Seconds())
}

// Done wipes the line.
func (g *Progress) Done() {
	if !g.last.IsZero() {
		fmt.Fprintf(g.w, "\r%s\r", strings.Repeat(" ", 100))
	}
}
