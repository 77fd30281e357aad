package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A test that fails once for no fault of the change holds back what is finished. So the tests of Go and the journeys have a
// second chance, and whatever needs it has an owner: it is listed, and flaky.json holds it until its cause is mended.
const (
	goStep      = "test-go"
	browserStep = "test-browser"
	// mostAgain is how many tests may fail in a run that gives second chances: more are no accident.
	mostAgain = 3
	// mostFlaky is how many names flaky.json may hold.
	mostFlaky = 5
	// flakyFor is how long a name in flaky.json has second chances.
	flakyFor = 14 * 24 * time.Hour
)

// never are tests that prove what must hold every time: matrices of who may do what, erasures, stored forms, the store's
// contract, crashes, faults and upgrades.
var never = regexp.MustCompile(
	`(?i)\.Test\w*(Matrix|Eras|NoTrace|Golden|Stored|EventsAreWritten|Contract|Crash|Fault|Upgrade)|\.TestNames$` +
		`|^cmd/callup/erase\.|^commands/erasing\.|^internal/testing/faults`)

// flakyTest is a test that is known to fail at times.
type flakyTest struct {
	Name   string `json:"name"`
	Date   string `json:"date"` // of the day it was seen, as 2026-11-27
	Commit string `json:"commit"`
	Error  string `json:"error"`
	Cause  string `json:"cause"` // or "unknown"
}

// readFlaky reads flaky.json: the names, and the days that they were entered.
func readFlaky(file string) (map[string]time.Time, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the flaky tests: %w", err)
	}
	var list struct {
		Tests []flakyTest `json:"tests"`
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("read the flaky tests in %s: %w", file, err)
	}
	if len(list.Tests) > mostFlaky {
		return nil, fmt.Errorf("%s holds %d tests, and at most %d may be flaky: mend one", file, len(list.Tests), mostFlaky)
	}
	known := map[string]time.Time{}
	for _, t := range list.Tests {
		day, err := time.Parse(time.DateOnly, t.Date)
		if err != nil || t.Name == "" || t.Commit == "" || t.Error == "" || t.Cause == "" {
			return nil, fmt.Errorf("%s: %q needs name, date, commit, error and cause", file, t.Name)
		}
		known[t.Name] = day
	}
	return known, nil
}

// chances decides which failures of a run have a second chance: all, or none and why.
func chances(failed map[string]recorded, known map[string]time.Time, now time.Time) (again map[string][]outcome, why string) {
	again = map[string][]outcome{}
	n := 0
	for _, step := range slices.Sorted(maps.Keys(failed)) {
		r := failed[step]
		switch failures := r.failures(); {
		case step != goStep && step != browserStep:
			return nil, step + " has none"
		case r.broken != "":
			return nil, r.broken
		case len(failures) == 0:
			return nil, step + " fails without a test that fails"
		default:
			again[step] = failures
			n += len(failures)
			for _, f := range failures {
				if never.MatchString(f.name) {
					return nil, f.name + " proves what must hold every time"
				}
				if day, ok := known[f.name]; ok && now.Sub(day) > flakyFor {
					return nil, f.name + " has been flaky for more than 14 days"
				}
			}
		}
	}
	if n > mostAgain {
		return nil, fmt.Sprintf("%d tests failed, which is no accident", n)
	}
	return again, ""
}

// againSteps run exactly what failed once more.
func againSteps(again map[string][]outcome) []step {
	var steps []step
	byPackage := map[string][]string{}
	for _, f := range again[goStep] {
		in, test, _ := strings.Cut(f.name, ".Test")
		byPackage[in] = append(byPackage[in], "Test"+test)
	}
	for _, in := range slices.Sorted(maps.Keys(byPackage)) {
		steps = append(steps, step{name: "again " + in, command: []string{
			"go", "test", "-vet", "off", "-count=1", "-timeout", "30m", "-run", "^(" + strings.Join(byPackage[in], "|") + ")$", "./" + in,
		}})
	}
	if len(again[browserStep]) > 0 {
		steps = append(steps, step{name: "again journeys", command: []string{"make", browserStep + "-again"}})
	}
	return steps
}

// secondChance runs again what failed, where that is harmless. It returns the lines that name what passed then; err says why
// the run fails all the same.
func secondChance(ctx context.Context, logs, flaky string, failed []string) (lines []string, err error) {
	known, err := readFlaky(flaky)
	if err != nil {
		return nil, err
	}
	outcomes := map[string]recorded{}
	for _, step := range failed {
		if outcomes[step], err = readOutcomes(logs, step); err != nil {
			return nil, err
		}
	}
	again, why := chances(outcomes, known, time.Now())
	if why != "" {
		return nil, fmt.Errorf("no second chance: %s", why)
	}
	for _, s := range againSteps(again) {
		if r := s.run(ctx, logs); r.err != nil {
			return nil, fmt.Errorf("%s failed too (%w); its output is in %s", s.name, r.err, r.log)
		}
	}
	var unowned []string
	for _, step := range slices.Sorted(maps.Keys(again)) {
		for _, f := range again[step] {
			lines = append(lines, fmt.Sprintf("FLAKY %s: %s", f.name, f.first))
			if _, ok := known[f.name]; !ok {
				unowned = append(unowned, f.name)
			}
		}
	}
	if len(unowned) > 0 && os.Getenv("CI") == "" {
		return lines, fmt.Errorf("flaky, and not in %s with date, commit, first error and cause: %s", flaky,
			strings.Join(unowned, ", "))
	}
	return lines, nil
}
