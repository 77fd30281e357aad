package orgpage

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// NameIn gives the name that an event sets, and whose words it is among.
func NameIn(e Event) (subject ident.ID, name personal.Text, sets bool) {
	switch e := e.(type) {
	case Opened:
		return e.Author, e.Name, true
	case Revised:
		return e.Author, e.Name, true
	case LogoChanged, Closed, Verified, Unverified, MoneyAllowed, MoneyWithdrawn, EditorInvited, EditorJoined, EditorDeclined,
		InvitationWithdrawn, EditorLeft, EditorRemoved, HandedOver:
	}
	return ident.Nil, personal.Text{}, false
}
