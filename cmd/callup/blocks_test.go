package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// block is a block of a document, fenced or indented by four spaces, with the mark in the line above it.
type block struct {
	doc, section string // section is the last heading of any level, without its signs
	line         int
	mark         string // "" where there is none
	lang         string // of the fence
	text         string
	ran          bool
}

// The marks. Those with a reason are followed by a colon and the reason.
const (
	runs       = "run"         // a test runs it, and where lines begin with "$ " what follows them is real output
	runsLong   = "run, long"   // make test-deep does
	runsInCI   = "run by CI"   // .ci/run does, by the targets of make that are named
	notRun     = "not run"     // nothing does
	realOutput = "output"      // real output of the block before
	noCommands = "no commands" // a file, a drawing
	mostNotRun = 15            // blocks that may stay unrun
	onlyIf     = "exits 1"     // a comment after a command that must fail
	marked     = "<!-- "       // begins a mark
	markEnds   = " -->"        // ends it
	fence      = "```"         // begins and ends a block
	indented   = "    "        // begins a line of a block
	promptSign = "$ "          // begins a command in a transcript
	leftOut    = "…"           // stands for lines, or within a line for a part of it
)

// documents are those whose blocks are marked: README, CONTRIBUTING and the guides.
func documents(t *testing.T) []string {
	t.Helper()
	guides, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	return append(guides, "../../README.md", "../../CONTRIBUTING.md")
}

func blocksOfAll(t *testing.T) (all []*block) {
	t.Helper()
	for _, doc := range documents(t) {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, blocksOf(filepath.Base(doc), string(text))...)
	}
	return all
}

// blocksOf reads the blocks of a document.
func blocksOf(doc, markdown string) (all []*block) {
	lines := strings.Split(markdown, "\n")
	section := ""
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		before := ""
		if i > 0 {
			before = lines[i-1]
		}
		mark, isMarked := strings.CutPrefix(before, marked)
		b := &block{doc: doc, section: section, line: i + 1, mark: strings.TrimSuffix(mark, markEnds)}
		if !isMarked {
			b.mark = ""
		}
		switch {
		case strings.HasPrefix(line, fence):
			b.lang = strings.TrimPrefix(line, fence)
			for i++; i < len(lines) && lines[i] != fence; i++ {
				b.text += lines[i] + "\n"
			}
			all = append(all, b)
		case strings.HasPrefix(line, indented) && (isMarked || strings.TrimSpace(before) == ""):
			for ; i < len(lines) && (strings.HasPrefix(lines[i], indented) || lines[i] == ""); i++ {
				b.text += strings.TrimPrefix(lines[i], indented) + "\n"
			}
			b.text = strings.TrimRight(b.text, "\n") + "\n"
			all = append(all, b)
			i--
		case strings.HasPrefix(line, "#"):
			section = strings.TrimLeft(line, "# ")
		}
	}
	return all
}

// TestGuides_EveryBlockIsMarked reads the documents: each block says how it is tested, few are not, and each that is run stands
// in a section that a walk goes through.
func TestGuides_EveryBlockIsMarked(t *testing.T) {
	counts := map[string]int{}
	walked := map[string]int{}
	for _, w := range walks {
		for _, section := range w.through {
			walked[section]++
		}
	}
	ci, err := os.ReadFile("../../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range blocksOfAll(t) {
		mark, why, _ := strings.Cut(b.mark, ": ")
		counts[mark]++
		switch mark {
		case runs, runsLong:
			if at := b.doc + "#" + b.section; walked[at] != 1 {
				t.Errorf("%s:%d: %d walks go through %s", b.doc, b.line, walked[at], at)
			}
		case realOutput:
		case runsInCI:
			for target := range strings.SplitSeq(why, ", ") {
				if !strings.Contains(string(ci), " "+target+"\n") {
					t.Errorf("%s:%d: .ci/run does not say %q", b.doc, b.line, target)
				}
			}
		case notRun, noCommands:
			if why == "" {
				t.Errorf("%s:%d: %s, and why?", b.doc, b.line, mark)
			}
			if mark == noCommands && shellLine.MatchString(b.text) {
				t.Errorf("%s:%d is said to have no commands, and has %q", b.doc, b.line, shellLine.FindString(b.text))
			}
		default:
			t.Errorf("%s:%d: the line above the block must be %s%s%s, %s, or as blocks_test.go says; it is %q",
				b.doc, b.line, marked, runs, markEnds, notRun+": why", b.mark)
		}
	}
	if counts[notRun] > mostNotRun || counts[runs] < 20 {
		t.Errorf("blocks by mark: %v", counts)
	}
	t.Logf("blocks by mark: %v", counts)
}

// shellLine is a line that a shell would run.
var shellLine = regexp.MustCompile(`(?m)^(\$ .*|(\S*/)?(callup|make|psql|docker|go|npm|cp|mkdir|export|curl|systemctl) .*)$`)

// TestBlocksOf reads a small document.
func TestBlocksOf(t *testing.T) {
	got := blocksOf("a.md", "# A\n\ntext\n    no block\n\n<!-- run -->\n    callup x\n\n    callup y\n\n## B\n\n"+
		"```sql\nSELECT 1;\n```\n")
	if len(got) != 2 || got[0].mark != runs || got[0].text != "callup x\n\ncallup y\n" || got[0].section != "A" ||
		got[1].mark != "" || got[1].section != "B" || got[1].lang != "sql" || got[1].text != "SELECT 1;\n" {
		t.Errorf("read %+v", got)
	}
}

// step is one command of a block, with what it prints in a transcript.
type step struct {
	command string
	fails   bool
	prints  string // "" outside of transcripts
}

// stepsOf reads the commands of a block: one a line, unless a quotation mark is open at its end.
func stepsOf(text string) (all []step) {
	transcript := strings.HasPrefix(text, promptSign)
	open := ""
	for line := range strings.Lines(text) {
		if transcript {
			shown, isCommand := strings.CutPrefix(line, promptSign)
			if !isCommand && open == "" {
				all[len(all)-1].prints += line
				continue
			}
			line = shown
		}
		said, comment, closed := uncommented(open + line)
		if !closed {
			open += line
			continue
		}
		open = ""
		if said = strings.TrimSpace(said); said != "" {
			all = append(all, step{command: said, fails: strings.Contains(comment, onlyIf)})
		}
	}
	return all
}

// uncommented parts a command from the comment behind it, and tells whether its quotation marks are closed.
func uncommented(line string) (said, comment string, closed bool) {
	quote := rune(0)
	last := ' '
	for i, r := range line {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '\'' || r == '"':
			quote = r
		case r == '#' && (last == ' ' || last == '\t'):
			return line[:i], line[i:], true
		}
		last = r
	}
	return line, "", quote == 0
}

// onlySettings tells whether a block sets variables and runs nothing.
func onlySettings(steps []step) bool {
	return !slices.ContainsFunc(steps, func(s step) bool { return !setting.MatchString(s.command) })
}

var setting = regexp.MustCompile(`^[A-Z_]+=('[^']*'|"[^"]*"|\S*)$`)

var (
	moment = `\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?`
	uuid   = `[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`
	// varies is what another installation shows otherwise. Of the named ones the same stays the same within a document.
	varies = regexp.MustCompile(`(?P<moment>` + moment + `)|log (?P<log>` + uuid + `)|\b(?P<digest>[0-9a-f]{64})\b|` +
		`supporter (?P<who>[0-9a-f]{16})\b`)
)

// pattern gives a regular expression for a line of real output, and what stood where it varies.
func pattern(line string) (expression string, stood []string) {
	for n, part := range strings.Split(strings.TrimRight(line, " \n"), leftOut) {
		if n > 0 {
			expression += `[^\n]*?`
		}
		at := 0
		for _, m := range varies.FindAllStringSubmatchIndex(part, -1) {
			for group := 1; group <= varies.NumSubexp(); group++ {
				from, to := m[2*group], m[2*group+1]
				if from < 0 {
					continue
				}
				expression += spaced(part[at:from])
				switch varies.SubexpNames()[group] {
				case "moment":
					expression += moment
				case "log":
					expression += "(" + uuid + ")"
					stood = append(stood, part[from:to])
				default:
					expression += "([0-9a-f]+)"
					stood = append(stood, part[from:to])
				}
				at = to
			}
		}
		expression += spaced(part[at:])
	}
	return expression + " *\n", stood
}

var blanks = regexp.MustCompile(`(?:\\?[ \t])+`)

// spaced quotes a text; how wide its columns are does not matter.
func spaced(text string) string { return blanks.ReplaceAllString(regexp.QuoteMeta(text), " +") }

// unlike says in which line real output differs from what a document shows; "" where it does not. known holds what stood in the
// document for what this installation shows.
func unlike(shown, printed string, known map[string]string) string {
	if shown == "" {
		return strings.TrimSpace(printed)
	}
	expression := `^`
	var stood, found []string
	for line := range strings.Lines(strings.TrimRight(shown, "\n") + "\n") {
		if strings.TrimSpace(line) == leftOut {
			expression += `(?:[^\n]*\n)*?`
			continue
		}
		e, s := pattern(line)
		expression, stood = expression+e, append(stood, s...)
		if found = regexp.MustCompile(expression).FindStringSubmatch(printed); found == nil {
			return line
		}
	}
	if found = regexp.MustCompile(expression + `\s*$`).FindStringSubmatch(printed); found == nil {
		return "(something follows)"
	}
	for i, is := range found[1:] {
		if was, ok := known[stood[i]]; ok && was != is {
			return stood[i] + " was " + was + " and is now " + is
		}
		known[stood[i]] = is
	}
	return ""
}

func TestUnlike(t *testing.T) {
	const shown = "A     B\n1  supporter 00000000000000aa\n…\n" +
		"log 312bc601-7abd-554c-aa74-ec7dab8270b4 at 2026-11-21 13:02:14, … end\n"
	const is = "A B\n1 supporter 00000000000000bb  \nx\ny\n" +
		"log 412bc601-7abd-554c-aa74-ec7dab8270b4 at 2027-11-21 13:02:14, some end\n"
	known := map[string]string{}
	if line := unlike(shown, is, known); line != "" || len(known) != 2 {
		t.Errorf("it differs in %q; %v", line, known)
	}
	for _, other := range []string{
		strings.Replace(is, "1 s", "2 s", 1), is + "more\n", strings.Replace(is, "A B", "AB", 1), strings.Replace(is, "bb", "cc", 1),
	} {
		if unlike(shown, other, known) == "" {
			t.Errorf("nothing differs in %q", other)
		}
	}
}
