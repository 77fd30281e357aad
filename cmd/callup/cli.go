package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/audit"
	"github.com/callup/callup/cmd/callup/backup"
	"github.com/callup/callup/cmd/callup/campaign"
	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/cmd/callup/describe"
	"github.com/callup/callup/cmd/callup/doctor"
	"github.com/callup/callup/cmd/callup/donation"
	"github.com/callup/callup/cmd/callup/erase"
	"github.com/callup/callup/cmd/callup/events"
	"github.com/callup/callup/cmd/callup/mails"
	"github.com/callup/callup/cmd/callup/members"
	"github.com/callup/callup/cmd/callup/payments"
	"github.com/callup/callup/cmd/callup/projections"
	"github.com/callup/callup/cmd/callup/reactors"
	"github.com/callup/callup/cmd/callup/seed"
	"github.com/callup/callup/cmd/callup/serve"
	"github.com/callup/callup/cmd/callup/sessions"
	"github.com/callup/callup/internal/app"
)

// run is main without the process.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	p := &cli.Program{
		Environ: environ, Stdout: stdout, Stderr: stderr, Options: app.Options{Version: version, Seams: underFaults()},
	}
	return p.Run(ctx, args, subcommands(p)...)
}

// subcommands are all that the program can do.
func subcommands(p *cli.Program) []*cobra.Command {
	return []*cobra.Command{
		serve.Command(p), seed.Command(p), audit.Command(p), events.Command(p), projections.Command(p), reactors.DeadLetters(p),
		donation.Command(p), campaign.Command(p), erase.Command(p), describe.Database(p), describe.Settings(p), describe.OpenAPI(p),
		backup.Command(p), backup.RestoreCommand(p), doctor.Command(p), reactors.Command(p), backup.ResumeCommand(p),
		sessions.Command(p), members.Command(p), mails.Command(p), payments.Command(p),
	}
}
