// Callup is the one program of the platform: the server and everything its operators run.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // campaigns end at midnight in their own time zone, wherever this runs

	"github.com/spf13/cobra"
)

// version is set by the linker; see the Makefile.
var version = "unknown"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// exitError ends the program with a code; what had to be said has been said.
type exitError int

func (e exitError) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// program is what every subcommand is given.
type program struct {
	environ        []string
	stdout, stderr io.Writer
}

// run is main without the process: tests call it.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	root := (&program{environ, stdout, stderr}).root()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if code, ok := err.(exitError); ok { //nolint:errorlint // made here and never wrapped
		return int(code)
	}
	if err != nil {
		fmt.Fprintln(stderr, "callup:", err)
		return 1
	}
	return 0
}

// root is the command that all others stand below.
func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use: "callup", Short: "A platform for communities that raise money, volunteer time and things together",
		SilenceUsage: true, SilenceErrors: true, Version: version,
	}
	root.AddCommand(
		p.serveCommand(), p.seedCommand(), p.auditCommand(), p.eventsCommand(), p.projectionsCommand(), p.deadLettersCommand(), p.donationCommand(),
		p.campaignCommand(), p.eraseCommand(), p.databaseCommand(), p.configCommand(), p.openAPICommand(), p.backupCommand(), p.restoreCommand(),
		p.doctorCommand(), p.reactorsCommand(), p.resumeCommand(),
	)
	return root
}
