package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/cmd/callup/cli"
)

// TestGuidesNameCommandsThatExist reads every command that README and guides give, and has the program take its name,
// flags and number of arguments.
func TestGuidesNameCommandsThatExist(t *testing.T) {
	guides, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, guide := range append(guides, "../../README.md") {
		text, err := os.ReadFile(guide)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range commandsOf(string(text)) {
			read++
			if err := takes(line); err != nil {
				t.Errorf("%s: callup %s: %v", filepath.Base(guide), line, err)
			}
		}
	}
	if read < 80 {
		t.Errorf("only %d commands were found", read)
	}
	for _, wrong := range []string{"projections swich", "projections build --al", "erase undo", "backup --to"} {
		if takes(wrong) == nil {
			t.Errorf("callup %s is taken", wrong)
		}
	}
}

var (
	shownAs = regexp.MustCompile("(?m)^    .*$|`[^`\n]+`")
	invoked = regexp.MustCompile(`(?:^|[ (` + "`" + `]|new/|\./)callup ([a-z][^|&#;)` + "`" + `\n]*)`)
)

// commandsOf gives what follows the program's name wherever a text shows a command.
func commandsOf(markdown string) []string {
	var out []string
	for _, shown := range shownAs.FindAllString(markdown, -1) {
		for _, found := range invoked.FindAllStringSubmatch(shown, -1) {
			out = append(out, strings.TrimSpace(found[1]))
		}
	}
	return out
}

var (
	optional    = regexp.MustCompile(`\[([^\]]*)\]`)
	placeholder = regexp.MustCompile(`<[^>]*>|"[^"]*"|\b[A-Z]\b`)
)

// takes tells whether the program has a command with these flags and as many arguments. A placeholder is one
// argument; dots stand for more.
func takes(line string) error {
	line, _, _ = strings.Cut(line, " > ") // into a file
	var args []string
	for word := range strings.FieldsSeq(placeholder.ReplaceAllString(optional.ReplaceAllString(line, "$1"), "1")) {
		if word = strings.Trim(word, "…"); word != "" {
			args = append(args, word)
		}
	}
	p := &cli.Program{Stdout: io.Discard, Stderr: io.Discard}
	command, rest, err := p.Root(subcommands(p)...).Find(args)
	switch {
	case err != nil:
		return err
	case command.HasSubCommands() && len(rest) > 0 && !strings.HasPrefix(rest[0], "-"):
		return fmt.Errorf("no such command: %s", rest[0])
	}
	if err := command.ParseFlags(rest); err != nil || command.HasSubCommands() {
		return err
	}
	return command.ValidateArgs(command.Flags().Args())
}

var ruler = regexp.MustCompile(`^ *-+[-+]*$`)

// agree compares an answer with what is printed. Where weeks begin depends on the day of the seed.
func agree(sql string, answer, printed [][]string) bool {
	if strings.Contains(sql, "date_trunc") {
		return len(answer) == len(printed) && slices.Equal(answer[0], printed[0])
	}
	return slices.EqualFunc(answer, printed, slices.Equal[[]string])
}

// answered gives the names of a query's columns and then its rows, all as text.
func answered(ctx context.Context, pool *pgxpool.Pool, sql string) ([][]string, error) {
	rows, err := pool.Query(ctx, sql, pgx.QueryExecModeSimpleProtocol) // which answers in text
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var names []string
	for _, f := range rows.FieldDescriptions() {
		names = append(names, f.Name)
	}
	out := [][]string{names}
	for rows.Next() {
		var row []string
		for _, value := range rows.RawValues() {
			row = append(row, string(value))
		}
		out = append(out, row)
	}
	return out, rows.Err()
}

// cells reads a table as psql prints it.
func cells(printed string) [][]string {
	var out [][]string
	for line := range strings.Lines(printed) {
		if ruler.MatchString(strings.TrimSpace(line)) {
			continue
		}
		var row []string
		for cell := range strings.SplitSeq(line, "|") {
			row = append(row, strings.TrimSpace(cell))
		}
		out = append(out, row)
	}
	return out
}
