package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"
)

// tree is the repository with what is about to be written. Nothing is until save: what fails half-way leaves nothing.
type tree struct {
	root    string
	written map[string][]byte
}

func newTree(root string) *tree { return &tree{root, map[string][]byte{}} }

func (t *tree) paths() []string { return slices.Sorted(maps.Keys(t.written)) }

// read gives a file as it will be.
func (t *tree) read(path string) (string, error) {
	if content, ok := t.written[path]; ok {
		return string(content), nil
	}
	content, err := os.ReadFile(filepath.Join(t.root, path))
	return string(content), err
}

func (t *tree) exists(path string) bool {
	_, err := t.read(path)
	return err == nil
}

// create writes a new file from a template.
func (t *tree) create(path, text string, data any) error {
	if _, err := t.read(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is there already (%w)", path, err)
	}
	parsed, err := template.New(path).Delims("«", "»").Parse(text)
	if err != nil {
		return fmt.Errorf("the template of %s: %w", path, err)
	}
	var out bytes.Buffer
	if err := parsed.Execute(&out, data); err != nil {
		return fmt.Errorf("the template of %s: %w", path, err)
	}
	return t.put(path, out.String())
}

// insert adds text to a file: behind the first place that a pattern matches.
func (t *tree) insert(path string, behind *regexp.Regexp, text string) error {
	content, err := t.read(path)
	if err != nil {
		return err
	}
	at := behind.FindStringIndex(content)
	if at == nil {
		return fmt.Errorf("%s has no place for it: nothing matches %s", path, behind)
	}
	return t.put(path, content[:at[1]]+text+content[at[1]:])
}

// addLine adds a line to a sorted list.
func (t *tree) addLine(path, line string) error {
	content, err := t.read(path)
	if err != nil {
		return err
	}
	lines := append(strings.Split(strings.TrimSuffix(content, "\n"), "\n"), line)
	slices.Sort(lines)
	return t.put(path, strings.Join(lines, "\n")+"\n")
}

func (t *tree) put(path, content string) error {
	out := []byte(content)
	if filepath.Ext(path) == ".go" {
		var err error
		if out, err = format.Source(out); err != nil {
			return fmt.Errorf("%s would not be Go: %w", path, err)
		}
	}
	t.written[path] = out
	return nil
}

func (t *tree) save() error {
	for path, content := range t.written {
		at := filepath.Join(t.root, path)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil { //nolint:gosec // folders of the repository
			return fmt.Errorf("write %s: %w", path, err)
		}
		if err := os.WriteFile(at, content, 0o644); err != nil { //nolint:gosec // files of the repository
			return fmt.Errorf("write %s: %w", path, err)
		}
	}
	return nil
}

var (
	kebab   = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	initial = regexp.MustCompile(`(^|-)[a-z0-9]`)
)

// camel makes a Go name of a kebab-case one.
func camel(name string) string {
	return initial.ReplaceAllStringFunc(name, func(s string) string { return strings.ToUpper(strings.TrimPrefix(s, "-")) })
}

// lower makes a Go name unexported.
func lower(name string) string { return strings.ToLower(name[:1]) + name[1:] }
