package projector

import (
	"testing"
	"time"
)

func TestDebounce_GrowsBatchesOnlyWhenMuchArrives(t *testing.T) {
	p := debounce{grow: 10 * time.Millisecond}
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	step := func(n int, after time.Duration) time.Duration {
		at = at.Add(after)
		return p.passed(n, at)
	}
	for i := range 50 { // fifty gifts a second wait for nothing
		if d := step(1, 20*time.Millisecond); d != 0 {
			t.Fatalf("event %d waits %s", i, d)
		}
	}
	waits := 0
	for range 50 { // five thousand do
		if step(20, 4*time.Millisecond) == p.grow {
			waits++
		}
	}
	if waits < 40 {
		t.Errorf("%d of 50 small batches of a busy log grow", waits)
	}
	if step(500, time.Millisecond) != 0 {
		t.Error("a full batch waits")
	}
	if step(1, time.Second) != 0 {
		t.Error("a log that is quiet again makes one wait")
	}
}
