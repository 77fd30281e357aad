package erasing

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
)

// closeAffairs closes the account, and ends whatever the person runs.
func (e *Process) closeAffairs(ctx context.Context, s erasure.State) (*Belongings, error) {
	if !s.Member.IsNil() {
		if err := e.c.Accounts.Close(ctx, s.Member); err != nil {
			return nil, err
		}
	}
	b, err := e.search(ctx, s)
	if err != nil {
		return b, err
	}
	at := glance{s.ID, s.Status, len(s.Subjects)}
	ended := e.endedBefore(at)
	var errs []error
	for _, h := range e.c.Holdings { // one that can't be ended leaves none of the others open
		for _, x := range h.Ends {
			things := x.Things(b)
			rand.Shuffle(len(things), func(i, j int) { things[i], things[j] = things[j], things[i] }) //nolint:gosec // no secret
			errs = append(errs, endEach(x.What, things, ended, func(id ident.ID) (bool, error) {
				if x.EndOf != nil {
					return x.EndOf(ctx, e.s, b, id)
				}
				return x.End(ctx, e.s, id)
			}))
		}
	}
	err = errors.Join(errs...)
	e.keepEnded(at, ended, err)
	return b, err
}

// glance is one look at what a person runs: what was ended need not be ended again until it is over. The next one asks about
// everything anew, in whichever process.
type glance struct {
	erasure  ident.ID
	status   erasure.Status
	subjects int
}

func (e *Process) endedBefore(at glance) map[ident.ID]bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if before := e.ended[at]; before != nil {
		return maps.Clone(before)
	}
	return map[ident.ID]bool{}
}

func (e *Process) keepEnded(at glance, ended map[ident.ID]bool, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err == nil {
		delete(e.ended, at)
		return
	}
	e.ended[at] = ended
}

// Reached tells how far an erasure has come within the step that it takes in this process. It says nothing by itself, but
// is another as long as the erasure gets on.
func (e *Process) Reached(id ident.ID) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := 0
	for at, ended := range e.ended {
		if at.erasure == id {
			n += len(ended)
		}
	}
	return fmt.Sprint(e.found[id].at, n)
}

// failuresInARow is after how many things that could not be ended one after the other the rest is put off: what they
// depend on is away.
const failuresInARow = 3

// endEach ends things, and adds those that are over to a set, by which they are left out. A provider that answers most of
// the time must not hold up a person with many payments: one that can't be ended keeps none of the others waiting, and what
// failed is tried again until nothing of what is left can be ended. The things come in no order: whoever tries next is not
// to begin with the same few that can't be ended.
func endEach(what string, things []ident.ID, ended map[ident.ID]bool, end func(ident.ID) (over bool, _ error)) error {
	left := slices.DeleteFunc(things, func(id ident.ID) bool { return ended[id] })
	for len(left) > 0 {
		failed, err := endRound(left, ended, end)
		if len(failed) == len(left) {
			return fmt.Errorf("end %s: %d are left: %w", what, len(failed), err)
		}
		left = failed
	}
	return nil
}

// endRound is one round of endEach. It gives those that are left, with the first failure: those that were not tried, then
// those that failed.
func endRound(things []ident.ID, ended map[ident.ID]bool, end func(ident.ID) (bool, error)) (left []ident.ID, err error) {
	inARow := 0
	for n, id := range things {
		over, failure := end(id)
		if failure == nil {
			ended[id], inARow = over, 0
			continue
		}
		if left = append(left, id); err == nil {
			err = fmt.Errorf("%s: %w", id, failure)
		}
		if inARow++; inARow == failuresInARow {
			return slices.Concat(things[n+1:], left), err
		}
	}
	return left, err
}
