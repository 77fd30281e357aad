package erasing

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/faultpoint"
)

// lookAgain is how long projections are given before they are looked at again.
const lookAgain = 2 * time.Second

const erasingActor = "reactor:erasures"

// Advance takes every step of an erasure that can be taken now, and gives the state it came to. Each step is idempotent,
// and recorded once it was taken: whoever calls after a crash, or beside another process, goes on where the stream
// says. Errors: *command.NotYet, erasure.ErrNotFound, and whatever keeps a step from being taken; asking again goes on.
func (e *Process) Advance(ctx context.Context, id ident.ID) (erasure.State, error) {
	for {
		s, revision, err := command.Load(ctx, e.s.Handler, erasure.Decider, id)
		if err != nil {
			return s, err
		}
		switch s.Status {
		case erasure.None:
			return s, erasure.ErrNotFound
		case erasure.TakenBack, erasure.Done:
			e.forget(id)
			return s, nil
		case erasure.Waiting:
			if now := e.s.Now(); now.Before(s.DueAt) {
				return s, &command.NotYet{At: s.DueAt, For: "the time to undo it to pass"}
			}
		case erasure.Begun, erasure.Named, erasure.KeysGone, erasure.Erased, erasure.Rebuilt, erasure.CleanedOut:
		}
		// the id follows from where the stream stands: two processes that take the same step take it once
		env := command.Envelope{ID: ident.Command(erasingActor, fmt.Sprintf("%s %d", id, revision)), Actor: erasingActor}
		_, err = advanceErasure.Run(ctx, e.s, env, step{e, s})
		if err != nil && !errors.Is(err, erasure.ErrStep) { // another process took it
			return s, err
		}
	}
}

// step is the next one of an erasure.
type step struct {
	e    *Process
	from erasure.State
}

var advanceErasure = command.Define("advance-erasure", "Take the next step of an erasure", command.Internal,
	func(ctx context.Context, c *command.Call, in step) (command.Done, error) {
		decide, err := in.e.step(ctx, in.from)
		if err != nil {
			return command.Done{}, err
		}
		faultpoint.Hit("erase-unrecorded")
		return command.On(ctx, c, erasure.Decider, in.from.ID, decide)
	})

// step does what the state asks for next, and gives what to record of it.
func (e *Process) step(ctx context.Context, s erasure.State) (func(erasure.State) ([]erasure.Event, error), error) {
	switch s.Status {
	case erasure.Waiting:
		return erasure.Begin{Now: e.s.Now()}.Decide, nil
	case erasure.Begun:
		return e.scope(ctx, s)
	case erasure.Named:
		of := map[erasure.SubjectKind][]ident.ID{}
		for _, x := range s.Subjects {
			of[x.Kind] = append(of[x.Kind], x.ID)
		}
		for kind, subjects := range of { // all of a kind at once: one call for each would hardly ever get through thousands
			if err := e.c.Keys.Destroy(ctx, string(kind), subjects...); err != nil {
				return nil, err
			}
		}
		cut := e.s.Now()
		if err := e.purgeAhead(ctx, s, cut); err != nil {
			return nil, err
		}
		return erasure.RecordKeysDestroyed{Now: cut}.Decide, nil
	case erasure.KeysGone:
		return e.erase(ctx, s)
	case erasure.Erased:
		return e.dropBuilds(ctx, s)
	case erasure.Rebuilt:
		return e.purge(ctx, s)
	case erasure.CleanedOut:
		if err := e.c.Keys.Destroy(ctx, "erasure", append(slices.Clip(s.Former), s.Words)...); err != nil {
			return nil, err
		}
		return erasure.Complete{Now: e.s.Now()}.Decide, nil
	case erasure.None, erasure.TakenBack, erasure.Done:
	}
	return nil, fmt.Errorf("an erasure that is %q has no next step", s.Status)
}

// scope cuts the person off, ends what they run, and names whose keys are to go.
func (e *Process) scope(ctx context.Context, s erasure.State) (func(erasure.State) ([]erasure.Event, error), error) {
	b, err := e.closeAffairs(ctx, s)
	if err != nil {
		return nil, err
	}
	scope := erasure.Scope{Subjects: b.subjects(), Now: e.s.Now()}
	for _, h := range e.c.Holdings {
		if h.Count != nil {
			h.Count(b, &scope)
		}
	}
	return scope.Decide, nil
}

// erase waits for the copies of the keys to run out and looks again for what was made until then.
func (e *Process) erase(ctx context.Context, s erasure.State) (func(erasure.State) ([]erasure.Event, error), error) {
	left, err := e.c.Keys.Lingering(ctx, s.SubjectIDs()...)
	if err != nil {
		return nil, err
	}
	if left > 0 {
		return nil, &command.NotYet{In: left, For: "copies of the keys to run out"}
	}
	if s.Blanked > 0 { // a batch of many
		return erasure.Erase{Now: e.s.Now()}.Decide, nil
	}
	more, err := e.scope(ctx, s)
	if err != nil {
		return nil, err
	}
	return func(s erasure.State) ([]erasure.Event, error) {
		if fresh, err := more(s); err != nil || len(fresh) > 0 {
			return fresh, err
		}
		return erasure.Erase{Now: e.s.Now()}.Decide(s)
	}, nil
}

func (e *Process) dropBuilds(ctx context.Context, s erasure.State) (func(erasure.State) ([]erasure.Event, error), error) {
	at, err := e.erasedAt(ctx, s.ID)
	if err != nil {
		return nil, err
	}
	behind, err := e.c.Builds.Behind(ctx, at)
	if err != nil {
		return nil, err
	}
	if len(behind) > 0 {
		return nil, waitFor(at, behind)
	}
	dropped, err := e.c.Builds.DropBelow(ctx, at)
	if err != nil {
		return nil, err
	}
	// what somebody has begun to fold meanwhile was not dropped
	if behind, err = e.c.Builds.Behind(ctx, at); err != nil {
		return nil, err
	}
	if len(behind) > 0 {
		return nil, waitFor(at, behind)
	}
	return erasure.RecordBuildsDropped{Dropped: dropped, Now: e.s.Now()}.Decide, nil
}

func waitFor(at eventstore.Position, behind []string) *command.NotYet {
	return &command.NotYet{In: lookAgain, For: "the projections to reach position " + at.String() + ": " +
		strings.Join(behind, "; ")}
}

// ever is later than whatever has a date.
var ever = time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC)

// purgeAhead removes what a guest left that is dated later than the cut, which nobody can have written yet: the clock was
// ahead and was set back. When the rest is purged, what somebody new left may have the same dates.
func (e *Process) purgeAhead(ctx context.Context, s erasure.State, cut time.Time) error {
	if s.Kind != erasure.Guest || !s.Cut.IsZero() {
		return nil
	}
	email, err := e.requestedEmail(ctx, s.ID)
	if err != nil {
		return err
	}
	for _, p := range e.purges() {
		if _, err := p.Run(ctx, Traces{Belongings: NewBelongings(ident.Nil, nil), Email: email, From: cut, Until: ever}); err != nil {
			return fmt.Errorf("purge %s dated ahead: %w", p.What, err)
		}
	}
	return nil
}

// purges are those of all places, in the order in which they are recorded.
func (e *Process) purges() (all []Purge) {
	for _, h := range e.c.Holdings {
		all = append(all, h.Purges...)
	}
	return all
}

func (e *Process) purge(ctx context.Context, s erasure.State) (func(erasure.State) ([]erasure.Event, error), error) {
	b, err := e.search(ctx, s)
	if err != nil {
		return nil, err
	}
	t := Traces{Belongings: b, Member: s.Member, Named: []ident.ID{s.Member}, Until: ever}
	for _, x := range s.Subjects {
		t.Subjects = append(t.Subjects, x.ID)
	}
	for _, h := range e.c.Holdings {
		if h.Named != nil {
			t.Named = append(t.Named, h.Named(b)...)
		}
		if h.Mails != nil {
			t.Mails = append(t.Mails, h.Mails(b)...)
		}
	}
	if s.Kind == erasure.Guest {
		t.Until = s.Cut
	}
	if t.Email, err = e.requestedEmail(ctx, s.ID); err != nil {
		return nil, err
	}
	var removed []erasure.Removed
	for _, p := range e.purges() {
		n, err := p.Run(ctx, t)
		if err != nil {
			return nil, fmt.Errorf("purge %s: %w", p.What, err)
		}
		removed = append(removed, erasure.Removed{What: p.What, Count: n})
	}
	return erasure.RecordPurged{Removed: removed, Now: e.s.Now()}.Decide, nil
}

func (e *Process) forget(id ident.ID) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.found, id)
	maps.DeleteFunc(e.ended, func(l glance, _ map[ident.ID]bool) bool { return l.erasure == id })
}

// persons are the subjects of what the person wrote of themselves: those named already, or the member with the guest of
// the same address.
func (e *Process) persons(ctx context.Context, s erasure.State) ([]erasure.Subject, error) {
	var out []erasure.Subject
	for _, x := range s.Subjects {
		if x.Kind == erasure.OfMember || x.Kind == erasure.OfGuest {
			out = append(out, x)
		}
	}
	if len(out) > 0 {
		return out, nil
	}
	if s.Kind == erasure.Guest {
		return []erasure.Subject{{ID: s.Subject, Kind: erasure.OfGuest}}, nil
	}
	out = []erasure.Subject{{ID: s.Subject, Kind: erasure.OfMember}}
	email, err := e.requestedEmail(ctx, s.ID)
	if err != nil {
		return nil, err
	}
	guest, found, err := e.c.Keys.FindGuest(ctx, email)
	if err != nil {
		return nil, err
	}
	if found {
		out = append(out, erasure.Subject{ID: guest, Kind: erasure.OfGuest})
	}
	return out, nil
}
