package documents

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/callup/callup/internal/numfmt"
)

// appTexts are the web app's own texts in one language, by namespace and key: "explore:search.words". What the server
// writes from them reads the same once the app has started.
type appTexts map[string]string

func loadAppTexts(files fs.FS) (map[string]appTexts, error) {
	out := map[string]appTexts{}
	for _, lang := range languages {
		out[lang] = appTexts{}
		for _, pattern := range []string{
			"i18n/common", "i18n/problems", "features/*/texts", "features/*/*/texts",
			"features/*/*/*/texts", "features/*/problems", "app/*/texts",
		} {
			found, err := fs.Glob(files, pattern+"."+lang+".json")
			if err != nil {
				return nil, fmt.Errorf("find the web app's texts: %w", err)
			}
			for _, name := range found {
				if err := out[lang].read(files, name); err != nil {
					return nil, err
				}
			}
		}
		if out[lang]["problems:code.unknown"] == "" {
			return nil, fmt.Errorf("the web app has no words for refusals in %q", lang)
		}
	}
	return out, nil
}

// read adds the texts of a file under its namespace: "problems" of refusals, "common" of the app's own, the folder's name
// of a feature's.
func (w appTexts) read(files fs.FS, name string) error {
	raw, err := fs.ReadFile(files, name)
	if err != nil {
		return fmt.Errorf("read the web app's texts: %w", err)
	}
	var tree map[string]any
	if err := json.Unmarshal(raw, &tree); err != nil {
		return fmt.Errorf("read the web app's texts in %s: %w", name, err)
	}
	namespace := path.Base(path.Dir(name))
	switch file := path.Base(name); {
	case strings.HasPrefix(file, "problems."):
		namespace = "problems"
	case namespace == "i18n":
		namespace = "common"
	}
	w.add(namespace+":", tree)
	return nil
}

func (w appTexts) add(prefix string, tree map[string]any) {
	for key, value := range tree {
		switch v := value.(type) {
		case string:
			w[prefix+key] = v
		case map[string]any:
			w.add(prefix+key+".", v)
		}
	}
}

// say gives a text with its {{name}}s filled in: filling is name, value, name, value …
func (w appTexts) say(key string, filling ...any) (string, error) {
	text, ok := w[key]
	if !ok {
		return "", fmt.Errorf("the web app has no text %q", key)
	}
	for i := 0; i+1 < len(filling); i += 2 {
		text = strings.ReplaceAll(text, fmt.Sprintf("{{%v}}", filling[i]), fmt.Sprint(filling[i+1]))
	}
	return text, nil
}

// problem says a refusal's code in words, as web/src/i18n/useProblemText.ts does; an unknown one in general ones.
func (w appTexts) problem(code string, args map[string]any) string {
	keys := make([]string, 0, len(args)+2)
	for _, arg := range slices.Sorted(maps.Keys(args)) {
		keys = append(keys, "problems:code."+code+"_"+arg)
	}
	for _, key := range append(keys, "problems:code."+code) {
		text, ok := w[key]
		if !ok {
			continue
		}
		for name, value := range args {
			said := fmt.Sprint(value)
			text = strings.NewReplacer("{{"+name+"}}", said, "{{"+name+", number}}", said).Replace(text)
		}
		return text
	}
	return w["problems:code.unknown"]
}

// counted is say in the form that language uses beside n.
func (w appTexts) counted(lang, key string, n int64, filling ...any) (string, error) {
	form := key + "_other"
	if plural.Cardinal.MatchPlural(language.Make(lang), int(n), 0, 0, 0, 0) == plural.One {
		form = key + "_one" // the three languages have this one beside the other
	}
	return w.say(form, append(filling, "count", n, "shown", numfmt.Count(lang, n))...)
}

// rich is say for a text with marks in it, each given by name and the element that takes its place: <goal/> by the
// element whole, <terms>…</terms> by its start tag. The text itself is escaped.
func (w appTexts) rich(key string, marks ...any) (template.HTML, error) {
	text, err := w.say(key)
	if err != nil {
		return "", err
	}
	return marked(text, marks...)
}

// marked escapes a text and puts elements in place of its marks.
func marked(text string, marks ...any) (template.HTML, error) {
	text = template.HTMLEscapeString(text)
	for i := 0; i+1 < len(marks); i += 2 {
		element, ok := marks[i+1].(template.HTML)
		if !ok {
			return "", fmt.Errorf("%s in %q is not HTML", marks[i], text)
		}
		mark, html := fmt.Sprint(marks[i]), string(element)
		tag, _, _ := strings.Cut(strings.TrimPrefix(html, "<"), " ")
		text = strings.NewReplacer(
			"&lt;"+mark+"/&gt;", html, "&lt;"+mark+"&gt;", html, "&lt;/"+mark+"&gt;", "</"+strings.TrimSuffix(tag, ">")+">",
		).Replace(text)
	}
	return template.HTML(text), nil //nolint:gosec // escaped above; the marks are the templates' own
}

// textName is how templates name a text.
var textName = regexp.MustCompile(`\b(?:say|counted|rich|named) "([^"]+)"`)

// check finds a text that a template names and a language lacks, before a reader does.
func (w appTexts) check(lang, source string) error {
	for _, match := range textName.FindAllStringSubmatch(source, -1) {
		if key := match[1]; w[key] == "" && w[key+"_other"] == "" {
			return fmt.Errorf("the web app has no text %q in %q", key, lang)
		}
	}
	return nil
}
