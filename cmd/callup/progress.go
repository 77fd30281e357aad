package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// progress draws how far something long has got, at most five times a second.
type progress struct {
	w     io.Writer
	what  string
	began time.Time
	last  time.Time
}

// progress begins to draw.
func (p *program) progress(what string) *progress {
	return &progress{w: p.stderr, what: what, began: time.Now()}
}

// show draws n of so many events.
func (g *progress) show(n, of int64) {
	if time.Since(g.last) < 200*time.Millisecond {
		return
	}
	g.last = time.Now()
	const width = 30
	full := int(float64(n) / float64(max(of, 1)) * width)
	fmt.Fprintf(g.w, "\r%s [%s%s] %d of %d events, %.0f/s ", g.what, strings.Repeat("█", full), strings.Repeat("·", width-full), n, of,
		float64(n)/time.Since(g.began).Seconds())
}

// done wipes the line.
func (g *progress) done() {
	if !g.last.IsZero() {
		fmt.Fprintf(g.w, "\r%s\r", strings.Repeat(" ", 100))
	}
}
