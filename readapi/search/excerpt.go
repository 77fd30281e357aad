package search

import (
	"slices"
	"strings"

	"github.com/callup/callup/internal/textfold"
)

const (
	shownWords  = 24 // of a text
	wordsBefore = 5  // the first one that was looked for
)

// excerpt is the part of a text in which words stand that were looked for, on one line.
func excerpt(text string, words []wanted) string {
	written := strings.Fields(text)
	at := max(slices.IndexFunc(written, func(w string) bool {
		return slices.ContainsFunc(textfold.Words(w), func(w string) bool {
			return slices.ContainsFunc(words, func(looked wanted) bool {
				return strings.HasPrefix(w, looked.word) || slices.Contains(looked.other, w)
			})
		})
	}), 0)
	from := max(min(at-wordsBefore, len(written)-shownWords), 0)
	to := min(from+shownWords, len(written))
	out := strings.Join(written[from:to], " ")
	if from > 0 {
		out = "… " + out
	}
	if to < len(written) {
		out += " …"
	}
	return out
}
