package backup

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/cmd/callup/erase"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/backup"
	"github.com/callup/callup/internal/config"
	"github.com/callup/callup/internal/embeddedpg"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/migrations"
)

// RestoreCommand is callup restore.
func RestoreCommand(p *cli.Program) *cobra.Command {
	var from, keysFrom, erased string
	c := &cobra.Command{
		Use: "restore --from <folder>", Short: "Fill an empty installation from a backup, and build its read tables",
		Args: cobra.NoArgs,
		Long: "Fill an installation in which nothing is yet from what callup backup wrote: all of it, or nothing when anything is\n" +
			"wrong. The installation key of the backup must be in place first (CALLUP_KEY, CALLUP_KEY_FILE, or installation.key in\n" +
			"CALLUP_DATA).",
		RunE: func(c *cobra.Command, _ []string) error { return restore(c.Context(), p, from, keysFrom, erased) },
	}
	cli.PathFlag(c, &from, "from", "folder with "+LogArchive+", and with "+KeysArchive+" where --keys-from names no other")
	cli.PathFlag(c, &keysFrom, "keys-from", "folder with "+KeysArchive)
	cli.PathFlag(c, &erased, "erased",
		"a file that callup erase status --json wrote after the backup: whoever it names is erased again")
	_ = c.MarkFlagRequired("from") // the flag exists
	return c
}

func restore(ctx context.Context, p *cli.Program, from, keysFrom, erased string) (err error) {
	if keysFrom == "" {
		keysFrom = from
	}
	cfg, o, err := p.Settings(slog.LevelWarn)
	if err != nil {
		return err
	}
	if cfg.EventStoreURL != "" {
		return errors.New(
			"a backup is restored into a database: unset EVENTSTORE_URL, restore, and then move the log with callup events copy",
		)
	}
	r := &restoring{cfg: cfg, log: o.Log}
	defer func() { err = errors.Join(err, r.close(context.WithoutCancel(ctx))) }()
	if err := r.open(filepath.Join(from, LogArchive), filepath.Join(keysFrom, KeysArchive)); err != nil {
		return err
	}
	again, err := readErased(erased)
	if err != nil {
		return err
	}
	if err := r.run(ctx); err != nil {
		return err
	}
	fmt.Fprintf(p.Stdout, "%d events are restored, up to position %s of %s. Building the read tables …\n",
		r.header.Events, r.header.Head, r.header.Made.Format("2006-01-02 15:04:05 MST"))
	if err := finishRestore(ctx, p, cfg, o, again); err != nil {
		return fmt.Errorf("%w\nThe restore did not come to its end, and can't be gone on with: remove what it filled and restore "+
			"again, or restore into another folder or database", err)
	}
	fmt.Fprintln(p.Stdout, "Everything is restored. Check it with: callup projections verify. Then start: callup serve\n"+
		app.HeldBack+
		"\nSay so where this takes the place of the installation that was lost; a copy, as for a drill, stays as it is.")
	return nil
}

// finishRestore makes a filled database one that may be opened.
func finishRestore(ctx context.Context, p *cli.Program, cfg config.Config, o app.Options, erased []erase.Shown) (err error) {
	b, err := app.OpenRestored(ctx, cfg, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close(context.WithoutCancel(ctx))) }()
	s, err := b.Alone()
	if err != nil {
		return err
	}
	if err := eraseAgain(ctx, p, s, erased); err != nil {
		return err
	}
	if err := p.Patiently(ctx, func() (string, error) { return "", b.CatchUp(ctx) }); err != nil {
		return err
	}
	return p.Patiently(ctx, func() (string, error) { return "", b.CompleteRestore(ctx) })
}

// restoring is a restore under way.
type restoring struct {
	cfg     config.Config
	log     *slog.Logger
	header  backup.Header
	parts   []*backup.Reader
	closers []func(context.Context) error
}

func (r *restoring) close(ctx context.Context) error {
	var errs []error
	for _, c := range slices.Backward(r.closers) {
		errs = append(errs, c(ctx))
	}
	return errors.Join(errs...)
}

// open looks at everything that can be wrong before the database is touched: both parts are there, of one backup, not
// newer than this program, and the key is the one they were written under.
func (r *restoring) open(logFile, keysFile string) error {
	for _, part := range []struct{ name, file string }{{backup.Log, logFile}, {backup.Keys, keysFile}} {
		f, err := os.Open(part.file)
		if err != nil {
			return fmt.Errorf("open the backup: %w", err)
		}
		r.closers = append(r.closers, func(context.Context) error { return f.Close() })
		a, err := backup.NewReader(f)
		if err != nil {
			return fmt.Errorf("%s: %w", part.file, err)
		}
		r.closers = append(r.closers, func(context.Context) error { a.Close(); return nil })
		if a.Header.Part != part.name {
			return fmt.Errorf("%s is the archive of the %s, not of the %s", part.file, a.Header.Part, part.name)
		}
		r.parts = append(r.parts, a)
	}
	r.header = r.parts[0].Header
	if other := r.parts[1].Header; other.Backup != r.header.Backup {
		return fmt.Errorf("the two archives are not of one backup: the log is of %s, the keys are of %s", r.header.Made, other.Made)
	}
	if r.header.Currency != string(r.cfg.MainCurrency) {
		return fmt.Errorf(
			"the totals of this backup were recorded in %s: set CALLUP_MAIN_CURRENCY to %s", r.header.Currency, r.header.Currency,
		)
	}
	if !r.cfg.HasKey() {
		return fmt.Errorf("put the installation key of the backup in place first: as %s, readable by its owner alone, or name it "+
			"with CALLUP_KEY or CALLUP_KEY_FILE",
			r.cfg.KeySource())
	}
	key, _, err := r.cfg.InstallationKey()
	if err != nil {
		return err
	}
	keys, err := keyring.New(nil, key, app.Now, catalog.ErrErased)
	if err != nil {
		return err
	}
	check, err := keys.Derive("check")
	if err != nil {
		return err
	}
	if hex.EncodeToString(check) != r.header.KeyCheck {
		return fmt.Errorf(
			"%s is not the installation key this backup was made under: nobody's name could be read with it", r.cfg.KeySource(),
		)
	}
	return nil
}

// run fills the database in one transaction.
func (r *restoring) run(ctx context.Context) error {
	url := r.cfg.DatabaseURL
	if url == "" {
		server, err := embeddedpg.Start(ctx, embeddedpg.Within(r.cfg.Data, r.log))
		if err != nil {
			return err
		}
		r.closers = append(r.closers, server.Stop)
		url = server.URL()
	}
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("connect to the database: %w", err)
	}
	r.closers = append(r.closers, conn.Close)
	if err := r.mayFill(ctx, conn); err != nil {
		return err
	}
	if err := migrations.UpTo(ctx, url, r.header.Migration); err != nil {
		return err
	}
	if err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return r.fill(ctx, tx) }); err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}
	return migrations.Up(ctx, url)
}

func (r *restoring) mayFill(ctx context.Context, conn *pgx.Conn) error {
	has, knows, err := migrations.Versions(ctx, conn)
	switch {
	case err != nil:
		return err
	case r.header.Migration > knows:
		return fmt.Errorf("a newer callup (%s) wrote this backup: restore with that one", r.header.Program)
	case has > r.header.Migration:
		return fmt.Errorf("this database is at migration %d and the backup at %d: "+
			"restore into a database that no callup has opened yet", has, r.header.Migration)
	}
	full, err := backup.Occupied(ctx, conn)
	if err != nil {
		return err
	}
	if full != "" {
		return fmt.Errorf("this installation is not empty (there is something in %s): restore into another database, or another "+
			"folder (CALLUP_DATA)", full)
	}
	return nil
}

func (r *restoring) fill(ctx context.Context, tx pgx.Tx) error {
	// a server that starts meanwhile waits, and finds its installation made
	if _, err := tx.Exec(ctx, `LOCK TABLE installation, events IN EXCLUSIVE MODE`); err != nil {
		return fmt.Errorf("hold the log: %w", err)
	}
	if full, err := backup.Occupied(ctx, tx); err != nil || full != "" {
		return errors.Join(err, fmt.Errorf("something else fills this installation (%s)", full))
	}
	if err := app.HoldBack(ctx, tx, r.header.Made); err != nil {
		return err
	}
	for _, part := range r.parts {
		if _, err := backup.Read(ctx, tx, part); err != nil {
			return err
		}
	}
	// a key that came back although its person was erased, as of a backup that was put together from two, goes again before
	// anything can be opened with it
	_, err := tx.Exec(ctx, `INSERT INTO subject_keys (subject, kind, destroyed_at)
		SELECT DISTINCT ON (s) (data->>'subject')::uuid AS s, data->>'kind', clock_timestamp() FROM events WHERE type = 'PersonErased'
		ORDER BY s
		ON CONFLICT (subject) DO UPDATE SET wrapped = NULL, address = NULL, destroyed_at = excluded.destroyed_at
		WHERE subject_keys.wrapped IS NOT NULL`)
	if err != nil {
		return fmt.Errorf("destroy the keys of who was erased: %w", err)
	}
	var events, last int64
	if err := tx.QueryRow(ctx, `SELECT count(*), coalesce(max(position), 0) FROM events`).Scan(&events, &last); err != nil {
		return fmt.Errorf("count what was restored: %w", err)
	}
	if events != r.header.Events || last != r.header.Events {
		return fmt.Errorf("%w: %d events up to position %d came of a log of %d", backup.ErrDamaged, events, last, r.header.Events)
	}
	return nil
}
