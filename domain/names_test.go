package domain_test

import (
	"testing"

	"github.com/callup/callup/domain"
)

func TestRefuseUnnamed_Found52(t *testing.T) {
	for name, refused := range map[string]bool{
		"": false, "  ": false, "A": false, "7": false, "水": false, "Ёлка 🎄": false, "مدرسة": false,
		"🎄": true, "👩\u200d🚒 !": true, "…": true, "\u0301": true,
	} {
		r := domain.RefuseUnnamed("title", name)
		if (r != nil) != refused || refused && (r.Code != "letters_required" || r.Field != "title") {
			t.Errorf("%q: %v", name, r)
		}
	}
}
