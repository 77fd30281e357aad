// Package textfold makes text comparable: for search without regard to accents and case, and for addresses.
package textfold

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// replaced are letters that decompose into nothing simpler (Unicode has no decomposition for them).
var replaced = strings.NewReplacer(
	"ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "đ", "d", "ð", "d", "þ", "th", "ł", "l", "ı", "i", "ŋ", "n",
)

// apostrophes become the one on keyboards. An acute accent by itself would decompose to a space.
var apostrophes = strings.NewReplacer("’", "'", "‘", "'", "ʼ", "'", "`", "'", "´", "'", "′", "'")

// Fold gives text in lower case without accents (Unicode NFKD, marks removed), with one kind of apostrophe, its white space
// collapsed.
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range norm.NFKD.String(strings.ToLower(norm.NFKD.String(apostrophes.Replace(s)))) {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		if unicode.IsSpace(r) {
			r = ' '
		}
		b.WriteRune(r)
	}
	// Wide accents and double primes decompose into what is an apostrophe, too.
	return strings.Join(strings.Fields(apostrophes.Replace(replaced.Replace(b.String()))), " ")
}

// Clean removes what no text field needs: control characters but line breaks and tabs, invalid UTF-8, and what is not seen
// but turns text round or fills a line with nothing. Joiners stay inside words and pictographs, which are written with them.
// The result is in NFC, so that equal words are equal bytes.
func Clean(s string) string {
	s = strings.ToValidUTF8(s, "�")
	s = strings.ReplaceAll(s, "\r\n", "\n")
	var b strings.Builder
	b.Grow(len(s))
	last := ' '
	for i, r := range s {
		if unseen(r) {
			next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
			if !joins(r) || unicode.IsSpace(last) || joins(last) || next == utf8.RuneError || unseen(next) || unicode.IsSpace(next) {
				continue
			}
		}
		b.WriteRune(r)
		last = r
	}
	return norm.NFC.String(strings.TrimSpace(b.String()))
}

// unseen are control and format characters (Unicode Cc and Cf), and the letters and signs that are blank.
func unseen(r rune) bool {
	switch r {
	case '\n', '\t':
		return false
	case '\u115f', '\u1160', '\u3164', '\uffa0', '\u2800': // Hangul fillers, the empty braille pattern
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf)
}

// joins are the zero-width joiner and non-joiner.
func joins(r rune) bool { return r == '\u200d' || r == '\u200c' }

// Name is Line for what names a person or a thing: empty when it holds no letter and no digit that could be read.
func Name(s string) string {
	s = Line(s)
	if !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
		return ""
	}
	return s
}

// Line is Clean for a text of one line: its line breaks become spaces.
func Line(s string) string { return strings.Join(strings.Fields(Clean(s)), " ") }
