// Package erase erases people, says how far that has got, and goes on with what was cut off.
package erase

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore/reach"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/projections/projector"
)

// Command is callup erase.
func Command(p *cli.Program) *cobra.Command {
	c := &cobra.Command{Use: "erase", Short: "Erase a person everywhere, the log included; amounts stay, without a name"}
	var asJSON, now bool
	c.PersistentFlags().BoolVar(&asJSON, "json", false, "print JSON")
	sub := func(use, short string, args cobra.PositionalArgs,
		run func(context.Context, *app.Services, []string) error) *cobra.Command {
		return &cobra.Command{
			Use: use, Short: short, Args: args,
			RunE: func(c *cobra.Command, args []string) error {
				return p.WithBase(c.Context(), func(ctx context.Context, b *app.Base) error {
					s, err := b.Alone()
					if err != nil {
						return err
					}
					return run(ctx, s, args)
				})
			},
		}
	}
	member := sub("member <id or e-mail>", "Erase a member, with their campaigns' words and what they gave as a guest",
		cobra.ExactArgs(1),
		func(ctx context.Context, s *app.Services, args []string) error {
			return eraseMember(ctx, p, s, args[0], now, asJSON)
		})
	guest := sub("guest <e-mail>", "Erase who gave or wrote under an address without being a member", cobra.ExactArgs(1),
		func(ctx context.Context, s *app.Services, args []string) error {
			return eraseGuest(ctx, p, s, args[0], now, asJSON)
		})
	for _, x := range []*cobra.Command{member, guest} {
		x.Flags().BoolVar(&now, "now", false, "without time to undo it; runs until nothing is left, a minute or two")
	}
	c.AddCommand(
		member, guest,
		sub("status [id]", "Where an erasure stands; without an id, all of them", cobra.MaximumNArgs(1),
			func(ctx context.Context, s *app.Services, args []string) error {
				return erasureStatus(ctx, p, s, args, asJSON)
			}),
		sub("undo <id>", "Take an erasure back that has not begun", cobra.ExactArgs(1),
			func(ctx context.Context, s *app.Services, args []string) error {
				return undoErasure(ctx, p, s, args[0])
			}),
		sub("resume <id>", "Carry out an erasure that has begun, when no server does", cobra.ExactArgs(1),
			func(ctx context.Context, s *app.Services, args []string) error {
				return resumeErasure(ctx, p, s, args[0], asJSON)
			}),
	)
	return c
}

func eraseMember(ctx context.Context, p *cli.Program, s *app.Services, who string, now, asJSON bool) error {
	id, err := ident.Parse(who)
	if err != nil {
		a, err := s.Accounts.Address(ctx, who)
		if err != nil {
			return fmt.Errorf("neither the id of a member nor an e-mail address: %w", err)
		}
		if a.Member.IsNil() {
			return errors.New("no member has this address; who only gave under it is erased with: callup erase guest")
		}
		id = a.Member
	}
	state, _, err := s.Erasures.EraseMember(ctx, app.OperatorAsks("erase member"), id, erasure.ByOperator)
	return erase(ctx, p, s, state, err, now, asJSON)
}

func eraseGuest(ctx context.Context, p *cli.Program, s *app.Services, email string, now, asJSON bool) error {
	state, _, err := s.Erasures.EraseGuest(ctx, app.OperatorAsks("erase guest"), email, erasure.ByOperator)
	return erase(ctx, p, s, state, err, now, asJSON)
}

func erase(ctx context.Context, p *cli.Program, s *app.Services, state erasure.State, err error, now, asJSON bool) error {
	if refused, ok := errors.AsType[*domain.Refusal](err); ok {
		return errors.New(refused.Text)
	}
	if err != nil {
		return err
	}
	if !now {
		return show(ctx, p, s, state, asJSON)
	}
	if _, err := s.Erasures.Begin(ctx, app.OperatorAsks("begin erasure"), state.ID); err != nil {
		return err
	}
	return carryOut(ctx, p, s, state.ID, asJSON)
}

func resumeErasure(ctx context.Context, p *cli.Program, s *app.Services, name string, asJSON bool) error {
	id, err := erasureID(name)
	if err != nil {
		return err
	}
	state, err := s.Erasures.State(ctx, id)
	if err != nil {
		return err
	}
	if !state.Underway() && state.Status != erasure.Done {
		return show(ctx, p, s, state, asJSON)
	}
	return carryOut(ctx, p, s, id, asJSON)
}

// carryOut takes every step of an erasure, and says how to go on where it has to give up.
func carryOut(ctx context.Context, p *cli.Program, s *app.Services, id ident.ID, asJSON bool) error {
	state, err := Finish(ctx, p, s, id)
	if err != nil {
		return fmt.Errorf("%w\nWhat was done is recorded; go on with: callup erase resume %s", err, id)
	}
	if state.Status == erasure.Done {
		if err := rewriteFiles(ctx, p, s); err != nil {
			return fmt.Errorf("%w\nNo query finds the person; a server rewrites the files, or: callup erase resume %s", err, id)
		}
	}
	return show(ctx, p, s, state, asJSON)
}

// Finish takes every step of an erasure until nothing is left, saying what it waits for. It folds the projections
// meanwhile, unless a server does.
func Finish(ctx context.Context, p *cli.Program, s *app.Services, id ident.ID) (state erasure.State, err error) {
	runner := projector.NewRunner(s.ProjectionConfig(nil))
	if err := p.Patiently(ctx, func() (string, error) { return "", runner.Ready(ctx) }); err != nil {
		return state, err
	}
	running, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- runner.Run(running) }()
	defer func() {
		stop()
		if rerr := <-ended; rerr != nil && !errors.Is(rerr, context.Canceled) {
			err = errors.Join(err, rerr)
		}
	}()
	var said string
	for {
		state, err := Advance(ctx, p, s, id)
		wait, waits := errors.AsType[*command.NotYet](err)
		if !waits {
			return state, err
		}
		if said != wait.For {
			said = wait.For
			fmt.Fprintln(p.Stderr, "Waiting for", wait.For)
		}
		if !reach.Pause(ctx, 250*time.Millisecond) {
			return state, ctx.Err()
		}
	}
}

// Advance takes the steps of an erasure that can be taken now. What fails is tried again here, since this process knows
// which payments were ended: another one would ask the provider about all of them. Error: *command.NotYet.
func Advance(ctx context.Context, p *cli.Program, s *app.Services, id ident.ID) (state erasure.State, err error) {
	err = p.Patiently(ctx, func() (string, error) {
		var err error
		if state, err = s.Erasures.Advance(ctx, id); state.ID.IsNil() {
			return "", err
		}
		return fmt.Sprint(state.Status, state.ChangedAt, state.Blanked, s.Erasures.Reached(id)), err
	})
	return state, err
}

func erasureID(name string) (ident.ID, error) {
	id, err := ident.Parse(name)
	if err != nil {
		return id, fmt.Errorf("%q is not the id of an erasure; see: callup erase status", name)
	}
	return id, nil
}

func undoErasure(ctx context.Context, p *cli.Program, s *app.Services, name string) error {
	id, err := erasureID(name)
	if err != nil {
		return err
	}
	done, err := s.Erasures.Undo(ctx, app.OperatorAsks("undo erasure"), id)
	if refused, ok := errors.AsType[*domain.Refusal](err); ok {
		return errors.New(refused.Text)
	}
	if err != nil {
		return err
	}
	if done.Position.IsZero() {
		fmt.Fprintln(p.Stdout, "It was undone already.")
		return nil
	}
	fmt.Fprintln(p.Stdout, "Undone. Nothing was erased; the person can sign in again.")
	return nil
}

// Shown is an erasure as the operator sees it: nothing of it names the person.
type Shown struct {
	ID        ident.ID          `json:"id"`
	Kind      erasure.Kind      `json:"kind"`
	Member    ident.ID          `json:"member,omitzero"`
	Subject   ident.ID          `json:"subject"`
	By        erasure.Requester `json:"by"`
	State     erasure.Status    `json:"state"`
	Since     time.Time         `json:"since"`
	DueAt     time.Time         `json:"due_at"`
	ChangedAt time.Time         `json:"changed_at"`
	Next      string            `json:"next"`
	Subjects  int               `json:"subjects"`
	Campaigns int               `json:"campaigns"`
	Gifts     int               `json:"gifts"`
	Dropped   int               `json:"builds_dropped"`
	Removed   []erasure.Removed `json:"removed"`
	Files     string            `json:"files,omitempty"` // once it is completed: one of those below
	Holds     []string          `json:"holds,omitempty"` // what still holds something, in words
}

// What became of the files in which erased text lay.
const (
	filesWaiting   = "waiting"   // to be rewritten
	filesRewritten = "rewritten" // tables and write-ahead log
	filesTables    = "tables"    // the tables only: the write-ahead log belongs to another Postgres
	filesPartly    = "partly"    // some tables belong to another role
)

// ShownOf is an erasure as it is printed.
func ShownOf(x erasure.State) Shown {
	next := map[erasure.Status]string{
		erasure.Waiting:    "begins at " + x.DueAt.Format(time.RFC3339) + "; until then: callup erase undo " + x.ID.String(),
		erasure.TakenBack:  "nothing: it was undone",
		erasure.Begun:      "the account is closed, campaigns and payments are ended",
		erasure.Named:      "the keys are destroyed",
		erasure.KeysGone:   "copies of the keys run out, within a minute",
		erasure.Erased:     "the projections fold it, and older tables are dropped",
		erasure.Rebuilt:    "mails, failures, payments and the account are cleaned out",
		erasure.CleanedOut: "the end is recorded",
		erasure.Done:       "nothing: no query finds the person",
	}[x.Status]
	return Shown{
		ID: x.ID, Kind: x.Kind, Member: x.Member, Subject: x.Subject, By: x.By, State: x.Status, Since: x.Since, DueAt: x.DueAt,
		ChangedAt: x.ChangedAt, Next: next,
		Subjects: len(x.Subjects), Campaigns: x.Campaigns, Gifts: x.Gifts, Dropped: x.Dropped,
		Removed: append([]erasure.Removed{}, x.Removed...),
	}
}

// show prints an erasure, with what became of the files.
func show(ctx context.Context, p *cli.Program, s *app.Services, x erasure.State, asJSON bool) error {
	shown, err := shownWithFiles(ctx, s, x)
	if err != nil {
		return err
	}
	return Print(p, shown, asJSON)
}

// Print prints an erasure.
func Print(p *cli.Program, x Shown, asJSON bool) error {
	if asJSON {
		return p.JSON(x)
	}
	return p.Table(func(w io.Writer) {
		fmt.Fprintf(w, "Erasure\t%s\n", x.ID)
		fmt.Fprintf(w, "Of\ta %s\n", x.Kind)
		if !x.Member.IsNil() {
			fmt.Fprintf(w, "Member\t%s\n", x.Member)
		}
		fmt.Fprintf(w, "Asked for\t%s by the %s\n", x.Since.Format(time.RFC3339), x.By)
		fmt.Fprintf(w, "State\t%s since %s\n", x.State, x.ChangedAt.Format(time.RFC3339))
		fmt.Fprintf(w, "Next\t%s\n", x.Next)
		if x.Subjects > 0 {
			fmt.Fprintf(w, "Keys\t%d, those of the words of %d campaigns among them\n", x.Subjects, x.Campaigns)
			fmt.Fprintf(w, "Gifts\t%d concerned; their amounts stay\n", x.Gifts)
		}
		if x.State == erasure.Rebuilt || x.State == erasure.CleanedOut || x.State == erasure.Done {
			fmt.Fprintf(w, "Builds dropped\tat least %d\n", x.Dropped)
		}
		for _, r := range x.Removed {
			fmt.Fprintf(w, "Removed\t%d %s\n", r.Count, r.What)
		}
		if x.Files != "" {
			fmt.Fprintf(w, "Files\t%s\n", x.Files)
		}
		for _, h := range x.Holds {
			fmt.Fprintf(w, "Still holds\t%s\n", h)
		}
	})
}

func erasureStatus(ctx context.Context, p *cli.Program, s *app.Services, args []string, asJSON bool) error {
	if len(args) == 1 {
		id, err := erasureID(args[0])
		if err != nil {
			return err
		}
		state, err := s.Erasures.State(ctx, id)
		if err != nil {
			return err
		}
		return show(ctx, p, s, state, asJSON)
	}
	states, err := s.Erasures.All(ctx)
	if err != nil {
		return err
	}
	rows := make([]Shown, len(states))
	for i, x := range states {
		if rows[i], err = shownWithFiles(ctx, s, x); err != nil {
			return err
		}
	}
	if asJSON {
		return p.JSON(rows)
	}
	if len(rows) == 0 {
		fmt.Fprintln(p.Stdout, "Nobody was ever erased here.")
		return nil
	}
	return p.Table(func(w io.Writer) {
		fmt.Fprintln(w, "ERASURE\tOF\tASKED FOR\tSTATE\tSINCE\tFILES\tNEXT")
		for _, x := range rows {
			fmt.Fprintf(w, "%s\ta %s\t%s\t%s\t%s\t%s\t%s\n", x.ID, x.Kind, x.Since.Format(time.RFC3339), x.State,
				x.ChangedAt.Format(time.RFC3339), x.Files, x.Next)
		}
	})
}
