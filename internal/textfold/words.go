package textfold

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	shortestWord = 2  // characters
	longestWord  = 40 // characters that are kept of a longer one
)

// Words gives the words of a text by which it is found, folded, each once, in their order: runs of letters and digits, without
// single characters. Of very long ones the beginning is kept.
func Words(s string) []string {
	var out []string
	seen := map[string]bool{}
	for _, w := range strings.FieldsFunc(Fold(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) {
		n := utf8.RuneCountInString(w)
		if n < shortestWord {
			continue
		}
		if n > longestWord {
			w = string([]rune(w)[:longestWord])
		}
		if !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	return out
}

// Near tells whether two words differ by at most so many letters that were left out, added, replaced, or swapped with the next
// (the optimal string alignment distance).
func Near(a, b string, most int) bool {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > most || len(y)-len(x) > most {
		return false
	}
	before, last, now := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		now[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(y)] <= most
}
