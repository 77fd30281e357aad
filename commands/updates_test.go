package commands_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/callup/callup/domain/campaignupdate"
	"github.com/callup/callup/domain/ident"
)

const updateWords = `,"title":"We have the keys","text":"At last.\n\nCome and see.","audience":"supporters","lang":"en"`

func postUpdateBodies(m *matrix) (one, other string) {
	one = `{"campaign_id":"` + m.launched().String() + `"` + updateWords + `}`
	return one, strings.Replace(one, "keys", "door", 1)
}

// onUpdate is about an update of a campaign.
func onUpdate(to, update ident.ID, more string) string {
	return `{"campaign_id":"` + to.String() + `","update_id":"` + update.String() + `"` + more + `}`
}

// onTwoUpdates are about updates of two campaigns of the owner.
func onTwoUpdates(pinned bool, more string) func(*matrix) (one, other string) {
	return func(m *matrix) (one, other string) {
		posted := func() string {
			to, pin := m.launched(), ""
			if pinned {
				pin = `,"pin":true`
			}
			return onUpdate(to, m.send(m.owner, "post-campaign-update", `{"campaign_id":"`+to.String()+`"`+updateWords+pin+`}`), more)
		}
		return posted(), posted()
	}
}

// An update is posted, pinned, revised and removed by whoever runs the campaign, and by nobody else.
func TestUpdates_AreTheOwners(t *testing.T) {
	t.Parallel()
	l := &life{around: &around{world: newWorld(t)}}
	l.commands = l.service()
	l.serve()
	m := &matrix{life: l, owner: ada}
	bea := ident.Pair("member", "bea")
	for _, id := range []ident.ID{ada, bea} {
		l.register(id)
	}
	n := 0
	refused := func(by ident.ID, name, body, code string) {
		t.Helper()
		n++
		status, got := m.asked(by, name, fmt.Sprintf("an update that is refused %d", n), body)
		if status < http.StatusBadRequest || got != code {
			t.Errorf("%s %s is answered %d %s, not %s", name, body, status, got, code)
		}
	}
	none := func(name, body string) {
		t.Helper()
		n++
		if status, _ := m.asked(ada, name, fmt.Sprintf("an update that is none %d", n), body); status != http.StatusNotFound {
			t.Errorf("%s of an update there is none is answered %d", name, status)
		}
	}
	to := m.launched()
	post := `{"campaign_id":"` + to.String() + `"` + updateWords
	refused(bea, "post-campaign-update", post+`}`, "not_campaign_owner")
	first := l.send(ada, "post-campaign-update", post+`}`)
	second := l.send(ada, "post-campaign-update", post+`,"pin":true}`)
	state := func() campaignupdate.State { return stateOf(t, l, campaignupdate.Decider, campaignupdate.Of(to)) }
	if s := state(); len(s.Shown) != 2 || s.Pinned != second {
		t.Errorf("posted: %+v", s)
	}
	for _, name := range []string{"pin", "unpin", "remove"} {
		refused(bea, name+"-campaign-update", onUpdate(to, second, ""), "not_campaign_owner")
		none(name+"-campaign-update", onUpdate(to, ident.Pair("update", "none"), ""))
	}
	refused(bea, "revise-campaign-update", onUpdate(to, second, updateWords), "not_campaign_owner")
	blank := strings.Replace(updateWords, "We have the keys", " ", 1)
	refused(ada, "revise-campaign-update", onUpdate(to, second, blank), "required")
	l.send(ada, "pin-campaign-update", onUpdate(to, first, ""))
	if s := state(); s.Pinned != first {
		t.Errorf("pinned: %+v", s)
	}
	l.send(ada, "remove-campaign-update", onUpdate(to, first, ""))
	if s := state(); s.Shown[first] || !s.Pinned.IsNil() {
		t.Errorf("removed: %+v", s)
	}
	none("revise-campaign-update", onUpdate(to, first, updateWords))
}
