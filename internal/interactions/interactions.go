// Package interactions keeps what members press who agreed that it is counted: in a table of its own, never in the log, for
// as long as Kept, and until they agree no more.
package interactions

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/rowscan"
)

// Kept is how long an interaction is kept.
const Kept = 395 * 24 * time.Hour // thirteen months, so that a month is seen beside that of a year ago

// Config is what the service needs.
type Config struct {
	Pool *pgxpool.Pool
	Now  ports.Clock
	// Agreed tells whether a member agreed that what they press is counted, and agrees still.
	Agreed func(ctx context.Context, member ident.ID) (bool, error)
}

// Service keeps interactions. It is safe for concurrent use.
type Service struct{ c Config }

// New makes it.
func New(c Config) *Service { return &Service{c} }

// Interaction is something that a member pressed.
type Interaction struct {
	At     time.Time       `db:"at"`
	Action string          `db:"action_type"`
	Page   string          `db:"page_url"` // a path
	Data   InteractionData `db:"additional_data"`
}

// InteractionData is what else is known of something that a member pressed.
type InteractionData struct {
	Source      string `json:"source,omitempty" enum:"hero_section" doc:"The part of the page"`
	Destination string `json:"destination,omitempty" pattern:"^/" maxLength:"2000" doc:"The path of the page it leads to"`
}

// place is a path without what may name a campaign or a person: whoever is erased must not be found in what others pressed.
func place(path string) string {
	path, _, _ = strings.Cut(path, "?")
	path, _, _ = strings.Cut(path, "#")
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	most := 1
	if parts[0] == "my" || parts[0] == "admin" {
		most = 2
	}
	return "/" + strings.Join(parts[:min(most, len(parts))], "/")
}

// Record keeps what a member pressed just now and tells how much of it: nothing where they did not agree, or do so no more.
func (s *Service) Record(ctx context.Context, member ident.ID, all []Interaction) (int, error) {
	if agreed, err := s.c.Agreed(ctx, member); err != nil || !agreed {
		return 0, err
	}
	now := s.c.Now()
	rows := make([][]any, len(all))
	for i, one := range all {
		if one.Data.Destination != "" {
			one.Data.Destination = place(one.Data.Destination)
		}
		rows[i] = []any{member, now, one.Action, place(one.Page), one.Data}
	}
	count, err := s.c.Pool.CopyFrom(ctx, pgx.Identifier{"user_interactions"},
		[]string{"user_id", "at", "action_type", "page_url", "additional_data"}, pgx.CopyFromRows(rows))
	if err != nil {
		return 0, fmt.Errorf("record interactions: %w", err)
	}
	// Whoever withdrew meanwhile was forgotten before these rows were there.
	agreed, err := s.c.Agreed(ctx, member)
	if err != nil || agreed {
		return int(count), err
	}
	_, err = s.Forget(ctx, member)
	return 0, err
}

// Forget deletes everything that a member pressed and tells how much that was.
func (s *Service) Forget(ctx context.Context, member ident.ID) (int64, error) {
	gone, err := s.c.Pool.Exec(ctx, `DELETE FROM user_interactions WHERE user_id = $1`, member)
	if err != nil {
		return 0, fmt.Errorf("forget interactions: %w", err)
	}
	return gone.RowsAffected(), nil
}

// Prune deletes at most so many interactions that were kept long enough, and tells how many.
func (s *Service) Prune(ctx context.Context, most int) (int64, error) {
	gone, err := s.c.Pool.Exec(ctx, `DELETE FROM user_interactions WHERE id IN (
		SELECT id FROM user_interactions WHERE at < $1 ORDER BY at LIMIT $2)`, s.c.Now().Add(-Kept), most)
	if err != nil {
		return 0, fmt.Errorf("prune interactions: %w", err)
	}
	return gone.RowsAffected(), nil
}

// Of gives what a member pressed, the oldest first.
func (s *Service) Of(ctx context.Context, member ident.ID) ([]Interaction, error) {
	rows, err := s.c.Pool.Query(ctx, `SELECT at, action_type, page_url, additional_data FROM user_interactions
		WHERE user_id = $1 ORDER BY id`, member)
	if err != nil {
		return nil, fmt.Errorf("list interactions: %w", err)
	}
	all, err := pgx.CollectRows(rows, rowscan.Then(func(one *Interaction) { one.At = one.At.UTC() }))
	if err != nil {
		return nil, fmt.Errorf("list interactions: %w", err)
	}
	return all, nil
}

// ActionCount is how often something was pressed, by how many members.
type ActionCount struct {
	Action  string `json:"action_type" enum:"create_callup_hero,onboarding"`
	Times   int    `json:"times"`
	Members int    `json:"members" doc:"How many did it"`
}

// fewest is how many members have done what is told apart: of fewer one might guess who.
const fewest = 5

// Summary tells how often each thing was pressed since a moment, the most frequent first, and how often those that fewer than
// five members pressed.
func (s *Service) Summary(ctx context.Context, since time.Time) (counts []ActionCount, rest int, err error) {
	rows, err := s.c.Pool.Query(ctx, `SELECT action_type, count(*), count(DISTINCT user_id) FROM user_interactions
		WHERE at >= $1 GROUP BY action_type ORDER BY count(*) DESC, action_type`, since)
	if err != nil {
		return nil, 0, fmt.Errorf("count interactions: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[ActionCount])
	if err != nil {
		return nil, 0, fmt.Errorf("count interactions: %w", err)
	}
	counts = []ActionCount{}
	for _, c := range all {
		if c.Members < fewest {
			rest += c.Times
			continue
		}
		counts = append(counts, c)
	}
	return counts, rest, nil
}
