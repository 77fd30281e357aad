package events

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/callup/callup/cmd/callup/cli"
	"github.com/callup/callup/eventstore/transfer"
	"github.com/callup/callup/internal/app"
	"github.com/callup/callup/internal/app/apptest"
	"github.com/callup/callup/internal/testing/testdb"
	"github.com/callup/callup/migrations"
)

// TestCopyOnlyReadsItsSource: a database in use is copied, and one of another callup's is refused and left as it is.
func TestCopyOnlyReadsItsSource(t *testing.T) {
	t.Parallel()
	copied := func(from, to string) (r transfer.Report, err error) {
		var out strings.Builder
		p := &cli.Program{Stdout: &out, Stderr: io.Discard}
		if err := copyLog(t.Context(), p, from, to, true); err != nil {
			return r, err
		}
		err = json.Unmarshal([]byte(out.String()), &r)
		return r, err
	}

	t.Run("in use", func(t *testing.T) {
		s, to := apptest.NewServices(t), testdb.NewWithoutMigrations(t) // copies of one template bear one name
		from := s.Pool.Config().ConnString()
		only, err := readingOnly(t.Context(), from)
		if err != nil {
			t.Fatal(err)
		}
		defer only.Close()
		if _, err := only.Exec(t.Context(), `UPDATE log_head SET log_id = log_id`); err == nil ||
			!strings.Contains(err.Error(), "read-only") {
			t.Errorf("the source can be written to (%v)", err)
		}
		for _, members := range []int{2, 3} {
			tx, err := s.Pool.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tx.Exec(t.Context(), `SELECT FROM log_head FOR UPDATE`); err != nil { // somebody appends at this moment
				t.Fatal(err)
			}
			if r, err := copied(from, to); err != nil || members > 2 && r.Copied == 0 {
				t.Errorf("copied %+v, %v", r, err)
			}
			if err := tx.Rollback(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Seed(t.Context(), app.SeedOptions{Members: members, Seed: 5}, func(string) {}); err != nil {
				t.Fatal(err)
			}
		}
	})

	for _, other := range []struct {
		name, want string
		version    int64
	}{
		{"never migrated", "no callup has run on it", 0},
		{"of an older callup", "start a server of this callup on it once", 40},
		{"of a newer callup", "start the newer one", 99999},
	} {
		t.Run(other.name, func(t *testing.T) {
			from, to := testdb.NewWithoutMigrations(t), testdb.New(t)
			if other.version > 0 {
				if err := migrations.UpTo(t.Context(), from, other.version); err != nil {
					t.Fatal(err)
				}
			}
			pool, err := app.ConnectDatabase(t.Context(), from, 1)
			if err != nil {
				t.Fatal(err)
			}
			defer pool.Close()
			if other.version == 99999 {
				if _, err := pool.Exec(t.Context(),
					`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)`); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := copied(from, to); err == nil || !strings.Contains(err.Error(), other.want) {
				t.Errorf("%v does not say %q", err, other.want)
			}
			if is, _, err := migrations.Versions(t.Context(), pool); err != nil || is != other.version {
				t.Errorf("the source was brought to %d (%v)", is, err)
			}
		})
	}
}
