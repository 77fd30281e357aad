package reactors

import (
	"slices"
	"testing"

	"github.com/callup/callup/commands/members"
	"github.com/callup/callup/domain/ident"
)

// What a member pressed goes once they withdraw, and stays where they have agreed again by the time it is heard.
func TestInteractions_AreForgottenOnceWithdrawn(t *testing.T) {
	w := newWorld(t)
	cy, bo := ident.Pair("member", "cy"), ident.Pair("member", "bo")
	choose := func(who ident.ID, choices ...bool) {
		t.Helper()
		for _, allowed := range choices {
			_, err := members.ChooseTracking.Run(t.Context(), w.commands, w.env().For(who), members.ChooseTrackingBody{Allowed: allowed})
			must(t, err)
		}
	}
	w.register(cy, "Cy", "cy@example.org", "en")
	w.register(bo, "Bo", "bo@example.org", "en")
	choose(cy, true, false)
	choose(bo, true, false, true)
	w.run(w.router())
	w.handled()
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Contains(w.forgotten, cy) || slices.Contains(w.forgotten, bo) {
		t.Errorf("forgotten were %v", w.forgotten)
	}
}
