// Package archive writes everything that is held about a member as a ZIP archive: one JSON file an area, and a summary in
// the member's language.
package archive

import (
	"archive/zip"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"text/template"
	"time"
)

// Type is the media type of an archive.
const Type = "application/zip"

// summary is the name of the file that says what the others hold.
const summary = "README.txt"

//go:embed texts/*.txt
var texts embed.FS

// summaries are the templates of the summary by language. Each also says of every area, under its name, what it holds.
var summaries = read("en", "fr", "es")

func read(langs ...string) map[string]*template.Template {
	all := map[string]*template.Template{}
	for _, lang := range langs {
		all[lang] = template.Must(template.ParseFS(texts, "texts/"+lang+".txt"))
	}
	return all
}

// Archive is everything that is held about a member at a moment.
type Archive struct {
	Held  map[string]any // by area: what can be written as JSON
	Email string
	Lang  string // of the summary: en, fr or es; en otherwise
	At    time.Time
}

// Name is that of the file.
func (a Archive) Name() string { return "callup-" + a.At.Format(time.DateOnly) + ".zip" }

// Knows tells whether the summary says in every language what an area holds.
func Knows(area string) bool {
	for _, t := range summaries {
		if t.Lookup(area) == nil {
			return false
		}
	}
	return true
}

// part is a file of the archive, as the summary lists it.
type part struct {
	File, Holds string
	Entries     int // -1 where it is no list
}

// Write writes the archive as it is made. An error leaves it cut off.
func (a Archive) Write(to io.Writer) error {
	z := zip.NewWriter(to)
	areas := slices.Sorted(maps.Keys(a.Held))
	if err := a.write(z, summary, func(w io.Writer) error { return a.summarize(w, areas) }); err != nil {
		return err
	}
	for _, area := range areas {
		err := a.write(z, fileOf(area), func(w io.Writer) error {
			e := json.NewEncoder(w)
			e.SetIndent("", "  ")
			e.SetEscapeHTML(false)
			return e.Encode(a.Held[area])
		})
		if err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("end the archive: %w", err)
	}
	return nil
}

func fileOf(area string) string { return strings.ReplaceAll(area, " ", "-") + ".json" }

func (a Archive) write(z *zip.Writer, name string, fill func(io.Writer) error) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: a.At})
	if err != nil {
		return fmt.Errorf("begin %s: %w", name, err)
	}
	if err := fill(w); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

func (a Archive) summarize(w io.Writer, areas []string) error {
	words, known := summaries[a.Lang]
	if !known {
		words = summaries["en"]
	}
	var parts []part
	for _, area := range areas {
		p := part{File: fileOf(area), Entries: -1}
		if v := reflect.ValueOf(a.Held[area]); v.Kind() == reflect.Slice {
			p.Entries = v.Len()
		}
		var holds strings.Builder
		if err := words.ExecuteTemplate(&holds, area, nil); err != nil {
			return fmt.Errorf("say what %s holds: %w", area, err)
		}
		p.Holds = holds.String()
		parts = append(parts, p)
	}
	return words.Execute(w, map[string]any{
		"Email": a.Email, "At": a.At.Format("2006-01-02 15:04"), "Parts": parts,
	})
}
