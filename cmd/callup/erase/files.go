package erase

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/eventstore/reach"
	"github.com/callup/callup/internal/app"
)

// rewriteFiles rewrites the files in which erased text may lie, saying what it waits for.
func rewriteFiles(ctx context.Context, p *cli.Program, s *app.Services) error {
	var said string
	for {
		err := s.RewriteFiles(ctx)
		wait, waits := errors.AsType[*command.NotYet](err)
		if !waits {
			return err
		}
		if said != wait.For {
			said = wait.For
			fmt.Fprintln(p.Stderr, "Waiting for", wait.For)
		}
		if !reach.Pause(ctx, time.Second) {
			return ctx.Err()
		}
	}
}

// shownWithFiles is an erasure as it is printed, with what became of the files it was in.
func shownWithFiles(ctx context.Context, s *app.Services, x erasure.State) (Shown, error) {
	shown := ShownOf(x)
	if x.Status != erasure.Done {
		return shown, nil
	}
	files, err := s.Files(ctx)
	if err != nil {
		return shown, err
	}
	rewritten, err := s.Rewritten(ctx, files, x.ID)
	if err != nil {
		return shown, err
	}
	switch {
	case !rewritten:
		shown.Files = filesWaiting
		shown.Holds = append(shown.Holds, "the database's files: a server rewrites them soon, or: callup erase resume "+x.ID.String())
	case len(files.LeftOut) > 0:
		shown.Files = filesPartly
		shown.Holds = append(shown.Holds, "the files of tables that belong to another role of the database: "+
			strings.Join(files.LeftOut, ", "))
	case files.WAL:
		shown.Files = filesRewritten
	default:
		shown.Files = filesTables
	}
	if rewritten && !files.WAL {
		shown.Holds = append(shown.Holds,
			"the write-ahead log, replicas and snapshots of your own Postgres, for as long as it keeps them")
	}
	if slices.ContainsFunc(x.Subjects, guessable) {
		shown.Holds = append(shown.Holds,
			"the log, from before ids of guests were random: whoever has it and the installation key can confirm a guess of the address")
	}
	return shown, nil
}

// guessable tells whether a subject's id was derived from a guest's address: one that is random has another version.
func guessable(x erasure.Subject) bool { return x.Kind == erasure.OfGuest && x.ID[6]>>4 == 5 }
