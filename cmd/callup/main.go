// Callup is the one program of the platform: the server and everything its operators run.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// version is set by the linker; see the Makefile.
var version = "unknown"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
