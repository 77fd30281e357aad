package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
)

// readErased reads what callup erase status --json wrote; nothing when no file is named.
func readErased(file string) ([]shownErasure, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read who was erased: %w", err)
	}
	var all []shownErasure
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("read who was erased: %s is not what callup erase status --json writes: %w", file, err)
	}
	for _, x := range all {
		if x.Subject.IsNil() || x.Kind != erasure.Member && x.Kind != erasure.Guest || x.Kind == erasure.Member && x.Member.IsNil() {
			return nil, fmt.Errorf("read who was erased: %s is not what this callup erase status --json writes", file)
		}
	}
	return all, nil
}

// eraseAgain erases whom a list names, as far as the restored log does not know of it, before anybody is served. What only
// waited for its grace to pass waits for it anew.
func (p *program) eraseAgain(ctx context.Context, s *services, list []shownErasure) error {
	if len(list) == 0 {
		return nil
	}
	var begun []ident.ID
	for _, x := range list {
		if x.State == erasure.TakenBack {
			continue
		}
		env := operatorAsks("erase again " + x.Subject.String())
		var state erasure.State
		var found bool
		err := p.patiently(ctx, func() (_ string, err error) {
			state, found, err = s.erasures.EraseAgain(ctx, env, x.Kind, x.Member, x.Subject, x.State == erasure.Waiting)
			return "", err
		})
		if err != nil {
			return err
		}
		if found && x.State != erasure.Waiting {
			begun = append(begun, state.ID)
		}
	}
	// all keys go before copies of the first have run out, which takes a minute
	for _, id := range begun {
		var wait *command.NotYet
		if _, err := p.advance(ctx, s, id); err != nil && !errors.As(err, &wait) {
			return err
		}
	}
	for _, id := range begun {
		state, err := p.finishErasure(ctx, s, id)
		if err == nil {
			err = p.printErasure(erasureShown(state), false)
		}
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(p.stdout, "%d of %d people on the list were erased again; the others are not here, or were erased before the backup.\n", len(begun), len(list))
	return nil
}
