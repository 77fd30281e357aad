package events

import (
	"context"
	"io"

	"github.com/callup/callup/cmd/callup/audit"
	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/cmd/callup/projections"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
)

// run runs the subcommands of this package, and others that show what is personal.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	p := &cli.Program{Environ: environ, Stdout: stdout, Stderr: stderr, Options: app.Options{Times: apptest.Times()}}
	return p.Run(ctx, args, Command(p), projections.Command(p), audit.Command(p))
}
