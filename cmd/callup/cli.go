package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// run is main without the process: tests call it.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	root := (&program{environ, stdout, stderr, options{version: version, seams: underFaults()}}).root()
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
