package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func shell(name, script string) step { return step{name: name, command: []string{"sh", "-c", script}} }

func TestRunLanes_FailsWithWhatAStepPrinted(t *testing.T) {
	var out strings.Builder
	logs := filepath.Join(t.TempDir(), "logs")
	err := runLanes(t.Context(), &out, logs, "", 0, []lane{
		{"first", []step{shell("good", "echo all is well"), shell("bad", "echo because of this; exit 3"), shell("after", "true")}},
		{"second", []step{shell("other", "exit 0")}},
	})
	if err == nil || err.Error() != "failed: bad" {
		t.Errorf("%v", err)
	}
	for _, want := range []string{"bad failed (exit status 3); it printed:\nbecause of this\n", "first: after passed",
		"second: other passed", "bad 0."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in %s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "all is well") {
		t.Errorf("what a good step prints is in %s", out.String())
	}
	if kept, err := os.ReadFile(filepath.Join(logs, "good.log")); err != nil || string(kept) != "all is well\n" {
		t.Errorf("its log: %q, %v", kept, err)
	}
}

// The lanes can only meet when they run beside each other.
func TestRunLanes_RunsSideBySide(t *testing.T) {
	dir := t.TempDir()
	meet := func(mine, theirs string) string {
		return "touch " + mine + "; for i in $(seq 1000); do [ -e " + theirs + " ] && exit 0; sleep 0.01; done; exit 1"
	}
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	var out strings.Builder
	if err := runLanes(t.Context(), &out, dir, "", 0, []lane{{"a", []step{shell("a", meet(a, b))}},
		{"b", []step{shell("b", meet(b, a))}}}); err != nil {
		t.Error(err, out.String())
	}
}

// Each lane makes a folder that only one can have.
func TestRunLanes_RunsNoMoreAtOnceThanItIsTold(t *testing.T) {
	dir := t.TempDir()
	alone := shell("alone", "mkdir "+filepath.Join(dir, "place")+" && sleep 0.05 && rmdir "+filepath.Join(dir, "place"))
	var out strings.Builder
	if err := runLanes(t.Context(), &out, dir, "", 1, []lane{{"a", []step{alone, alone}}, {"b", []step{alone}},
		{"c", []step{alone}}}); err != nil {
		t.Error(err, out.String())
	}
}

func TestRunLanes_EndsWhatAStepStarted(t *testing.T) {
	dir := t.TempDir()
	ready, cleaned := filepath.Join(dir, "ready"), filepath.Join(dir, "cleaned")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(ready); err == nil {
				cancel()
			}
			<-time.After(5 * time.Millisecond)
		}
	}()
	var out strings.Builder
	grandchild := `sh -c 'trap "touch ` + cleaned + `; exit 1" INT; touch ` + ready + `; while :; do sleep 0.01; done'; exit 1`
	err := runLanes(ctx, &out, dir, "", 0,
		[]lane{{"a", []step{shell("long", grandchild), shell("never", "touch "+filepath.Join(dir, "never"))}}})
	if err == nil || err.Error() != "interrupted" {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(cleaned); err != nil {
		t.Error("what the step started was not told to end")
	}
	if _, err := os.Stat(filepath.Join(dir, "never")); err == nil {
		t.Error("a step began after the interruption")
	}
}

func TestTargets(t *testing.T) {
	lanes, err := targets([]string{"checks: verify lint", "go: test-go"})
	if err != nil || len(lanes) != 2 || lanes[0].name != "checks" || len(lanes[0].steps) != 2 || lanes[0].steps[1].name != "lint" {
		t.Errorf("%+v, %v", lanes, err)
	}
	for _, wrong := range []string{"checks", "checks:"} {
		if _, err := targets([]string{wrong}); err == nil {
			t.Errorf("%q was taken for a lane", wrong)
		}
	}
}
