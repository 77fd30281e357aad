package serve

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"github.com/callup/callup/cmd/callup/audit"
	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/cmd/callup/describe"
	"github.com/callup/callup/cmd/callup/members"
	"github.com/callup/callup/cmd/callup/projections"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/testing/faults/planted"
)

// TestMain makes the test binary the program, where tests start it as a process: with the server, and the subcommands
// that they run beside it.
func TestMain(m *testing.M) {
	if os.Getenv(apptest.AsProgram) == "" {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	p := &cli.Program{Environ: os.Environ(), Stdout: os.Stdout, Stderr: os.Stderr,
		Options: app.Options{Times: apptest.ProcessTimes(), Seams: app.Seams{Base: planted.Base}}}
	code := p.Run(ctx, os.Args[1:], Command(p), projections.Command(p), audit.Command(p), describe.OpenAPI(p),
		members.Command(p))
	stop()
	os.Exit(code)
}
