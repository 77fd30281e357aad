package ledger

import (
	"slices"
	"strings"
	"testing"

	"github.com/callup/callup/projections"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/projector/projectortest"
)

// An older program beside this one reads other tables, and both are live.
func TestLiveBuilds_AreOfThisProgramsVersions(t *testing.T) {
	log, all := projectortest.New(t), projections.All()
	_, err := liveBuilds(t.Context(), log.Pool, all)
	if err == nil || !strings.Contains(err.Error(), "has no live build; run: callup projections rebuild") {
		t.Errorf("without tables: %v", err)
	}
	runner := projector.NewRunner(projector.Config{
		Store: log.Store, Catalog: log.Catalog, Keys: log.Keys, Pool: log.Pool, Projections: all,
		Tracker: projector.NewTracker(all, projector.DefaultTimes()), Holder: "one", Log: projectortest.Discard(),
	})
	projectortest.Must(t, runner.Ready(t.Context()))
	log.Exec(`INSERT INTO projection_builds (projection, version, schema, state, position)
		SELECT projection, version - 1, 'older_' || projection, 'live', '1' FROM projection_builds WHERE state = 'live'`)
	log.Exec(`CLUSTER projection_builds USING projection_builds_pkey`) // the older ones last
	builds, err := liveBuilds(t.Context(), log.Pool, all)
	projectortest.Must(t, err)
	tables, _ := projector.Versions(all)
	for _, c := range comparisons {
		if n := slices.IndexFunc(builds, func(b projector.Build) bool { return b.Projection == tables[c.table] }); n < 0 {
			t.Errorf("%s has no build", c.table)
		} else if b := buildOf(builds, all, c.table); strings.HasPrefix(b.Schema, "older_") {
			t.Errorf("%s is taken from %s", c.table, b.Schema)
		}
	}
}
