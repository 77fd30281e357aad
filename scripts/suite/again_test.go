package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// goRun is what go test -json prints of tests of one package: those that pass, and those that fail with an error each.
func goRun(in string, passed []string, failed map[string]string) string {
	var out strings.Builder
	line := func(action, test, more string) {
		out.WriteString(`{"Action":"` + action + `","Package":"` + modulePath + in + `","Test":"` + test + `"` + more + "}\n")
	}
	for _, test := range passed {
		line("pass", test, `,"Elapsed":1.5`)
	}
	for test, says := range failed {
		line("output", test+"/part", `,"Output":"    a_test.go:7: `+says+`\n"`)
		line("fail", test+"/part", `,"Elapsed":0.2`)
		line("fail", test, `,"Elapsed":0.3`)
	}
	if len(failed) > 0 {
		out.WriteString(`{"Action":"fail","Package":"` + modulePath + in + `","Elapsed":2}` + "\n")
	}
	return out.String()
}

func TestChances(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	late := map[string]string{"TestLate": "it came too late"}
	output := func(text string) string {
		return `{"Action":"output","Package":"` + modulePath + `internal/bus","Test":"TestLate","Output":"` + text + `"}` + "\n"
	}
	for name, c := range map[string]struct {
		step, run string
		known     map[string]time.Time
		again     int
		why       string
	}{
		"one test":            {run: goRun("internal/bus", []string{"TestOther"}, late), again: 1},
		"three tests":         {run: goRun("a", nil, map[string]string{"TestA": "x", "TestB": "y", "TestC": "z"}), again: 3},
		"four tests":          {run: goRun("a", nil, map[string]string{"TestA": "", "TestB": "", "TestC": "", "TestD": ""}), why: "no accident"},
		"a panic":             {run: goRun("internal/bus", nil, late) + output(`panic: nil pointer\n`), why: "panic"},
		"a time-out":          {run: goRun("internal/bus", nil, late) + output(`panic: test timed out after 30m0s\n`), why: "timed out"},
		"a data race":         {run: goRun("internal/bus", nil, late) + output(`WARNING: DATA RACE\n`), why: "DATA RACE"},
		"a build":             {run: `{"Action":"build-fail"}` + "\n" + goRun("internal/bus", nil, late), why: "does not compile"},
		"a package by itself": {run: `{"Action":"fail","Package":"` + modulePath + `internal/bus"}`, why: "without a test"},
		"a matrix":            {run: goRun("commands", nil, map[string]string{"TestMatrix_WhoMayGiveWhichCommand": ""}), why: "every time"},
		"an erasure":          {run: goRun("commands", nil, map[string]string{"TestAnErasureOfManySubjects": ""}), why: "every time"},
		"a trace":             {run: goRun("cmd/callup/erase", nil, map[string]string{"TestLeaving": ""}), why: "every time"},
		"stored forms":        {run: goRun("readapi", nil, map[string]string{"TestAll_StoredNames": ""}), why: "every time"},
		"the contract":        {run: goRun("eventstore/pgstore", nil, map[string]string{"TestContract": ""}), why: "every time"},
		"known for long": {run: goRun("internal/bus", nil, late), why: "14 days",
			known: map[string]time.Time{"internal/bus.TestLate": now.AddDate(0, 0, -15)}},
		"known":        {run: goRun("internal/bus", nil, late), again: 1, known: map[string]time.Time{"internal/bus.TestLate": now.AddDate(0, 0, -13)}},
		"another step": {step: "test-crash", run: goRun("internal/bus", nil, late), why: "test-crash has none"},
		"a journey": {step: browserStep, again: 1, run: `{"suites":[{"specs":[],"suites":[{"specs":[{"title":"gives","file":"gift.spec.ts","ok":false,
			"tests":[{"results":[{"status":"failed","duration":1200,"error":{"message":"\u001b[31mError\u001b[0m: late\nmore"}}]}]}]}]}]}`},
		"a set-up": {step: browserStep, run: `{"errors":[{"message":"the server ended"}]}`, why: "the server ended"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			logs, step := t.TempDir(), goStep
			if c.step != "" {
				step = c.step
			}
			if err := os.WriteFile(filepath.Join(logs, step+".json"), []byte(c.run), 0o600); err != nil {
				t.Fatal(err)
			}
			r, err := readOutcomes(logs, step)
			if err != nil {
				t.Fatal(err)
			}
			again, why := chances(map[string]recorded{step: r}, c.known, now)
			if len(again[step]) != c.again || (why == "") != (c.why == "") || !strings.Contains(why, c.why) {
				t.Errorf("again %+v, %q", again, why)
			}
			if name == "one test" && (again[step][0].first != "it came too late" || len(r.tests) != 2) {
				t.Errorf("%+v", r.tests)
			}
			if name == "a journey" && (again[step][0].first != "Error: late" || again[step][0].took != 1200*time.Millisecond) {
				t.Errorf("%+v", again[step])
			}
		})
	}
}

func TestAgainSteps_RunWhatFailedAlone(t *testing.T) {
	t.Parallel()
	steps := againSteps(map[string][]outcome{
		goStep: {{name: "internal/bus.TestLate"}, {name: "internal/bus.TestOther"}, {name: "web.TestA"}}, browserStep: {{name: "a"}},
	})
	var said []string
	for _, s := range steps {
		said = append(said, strings.Join(s.command, " "))
	}
	want := []string{
		"go test -vet off -count=1 -timeout 30m -run ^(TestLate|TestOther)$ ./internal/bus",
		"go test -vet off -count=1 -timeout 30m -run ^(TestA)$ ./web", "make test-browser-again",
	}
	if !slices.Equal(said, want) {
		t.Errorf("%q", said)
	}
}

func TestReadFlaky(t *testing.T) {
	t.Parallel()
	one := `{"name":"a.TestB","date":"2026-11-27","commit":"375e50d8","error":"late","cause":"unknown"}`
	for name, c := range map[string]struct{ text, says string }{
		"none":        {`{"tests":[]}`, ""},
		"five":        {`{"tests":[` + strings.Repeat(one+",", 4) + one + `]}`, ""},
		"six":         {`{"tests":[` + strings.Repeat(one+",", 5) + one + `]}`, "at most 5"},
		"no cause":    {`{"tests":[{"name":"a.TestB","date":"2026-11-27","commit":"375e50d8","error":"late"}]}`, "cause"},
		"no such day": {`{"tests":[` + strings.Replace(one, "11-27", "13-27", 1) + `]}`, "date"},
	} {
		file := filepath.Join(t.TempDir(), "flaky.json")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readFlaky(file); (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := readFlaky("../../flaky.json"); err != nil {
		t.Error(err)
	}
}
