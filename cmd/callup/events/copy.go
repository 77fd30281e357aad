package events

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/kurrentdb"
	"github.com/callup/callup/eventstore/transfer"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/migrations"
)

func eventsCopy(p *cli.Program) *cobra.Command {
	var from, to string
	var asJSON bool
	c := &cobra.Command{
		Use: "copy --to <address> [--from <address>]", Short: "Copy the log into another store, and prove it", Args: cobra.NoArgs,
		Long: "Copy a log between Postgres (postgres://…) and KurrentDB (esdb://…, kurrentdb://…), either way: every event to the\n" +
			"byte, in its order, with the time it was recorded. In the end the whole copy is read again and its digest compared.\n" +
			"The source is only read, and may be in use; a database must be one that this very version of callup runs on.\n" +
			"The target must be empty or hold the beginning of the same log: a copy that was cut is resumed by the same command.\n" +
			"Without --from it is the log of this installation. Stop the servers first, or copy again after they have stopped:\n" +
			"what they append while the copy runs may come too late for it. Then set EVENTSTORE_URL and run: callup events adopt",
		RunE: func(c *cobra.Command, _ []string) error { return copyLog(c.Context(), p, from, to, asJSON) },
	}
	c.Flags().StringVar(&from, "from", "", "address of the log to copy; the installation's own when not given")
	c.Flags().StringVar(&to, "to", "", "address of the store to copy into")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	_ = c.MarkFlagRequired("to") // the flag exists
	return c
}

func copyLog(ctx context.Context, p *cli.Program, from, to string, asJSON bool) (err error) {
	var source eventstore.Copyable
	log := slog.New(slog.NewTextHandler(p.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if from == "" {
		b, err := p.Open(ctx)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, b.Close(context.WithoutCancel(ctx))) }()
		source, log = b.Store, b.Log
	} else {
		s, bye, err := openSource(ctx, from, log)
		if err != nil {
			return fmt.Errorf("--from: %w", err)
		}
		defer bye()
		source = s
	}
	target, bye, err := openTarget(ctx, to, log)
	if err != nil {
		return fmt.Errorf("--to: %w", err)
	}
	defer bye()
	one, _, err := source.Head(ctx)
	if err != nil {
		return err
	}
	other, _, err := target.Head(ctx)
	if err != nil {
		return err
	}
	if one == other {
		return errors.New("--from and --to are the same log")
	}
	told := time.Time{}
	report, err := transfer.Copy(ctx, source, target, func(r transfer.Report) {
		if time.Since(told) > time.Second {
			told = time.Now()
			fmt.Fprintf(p.Stderr, "%d events, %d of them copied now\n", r.Events, r.Copied)
		}
	})
	if err != nil {
		return fmt.Errorf("copy the log: %w", err)
	}
	if asJSON {
		return p.JSON(report)
	}
	fmt.Fprintf(p.Stdout, "The copy holds all %d events, %d of them copied now. Both logs have the digest\n%s\n", report.Events,
		report.Copied, report.Digest)
	return nil
}

// openSource opens the log that an address names, to be read only: there must be one, which in a database its tables tell. It
// gives what closes it.
func openSource(ctx context.Context, address string, log *slog.Logger) (_ eventstore.Copyable, bye func(), err error) {
	return openCopyable(ctx, address, kurrentdb.Options{Logger: log, Known: true}, readingOnly)
}

// openTarget opens the log that an address names, to be written to, and gives what closes it.
func openTarget(ctx context.Context, address string, log *slog.Logger) (_ eventstore.Copyable, bye func(), err error) {
	return openCopyable(ctx, address, kurrentdb.Options{Logger: log}, migrated)
}

// openCopyable opens the log that an address names, and gives what closes it. Where that is a database, connect makes the
// connections.
func openCopyable(
	ctx context.Context, address string, opts kurrentdb.Options, connect func(context.Context, string) (*pgxpool.Pool, error),
) (
	_ eventstore.Copyable, bye func(), err error,
) {
	if !strings.HasPrefix(address, "postgres://") && !strings.HasPrefix(address, "postgresql://") {
		s, err := app.OpenLogAt(ctx, address, nil, opts)
		if err != nil {
			return nil, nil, err
		}
		return s, s.Close, nil
	}
	pool, err := connect(ctx, address)
	if err != nil {
		return nil, nil, err
	}
	s, err := app.OpenLogAt(ctx, "", pool, opts)
	if err != nil {
		pool.Close()
		return nil, nil, err
	}
	return s, func() { s.Close(); pool.Close() }, nil
}

const copyConnections = 2

// migrated connects to a database that is to be written to.
func migrated(ctx context.Context, address string) (*pgxpool.Pool, error) {
	if err := migrations.Up(ctx, address); err != nil {
		return nil, err
	}
	return app.ConnectDatabase(ctx, address, copyConnections)
}

// readingOnly connects to another installation's database, which may be in use and stays as it is: Postgres itself refuses
// whatever would write to it.
func readingOnly(ctx context.Context, address string) (*pgxpool.Pool, error) {
	pool, err := app.ConnectDatabase(ctx, address, copyConnections, func(pc *pgxpool.Config) {
		pc.ConnConfig.RuntimeParams["default_transaction_read_only"] = "on"
	})
	if err != nil {
		return nil, err
	}
	if err := migrations.Check(ctx, pool); err != nil {
		pool.Close()
		return nil, err
	}
	return pool, nil
}
