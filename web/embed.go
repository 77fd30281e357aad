// Package web carries the built web app inside the program.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Dist is the built web app: index.html, its assets and their compressed siblings. It holds only a placeholder in a
// program that was built without make.
func Dist() (fs.FS, error) { return fs.Sub(dist, "dist") }
