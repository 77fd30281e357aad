package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/cmd/callup/erase"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/app"
)

// readErased reads what callup erase status --json wrote; nothing when no file is named.
func readErased(file string) ([]erase.Shown, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read who was erased: %w", err)
	}
	var all []erase.Shown
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
func eraseAgain(ctx context.Context, p *cli.Program, s *app.Services, list []erase.Shown) error {
	if len(list) == 0 {
		return nil
	}
	var begun []ident.ID
	for _, x := range list {
		if x.State == erasure.TakenBack {
			continue
		}
		env := app.OperatorAsks("erase again " + x.Subject.String())
		var state erasure.State
		var found bool
		err := p.Patiently(ctx, func() (_ string, err error) {
			state, found, err = s.Erasures.EraseAgain(ctx, env, x.Kind, x.Member, x.Subject, x.State == erasure.Waiting)
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
		if _, err := erase.Advance(ctx, p, s, id); err != nil && !errors.As(err, &wait) {
			return err
		}
	}
	for _, id := range begun {
		state, err := erase.Finish(ctx, p, s, id)
		if err == nil {
			err = erase.Print(p, erase.ShownOf(state), false)
		}
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(p.Stdout,
		"%d of %d people on the list were erased again; the others are not here, or were erased before the backup.\n", len(begun),
		len(list))
	return nil
}
