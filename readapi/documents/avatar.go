package documents

import (
	"html/template"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/readapi/documents/shareimage"
)

// avatar is a person as web/src/ui/Avatar.tsx draws them: initials on one of a few tints, below their picture.
type avatar struct {
	Initials string
	Picture  string // its address; empty without one
	Tint     int
	Size     int // CSS pixels
}

// avatarTints is how many tints the web app's style sheet has.
const avatarTints = 8

// avatarOf gives somebody's. The tint comes from the id, or from the name where there is none; pictures is where theirs lies in
// all sizes.
func avatarOf(name string, id ident.ID, pictures string, size int) avatar {
	seed := name
	if !id.IsNil() {
		seed = id.String()
	}
	a := avatar{Initials: initials(name), Tint: int(shareimage.First(seed) * avatarTints), Size: size}
	if pictures != "" {
		a.Picture = pictures + "/128.jpg"
	}
	return a
}

// initials gives up to two: the first letters of the first and the last word; "?" for nobody named.
func initials(name string) string {
	words := strings.Fields(name)
	if len(words) == 0 {
		return "?"
	}
	first, _ := utf8.DecodeRuneInString(words[0])
	text := string(first)
	if len(words) > 1 {
		last, _ := utf8.DecodeRuneInString(words[len(words)-1])
		text += string(last)
	}
	return strings.ToUpper(text)
}

// joined finds words with a hyphen inside that are short enough to stay whole.
var joined = regexp.MustCompile(`(?:^|\s)(\pL[\pL\pN.’']*-[\pL\pN.’'-]*\pL)`)

// longestJoined is how many letters stay on one line: more would widen the page of a phone.
const longestJoined = 20

// unbroken writes a heading in which words with a hyphen inside, such as Saint-Roch, stay whole
// (web/src/ui/Unbroken.tsx).
func unbroken(text string) template.HTML {
	var b strings.Builder
	rest := text
	for _, m := range joined.FindAllStringSubmatchIndex(text, -1) {
		word := text[m[2]:m[3]]
		if len([]rune(word)) > longestJoined {
			continue
		}
		from := len(text) - len(rest)
		b.WriteString(template.HTMLEscapeString(text[from:m[2]]))
		b.WriteString(`<span class="nw">` + template.HTMLEscapeString(word) + `</span>`)
		rest = text[m[3]:]
	}
	b.WriteString(template.HTMLEscapeString(rest))
	return template.HTML(b.String()) //nolint:gosec // escaped above
}
