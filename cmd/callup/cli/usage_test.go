package cli_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
)

var errNone = errors.New("there is none")

// What a person mistypes is refused with exit code 2 (found, point 2).
func TestRun_RefusesWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	done := func(*cobra.Command, []string) error { return nil }
	for line, c := range map[string]struct {
		code int
		says string
	}{
		"":                          {0, "Usage:"},
		"audit all":                 {0, ""},
		"audit al":                  {2, `unknown command "al": did you mean "all"?`},
		"audit":                     {2, "callup audit what? Name one of: all, campaign"},
		"audti all":                 {2, `unknown command "audti": did you mean "audit"?`},
		"audit nonsense":            {2, `unknown command "nonsense"; known are all, campaign`},
		"audit all more":            {2, "callup audit all --help"},
		"audit all --jsn":           {2, "unknown flag: --jsn"},
		"audit campaign":            {2, "accepts 1 arg(s), received 0"},
		"audit campaign a":          {2, `required flag(s) "name" not set`},
		"audit campaign a --name b": {1, "callup: there is none"},
	} {
		audit := &cobra.Command{Use: "audit"}
		all := &cobra.Command{Use: "all", Args: cobra.NoArgs, RunE: done}
		one := &cobra.Command{Use: "campaign", Args: cobra.ExactArgs(1), RunE: func(*cobra.Command, []string) error { return errNone }}
		one.Flags().String("name", "", "")
		if err := one.MarkFlagRequired("name"); err != nil {
			t.Fatal(err)
		}
		audit.AddCommand(all, one)
		var out, errs strings.Builder
		p := &cli.Program{Stdout: &out, Stderr: &errs}
		code := p.Run(t.Context(), strings.Fields(line), audit)
		if code != c.code || !strings.Contains(out.String()+errs.String(), c.says) {
			t.Errorf("callup %s exits %d: %s%s", line, code, &out, &errs)
		}
	}
}

// A difference was printed already: the code is all there is to add (found, point 7).
func TestRun_AddsNothingToADifference(t *testing.T) {
	t.Parallel()
	var errs strings.Builder
	p := &cli.Program{Stdout: &errs, Stderr: &errs}
	differs := &cobra.Command{Use: "verify", RunE: func(*cobra.Command, []string) error { return cli.ExitError(1) }}
	if code := p.Run(t.Context(), []string{"verify"}, differs); code != 1 || errs.String() != "" {
		t.Errorf("exits %d: %s", code, &errs)
	}
}

// A bar in a file or a pipe is a line that nobody can read (found, point 8).
func TestProgress_IsForTerminalsAlone(t *testing.T) {
	t.Parallel()
	var errs strings.Builder
	bar := (&cli.Program{Stderr: &errs}).Progress("reading")
	bar.Show(1, 2)
	bar.Done()
	if errs.String() != "" {
		t.Errorf("drew %q", errs.String())
	}
}
