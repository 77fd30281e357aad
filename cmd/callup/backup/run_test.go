package backup

import (
	"context"
	"io"

	"github.com/callup/callup/cmd/callup/audit"
	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/cmd/callup/doctor"
	"github.com/callup/callup/cmd/callup/erase"
	"github.com/callup/callup/cmd/callup/events"
	"github.com/callup/callup/cmd/callup/projections"
	"github.com/callup/callup/cmd/callup/reactors"
	"github.com/callup/callup/cmd/callup/serve"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
)

// run runs the subcommands of this package, and those that look at what they restore.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	p := &cli.Program{Environ: environ, Stdout: stdout, Stderr: stderr, Options: app.Options{Times: apptest.Times()}}
	return p.Run(
		ctx, args, Command(p), RestoreCommand(p), ResumeCommand(p), erase.Command(p), projections.Command(p), audit.Command(p),
		events.Command(p),
		reactors.DeadLetters(p), doctor.Command(p), serve.Command(p),
	)
}
