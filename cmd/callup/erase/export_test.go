package erase

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/internal/app/apptest"
)

// plantedIn checks that whatever an export tells of the rare person holds one of their words, so that the search for these
// words is one for all of it, and that it tells of every area.
func plantedIn(l *apptest.Leaving, x erasing.Export, areas ...string) {
	l.T.Helper()
	for _, area := range areas {
		if x[area] == nil || fmt.Sprint(x[area]) == "[]" {
			l.T.Errorf("the export tells nothing of %s", area)
		}
	}
	for path, text := range words(l, x) {
		if apptest.RareTraces.In(text) == "" && text != apptest.HandedPage {
			l.T.Errorf("the export tells %q at %s, which holds none of the rare words: plant one there, or say here that it names nobody",
				text, path)
		}
	}
}

// toldNothing checks that an export tells nothing of the rare person any more.
func toldNothing(l *apptest.Leaving, x erasing.Export) {
	l.T.Helper()
	for path, text := range words(l, x) {
		l.T.Errorf("the export still tells %q at %s", text, path)
	}
}

// chosen are the fields of an export that hold one of a list, or a path without what may name somebody.
var chosen = []string{"lang", "currency", "category", "beneficiary_relationship", "end_date", "what", "kind", "role",
	"action_type", "page_url", "destination", "status", "condition", "delivery", "audience", "version",
	"shows_members", "as", "did", "with", "who"}

// structural are ids, addresses of uploads, which are drawn by lot, times, and numbers of receipts.
var structural = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$|` +
	`/media/[a-z-]+/[a-z2-7]{26}/(\d+\.jpg|video|audio)$|^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-][\d:]+)$|` +
	`^[A-Z]+-\d{4}-\d{6}$`)

// words are what an export holds that people wrote, by where.
func words(l *apptest.Leaving, x erasing.Export) map[string]string {
	l.T.Helper()
	text, err := json.Marshal(x)
	if err != nil {
		l.T.Fatal(err)
	}
	var all any
	if err := json.Unmarshal(text, &all); err != nil {
		l.T.Fatal(err)
	}
	out := map[string]string{}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			if to, ok := v["to"].(string); ok { // a mail, whose text may name nobody but whom it went to
				out[path] = fmt.Sprint(to, " ", v["text"])
				return
			}
			for name, part := range v {
				if !slices.Contains(chosen, strings.ToLower(name)) {
					walk(path+"/"+name, part)
				}
			}
		case []any:
			for i, part := range v {
				walk(fmt.Sprint(path, "/", i), part)
			}
		case string:
			if v != "" && !structural.MatchString(v) {
				out[path] = v
			}
		}
	}
	walk("", all)
	return out
}
