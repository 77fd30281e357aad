package declared

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/donation"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/notice"
)

// A notice may hold ids, numbers, moments and steps. A word or a name would outlive the person who wrote it.
func TestNotice_HoldsNoWords(t *testing.T) {
	var fields func(typ reflect.Type, path string)
	fields = func(typ reflect.Type, path string) {
		switch typ {
		case reflect.TypeFor[ident.ID](), reflect.TypeFor[time.Time](), reflect.TypeFor[*time.Time](), reflect.TypeFor[money.Amount]():
			return
		}
		kind := typ.Kind()
		switch {
		case kind == reflect.Bool, kind == reflect.Int64:
		case slices.Contains([]string{"Notice.Kind", "Notice.Step", "Notice.On"}, path):
		case kind == reflect.Struct:
			for field := range typ.Fields() {
				fields(field.Type, path+"."+field.Name)
			}
		case path == "Notice.To":
			for _, a := range audiences {
				fields(reflect.TypeOf(a), reflect.TypeOf(a).Name())
			}
		default:
			t.Errorf("%s is a %s", path, typ)
		}
	}
	fields(reflect.TypeFor[Notice](), "Notice")
}

var audiences = []Audience{
	Member{}, OwnerOf{}, TeamOf{}, OwnerOfPage{}, ComingTo{}, ReportersOf{}, ReportersBelow{}, ReportersOfPage{},
}

// isStep tells whether a text can be named after what a notice says that happened.
func isStep(s string) bool {
	return !slices.ContainsFunc([]rune(s), func(r rune) bool { return (r < 'a' || r > 'z') && r != '_' })
}

// Every declared event makes its notices, of a kind that exists, with a step that texts can be named after.
func TestByEvent_EveryNoticeIsOfAKind(t *testing.T) {
	for typ, told := range ByEvent() {
		for _, n := range told.Of(told.Sample) {
			if !n.Kind.Exists() || !isStep(n.Step) || n.To == nil {
				t.Errorf("%s: %+v", typ, n)
			}
			if n.Mailed && !n.Kind.May(notice.AtOnce) {
				t.Errorf("%s is mailed at once, and the kind %s never is", typ, n.Kind)
			}
		}
	}
	for _, d := range All {
		if d.Kind.May(notice.AtOnce) != slices.ContainsFunc(d.On, func(on On) bool { return on.Mailed }) {
			t.Errorf("%s may be mailed at once: %v", d.Kind, d.Kind.May(notice.AtOnce))
		}
	}
}

func TestNotices_OfOneEvent(t *testing.T) {
	by, owner := ident.ID{1}, ident.ID{2}
	paid := donation.Completed{Donation: ident.ID{3}, Campaign: ident.ID{4}, Member: by, At: time.Unix(9, 0)}
	got := ByEvent()[reflect.TypeOf(paid)].Of(paid)
	if len(got) != 2 || got[0].Kind != notice.GiftReceived || got[1].Kind != notice.GiftCompleted ||
		got[0].To != (OwnerOf{paid.Campaign}) || got[1].To != (Member{by}) || !got[0].Mailed || !got[1].Mailed {
		t.Fatalf("%+v", got)
	}
	if !got[0].Skips(by) || got[0].Skips(owner) || !got[0].Skips(ident.Nil) || got[1].Skips(by) {
		t.Error("who gave is told of it as an organizer, or others are not")
	}
	over := campaign.HandedOver{Campaign: paid.Campaign, From: owner, To: by}
	got = ByEvent()[reflect.TypeOf(over)].Of(over)
	if len(got) != 2 || !got[0].Mailed || got[1].Mailed || !got[1].Skips(owner) || !got[1].Skips(by) || got[0].Skips(owner) ||
		got[0].Person != member.SubjectOf(by) {
		t.Errorf("%+v", got)
	}
}
