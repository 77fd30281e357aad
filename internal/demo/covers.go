package demo

import (
	"embed"
	"fmt"
)

// covers are drawn by web/e2e/covers (make covers): nobody took a photograph for the demo.
//
//go:embed covers/*.webp
var covers embed.FS

// Picture is what a campaign or a post shows: a scene among the covers, and what it shows in words, in the language of those.
type Picture struct{ Scene, Alt string }

// Bytes is the picture as a WebP of 1600 × 900 pixels, as a member would upload it.
func (p Picture) Bytes() ([]byte, error) {
	made, err := covers.ReadFile("covers/" + p.Scene + ".webp")
	if err != nil {
		return nil, fmt.Errorf("read a picture of the demo: %w", err)
	}
	return made, nil
}
