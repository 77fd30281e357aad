package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
)

// TestMain makes the test binary the program, where tests start it as a process.
func TestMain(m *testing.M) {
	if os.Getenv(asPsql) != "" {
		if err := psql(context.Background(), os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, "psql:", err)
			os.Exit(2)
		}
		return
	}
	if os.Getenv(apptest.AsProgram) == "" {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	p := &cli.Program{
		Environ: os.Environ(), Stdout: os.Stdout, Stderr: os.Stderr,
		Options: app.Options{Version: version, Times: apptest.ProcessTimes()},
	}
	code := p.Run(ctx, os.Args[1:], subcommands(p)...)
	stop()
	os.Exit(code)
}
