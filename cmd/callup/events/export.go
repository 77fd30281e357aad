package events

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/selection"
	"github.com/callup/callup/internal/app"
)

// exportAsked are the flags of an export.
type exportAsked struct {
	eventsAsked
	format, out, campaign string
}

func eventsExport(p *cli.Program) *cobra.Command {
	var a exportAsked
	c := &cobra.Command{
		Use: "export", Short: "Write events as JSON Lines, or contributions as CSV, with a digest to compare two exports by",
		Long: "Write events as JSON Lines (jsonl), or contributions as CSV, one row a donation that was started in the time asked " +
			"for,\n" +
			"as it stood at its end. The digest is the SHA-256 of what was written: sha256sum of the file gives the same.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := a.checkExport(); err != nil {
				return err
			}
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error { return exportEvents(ctx, p, b, &a) })
		},
	}
	a.filters(c)
	a.times(c)
	a.disclosing.Flags(c)
	c.Flags().StringVar(&a.format, "format", "jsonl", "jsonl or csv")
	cli.PathFlag(c, &a.out, "out",
		"the file to write, readable by its owner alone; it appears when it is complete. Without it, standard output")
	c.Flags().StringVar(&a.campaign, "campaign", "", "with --format csv: only this campaign, by slug or id")
	return c
}

// exportFormats are what an export can be written as.
var exportFormats = []string{"jsonl", "csv"}

func (a *exportAsked) checkExport() error {
	switch {
	case !slices.Contains(exportFormats, a.format):
		return cli.Unknown("format", a.format, exportFormats)
	case a.format == "csv" && len(a.streams)+len(a.categories)+len(a.types) > 0:
		return errors.New("CSV is contributions: choose them with --campaign, --from, --to and --after")
	case a.format == "jsonl" && a.campaign != "":
		return errors.New("--campaign is for --format csv; choose events with --stream, --category and --type")
	}
	return a.disclosing.Check()
}

// exported is what an export came to.
type exported struct {
	what     string // what the lines are
	lines    int64
	from, to eventstore.Position // after the one, up to the other
	log      eventstore.LogID
	digest   string
}

func (e *exported) String() string {
	return fmt.Sprintf("%d %s of log %s, after position %s and up to %s, sha256 %s", e.lines, e.what, e.log, e.from, e.to, e.digest)
}

// digested counts lines and digests what is written through it.
type digested struct {
	w     *bufio.Writer
	sum   hash.Hash
	lines int64
}

func newDigested(w io.Writer) *digested {
	sum := sha256.New()
	return &digested{w: bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<16), sum: sum}
}

func exportEvents(ctx context.Context, p *cli.Program, b *app.Base, a *exportAsked) error {
	s, err := a.selection(ctx, b)
	if err != nil {
		return err
	}
	var campaign ident.ID
	what := "events export --format " + a.format
	if a.campaign != "" {
		if campaign, err = cli.CampaignByName(ctx, b, a.campaign); err != nil {
			return err
		}
		what += " --campaign " + campaign.String()
	}
	view, err := a.view(ctx, p, b, what, &s)
	if err != nil {
		return err
	}
	done := exported{what: "events", from: s.After, to: s.Until}
	if done.log, _, err = b.Store.Head(ctx); err != nil {
		return err
	}
	progress := p.Progress("exporting")
	write := func(to io.Writer) error {
		d := newDigested(to)
		var err error
		if a.format == "csv" {
			done.what = "contributions"
			err = exportContributions(ctx, b, d, view, &s, campaign, progress)
		} else {
			err = exportLines(ctx, b, d, view, &s, progress)
		}
		if err == nil {
			err = d.w.Flush()
		}
		done.lines, done.digest = d.lines, hex.EncodeToString(d.sum.Sum(nil))
		return err
	}
	if a.out == "" {
		if err := write(p.Stdout); err != nil {
			return err
		}
		progress.Done()
		fmt.Fprintln(p.Stderr, done.String())
		return nil
	}
	if err := atomically(a.out, write); err != nil {
		return err
	}
	progress.Done()
	fmt.Fprintln(p.Stdout, done.String())
	return nil
}

// exportLines writes events as JSON Lines, a page at a time.
func exportLines(
	ctx context.Context, b *app.Base, d *digested, view *eventView, s *selection.Selection, progress *cli.Progress,
) error {
	lag, err := b.Store.Behind(ctx, s.After)
	if err != nil {
		return err
	}
	batch := make([]eventstore.Recorded, 0, 500)
	flush := func() error {
		lines, err := view.lines(ctx, batch)
		if err != nil {
			return err
		}
		for _, l := range lines {
			text, err := canonical(l)
			if err != nil {
				return err
			}
			if _, err := d.w.Write(text); err != nil {
				return err
			}
		}
		d.lines += int64(len(lines))
		batch = batch[:0]
		progress.Show(d.lines, max(lag.Events, d.lines))
		return nil
	}
	for r, err := range s.Read(ctx, b.Store) {
		if err != nil {
			return err
		}
		if batch = append(batch, r); len(batch) == cap(batch) {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

// atomically writes a file that is either there whole or not at all.
func atomically(name string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*") // readable by its owner alone
	if err != nil {
		return fmt.Errorf("make %s: %w", name, err)
	}
	defer func() {
		if err != nil {
			_ = f.Close() // perhaps closed already
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if err := os.Rename(f.Name(), name); err != nil {
		return fmt.Errorf("put %s in its place: %w", name, err)
	}
	return nil
}
