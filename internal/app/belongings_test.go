package app_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/timepledge"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/projections/readmodel"
)

// The index lists what a scan of the log lists: when it is up to date, when it is behind, and before it is built. When it is
// too far behind, the call fails.
func TestBelongings_ListWhatTheLogSays(t *testing.T) {
	t.Parallel()
	l := apptest.NewLeaving(t)
	who, theirs, others := l.Lived()
	l.Folded()
	owners := []ident.ID{who, member.SubjectOf(who), theirs, others}
	agrees := func(when string, index ports.Belongings) {
		t.Helper()
		for _, categories := range [][]string{nil, {timepledge.Category}} {
			got, err := index.Streams(t.Context(), owners, categories...)
			want, lerr := app.Logged(l.Services).Streams(t.Context(), owners, categories...)
			if err != nil || lerr != nil || len(want) == 0 || !slices.Equal(got, want) {
				t.Errorf("%s, of %v: the index lists %d streams, %v; the log %d, %v", when, categories, len(got), err, len(want), lerr)
			}
		}
	}
	agrees("at the log's end", app.Indexed(l.Services, 1000, time.Second))
	_, head, err := l.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var schema string
	l.Until("the checkpoint of the index to be written: from then on nothing else writes it", func() bool {
		return l.Pool.QueryRow(t.Context(), `SELECT schema FROM projection_builds
			WHERE projection = $1 AND state = 'live' AND position = $2`,
			readmodel.BelongingsProjection, head.String()).Scan(&schema) == nil
	})
	behind := func(when string, statements ...string) {
		t.Helper()
		for _, sql := range statements {
			l.Exec(sql)
		}
		agrees(when, app.Indexed(l.Services, 1000, time.Second))
		_, err := app.Indexed(l.Services, 1, 50*time.Millisecond).Streams(t.Context(), owners)
		if !errors.Is(err, ports.ErrBelongingsBehind) {
			t.Errorf("%s, asked without reading the rest of the log: %v", when, err)
		}
	}
	behind("behind", `DELETE FROM `+schema+`.belongings`, `UPDATE projection_builds SET position = '2' WHERE schema = '`+schema+`'`)
	behind("before it is built", `UPDATE projection_builds SET state = 'building' WHERE schema = '`+schema+`'`)
}
