package textfold_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/callup/callup/internal/textfold"
)

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"  Éàü  Ñandú ": "eau nandu", "Straße ŒUVRE": "strasse oeuvre", "İstanbul": "istanbul", "Łódź": "lodz", "Acme™": "acmetm",
		"ﬁn": "fin", "a\u00a0b\n\tc": "a b c", "": "", "水": "水", "①": "1",
		"L’École": "l'ecole", "l'école": "l'ecole", "l´école": "l'ecole", // Found41
		"l｀école": "l'ecole", "l＇école": "l'ecole", "12″": "12''", // issue 30: folding twice changed them
	} {
		if got := textfold.Fold(in); got != want {
			t.Errorf("%q folds to %q, not %q", in, got, want)
		}
	}
}

func TestFold_TwiceChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := textfold.Fold(rapid.String().Draw(t, "text"))
		if again := textfold.Fold(s); again != s {
			t.Fatalf("%q folds to %q", s, again)
		}
	})
}

// A name that nobody can see is none.
func TestName(t *testing.T) {
	for in, want := range map[string]string{
		" Ada\nLovelace ": "Ada Lovelace", "\u3164": "", "\u202e": "", "\u0301": "", "…": "", "🐘": "", "水": "水", "7": "7",
		"Ada\u202e": "Ada", "\u3164\u200bZoé 🐘": "Zoé 🐘",
	} {
		if got := textfold.Name(in); got != want {
			t.Errorf("%q is the name %q, not %q", in, got, want)
		}
	}
}

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		" a\x00b\x7f\u0085c ": "abc", "a\r\nb\rc\td": "a\nbc\td", "e\u0301": "é", "a\xffb": "a\ufffdb", " \n ": "",
		"moc.\u202elive": "moc.live", "\u3164": "", "\u2800\u200b a\u00ad\ufeffb\u2066": "ab", "می\u200cخواهم": "می\u200cخواهم",
		"👩\u200d🚒": "👩\u200d🚒", "\u200da\u200d\u200d b\u200c": "a b",
	} {
		if got := textfold.Clean(in); got != want {
			t.Errorf("%q cleans to %q, not %q", in, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t,
			"text")
		for _, s := range []string{textfold.Clean(in), textfold.Line(in)} {
			if !utf8.ValidString(s) || strings.TrimSpace(s) != s || textfold.Clean(s) != s {
				t.Fatalf("%q cleans to %q", in, s)
			}
			if strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) {
				t.Fatalf("%q keeps control characters: %q", in, s)
			}
		}
		if strings.ContainsAny(textfold.Line(in), "\n\t") || textfold.Line(textfold.Line(in)) != textfold.Line(in) {
			t.Fatalf("%q becomes the line %q", in, textfold.Line(in))
		}
	})
}
