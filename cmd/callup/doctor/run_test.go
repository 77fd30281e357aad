package doctor

import (
	"context"
	"io"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/cmd/callup/mails"
	"github.com/callup/callup/cmd/callup/reactors"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
)

// run runs the subcommand of this package, and one that its advice names.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	return runWith(ctx, app.Seams{}, args, environ, stdout, stderr)
}

// runWith runs them on stand-ins.
func runWith(ctx context.Context, seams app.Seams, args, environ []string, stdout, stderr io.Writer) int {
	p := &cli.Program{Environ: environ, Stdout: stdout, Stderr: stderr, Options: app.Options{Times: apptest.Times(), Seams: seams}}
	return p.Run(ctx, args, Command(p), reactors.Command(p), mails.Command(p))
}
