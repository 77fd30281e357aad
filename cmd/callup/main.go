// Callup is the one program of the platform: the server and everything its operators run.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

// version is set by the linker; see the Makefile.
var version = "unknown"

func main() {
	if err := absoluteTemporaryFolder(); err != nil {
		fmt.Fprintln(os.Stderr, "callup:", err)
		os.Exit(1)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// absoluteTemporaryFolder makes a relative TMPDIR absolute, since programs such as Postgres run in other folders.
func absoluteTemporaryFolder() error {
	dir := os.Getenv("TMPDIR")
	if dir == "" || filepath.IsAbs(dir) {
		return nil
	}
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("TMPDIR is relative, and the working folder can't be found: %w", err)
	}
	return os.Setenv("TMPDIR", absolute)
}
