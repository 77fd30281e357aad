package audit

import (
	"context"
	"io"

	"github.com/callup/callup/cmd/callup/cli"
)

// run runs the subcommands of this package.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	p := &cli.Program{Environ: environ, Stdout: stdout, Stderr: stderr}
	return p.Run(ctx, args, Command(p))
}
