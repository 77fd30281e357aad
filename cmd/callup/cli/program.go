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
	return root
}

// Run carries out one of the subcommands, and gives the code to exit with.
func (p *Program) Run(ctx context.Context, args []string, subcommands ...*cobra.Command) int {
	root := p.Root(subcommands...)
	root.SetArgs(args)
	root.SetOut(p.Stdout)
	root.SetErr(p.Stderr)
	err := root.ExecuteContext(ctx)
	if code, ok := err.(ExitError); ok { //nolint:errorlint // made here and never wrapped
		return int(code)
	}
	if err != nil {
		fmt.Fprintln(p.Stderr, "callup:", err)
		return 1
	}
	return 0
}

// Settings reads the settings, and what an application is given besides. A log is kept of what is at least as bad as
// atLeast says, and as the settings say.
func (p *Program) Settings(atLeast slog.Level) (config.Config, app.Options, error) {
	cfg, err := config.Load(p.Environ)
	if err != nil {
		return cfg, p.Options, fmt.Errorf("the settings can't be used:\n%w", err)
	}
	opts := &slog.HandlerOptions{Level: max(cfg.LogLevel, atLeast)}
	var lines slog.Handler = slog.NewTextHandler(p.Stderr, opts)
	if cfg.LogFormat == "json" {
		lines = slog.NewJSONHandler(p.Stderr, opts)
	}
	o := p.Options
	o.Log = slog.New(observe.Correlated(lines))
	return cfg, o, nil
}

// Open reads the settings and opens everything.
func (p *Program) Open(ctx context.Context) (*app.Base, error) {
	cfg, o, err := p.Settings(slog.LevelWarn)
	if err != nil {
		return nil, err
	}
	return app.Open(ctx, cfg, o)
}

// WithBase opens the installation for a subcommand and closes it again.
func (p *Program) WithBase(ctx context.Context, f func(context.Context, *app.Base) error) error {
	b, err := p.Open(ctx)
	if err != nil {
		return err
	}
	err = f(ctx, b)
	return errors.Join(err, b.Close(context.WithoutCancel(ctx)))
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
