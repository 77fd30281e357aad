// Package backup writes an installation into two archives, fills another from them, and lets that one act.
package backup

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/backup"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/migrations"
)

// The files of a backup.
const (
	LogArchive  = "log.tar.zst"
	KeysArchive = "keys.tar.zst"
)

// Command is callup backup.
func Command(p *cli.Program) *cobra.Command {
	var to, keysTo string
	var asJSON bool
	c := &cobra.Command{
		Use:   "backup --to <folder> --keys-to <folder>",
		Short: "Write the log, and the keys and accounts apart from it, as they are at one moment", Args: cobra.NoArgs,
		Long: "Write two archives beside a running server, both of one moment: " + LogArchive +
			" with the log, whose personal text is\n" +
			"sealed, and " + KeysArchive + " with the keys that open it, the accounts and all else that is not in the log. Whoever has\n" +
			"the first alone reads no personal data, so they go to two folders. The installation key is in neither: without a copy of\n" +
			"it the keys can't be used. Read tables are not backed up, since the log rebuilds them; sessions are not, so\n" +
			"everybody signs in again after a restore.",
		RunE: func(c *cobra.Command, _ []string) error {
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error { return backUp(ctx, p, b, to, keysTo, asJSON) })
		},
	}
	cli.PathFlag(c, &to, "to", "folder for "+LogArchive+"; it must be empty or new")
	cli.PathFlag(c, &keysTo, "keys-to", "another folder for "+KeysArchive+
		", empty or new, so that the two never lie together")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	for _, name := range []string{"to", "keys-to"} {
		_ = c.MarkFlagRequired(name) // the flag exists
	}
	return c
}

// backedUp is what a backup holds.
type backedUp struct {
	backup.Header
	Files  []string       `json:"files"`
	Tables []backup.Table `json:"tables"`
}

func backUp(ctx context.Context, p *cli.Program, b *app.Base, to, keysTo string, asJSON bool) error {
	if b.Config.EventStoreURL != "" {
		return errors.New("the log is kept in KurrentDB, which callup backup does not reach: with the servers stopped, back up " +
			"KurrentDB with " +
			"its own tools and the database with pg_dump; see docs/operators.md")
	}
	forget, err := twoFolders(to, keysTo)
	if err != nil {
		return err
	}
	out, err := writeArchives(ctx, b, filepath.Join(to, LogArchive), filepath.Join(keysTo, KeysArchive))
	if err != nil {
		forget()
		return err
	}
	if asJSON {
		return p.JSON(out)
	}
	fmt.Fprintf(p.Stdout, "The log up to position %s is in %s.\n", out.Head, out.Files[0])
	fmt.Fprintf(p.Stdout, "Keys, accounts and all else are in %s: keep it apart from the log, on another machine.\n", out.Files[1])
	fmt.Fprintf(p.Stdout,
		"The installation key is in neither. Keep a copy of %s apart from both: without it nobody's name can be read again.\n",
		b.Config.KeySource())
	return nil
}

// writeArchives writes both archives from one snapshot. A server that runs beside it is not held up.
func writeArchives(ctx context.Context, b *app.Base, logTo, keysTo string) (out backedUp, err error) {
	tx, err := b.Pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return out, fmt.Errorf("open a snapshot: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // it only reads
	if out.Header, err = headerOf(ctx, tx, b.Version); err != nil {
		return out, err
	}
	for _, part := range []struct{ name, to string }{{backup.Log, logTo}, {backup.Keys, keysTo}} {
		h := out.Header
		h.Part = part.name
		err := writeWhole(part.to, func(w io.Writer) error {
			tables, err := backup.Write(ctx, tx, w, h)
			out.Tables = append(out.Tables, tables...)
			if err == nil && part.name == backup.Log && tables[0].Rows != out.Events {
				err = fmt.Errorf("the log ends at position %s and holds %d events: it has gaps; see: callup doctor", out.Head, tables[0].Rows)
			}
			return err
		})
		if err != nil {
			return out, err
		}
		out.Files = append(out.Files, part.to)
	}
	return out, nil
}

func headerOf(ctx context.Context, tx pgx.Tx, program string) (h backup.Header, err error) {
	id, err := ident.New(rand.Reader)
	if err != nil {
		return h, err
	}
	h = backup.Header{Format: backup.Format, Backup: id.String(), Made: app.Now(), Program: program}
	if h.Migration, _, err = migrations.Versions(ctx, tx); err != nil {
		return h, err
	}
	is, err := rowscan.One[struct {
		LogID    ident.ID `db:"log_id"`
		Events   int64    `db:"events"`
		Check    []byte   `db:"key_check"`
		Currency string   `db:"currency"`
	}](ctx, tx, `SELECT l.log_id, coalesce((SELECT max(position) FROM events), 0) AS events, i.key_check, i.currency
		FROM log_head l, installation i`)
	if err != nil {
		return h, fmt.Errorf("read what is to be backed up: %w", err)
	}
	h.Events, h.Currency = is.Events, is.Currency
	h.LogID, h.KeyCheck = is.LogID.String(), hex.EncodeToString(is.Check)
	h.Head = eventstore.MakePosition(uint64(max(h.Events, 0)), 0).String()
	return h, nil
}

// writeWhole makes a file that is there as a whole or not at all, and that a power cut does not take away.
func writeWhole(path string, write func(io.Writer) error) (err error) {
	part := path + ".part"
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("make %s: %w", part, err)
	}
	defer func() {
		if err != nil {
			if rerr := os.Remove(part); !errors.Is(rerr, fs.ErrNotExist) {
				err = errors.Join(err, rerr)
			}
		}
	}()
	if err = errors.Join(write(f), f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err = os.Rename(part, path); err != nil {
		return fmt.Errorf("name %s: %w", path, err)
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return fmt.Errorf("keep %s: %w", path, err)
	}
	if err = errors.Join(folder.Sync(), folder.Close()); err != nil {
		return fmt.Errorf("keep %s: %w", path, err)
	}
	return nil
}
