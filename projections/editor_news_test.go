package projections

import (
	"reflect"
	"testing"

	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/projections/readmodel"
)

// A page that is handed over tells its new owner, and from then on them alone what changes; a page that is closed tells nobody.
func TestNotificationRows_OfEditorsOfPages(t *testing.T) {
	page, first, second, third := ident.ID{31}, ident.ID{32}, ident.ID{33}, ident.ID{34}
	joined := func(who ident.ID) orgpage.EditorJoined {
		return orgpage.EditorJoined{Page: page, Member: who, At: at}
	}
	m := fold(t, "notifications", orgpage.Opened{Page: page, Member: first, At: at}, joined(second),
		orgpage.HandedOver{Page: page, From: first, To: second, At: at},
		erasure.PersonErased{Erasure: ident.ID{9}, Subject: member.SubjectOf(first), Kind: erasure.OfMember, At: at},
		joined(third), orgpage.EditorRemoved{Page: page, Member: third, At: at},
		orgpage.Closed{Page: page, At: at}, joined(first))
	for who, want := range map[ident.ID][]string{
		second: {"team_newshanded_over", "team_newsjoined"}, third: {"team_newsremoved"},
	} {
		if got := told(m, who); !reflect.DeepEqual(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	if n := row[readmodel.Notification](m, readmodel.Notifications, memberSlot{second, 1}); n.About != page ||
		n.Helper != member.SubjectOf(third) || !n.Campaign.IsNil() {
		t.Errorf("%+v", n)
	}
	if len(m.Tables[readmodel.NotificationPages])+len(m.Tables[readmodel.NotificationBoxes]) != 2 {
		t.Errorf("left: %v %v", m.Tables[readmodel.NotificationPages], m.Tables[readmodel.NotificationBoxes])
	}
}
