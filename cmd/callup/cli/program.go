// Package cli is what every subcommand stands on: settings and log of the process, printing, progress, patience.
package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/observe"
)

// ExitError ends the program with a code; what had to be said has been said.
type ExitError int

func (e ExitError) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// Program is what every subcommand is given.
type Program struct {
	Environ        []string
	Stdout, Stderr io.Writer
	Options        app.Options
}

// Root is the command that all others stand below.
func (p *Program) Root(subcommands ...*cobra.Command) *cobra.Command {
	root := &cobra.Command{
		Use: "callup", Short: "A platform for communities that raise money, volunteer time and things together",
		SilenceUsage: true, SilenceErrors: true, Version: p.Options.Version,
	}
	root.AddCommand(subcommands...)
	root.CompletionOptions.HiddenDefaultCmd = true
	refuseUnknown(root)
	return root
}

// Run carries out one of the subcommands, and gives the code to exit with.
func (p *Program) Run(ctx context.Context, args []string, subcommands ...*cobra.Command) int {
	root := p.Root(subcommands...)
	root.SetArgs(args)
	root.SetOut(p.Stdout)
	root.SetErr(p.Stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	if code, ok := err.(ExitError); ok { //nolint:errorlint // never wrapped or joined
		return int(code)
	}
	fmt.Fprintln(p.Stderr, "callup:", err)
	if _, ok := errors.AsType[usageError](err); ok {
		return UsageExit
	}
	return 1
}

// Settings reads the settings, and what an application is given besides. A log is kept of what is at least as bad as
// atLeast says, and as the settings say.
func (p *Program) Settings(atLeast slog.Level) (config.Config, app.Options, error) {
	cfg, err := config.Load(p.Environ)
	if err != nil {
		return cfg, p.Options, fmt.Errorf("the settings can't be used:\n%w", err)
	}
	o := p.Options
	lines := observe.Lines(p.Stderr, cfg.LogFormat, max(cfg.LogLevel, atLeast))
	o.Log = slog.New(observe.Correlated(observe.Throttled(lines, reactors.DependencyError)))
	return cfg, o, nil
}

// Open reads the settings and opens an installation that exists.
func (p *Program) Open(ctx context.Context) (*app.Base, error) { return p.open(ctx, true) }

func (p *Program) open(ctx context.Context, existing bool) (*app.Base, error) {
	cfg, o, err := p.Settings(slog.LevelWarn)
	if err != nil {
		return nil, err
	}
	o.Existing = existing
	return app.Open(ctx, cfg, o)
}

// WithBase opens an installation that exists for a subcommand, and closes it again.
func (p *Program) WithBase(ctx context.Context, f func(context.Context, *app.Base) error) error {
	return p.with(ctx, true, f)
}

// WithNewBase does the same, and makes the installation where there is none.
func (p *Program) WithNewBase(ctx context.Context, f func(context.Context, *app.Base) error) error {
	return p.with(ctx, false, f)
}

func (p *Program) with(ctx context.Context, existing bool, f func(context.Context, *app.Base) error) error {
	b, err := p.open(ctx, existing)
	if err != nil {
		return err
	}
	err = f(ctx, b)
	closing := b.Close(context.WithoutCancel(ctx))
	if _, ok := err.(ExitError); ok || closing == nil { //nolint:errorlint // never wrapped or joined
		if closing != nil {
			fmt.Fprintln(p.Stderr, "callup:", closing)
		}
		return err
	}
	return errors.Join(err, closing)
}

// JSON prints a value as JSON.
func (p *Program) JSON(v any) error {
	e := json.NewEncoder(p.Stdout)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// Table prints lines whose cells tabs separate.
func (p *Program) Table(write func(w io.Writer)) error {
	w := tabwriter.NewWriter(p.Stdout, 2, 2, 2, ' ', 0)
	write(w)
	return w.Flush()
}

// IndentJSON gives a document one value a line.
func IndentJSON(doc []byte) ([]byte, error) {
	var out bytes.Buffer
	if err := json.Indent(&out, doc, "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}
