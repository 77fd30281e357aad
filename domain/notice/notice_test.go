package notice_test

import (
	"slices"
	"testing"

	"github.com/callup/callup/domain/notice"
)

func TestKind_Mailings(t *testing.T) {
	for kind, want := range map[notice.Kind][]notice.Mailing{
		notice.GiftReceived: {notice.AtOnce, notice.Daily, notice.Never}, notice.ThreadNews: {notice.Daily, notice.Never},
		notice.Security: {notice.AtOnce}, notice.ReportSettled: {}, "gossip": {},
	} {
		if got := kind.Mailings(); got == nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", kind, got, want)
		}
		is := notice.Never
		if slices.Contains(want, notice.AtOnce) {
			is = notice.AtOnce
		}
		if kind.Default() != is {
			t.Errorf("%s is mailed %s until a member chooses", kind, kind.Default())
		}
	}
	if notice.Kind("gossip").Exists() || !notice.Security.Exists() || len(notice.Enum()) != len(notice.Kinds()) {
		t.Error("kinds that there are not, or that are missing")
	}
}
