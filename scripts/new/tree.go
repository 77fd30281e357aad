package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"maps"
	"os"
	"path"
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
	out, err := render(path, text, data)
	if err != nil {
		return err
	}
	return t.put(path, out)
}

// render fills in a template of a file.
func render(path, text string, data any) (string, error) {
	parsed, err := template.New(path).Delims("«", "»").Funcs(template.FuncMap{
		"a": article, "camel": camel, "lower": lower, "join": strings.Join,
	}).Parse(text)
	if err != nil {
		return "", fmt.Errorf("the template of %s: %w", path, err)
	}
	var out bytes.Buffer
	if err := parsed.Execute(&out, data); err != nil {
		return "", fmt.Errorf("the template of %s: %w", path, err)
	}
	return out.String(), nil
}

// article puts "a" or "an" before a noun.
func article(noun string) string {
	if strings.IndexByte("aeio", noun[0]) >= 0 {
		return "an " + noun
	}
	return "a " + noun
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

// list adds an item to a list in braces, as its first: on a line of its own where the others have one, or where the line
// would be too long.
func (t *tree) list(path string, opening *regexp.Regexp, item string) error {
	content, err := t.read(path)
	if err != nil {
		return err
	}
	at := opening.FindStringIndex(content)
	if at == nil {
		return fmt.Errorf("%s has no place for it: nothing matches %s", path, opening)
	}
	before, after := content[:at[1]], content[at[1]:]
	if strings.HasPrefix(after, "\n") {
		return t.put(path, before+"\n"+item+","+after)
	}
	items, rest, _ := strings.Cut(after, "}")
	line := before[strings.LastIndex(before, "\n")+1:] + item + ", " + items
	if !strings.Contains(items, "{") && len(line) > 110 {
		return t.put(path, before+"\n"+item+",\n"+strings.ReplaceAll(items, ", ", ",\n")+",\n}"+rest)
	}
	if items != "" {
		item += ", "
	}
	return t.put(path, before+item+after)
}

// append adds what a template says to the end of a file.
func (t *tree) append(path, text string, data any) error {
	content, err := t.read(path)
	if err != nil {
		return err
	}
	out, err := render(path, text, data)
	if err != nil {
		return err
	}
	return t.put(path, content+out)
}

// importing has a file import a package of the module, unless it does.
func (t *tree) importing(path, pkg string) error {
	spec := fmt.Sprintf("\t%q\n", "github.com/callup/callup/"+pkg)
	content, err := t.read(path)
	if err != nil || strings.Contains(content, spec) {
		return err
	}
	own := regexp.MustCompile(`import \((?s:.*?)\t"github\.com/callup/callup/[^\n]*\n`)
	return t.insert(path, own, spec)
}

// find gives the one file of some in which a pattern matches, as they will be.
func (t *tree) find(pattern string, has *regexp.Regexp) (string, error) {
	paths, err := filepath.Glob(filepath.Join(t.root, pattern))
	if err != nil {
		return "", fmt.Errorf("look for %s: %w", pattern, err)
	}
	names := t.paths()
	for _, at := range paths {
		name, err := filepath.Rel(t.root, at)
		if err != nil {
			return "", fmt.Errorf("look for %s: %w", pattern, err)
		}
		names = append(names, filepath.ToSlash(name))
	}
	for _, name := range names {
		if ok, err := path.Match(pattern, name); err != nil || !ok {
			continue
		}
		content, err := t.read(name)
		if err != nil {
			return "", err
		}
		if has.MatchString(content) {
			return name, nil
		}
	}
	return "", fmt.Errorf("no file of %s matches %s", pattern, has)
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
