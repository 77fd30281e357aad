package search

import (
	"slices"
	"testing"
)

func TestMeant(t *testing.T) {
	beginning := func(words ...string) (found []likeness) {
		for _, w := range words {
			found = append(found, likeness{1, w, 1, begins})
		}
		return found
	}
	for name, c := range map[string]struct {
		typed  string
		found  []likeness
		asked  string
		common []string
	}{
		"few beginnings":    {"lad", beginning("ladder", "lady"), `('ladder' | 'lady')`, nil},
		"as many as are":    {"lad", beginning("lad", "ladder", "lady"), `('lad' | 'ladder' | 'lady')`, nil},
		"more beginnings":   {"lad", beginning("lad", "ladder", "ladle", "lady"), `('lad':*)`, nil},
		"nothing begins so": {"lad", nil, `('lad':*)`, nil},
		"very many texts": {
			"the", []likeness{{1, "the", 9000, begins}, {1, "then", 1000, begins}}, `('the' | 'then')`, []string{"the", "then"},
		},
		"meant": {"laddre", []likeness{{1, "ladder", 9999, like}}, `('ladder':* | 'ladder')`, nil},
		"meant, in very many texts": {
			"laddre", []likeness{{1, "ladder", 10_000, like}}, `('ladder':* | 'ladder')`, []string{"ladder"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := meant(c.typed, c.found, 1, true)
			if got := anyhow(w); got != c.asked || !slices.Equal(w.common, c.common) {
				t.Errorf("asks for %s, common %q; want %s, %q", got, w.common, c.asked, c.common)
			}
		})
	}
}
