package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"text/tabwriter"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/observe"
)

// exitError ends the program with a code; what had to be said has been said.
type exitError int

func (e exitError) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// program is what every subcommand is given.
type program struct {
	environ        []string
	stdout, stderr io.Writer
	options        options
}

// settings reads the settings, and what an application is given besides. A log is kept of what is at least as bad as
// atLeast says, and as the settings say.
func (p *program) settings(atLeast slog.Level) (config.Config, options, error) {
	cfg, err := config.Load(p.environ)
	if err != nil {
		return cfg, p.options, fmt.Errorf("the settings can't be used:\n%w", err)
	}
	opts := &slog.HandlerOptions{Level: max(cfg.LogLevel, atLeast)}
	var lines slog.Handler = slog.NewTextHandler(p.stderr, opts)
	if cfg.LogFormat == "json" {
		lines = slog.NewJSONHandler(p.stderr, opts)
	}
	o := p.options
	o.log = slog.New(observe.Correlated(lines))
	return cfg, o, nil
}

// open reads the settings and opens everything.
func (p *program) open(ctx context.Context) (*base, error) {
	cfg, o, err := p.settings(slog.LevelWarn)
	if err != nil {
		return nil, err
	}
	return openBase(ctx, cfg, o)
}

// withBase opens the installation for a subcommand and closes it again.
func (p *program) withBase(ctx context.Context, f func(context.Context, *base) error) error {
	b, err := p.open(ctx)
	if err != nil {
		return err
	}
	err = f(ctx, b)
	return errors.Join(err, b.close(context.WithoutCancel(ctx)))
}

// json prints a value as JSON.
func (p *program) json(v any) error {
	e := json.NewEncoder(p.stdout)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// table prints lines whose cells tabs separate.
func (p *program) table(write func(w io.Writer)) error {
	w := tabwriter.NewWriter(p.stdout, 2, 2, 2, ' ', 0)
	write(w)
	return w.Flush()
}

// indentJSON gives a document one value a line.
func indentJSON(doc []byte) ([]byte, error) {
	var out bytes.Buffer
	if err := json.Indent(&out, doc, "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// operatorAsks is the envelope of a command that the operator gives.
func operatorAsks(what string) command.Envelope {
	return command.Envelope{ID: ident.Command("operator", fmt.Sprintf("%s %d", what, time.Now().UnixNano())), Actor: "operator"}
}
