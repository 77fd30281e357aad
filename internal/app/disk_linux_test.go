package app_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/embeddedpg"
	"github.com/callup/callup/internal/testing/datadir"
)

// TestReady_NamesAFullDiskOfTheDatabase fills the disk of a Postgres of which the server knows the address alone.
func TestReady_NamesAFullDiskOfTheDatabase(t *testing.T) {
	t.Parallel()
	dir := apptest.SmallDisk(t, 192<<20)
	if err := datadir.Fill(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	server, err := embeddedpg.Start(t.Context(), embeddedpg.Options{
		Dir: dir, Logger: slog.New(slog.DiscardHandler), Settings: map[string]string{"fsync": "off"},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	h := apptest.BaseWith(t, app.Options{Times: app.Times{Probe: time.Nanosecond}}, "DATABASE_URL="+server.URL()).Health()
	named := func() bool {
		code, r := ask(t, h)
		if code != http.StatusServiceUnavailable { // nothing builds the read tables here
			t.Fatalf("answers %d, %+v", code, r)
		}
		for _, n := range r.NotReady {
			if n.What == "disk" && strings.Contains(n.Why, "of the database is full") {
				return true
			}
		}
		return false
	}
	if named() {
		t.Error("an empty disk counts as full")
	}
	makeRoom := apptest.FillDisk(t, dir)
	if !named() {
		t.Error("a full disk is not named")
	}
	makeRoom()
	if named() {
		t.Error("a disk with room again is named")
	}
}
