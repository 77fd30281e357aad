package shift

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// TitleIn gives the title that an event sets, and whose words it is among.
func TitleIn(e Event) (subject ident.ID, title personal.Text, sets bool) {
	switch e := e.(type) {
	case Published:
		return e.Author, e.Title, true
	case Revised:
		return e.Author, e.Title, true
	case Cancelled, Joined, Left, Reminded:
	}
	return ident.Nil, personal.Text{}, false
}
