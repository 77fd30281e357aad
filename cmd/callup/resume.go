package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"
)

func (p *program) resumeCommand() *cobra.Command {
	return &cobra.Command{
		Use: "resume", Short: "Let a restored installation act again: send mails, ask for refunds, fire timers", Args: cobra.NoArgs,
		Long: "Let an installation that was filled from a backup act on the world again. Do so where it takes the place of the one that was\n" +
			"lost, and nowhere else: a copy would send the same mails and ask for the same refunds a second time.",
		RunE: func(c *cobra.Command, _ []string) error { return p.withBase(c.Context(), p.resume) },
	}
}

func (p *program) resume(ctx context.Context, b *base) error {
	var made time.Time
	err := b.pool.QueryRow(ctx, `UPDATE restored SET resumed_at = clock_timestamp() WHERE resumed_at IS NULL RETURNING backup_made`).Scan(&made)
	if errors.Is(err, pgx.ErrNoRows) {
		fmt.Fprintln(p.stdout, "Nothing is held back here.")
		return nil
	}
	if err != nil {
		return fmt.Errorf("let the installation act: %w", err)
	}
	fmt.Fprintf(p.stdout, "Restored from the backup of %s, this installation acts again: a server that runs goes on within seconds, else: callup serve\n",
		made.UTC().Format(time.DateTime))
	return nil
}
