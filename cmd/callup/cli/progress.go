package cli

import (
	"fmt"
	"io"
	"strings"
	"time"
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
	return &Progress{w: p.Stderr, what: what, began: time.Now()}
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
