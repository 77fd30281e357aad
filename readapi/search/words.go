package search

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/internal/textfold"
	"github.com/callup/callup/readapi/read"
)

const (
	// mostWords of a search are looked for; nobody types more.
	mostWords = 12
	// wellKnown is in how many documents a word has to be for nobody to have meant another.
	wellKnown = 3
	// otherWords are looked for in place of one.
	otherWords = 20
	// common is in how many documents words that begin with a typed one have to be for the latest documents to be read until there
	// are enough.
	common = 10_000
	// beginnings are how many words that begin with a typed one are asked for in its place. Of documents that have other words as
	// well, the index then reads those alone; of a beginning it gathers all.
	beginnings = 3
)

// How a written word is like a typed one.
const (
	begins = "begins" // with it
	holds  = "holds"  // it, not at its beginning
	like   = "like"   // it, with other letters
)

// wordsLike are the written words, those that most documents have first, that begin with each of the words $1, hold them, or are
// like them: by their groups of three letters, or as two letters swapped, $2, of the word whose number is beside, $3.
var wordsLike = read.Replanned(`SELECT t.nr, w.word, w.documents, w.how
	FROM unnest($1::text[]) WITH ORDINALITY t(word, nr) CROSS JOIN LATERAL (
		(SELECT word, documents, '` + begins + `' AS how FROM {search_words} WHERE word LIKE t.word || '%'
			ORDER BY documents DESC, word LIMIT 4)
		UNION ALL (SELECT word, documents, '` + holds + `' FROM {search_words}
			WHERE length(t.word) > 2 AND word LIKE '_%' || t.word || '%' ORDER BY documents DESC, word LIMIT 20)
		UNION ALL (SELECT word, documents, '` + like + `' FROM {search_words}
			WHERE length(t.word) > 3 AND word % t.word ORDER BY similarity(word, t.word) DESC, documents DESC, word LIMIT 20)
	) w
	UNION ALL SELECT s.nr, w.word, w.documents, '` + like + `'
	FROM unnest($2::text[], $3::bigint[]) s(word, nr) JOIN {search_words} w USING (word)`)

type likeness struct {
	Nr        int64  `db:"nr"`
	Word      string `db:"word"`
	Documents int64  `db:"documents"`
	How       string `db:"how"`
}

// wanted is a typed word, and what it is looked for as.
type wanted struct {
	word   string   // as it was typed or, where no document has that, as it was meant
	begun  []string // all words that begin with it; empty where there are many, or it is not known which
	other  []string // words that hold it, or are what may have been meant
	common []string // words that begin with it or are meant by it, where very many documents have one
}

// longEnough is how many letters of a word may be mistyped.
func longEnough(word string) int {
	switch n := utf8.RuneCountInString(word); {
	case n < 4:
		return 0
	case n < 8:
		return 1
	}
	return 2
}

// swapped are a word's forms with two letters that follow one another swapped. Such a word has few groups of three letters in
// common with the one that was meant.
func swapped(word string) (all []string) {
	letters := []rune(word)
	for i := 1; len(letters) > 3 && i < len(letters); i++ {
		if letters[i-1] != letters[i] {
			other := slices.Clone(letters)
			other[i-1], other[i] = other[i], other[i-1]
			all = append(all, string(other))
		}
	}
	return all
}

// mistyped tells whether a typed word may be a written one. The last one may be its beginning: it is still being typed.
func mistyped(typed, written string, last bool) bool {
	most := longEnough(typed)
	if most == 0 {
		return false
	}
	if textfold.Near(typed, written, most) {
		return true
	}
	letters, n := []rune(written), utf8.RuneCountInString(typed)
	for end := n - most; last && end <= n+most; end++ {
		if end > 0 && end < len(letters) && textfold.Near(typed, string(letters[:end]), most) {
			return true
		}
	}
	return false
}

// lookUp finds what typed words are to be looked for as.
func lookUp(c *read.Call, typed []string) ([]wanted, error) {
	var swaps []string
	var of []int64
	for i, w := range typed {
		for _, s := range swapped(w) {
			swaps, of = append(swaps, s), append(of, int64(i+1))
		}
	}
	found, err := read.Rows(c, wordsLike, rowscan.Row[likeness], typed, swaps, of)
	if err != nil {
		return nil, err
	}
	out := make([]wanted, len(typed))
	for i, w := range typed {
		out[i] = meant(w, found, int64(i+1), i == len(typed)-1)
	}
	return out, nil
}

// meant tells what a typed word is looked for as, by what is written.
func meant(typed string, found []likeness, nr int64, last bool) wanted {
	var known int64
	var begun, held, near []string
	documents := map[string]int64{} // that have a word of near
	for _, l := range found {
		switch {
		case l.Nr != nr:
		case l.How == begins:
			if begun = append(begun, l.Word); len(begun) <= beginnings {
				known += l.Documents
			}
		case l.How == holds:
			held = append(held, l.Word)
		case !strings.HasPrefix(l.Word, typed) && mistyped(typed, l.Word, last):
			near = append(near, l.Word)
			documents[l.Word] = l.Documents
		}
	}
	w := wanted{word: typed, other: held}
	if known >= common && utf8.RuneCountInString(typed) > 2 {
		w.common = begun[:min(len(begun), beginnings)]
	}
	if len(begun) <= beginnings {
		w.begun = begun
	}
	switch {
	case len(near) == 0 || known >= wellKnown || len(held) >= wellKnown:
	case known == 0 && len(held) == 0:
		// the first letter is seldom wrong; else the one that is most like it is first
		at := max(slices.IndexFunc(near, func(n string) bool { return strings.HasPrefix(n, firstLetter(typed)) }), 0)
		w.word = near[at]
		w.other = near
		if documents[w.word] >= common {
			w.common = near
		}
	default:
		w.other = append(w.other, near...)
	}
	w.other = w.other[:min(len(w.other), otherWords)]
	return w
}

func firstLetter(word string) string {
	_, n := utf8.DecodeRuneInString(word)
	return word[:n]
}

// The words consist of letters and digits, so that nothing in them is anything else to a tsquery.

func quoted(word string) string { return "'" + word + "'" }

// all asks for all of some words, each as one writes it.
func all(words []wanted, one func(wanted) string) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = one(w)
	}
	return strings.Join(parts, " & ")
}

// exactly asks for a word.
func exactly(w wanted) string { return quoted(w.word) }

// beginning asks for words that begin with one.
func beginning(w wanted) string { return quoted(w.word) + ":*" }

// anyhow asks for words that begin with one, hold it, or are what may have been meant.
func anyhow(w wanted) string {
	var parts []string
	for _, b := range w.begun {
		parts = append(parts, quoted(b))
	}
	if len(parts) == 0 {
		parts = append(parts, beginning(w))
	}
	for _, o := range w.other {
		parts = append(parts, quoted(o))
	}
	return "(" + strings.Join(parts, " | ") + ")"
}

// inTexts is anyhow for whole texts: half of all texts have a word that begins with two given letters, and none is meant by them.
func inTexts(w wanted) string {
	if utf8.RuneCountInString(w.word) < 3 {
		return exactly(w)
	}
	return anyhow(w)
}
