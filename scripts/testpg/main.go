// Command testpg runs another command with a Postgres for tests, and leaves
// nothing behind:
//
//	go run ./scripts/testpg go test ./...
//
// `testpg -stop` ends the Postgres that go test shares between runs when it is
// started without this command.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"github.com/callup/callup/internal/embeddedpg"
	"github.com/callup/callup/internal/testing/testdb"
)

func main() {
	stop := flag.Bool("stop", false, "end the Postgres that stays between runs of go test")
	flag.Parse()
	code, err := start(*stop, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "testpg:", err)
		os.Exit(1)
	}
	os.Exit(code)
}

func start(stop bool, command []string) (code int, err error) {
	switch {
	case stop:
		return 0, stopShared()
	case len(command) == 0:
		return 0, errors.New("name the command to run")
	case os.Getenv(testdb.URLVariable) != "":
		return run(command, os.Environ())
	default:
		return withPostgres(command)
	}
}

// stopWithin is generous: with fsync off nothing waits for the disk.
const stopWithin = 20 * time.Second

func withPostgres(command []string) (code int, err error) {
	dir, err := os.MkdirTemp("", "callup-test-")
	if err != nil {
		return 0, fmt.Errorf("make a folder for the test Postgres: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	server, startErr := embeddedpg.Start(context.Background(), testdb.Options(dir))
	if startErr != nil {
		return 0, startErr
	}
	defer func() { err = errors.Join(err, leave(server)) }()
	return run(command, append(os.Environ(), testdb.URLVariable+"="+server.URL()))
}

func run(command, env []string) (code int, err error) {
	// Ctrl-C reaches the command as well; Postgres goes after it.
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	child := exec.CommandContext(context.Background(), command[0], command[1:]...) //nolint:gosec // running what it is told is its purpose
	child.Env = env
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := child.Start(); err != nil {
		return 0, fmt.Errorf("run %s: %w", command[0], err)
	}
	go func() {
		for sig := range signals {
			_ = child.Process.Signal(sig) // it may be gone already
		}
	}()
	err = child.Wait()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return max(failed.ExitCode(), 1), nil
	}
	return 0, err
}

func stopShared() error {
	if _, err := os.Stat(testdb.Directory()); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	server, err := embeddedpg.Start(context.Background(), testdb.Options(testdb.Directory()))
	if err != nil {
		return err
	}
	return leave(server)
}

func leave(server *embeddedpg.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), stopWithin)
	defer cancel()
	return server.Stop(ctx)
}
