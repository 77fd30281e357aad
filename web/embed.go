// Package web carries the built web app and its texts inside the program.
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

//go:embed src/i18n/common.*.json src/i18n/problems.*.json src/features/*/problems.*.json
//go:embed src/features/*/texts.*.json src/features/*/*/texts.*.json src/features/*/*/*/texts.*.json src/app/*/texts.*.json
//go:embed src/app/screens.json
var texts embed.FS

// Texts are the words of the web app as its sources hold them: i18n/common.en.json, features/landing/texts.en.json and
// so on, in each language; with its list of screens, app/screens.json.
func Texts() (fs.FS, error) { return fs.Sub(texts, "src") }
