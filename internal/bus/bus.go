// Package bus carries which rows of the read tables changed, from whoever folds the log to whoever shows it. It stands
// behind watermill's Publisher and Subscriber, so that it can be replaced: within a process (Local), between processes
// (Between) by what Postgres or NATS offers. What it carries is news, not truth: it may be coarser than what happened,
// and says so, but it never leaves a change out.
package bus

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"
)

// Topic is where changes are published.
const Topic = "changes"

// Everything stands in place of a table's name when any row of any table may have changed.
const Everything = "*"

// Change says which rows a commit of a projection changed, by the text of their keys: the parts of one joined by
// slashes. A table without keys says that any of its rows may have changed.
type Change struct {
	Position   string              `json:"position"` // what the projection reflects now; empty when that is not known
	Projection string              `json:"projection"`
	Version    int                 `json:"version,omitempty"` // of the projection
	Build      int64               `json:"build,omitempty"`   // the tables that changed: a projection may have several sets
	Tables     map[string][]string `json:"tables"`
	Trace      string              `json:"traceparent,omitempty"` // W3C trace context of the commit, or of the last of several
}

// All is the change that says that anything may have changed.
func All() Change { return Change{Tables: map[string][]string{Everything: {}}} }

// IsAll tells whether anything may have changed.
func (c Change) IsAll() bool {
	_, all := c.Tables[Everything]
	return all
}

// Message wraps a change for a Publisher.
func (c Change) Message() (*message.Message, error) {
	payload, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("write a change: %w", err)
	}
	return message.NewMessage(watermill.NewULID(), payload), nil
}

// Read unwraps what Message wrapped.
func Read(m *message.Message) (Change, error) {
	var c Change
	if err := json.Unmarshal(m.Payload, &c); err != nil {
		return Change{}, fmt.Errorf("read a change: %w", err)
	}
	return c, nil
}

// Announcer gives a function that publishes changes and logs what can't be published.
func Announcer(p message.Publisher, log *slog.Logger) func(Change) {
	return func(c Change) {
		m, err := c.Message()
		if err == nil {
			err = p.Publish(Topic, m)
		}
		if err != nil {
			log.Error("change not published", "projection", c.Projection, "position", c.Position, "error", err)
		}
	}
}

// maxKeys is how many keys of a table are told one by one.
const maxKeys = 500

// squash says the same in at most one change per build.
func squash(changes []Change) []Change {
	var out []Change
	for _, c := range changes {
		if c.IsAll() {
			return []Change{All()}
		}
		i := slices.IndexFunc(out, func(o Change) bool { return o.Projection == c.Projection && o.Build == c.Build })
		if i < 0 {
			out = append(out, Change{Projection: c.Projection, Version: c.Version, Build: c.Build, Position: c.Position,
				Tables: map[string][]string{}})
			i = len(out) - 1
		}
		if c.Trace != "" {
			out[i].Trace = c.Trace
		}
		out[i].Position = later(out[i].Position, c.Position)
		for table, keys := range c.Tables {
			out[i].Tables[table] = union(out[i].Tables, table, keys)
		}
	}
	return out
}

// union adds keys to those of a table; no keys, any row, is the strongest of all.
func union(tables map[string][]string, table string, more []string) []string {
	keys, known := tables[table]
	if known && len(keys) == 0 || len(more) == 0 {
		return []string{}
	}
	keys = slices.Concat(keys, more)
	slices.Sort(keys)
	if keys = slices.Compact(keys); len(keys) > maxKeys {
		return []string{}
	}
	return keys
}

// coarse says the same without keys.
func coarse(changes []Change) []Change {
	out := squash(changes)
	for i := range out {
		for table := range out[i].Tables {
			out[i].Tables[table] = []string{}
		}
	}
	return out
}

// later gives the later of two positions; one that is unknown makes both unknown.
func later(a, b string) string {
	pa, errA := ParsePosition(a)
	pb, errB := ParsePosition(b)
	if errA != nil || errB != nil {
		return ""
	}
	if pa.Before(pb) {
		return b
	}
	return a
}
