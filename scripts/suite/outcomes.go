package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// outcome is how a test ended: one of Go's, without its subtests, or a journey.
type outcome struct {
	name   string // package and test, or file and title
	took   time.Duration
	failed bool
	first  string // the first error it printed
}

// recorded are the outcomes of a step. Where something failed that is no test of its own, such as a build, or that says more
// than that a condition did not hold, broken says what.
type recorded struct {
	tests  []outcome
	broken string
}

func (r recorded) failures() []outcome {
	return slices.DeleteFunc(slices.Clone(r.tests), func(o outcome) bool { return !o.failed })
}

// readOutcomes reads what a step has recorded, which is nothing for most steps.
func readOutcomes(logs, step string) (recorded, error) {
	file, err := os.Open(filepath.Join(logs, step+".json"))
	if errors.Is(err, fs.ErrNotExist) {
		return recorded{}, nil
	}
	if err != nil {
		return recorded{}, fmt.Errorf("read the outcomes of %s: %w", step, err)
	}
	defer func() { _ = file.Close() }() // it was only read
	if step == browserStep {
		return readJourneys(file)
	}
	return readGo(file)
}

const modulePath = "github.com/callup/callup/"

// serious is printed by a test that found more than a condition that did not hold.
var serious = regexp.MustCompile(`^panic: |WARNING: DATA RACE|^fatal error: |panic: test timed out`)

var errorLine = regexp.MustCompile(`^\s+\S+\.go:\d+: (.+)`)

// readGo reads what go test -json prints (go doc test2json).
func readGo(from io.Reader) (recorded, error) {
	var r recorded
	first := map[string]string{}
	failedIn := map[string]bool{}
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e struct {
			Action, Package, Test, Output string
			Elapsed                       float64
		}
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			continue // what a program printed past the test runner
		}
		in := strings.TrimPrefix(e.Package, modulePath)
		test, _, _ := strings.Cut(e.Test, "/")
		name := in + "." + test
		switch {
		case e.Action == "output":
			if serious.MatchString(e.Output) {
				r.broken = cmp.Or(r.broken, in+": "+strings.TrimSpace(e.Output))
			}
			if found := errorLine.FindStringSubmatch(e.Output); found != nil && test != "" && first[name] == "" {
				first[name] = found[1]
			}
		case e.Action == "build-fail":
			r.broken = cmp.Or(r.broken, "a package does not compile")
		case e.Action != "pass" && e.Action != "fail" || test != e.Test:
		case test != "":
			failed := e.Action == "fail"
			failedIn[in] = failedIn[in] || failed
			r.tests = append(r.tests, outcome{name, time.Duration(e.Elapsed * float64(time.Second)), failed, first[name]})
		case e.Action == "fail" && !failedIn[in]:
			r.broken = cmp.Or(r.broken, in+" fails without a test that fails")
		}
	}
	if err := lines.Err(); err != nil {
		return r, fmt.Errorf("read the outcomes of Go's tests: %w", err)
	}
	return r, nil
}

// journeys is a part of what Playwright's JSON reporter writes.
type journeys struct {
	Suites []journeys
	Specs  []struct {
		Title, File string
		OK          bool
		Tests       []struct {
			Results []struct {
				Status   string
				Duration float64 // milliseconds
				Error    struct{ Message string }
			}
		}
	}
	Errors []struct{ Message string }
}

var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

func readJourneys(from io.Reader) (recorded, error) {
	var all journeys
	if err := json.NewDecoder(from).Decode(&all); err != nil {
		return recorded{}, fmt.Errorf("read the outcomes of the journeys: %w", err)
	}
	var r recorded
	if len(all.Errors) > 0 {
		r.broken = all.Errors[0].Message
	}
	var add func(journeys)
	add = func(j journeys) {
		for _, s := range j.Specs {
			o := outcome{name: s.File + ": " + s.Title, failed: !s.OK}
			for _, t := range s.Tests {
				for _, result := range t.Results {
					o.took += time.Duration(result.Duration * float64(time.Millisecond))
					message, _, _ := strings.Cut(colours.ReplaceAllString(result.Error.Message, ""), "\n")
					o.first = cmp.Or(o.first, message)
				}
			}
			r.tests = append(r.tests, o)
		}
		for _, below := range j.Suites {
			add(below)
		}
	}
	add(all)
	return r, nil
}

// slowestShown is how many tests are named that took longest.
const slowestShown = 30

// slowest prints the tests that took longest.
func slowest(out io.Writer, tests []outcome) {
	if len(tests) == 0 {
		return
	}
	slices.SortStableFunc(tests, func(a, b outcome) int { return cmp.Compare(b.took, a.took) })
	fmt.Fprintf(out, "\nthe slowest of %d tests:\n", len(tests))
	for _, t := range tests[:min(slowestShown, len(tests))] {
		fmt.Fprintf(out, "%8s   %s\n", seconds(t.took), t.name)
	}
}
