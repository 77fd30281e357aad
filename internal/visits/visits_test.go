package visits_test

import (
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/testing/testdb"
	"github.com/callup/callup/internal/visits"
)

// What is compared is what was seen on the visit before this one, however often one looks on this one.
func TestVisit_IsComparedWithTheOneBefore(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC)
	now := start
	s := visits.New(testdb.Pool(t), func() time.Time { return now })
	member, campaign := ident.ID{1}, ident.ID{2}
	for _, step := range []struct {
		name  string
		after time.Duration // since the step before
		seen  string
		anew  bool
		want  string
		at    time.Duration // since the start
	}{
		{"the first visit", 0, "1", false, "", 0},
		{"a reload", 10 * time.Minute, "2", false, "", 0},
		{"another visit", time.Hour, "3", false, "2", 10 * time.Minute},
		{"a reload", visits.Apart, "4", false, "2", 10 * time.Minute},
		{"and one more", time.Second, "5", false, "2", 10 * time.Minute},
		{"what was told is seen, and not what came since", time.Second, "6", true, "5", 100*time.Minute + time.Second},
		{"a reload", time.Second, "7", false, "5", 100*time.Minute + time.Second},
		{"the visit after", visits.Apart + time.Second, "8", false, "7", 100*time.Minute + 3*time.Second},
	} {
		now = now.Add(step.after)
		b, err := s.Visit(t.Context(), member, campaign, []byte(step.seen), step.anew)
		if err != nil {
			t.Fatal(err)
		}
		at := start.Add(step.at)
		if step.want == "" {
			at = time.Time{}
		}
		if string(b.Seen) != step.want || !b.At.Equal(at) {
			t.Errorf("%s: compared with %q of %s, not with %q of %s", step.name, b.Seen, b.At, step.want, at)
		}
	}
	other, err := s.Visit(t.Context(), ident.ID{3}, campaign, []byte("9"), false)
	if err != nil || !other.At.IsZero() {
		t.Errorf("somebody else's first visit is compared with %v, %v", other, err)
	}
	first, err := s.Visit(t.Context(), ident.ID{4}, campaign, []byte("9"), true)
	if err != nil || string(first.Seen) != "9" || !first.At.Equal(now) {
		t.Errorf("a first visit on which all is seen is compared with %v, %v", first, err)
	}
	if all, err := s.Of(t.Context(), member); err != nil || len(all) != 1 || all[0].Campaign != campaign || !all[0].At.Equal(now) {
		t.Errorf("remembered %v, %v", all, err)
	}
}

func TestVisits_AreForgotten(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC)
	s := visits.New(testdb.Pool(t), func() time.Time { return now })
	look := func(member, campaign byte) {
		t.Helper()
		if _, err := s.Visit(t.Context(), ident.ID{member}, ident.ID{campaign}, []byte("1"), false); err != nil {
			t.Fatal(err)
		}
	}
	left := func(member byte, want int) {
		t.Helper()
		if all, err := s.Of(t.Context(), ident.ID{member}); err != nil || len(all) != want {
			t.Errorf("of %d are remembered %v (%v), not %d", member, all, err, want)
		}
	}
	for campaign := range byte(3) {
		look(1, campaign+1)
		look(2, campaign+1)
	}
	if err := s.Leave(t.Context(), ident.ID{1}, ident.ID{2}); err != nil {
		t.Fatal(err)
	}
	left(1, 2)
	if gone, err := s.Forget(t.Context(), ident.ID{1}); err != nil || gone != 2 {
		t.Errorf("%d went (%v)", gone, err)
	}
	left(1, 0)
	left(2, 3)
	now = now.Add(visits.Kept)
	look(2, 3)
	now = now.Add(time.Second)
	for _, want := range []int64{1, 1, 0} {
		if gone, err := s.Prune(t.Context(), 1); err != nil || gone != want {
			t.Errorf("%d went, not %d (%v)", gone, want, err)
		}
	}
	left(2, 1)
}
