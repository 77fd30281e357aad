// Package textfold makes text comparable: for search without regard to accents and case, and for addresses.
package textfold

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// replaced are letters that decompose into nothing simpler (Unicode has no decomposition for them).
var replaced = strings.NewReplacer(
	"ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "đ", "d", "ð", "d", "þ", "th", "ł", "l", "ı", "i", "ŋ", "n",
)

// Fold gives text in lower case without accents (Unicode NFKD, marks removed), its white space collapsed.
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range norm.NFKD.String(strings.ToLower(norm.NFKD.String(s))) {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		if unicode.IsSpace(r) {
			r = ' '
		}
		b.WriteRune(r)
	}
	return strings.Join(strings.Fields(replaced.Replace(b.String())), " ")
}

// Clean removes what no text field needs: control characters but line breaks and tabs, and invalid UTF-8. The result
// is in NFC, so that equal words are equal bytes.
func Clean(s string) string {
	s = strings.ToValidUTF8(s, "�")
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || !unicode.IsControl(r) {
			return r
		}
		return -1
	}, s)
	return norm.NFC.String(strings.TrimSpace(s))
}

// Line is Clean for a text of one line: its line breaks become spaces.
func Line(s string) string { return strings.Join(strings.Fields(Clean(s)), " ") }
