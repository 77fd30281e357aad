package domain

import (
	"strings"
	"unicode"
)

// RefuseUnnamed refuses a name of pictures and signs alone in a field: nobody could say it, search for it or make an address
// of it. A name with a letter or a digit of any script, and an empty one, give nil.
func RefuseUnnamed(field, name string) *Refusal {
	read := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
	if strings.TrimSpace(name) == "" || strings.ContainsFunc(name, read) {
		return nil
	}
	return RefuseField(field, "letters_required", "this needs at least one letter or digit")
}
