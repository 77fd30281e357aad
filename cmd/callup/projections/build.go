package projections

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/eventstore/selection"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/projections/projector"
)

// buildFlags are what `projections build` is told.
type buildFlags struct {
	all        bool
	asOf       string
	into       string
	disclosing cli.Disclosing
	keep       time.Duration
}

func buildCommand(p *cli.Program, asJSON *bool) *cobra.Command {
	var f buildFlags
	c := &cobra.Command{
		Use:   "build <projection>... | --all",
		Short: "Build projections from the log in one pass, beside those people read, or as of a past moment",
		Long: `Builds projections from the log in one pass, beside those people read, and leaves them ready for "projections switch".
A build that was interrupted is gone on with.

With --as-of, builds them as they were at a past moment (before the first event recorded after it) or position, into a
schema of their own, for analysts. Personal text is masked there unless --personal says otherwise, for a --reason that is
recorded in the log.`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.disclosing.Check(); err != nil {
				return err
			}
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error {
				chosen, err := named(b, args, f.all)
				if err != nil {
					return err
				}
				if f.asOf != "" || f.into != "" {
					return buildPast(ctx, p, b, chosen, &f, *asJSON)
				}
				if f.disclosing.Personal || f.keep != 0 {
					return errors.New("--personal and --keep go with --as-of")
				}
				return buildNow(ctx, p, b, chosen, *asJSON)
			})
		},
	}
	c.Flags().BoolVar(&f.all, "all", false, "build every projection")
	c.Flags().StringVar(&f.asOf, "as-of", "", "a moment (2026-11-01, 2026-11-01T12:00:00Z) or a position of the log")
	c.Flags().StringVar(&f.into, "into", "", "the schema to build into, with --as-of")
	f.disclosing.Flags(c)
	c.Flags().DurationVar(&f.keep, "keep", 0, "how long the tables are kept (default 720h, with --personal 168h and no longer)")
	return c
}

func rebuildCommand(p *cli.Program, asJSON *bool) *cobra.Command {
	var all, accept bool
	c := &cobra.Command{
		Use:   "rebuild <projection>... | --all",
		Short: "Build projections again from the log, beside those people read, compare, then switch",
		RunE: func(c *cobra.Command, args []string) error {
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error {
				chosen, err := named(b, args, all)
				if err != nil {
					return err
				}
				builds, err := builderOf(p, b).Rebuild(ctx, chosen, accept)
				fmt.Fprintln(p.Drawing())
				return told(p, builds, err, "rebuilt from %d events; people read it now", *asJSON)
			})
		},
	}
	c.Flags().BoolVar(&all, "all", false, "rebuild every projection")
	c.Flags().BoolVar(&accept, "accept", false, "switch although the new tables differ from what people read")
	return c
}

func switchCommand(p *cli.Program, asJSON *bool) *cobra.Command {
	var all, accept bool
	c := &cobra.Command{
		Use: "switch <projection>... | --all", Short: "Let people read the build that is ready, once it is found to be equal",
		RunE: func(c *cobra.Command, args []string) error {
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error {
				chosen, err := named(b, args, all)
				if err != nil {
					return err
				}
				var builds []projector.Build
				for _, pr := range chosen {
					compared, build, err := projector.NewBuilder(b.ProjectionConfig(nil)).Switch(ctx, pr, accept)
					if all && errors.Is(err, projector.ErrNotReady) {
						continue
					}
					if err != nil {
						return errors.Join(err, told(p, builds, nil, "switched to, after %d events", *asJSON))
					}
					fmt.Fprintf(p.Stderr, "%s: %s\n", pr.Name, compared.Summary())
					builds = append(builds, build)
				}
				return told(p, builds, nil, "switched to, after %d events", *asJSON)
			})
		},
	}
	c.Flags().BoolVar(&all, "all", false, "switch every projection that has a build ready")
	c.Flags().BoolVar(&accept, "accept", false, "switch although the new tables differ from what people read")
	return c
}

func backCommand(p *cli.Program) *cobra.Command {
	return &cobra.Command{
		Use: "back <projection>...", Short: "Let people read the build before the last switch again", Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error {
				chosen, err := Chosen(b, args)
				if err != nil {
					return err
				}
				for _, pr := range chosen {
					build, err := projector.NewBuilder(b.ProjectionConfig(nil)).Back(ctx, pr)
					if err != nil {
						return err
					}
					fmt.Fprintf(p.Stdout, "%s: people read build %d again, at %s\n", pr.Name, build.ID, build.Position)
				}
				return nil
			})
		},
	}
}

func pruneCommand(p *cli.Program, asJSON *bool) *cobra.Command {
	var what projector.Prune
	c := &cobra.Command{
		Use: "prune", Short: "Drop builds nobody needs: retired, interrupted and expired ones", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error {
				gone, err := projector.NewBuilder(b.ProjectionConfig(nil)).Prune(ctx, what)
				return told(p, gone, err, "dropped, with %d events folded", *asJSON)
			})
		},
	}
	c.Flags().BoolVar(&what.Previous, "previous", false, "also the builds kept for going back")
	c.Flags().StringVar(&what.Schema, "schema", "", "the as-of build in this schema")
	return c
}

func builderOf(p *cli.Program, b *app.Base) *projector.Builder {
	builder := projector.NewBuilder(b.ProjectionConfig(nil))
	builder.Progress = func(g projector.BuildProgress) { bar(p, g) }
	return builder
}

// named gives the projections of these names, or all.
func named(b *app.Base, names []string, all bool) ([]*projector.Projection, error) {
	if all == (len(names) > 0) {
		return nil, errors.New("name projections, or say --all; see: callup projections list")
	}
	return Chosen(b, names)
}

func buildNow(ctx context.Context, p *cli.Program, b *app.Base, chosen []*projector.Projection, asJSON bool) error {
	builds, err := builderOf(p, b).Build(ctx, chosen)
	fmt.Fprintln(p.Drawing())
	if err := told(p, builds, err, "built from %d events and ready", asJSON); err != nil {
		return err
	}
	fmt.Fprintln(p.Stderr, "People read the old tables still. To switch: callup projections switch "+names(chosen))
	return nil
}

func names(chosen []*projector.Projection) string {
	out := make([]string, len(chosen))
	for i, pr := range chosen {
		out[i] = pr.Name
	}
	return strings.Join(out, " ")
}

// told prints what became of builds. An error is given back.
func told(p *cli.Program, builds []projector.Build, err error, format string, asJSON bool) error {
	if asJSON {
		rows := []buildStatus{}
		for _, b := range builds {
			rows = append(rows, statusOf(b))
		}
		return errors.Join(err, p.JSON(rows))
	}
	for _, b := range builds {
		fmt.Fprintf(p.Stdout, "%-22s build %d in %s: "+format+"\n", b.Projection, b.ID, b.Schema, b.Events)
	}
	return err
}

func buildPast(
	ctx context.Context, p *cli.Program, b *app.Base, chosen []*projector.Projection, f *buildFlags, asJSON bool,
) error {
	if f.asOf == "" || f.into == "" {
		return errors.New("--as-of and --into go together")
	}
	at, err := selection.ParseBound(f.asOf)
	if err != nil {
		return fmt.Errorf("--as-of: %w", err)
	}
	past := &projector.AsOf{At: at, Schema: f.into, Personal: f.disclosing.Personal}
	keep := f.keep
	switch {
	case keep != 0:
	case past.Personal:
		keep = projector.PersonalKeptFor
	default:
		keep = projector.PastKeptFor
	}
	clock := app.Now()
	past.KeepUntil = clock.Add(keep)
	if err := past.Validate(clock); err != nil {
		return err
	}
	if past.Until, err = at.Resolve(ctx, b.Store); err != nil { // what is recorded from now on lies beyond it
		return fmt.Errorf("--as-of: %w", err)
	}
	if past.Personal {
		if err := f.disclosing.Disclose(ctx, p, b, "projections build --as-of "+at.String()+" --into "+past.Schema+" "+
			names(chosen)); err != nil {
			return err
		}
	}
	builds, err := builderOf(p, b).BuildPast(ctx, chosen, past)
	fmt.Fprintln(p.Drawing())
	if err != nil || asJSON {
		return told(p, builds, err, "", asJSON)
	}
	return p.Table(func(w io.Writer) {
		fmt.Fprintln(w, "PROJECTION\tEVENTS\tPOSITION\tIN")
		for _, x := range builds {
			fmt.Fprintf(w, "%s\t%d\t%s\t%s\n", x.Projection, x.Events, x.Position, x.Schema)
		}
		text := "masked"
		if past.Personal {
			text = "in the clear"
		}
		fmt.Fprintf(w, "\nAs of %s, personal text %s, log %s, code %s; dropped after %s.\n",
			at, text, builds[0].Log, builds[0].Code, past.KeepUntil.Format(time.DateTime))
	})
}
