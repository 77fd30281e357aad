package doctor

import (
	"context"
	"io"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/cmd/callup/reactors"
)

// run runs the subcommand of this package, and one that its advice names.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	p := &cli.Program{Environ: environ, Stdout: stdout, Stderr: stderr}
	return p.Run(ctx, args, Command(p), reactors.Command(p))
}
