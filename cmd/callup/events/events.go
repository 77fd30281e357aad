// Package events shows, exports, copies and adopts the log.
package events

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
	"github.com/callup/callup/eventstore/selection"
	"github.com/callup/callup/internal/app"
)

// Command is callup events.
func Command(p *cli.Program) *cobra.Command {
	c := &cobra.Command{
		Use: "events", Short: "Read the log: list, follow, look at and export events; copy it into another store",
		Long: "Read the log. People are shown under pseudonyms and what they wrote is masked; --personal shows it, " +
			"and records first\n" +
			"who looked at what and why (--reason). What belongs to an erased person is shown as erased, always.",
	}
	c.AddCommand(eventsList(p), eventsTail(p), eventsShow(p), eventsExport(p), eventsCopy(p), eventsAdopt(p))
	return c
}

// eventsAsked are the flags that the subcommands share.
type eventsAsked struct {
	streams, categories, types []string
	after, from, to            string
	disclosing                 cli.Disclosing
	json                       bool
}

func (a *eventsAsked) filters(c *cobra.Command) {
	c.Flags().StringSliceVar(&a.streams, "stream", nil, "only these streams, such as donation-<id>")
	c.Flags().StringSliceVar(&a.categories, "category", nil, "only streams of these categories, such as donation")
	c.Flags().StringSliceVar(&a.types, "type", nil, "only these types, such as DonationCompleted")
	c.Flags().StringVar(&a.after, "after", "", "only after this position")
}

func (a *eventsAsked) times(c *cobra.Command) {
	c.Flags().StringVar(&a.from, "from", "",
		"only what was recorded after this time (2026-11-20T09:30:00Z, or a day: its beginning, UTC)")
	c.Flags().StringVar(&a.to, "to", "", "only what was recorded up to this time, or up to this position")
}

// selection finds out what is asked for. Until is always a position: what is selected is the same when asked again.
func (a *eventsAsked) selection(ctx context.Context, b *app.Base) (selection.Selection, error) {
	s := selection.Selection{Streams: a.streams, Categories: a.categories, Types: a.types}
	if err := a.known(b.Catalog); err != nil {
		return s, err
	}
	if a.after != "" && a.from != "" {
		return s, errors.New("--after and --from both say where to begin: give one of them")
	}
	begin, end := a.from, a.to
	if a.after != "" {
		if _, err := eventstore.ParsePosition(a.after); err != nil {
			return s, err
		}
		begin = a.after
	}
	var err error
	if begin != "" {
		if s.After, err = resolve(ctx, b, begin); err != nil {
			return s, err
		}
	}
	if end != "" {
		s.Until, err = resolve(ctx, b, end)
	} else {
		_, s.Until, err = b.Store.Head(ctx)
	}
	return s, err
}

// known refuses types and categories of events that do not exist, and streams of such categories.
func (a *eventsAsked) known(c *catalog.Catalog) error {
	for _, t := range a.types {
		if c.Version(t) == 0 {
			return cli.Unknown("type of event", t, c.Types())
		}
	}
	categories := slices.Clone(a.categories)
	for _, stream := range a.streams {
		category, _, _ := strings.Cut(stream, "-")
		categories = append(categories, category)
	}
	for _, category := range categories {
		if all := catalog.Categories(); !slices.Contains(all, category) {
			return cli.Unknown("category", category, all)
		}
	}
	return nil
}

func resolve(ctx context.Context, b *app.Base, text string) (eventstore.Position, error) {
	at, err := selection.ParseBound(text)
	if err != nil {
		return eventstore.Position{}, err
	}
	p, err := at.Resolve(ctx, b.Store)
	if errors.Is(err, eventstore.ErrToCome) { // a part of the log may end where the log does
		_, p, err = b.Store.Head(ctx)
	}
	return p, err
}

// view decides how events are shown. If personal data is asked for, that is recorded before it returns.
func (a *eventsAsked) view(
	ctx context.Context, p *cli.Program, b *app.Base, command string, s *selection.Selection,
) (*eventView, error) {
	name, err := b.Pseudonyms()
	if err != nil {
		return nil, err
	}
	if a.disclosing.Personal {
		if err := a.disclosing.Disclose(ctx, p, b, described(command, s)); err != nil {
			return nil, fmt.Errorf("nothing is shown, because that could not be recorded: %w", err)
		}
	}
	return newEventView(b, a.disclosing.Personal, name), nil
}

// described says what is selected, for the record.
func described(command string, s *selection.Selection) string {
	words := []string{command}
	for flag, values := range map[string][]string{"--stream": s.Streams, "--category": s.Categories, "--type": s.Types} {
		for _, v := range values {
			words = append(words, flag+" "+v)
		}
	}
	slices.Sort(words[1:])
	if !s.After.IsZero() {
		words = append(words, "--after "+s.After.String())
	}
	if s.Until != selection.End {
		words = append(words, "--to "+s.Until.String())
	}
	return strings.Join(words, " ")
}

// mostListed bounds events list: more are exported.
const mostListed = 10_000

func eventsList(p *cli.Program) *cobra.Command {
	var a eventsAsked
	limit := 50
	c := &cobra.Command{
		Use: "list", Short: "The last events, or the first after a position; the newest last", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if limit < 1 || limit > mostListed {
				return fmt.Errorf("--limit must be between 1 and %d; for more: callup events export", mostListed)
			}
			if err := a.disclosing.Check(); err != nil {
				return err
			}
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error { return listEvents(ctx, p, b, &a, limit) })
		},
	}
	a.filters(c)
	a.times(c)
	a.disclosing.Flags(c)
	c.Flags().IntVar(&limit, "limit", limit, "how many")
	c.Flags().BoolVar(&a.json, "json", false, "print JSON Lines, with all that is in the events")
	return c
}

func listEvents(ctx context.Context, p *cli.Program, b *app.Base, a *eventsAsked, limit int) error {
	s, err := a.selection(ctx, b)
	if err != nil {
		return err
	}
	var found []eventstore.Recorded
	if a.after == "" {
		found, err = s.Last(ctx, b.Store, limit)
	} else {
		for r, rerr := range s.Read(ctx, b.Store) {
			if err = rerr; err != nil || len(found) == limit {
				break
			}
			found = append(found, r)
		}
	}
	if err != nil {
		return err
	}
	view, err := a.view(ctx, p, b, "events list --limit "+strconv.Itoa(limit), &s)
	if err != nil {
		return err
	}
	out := newEventPrinter(p, a.json)
	if len(found) == 0 && !a.json {
		fmt.Fprintln(p.Stdout, "No events.")
		return nil
	}
	return out.print(ctx, view, found)
}

func eventsTail(p *cli.Program) *cobra.Command {
	var a eventsAsked
	c := &cobra.Command{
		Use: "tail", Short: "Follow the log live until Ctrl-C; with --after, what came since as well", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := a.disclosing.Check(); err != nil {
				return err
			}
			return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error {
				if err := tailEvents(ctx, p, b, &a); ctx.Err() == nil {
					return err
				}
				return nil // Ctrl-C is how it ends
			})
		},
	}
	a.filters(c)
	a.disclosing.Flags(c)
	c.Flags().BoolVar(&a.json, "json", false, "print JSON Lines, with all that is in the events")
	return c
}

func tailEvents(ctx context.Context, p *cli.Program, b *app.Base, a *eventsAsked) error {
	s, err := a.selection(ctx, b)
	if err != nil {
		return err
	}
	if a.after == "" {
		s.After = s.Until
	}
	s.Until = selection.End
	view, err := a.view(ctx, p, b, "events tail", &s)
	if err != nil {
		return err
	}
	out := newEventPrinter(p, a.json)
	for {
		for page, err := range s.Pages(ctx, b.Store) {
			if err != nil {
				return err
			}
			if err := out.print(ctx, view, page.Events); err != nil {
				return err
			}
			s.After = page.Next
		}
		if err := b.Store.Wait(ctx, s.After); err != nil {
			return err
		}
	}
}
