// Package projections shows, builds, switches, verifies and compares the read tables.
package projections

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/projections/projector"
)

// Command is callup projections.
func Command(p *cli.Program) *cobra.Command {
	c := &cobra.Command{Use: "projections", Short: "See, build, switch and verify the read tables"}
	var asJSON bool
	c.PersistentFlags().BoolVar(&asJSON, "json", false, "print JSON")
	c.AddCommand(
		&cobra.Command{
			Use: "list", Short: "The projections of this program and their tables", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error { return listProjections(p, asJSON) },
		},
		&cobra.Command{
			Use: "status [projection]...", Short: "Every build: its state, position and lag, and what it left out",
			RunE: func(c *cobra.Command, args []string) error {
				return p.WithBase(c.Context(), func(ctx context.Context,
					b *app.Base) error {
					return projectionStatus(ctx, p, b, args, asJSON)
				})
			},
		},
		&cobra.Command{
			Use: "verify [projection]...", Short: "Rebuild in the shadow and compare every row; exits 1 when any differs",
			RunE: func(c *cobra.Command, args []string) error {
				return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error { return verify(ctx, p, b, args, asJSON) })
			},
		},
		buildCommand(p, &asJSON), rebuildCommand(p, &asJSON), switchCommand(p, &asJSON), backCommand(p), pruneCommand(p, &asJSON),
		diffCommand(p, &asJSON),
	)
	return c
}

func listProjections(p *cli.Program, asJSON bool) error {
	type row struct {
		Projection string   `json:"projection"`
		Version    int      `json:"version"`
		Tables     []string `json:"tables"`
	}
	var rows []row
	for _, pr := range app.Projections() {
		rows = append(rows, row{pr.Name, pr.Version, pr.Tables()})
	}
	if asJSON {
		return p.JSON(rows)
	}
	return p.Table(func(w io.Writer) {
		fmt.Fprintln(w, "PROJECTION\tVERSION\tTABLES")
		for _, r := range rows {
			fmt.Fprintf(w, "%s\t%d\t%s\n", r.Projection, r.Version, strings.Join(r.Tables, ", "))
		}
	})
}

type buildStatus struct {
	Projection string              `json:"projection"`
	Version    int                 `json:"version"`
	Build      int64               `json:"build"`
	Schema     string              `json:"schema"`
	State      string              `json:"state"`
	Position   eventstore.Position `json:"position"`
	Behind     int64               `json:"events_behind"`
	BehindBy   float64             `json:"seconds_behind"`
	Stopped    string              `json:"stopped,omitempty"`
	Degraded   int64               `json:"events_left_out,omitempty"`
	LeftOut    []projector.LeftOut `json:"left_out,omitempty"` // the first of them
	AsOf       string              `json:"as_of,omitempty"`
	Personal   bool                `json:"personal"`
	KeepUntil  *time.Time          `json:"keep_until,omitempty"`
	Log        string              `json:"log"`
	Code       string              `json:"code"`
}

func statusOf(b projector.Build) buildStatus {
	return buildStatus{
		Projection: b.Projection, Version: b.Version, Build: b.ID, Schema: b.Schema, State: b.State, Position: b.Position,
		Stopped:  b.Stopped,
		Degraded: b.Degraded, AsOf: b.AsOf, Personal: b.Personal, KeepUntil: b.KeepUntil, Log: b.Log.String(), Code: b.Code,
	}
}

// note says what else there is to know of a build.
func (s buildStatus) note() string {
	var notes []string
	if s.AsOf != "" {
		notes = append(notes, "as of "+s.AsOf+" in "+s.Schema)
	}
	if s.KeepUntil != nil {
		notes = append(notes, "until "+s.KeepUntil.UTC().Format(time.DateTime))
	}
	if s.Degraded > 0 {
		notes = append(notes, fmt.Sprintf("%d events left out", s.Degraded))
	}
	if s.Stopped != "" {
		notes = append(notes, "stopped: "+s.Stopped)
	}
	return strings.Join(notes, "; ")
}

func projectionStatus(ctx context.Context, p *cli.Program, b *app.Base, names []string, asJSON bool) error {
	chosen, err := Chosen(b, names)
	if err != nil {
		return err
	}
	builds, err := projector.Builds(ctx, b.Pool)
	if err != nil {
		return err
	}
	rows := []buildStatus{}
	for _, x := range builds {
		if len(names) > 0 && !slices.ContainsFunc(chosen, func(pr *projector.Projection) bool { return pr.Name == x.Projection }) {
			continue
		}
		lag, err := b.Store.Behind(ctx, x.Position)
		if err != nil {
			return err
		}
		r := statusOf(x)
		if r.LeftOut, err = x.LeftOut(ctx, b.Pool); err != nil {
			return err
		}
		r.Behind = lag.Events
		if !lag.Oldest.IsZero() {
			r.BehindBy = time.Since(lag.Oldest).Seconds()
		}
		rows = append(rows, r)
	}
	if asJSON {
		return p.JSON(rows)
	}
	return p.Table(func(w io.Writer) {
		fmt.Fprintln(w, "PROJECTION\tVERSION\tBUILD\tSTATE\tPOSITION\tBEHIND\tNOTE")
		for _, r := range rows {
			fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%s\t%d events, %.1f s\t%s\n",
				r.Projection, r.Version, r.Build, r.State, r.Position, r.Behind, r.BehindBy, r.note())
		}
		for _, r := range rows {
			for _, o := range r.LeftOut {
				fmt.Fprintf(w, "\n%s, build %d, left out %s at position %s of %s, event %s: %s", r.Projection, r.Build, o.Type, o.Position,
					o.Stream, o.Event, o.Error)
			}
		}
	})
}

// Chosen finds projections by name; without names, all.
func Chosen(b *app.Base, names []string) ([]*projector.Projection, error) {
	if len(names) == 0 {
		return b.Projections, nil
	}
	var out []*projector.Projection
	for _, n := range names {
		found := false
		for _, pr := range b.Projections {
			if pr.Name == n {
				out, found = append(out, pr), true
			}
		}
		if !found {
			var known []string
			for _, pr := range b.Projections {
				known = append(known, pr.Name)
			}
			return nil, cli.Unknown("projection", n, known)
		}
	}
	return out, nil
}

// bar draws how far a build has got.
func bar(p *cli.Program, g projector.BuildProgress) {
	const width = 30
	part := 1.0
	if g.Total > 0 {
		part = float64(g.Events) / float64(g.Total)
	}
	full := int(part * width)
	fmt.Fprintf(p.Drawing(), "\r%-24s [%s%s] %3.0f %%  %d of %d events, %.0f/s, %s left ",
		g.Projection, strings.Repeat("█", full), strings.Repeat("·", width-full), part*100, g.Events, g.Total, g.Rate,
		g.Left.Round(time.Second))
}

func verify(ctx context.Context, p *cli.Program, b *app.Base, names []string, asJSON bool) error {
	chosen, err := Chosen(b, names)
	if err != nil {
		return err
	}
	var all []projector.Verified
	bad := false
	for _, pr := range chosen {
		v, err := builderOf(p, b).Verify(ctx, pr)
		fmt.Fprintln(p.Drawing())
		if err != nil {
			return err
		}
		all = append(all, v)
		bad = bad || v.Total > 0
	}
	if asJSON {
		err = p.JSON(all)
	} else {
		err = p.Table(func(w io.Writer) {
			fmt.Fprintln(w, "PROJECTION\tPOSITION\tROWS\tDIFFERENCES")
			for _, v := range all {
				fmt.Fprintf(w, "%s\t%s\t%d\t%d\n", v.Projection, v.Position, v.Rows, v.Total)
				for _, d := range v.Differences {
					fmt.Fprintf(w, "\t\t%s\t%s in %s\n", d.Key, d.What, d.Table)
				}
			}
		})
	}
	if err == nil && bad {
		return cli.ExitError(1)
	}
	return err
}
