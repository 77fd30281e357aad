package backup

import (
	"bytes"
	"strings"
	"testing"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/cmd/callup/erase"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/internal/app/apptest"
)

// A restore starts from nothing when it gives up, so it does not at the first failure, neither before all keys are gone
// nor after.
func TestErasingAgainWaitsForTheProvider(t *testing.T) {
	t.Parallel()
	l := apptest.NewLeaving(t)
	l.Give("", l.Launch(l.Tokens["owner"], nil), map[string]any{"donor_name": apptest.RareName, "donor_email": apptest.RareEmail})
	subject, found, err := l.Keys.FindGuest(t.Context(), strings.ToLower(apptest.RareEmail))
	if err != nil || !found {
		t.Fatal(found, err)
	}
	f := l.FailAt(1, 3) // it is asked again when copies of the keys have run out
	var out, said bytes.Buffer
	p := &cli.Program{Stdout: &out, Stderr: &said}
	if err := eraseAgain(t.Context(), p, l.Services,
		[]erase.Shown{{Kind: erasure.Guest, Subject: subject, State: erasure.Done}}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "1 of 1 people on the list were erased again") || f.Asked < 4 {
		t.Errorf("asked %d times, it says %s", f.Asked, &out)
	}
	if s := said.String(); strings.Count(s, "Waiting, since the payment provider does not answer; trying again in 1s\n") != 2 ||
		apptest.RareTraces.In(s) != "" {
		t.Errorf("it says %s", s)
	}
}
