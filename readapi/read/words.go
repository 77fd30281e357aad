package read

import (
	"strings"

	"github.com/callup/callup/internal/textfold"
)

// maxWords of a search are looked for; nobody types more.
const maxWords = 12

var escapeLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Patterns turns typed words into LIKE patterns, all of which must match text folded the same way.
func Patterns(typed string) []string {
	found := strings.Fields(textfold.Fold(strings.ToValidUTF8(typed, "")))
	out := make([]string, 0, min(len(found), maxWords))
	for _, w := range found[:min(len(found), maxWords)] {
		out = append(out, "%"+escapeLike.Replace(w)+"%")
	}
	return out
}
