package catalog_test

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/callup/callup/eventstore/catalog"
)

// TestCategories_NameEveryStream reads the domain for constants that name a category.
func TestCategories_NameEveryStream(t *testing.T) {
	declared := regexp.MustCompile(`(?m)^\s*(?:const )?\w*Category\s*= "([^"]+)"`)
	var want []string
	domain := os.DirFS("../../domain")
	err := fs.WalkDir(domain, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !regexp.MustCompile(`\.go$`).MatchString(path) {
			return err
		}
		source, err := fs.ReadFile(domain, path)
		for _, found := range declared.FindAllSubmatch(source, -1) {
			want = append(want, string(found[1]))
		}
		return err
	})
	if err != nil || len(want) < 20 {
		t.Fatalf("%d categories found: %v", len(want), err)
	}
	slices.Sort(want)
	if got := catalog.Categories(); !slices.Equal(got, want) {
		t.Errorf("categories %q, and the domain has %q", got, want)
	}
}
