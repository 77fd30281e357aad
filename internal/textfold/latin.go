package textfold

import (
	"strings"
	"unicode"

	"github.com/mozillazg/go-unidecode"
	"golang.org/x/text/unicode/norm"
)

// Latin is Fold with what other scripts write spelled in Latin letters, so that an address can be made of it. Accents of
// Latin letters are folded as ever; those of other scripts tell letters apart (и and й), so they are spelled before.
func Latin(s string) string {
	var b strings.Builder
	for _, r := range norm.NFC.String(s) {
		if unicode.In(r, unicode.Latin, unicode.Common, unicode.Inherited) {
			b.WriteRune(r)
		} else {
			b.WriteString(unidecode.Unidecode(string(r)))
		}
	}
	return Fold(b.String())
}
