package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/internal/app/apptest"
)

// shell is one that runs the commands of a document, in an environment of its own, on a machine with the folders that the
// document names. What is replaced in a command: these folders by those of the machine, and what a walk names.
type shell struct {
	t     *testing.T
	m     *machine
	in    io.WriteCloser
	out   *bufio.Reader
	named *strings.Replacer
}

const shellEnds = "@@ended "

func (m *machine) shell(ctx context.Context, replaced ...string) *shell {
	m.t.Helper()
	c := exec.CommandContext(ctx, "sh")
	c.Dir, c.Env = m.root, m.env
	in, err := c.StdinPipe()
	if err != nil {
		m.t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		m.t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		m.t.Fatal(err)
	}
	s := &shell{t: m.t, m: m, in: in, out: bufio.NewReader(out), named: strings.NewReplacer(replaced...)}
	m.t.Cleanup(func() {
		_ = in.Close() // which ends it
		_ = c.Wait()   // the exit codes of its commands were read
	})
	s.do("exec 2>&1")
	return s
}

// do runs a command and gives what it prints, on both streams, and how it exits.
func (s *shell) do(command string) (printed string, code int) {
	s.t.Helper()
	command = s.m.here(s.named.Replace(command))
	// a line of its own for what ends it, also after output without an end of line
	if _, err := fmt.Fprintf(s.in, "{ %s\n} </dev/null\nprintf '\\n%s%%s\\n' $?\n", command, shellEnds); err != nil {
		s.t.Fatal(err)
	}
	for {
		line, err := s.out.ReadString('\n')
		if err != nil {
			s.t.Fatalf("%s: the shell ended: %v: %s", command, err, printed)
		}
		if status, ended := strings.CutPrefix(line, shellEnds); ended {
			code, err = strconv.Atoi(strings.TrimSpace(status))
			if err != nil {
				s.t.Fatal(err)
			}
			return strings.TrimSuffix(printed, "\n"), code
		}
		printed += line
	}
}

// walkthrough runs the blocks of some sections in their order.
type walkthrough struct {
	t       *testing.T
	ctx     context.Context //nolint:containedctx // of the whole walk, which is one function
	blocks  []*block
	through []string                                        // as in walk
	known   map[string]string                               // what stood in real output for what there is
	before  func(b *block)                                  // before a block, unless nil
	after   func(b *block, command, printed string)         // after a command, unless nil
	query   func(sql string) (answer [][]string, err error) // for blocks of SQL
}

var starts = regexp.MustCompile(`^((?:\w+=\S+ )*)\S*callup serve$`)

// run runs all blocks of a section.
func (w *walkthrough) run(sh *shell, section string) {
	w.t.Helper()
	for i, b := range w.blocks {
		if b.section != section || b.mark != runs && b.mark != runsLong {
			continue
		}
		b.ran = true
		if w.before != nil {
			w.before(b)
		}
		shown := ""
		if i+1 < len(w.blocks) && w.blocks[i+1].mark == realOutput {
			shown, w.blocks[i+1].ran = w.blocks[i+1].text, true
		}
		if b.lang == "sql" {
			w.ask(b, shown)
			continue
		}
		w.shellBlock(sh, b, shown)
	}
}

func (w *walkthrough) shellBlock(sh *shell, b *block, shown string) {
	w.t.Helper()
	steps := stepsOf(b.text)
	if onlySettings(steps) { // they are tried in a shell of their own
		checked := sh.m.shell(w.ctx)
		checked.do("set -a")
		steps, sh = append(steps, step{command: "callup config check"}), checked
	}
	transcript := strings.HasPrefix(b.text, promptSign)
	for n, s := range steps {
		if prefix := starts.FindStringSubmatch(s.command); prefix != nil {
			w.serve(sh, prefix[1])
			continue
		}
		printed, code := sh.do(s.command)
		if (code != 0) != s.fails {
			w.t.Fatalf("%s:%d: %s exits %d: %s", b.doc, b.line, s.command, code, apptest.Tail(printed))
		}
		if w.after != nil {
			w.after(b, s.command, printed)
		}
		if !transcript {
			s.prints = ""
			if n == len(steps)-1 {
				s.prints = shown
			}
		}
		if transcript || s.prints != "" {
			if line := unlike(s.prints, printed, w.known); line != "" {
				w.t.Errorf("%s:%d: %s prints otherwise than shown, at %q:\n%s", b.doc, b.line, s.command, line, printed)
			}
		}
	}
}

// serve starts a server in the environment that the shell would give it, and ends it with the walk.
func (w *walkthrough) serve(sh *shell, prefix string) {
	w.t.Helper()
	environment, code := sh.do(prefix + "env")
	if code != 0 {
		w.t.Fatal(environment)
	}
	in := &apptest.Installation{
		T: w.t, Program: os.Args[0], Within: sh.m.root, Env: strings.Split(strings.TrimSpace(environment), "\n"),
	}
	sh.m.servers = append(sh.m.servers, in.MustStart(w.ctx))
}

func (w *walkthrough) ask(b *block, shown string) {
	w.t.Helper()
	answer, err := w.query(b.text)
	if err != nil {
		w.t.Errorf("%s:%d: %v", b.doc, b.line, err)
	} else if printed := cells(shown); shown != "" && !agree(b.text, answer, printed) {
		w.t.Errorf("%s:%d: %s: answers %v, and the guide shows %v", b.doc, b.line, b.text, answer, printed)
	}
}

// stop ends the servers that blocks started.
func (m *machine) stop() {
	for _, s := range m.servers {
		s.Stop()
	}
	m.servers = nil
}

// asPsql in the environment makes the test binary be psql, as far as the documents need it, so that none must be installed: it
// connects to an address and runs the statement behind -c.
const asPsql = "CALLUP_TEST_AS_PSQL"

func psql(ctx context.Context, args []string) error {
	conn, err := pgx.Connect(ctx, args[0])
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "SELECT 1; "+strings.Join(slices.DeleteFunc(args[1:], func(a string) bool { return a == "-c" }), ";"))
	if closed := conn.Close(ctx); err == nil {
		err = closed
	}
	return err
}

// program writes an executable of the machine that runs the test binary.
func (m *machine) program(name, environment, binary string) {
	m.t.Helper()
	path := filepath.Join(m.root, "bin", name)
	script := "#!/bin/sh\nexec env " + environment + " '" + binary + "' \"$@\"\n"
	if err := os.WriteFile(path, []byte(script), 0o600); err != nil {
		m.t.Fatal(err)
	}
	if err := os.Chmod(path, 0o755); err != nil {
		m.t.Fatal(err)
	}
}
