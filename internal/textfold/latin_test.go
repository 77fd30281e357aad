package textfold_test

import (
	"testing"

	"github.com/callup/callup/internal/textfold"
)

func TestLatin_Found52(t *testing.T) {
	for in, want := range map[string]string{
		"Éàü Straße":        "eau strasse",
		"Новый дом":         "novyi dom",
		"Ёлка":              "iolka",
		"Το σχολείο":        "to skholeio",
		"水をすべての人に":          "shui wosubetenoren ni",
		"がっこう":              "gatsukou",
		"学校 2026":           "xue xiao 2026",
		"학교":                "haggyo",
		"مدرسة":             "mdrs@",
		"בית ספר":           "byt spr",
		"विद्यालय":          "vidyaaly",
		"🎄 Noël 🎄":          "🎄 noel 🎄",
		"Київ: hôpital n°2": "kiyiv: hopital n°2",
	} {
		if got := textfold.Latin(in); got != want {
			t.Errorf("%q is %q, not %q", in, got, want)
		}
	}
}
