package backup

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/internal/app"
)

// ResumeCommand is callup resume.
func ResumeCommand(p *cli.Program) *cobra.Command {
	return &cobra.Command{
		Use: "resume", Short: "Let a restored installation act again: send mails, ask for refunds, fire timers", Args: cobra.NoArgs,
		Long: "Let an installation that was filled from a backup act on the world again. Do so where it takes the place of the one " +
			"that was\n" +
			"lost, and nowhere else: a copy would send the same mails and ask for the same refunds a second time.",
		RunE: func(c *cobra.Command, _ []string) error {
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error { return resume(ctx, p, b) })
		},
	}
}

func resume(ctx context.Context, p *cli.Program, b *app.Base) error {
	var made time.Time
	err := b.Pool.QueryRow(ctx,
		`UPDATE restored SET resumed_at = clock_timestamp() WHERE resumed_at IS NULL RETURNING backup_made`).Scan(&made)
	if errors.Is(err, pgx.ErrNoRows) {
		fmt.Fprintln(p.Stdout, "Nothing is held back here.")
		return nil
	}
	if err != nil {
		return fmt.Errorf("let the installation act: %w", err)
	}
	fmt.Fprintf(p.Stdout, "Restored from the backup of %s, this installation acts again: a server that runs goes on within "+
		"seconds, else: callup serve\n",
		made.UTC().Format(time.DateTime))
	return nil
}
