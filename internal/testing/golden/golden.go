// Package golden compares names that are stored for ever with the files that list them. What a file says is only ever added
// to: a test run with the flag -add adds what is new and still fails on whatever has changed or gone. Only tests import it.
package golden

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// add is the flag that all golden files have in common: go test ./… -add, and make stored for all of them.
var add = flag.Bool("add", false, "add what is new to golden files; what changed or has gone still fails")

// Adding tells whether what is new is to be added.
func Adding() bool { return *add }

// Lines compares lines with those of a file, and adds new ones to the file if the tests were run with -add. why says what a
// change breaks, as the test's message.
func Lines(t testing.TB, file string, got []string, why string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	was := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	complaint := compare(file, was, got, why)
	if complaint != "" && Adding() && within(was, got) {
		complaint = ""
		if err := os.WriteFile(file, []byte(strings.Join(got, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if complaint != "" {
		t.Fatal(complaint)
	}
}

// compare says what is different, or nothing.
func compare(file string, was, got []string, why string) string {
	if slices.Equal(was, got) {
		return ""
	}
	if within(was, got) {
		i := 0
		for i < len(was) && was[i] == got[i] {
			i++
		}
		return fmt.Sprintf("%s lacks %d lines, the first of which is %q: make stored adds them", file, len(got)-len(was), got[i])
	}
	rest := got
	for i, line := range was {
		at := slices.Index(rest, line)
		if at < 0 {
			is := "nothing any more"
			if len(rest) > 0 {
				is = fmt.Sprintf("%q", rest[0])
			}
			return fmt.Sprintf("%s:%d says %q, and the code says %s. %s", file, i+1, line, is, why)
		}
		rest = rest[at+1:]
	}
	return ""
}

// within tells whether all lines are among others, in the same order.
func within(lines, others []string) bool {
	for _, other := range others {
		if len(lines) > 0 && lines[0] == other {
			lines = lines[1:]
		}
	}
	return len(lines) == 0
}
