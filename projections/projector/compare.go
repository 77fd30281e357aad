package projector

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/sync/errgroup"
)

// Compared is how a new build differs from what people read, both at one position.
type Compared struct {
	With        *Build       `json:"-"`           // nil when people read nothing yet
	Exact       bool         `json:"exact"`       // whether every row was compared: both are of one version
	Rows        int64        `json:"rows"`        // compared
	Differences []Difference `json:"differences"` // rows, or invariants; at most maxDifferences
	Total       int64        `json:"total_differences"`
	Unread      string       `json:"unread,omitempty"` // why they could not be compared
	// Unasked are the invariants over columns or tables that the older version has not: there is nothing to compare them with.
	Unasked []string `json:"unasked,omitempty"`
}

// Equal tells whether the new build may take the place of the old one.
func (c Compared) Equal() bool { return c.Total == 0 && c.Unread == "" }

// Summary says in a sentence what differs.
func (c Compared) Summary() string {
	switch {
	case c.Unread != "":
		return "the new build can't be compared with what people read: " + c.Unread
	case c.With == nil:
		return "people read nothing yet"
	case c.Total == 0 && c.Exact:
		return fmt.Sprintf("all %d rows are equal to what people read", c.Rows)
	case c.Total == 0 && len(c.Unasked) > 0:
		return fmt.Sprintf("all invariants hold with version %d, but for those over what it has not: %s", c.With.Version,
			strings.Join(c.Unasked, ", "))
	case c.Total == 0:
		return fmt.Sprintf("all invariants hold with version %d", c.With.Version)
	}
	what := fmt.Sprintf("%d rows differ from what people read", c.Total)
	if !c.Exact {
		what = fmt.Sprintf("%d invariants do not hold with version %d", c.Total, c.With.Version)
	}
	var lines []string
	for _, d := range c.Differences {
		lines = append(lines, fmt.Sprintf("%s %s in %s", d.Key, d.What, d.Table))
		if len(lines) == 5 {
			break
		}
	}
	return what + " (" + strings.Join(lines, "; ") + ")"
}

// Invariant declares what must not change from one version of a projection to the next: a query over its tables, named
// in braces, whose rows of a name and a value (both text) are compared. Where the older version lacks a column or table of
// it, there is nothing to compare.
func (p *Projection) Invariant(name, sql string) *Projection {
	return p.InvariantSince(0, name, sql)
}

// InvariantSince declares an invariant that holds from a version on: what came before meant something else by it, so that
// a build is not compared with it.
func (p *Projection) InvariantSince(version int, name, sql string) *Projection {
	p.invariants = append(p.invariants, invariant{name: name, sql: sql, since: version})
	return p
}

type invariant struct {
	name, sql string
	since     int
}

// reference finds what people read: the live build of the projection's version, else that of the newest other version.
func (b *Builder) reference(ctx context.Context, q querier, p *Projection) (Build, bool, error) {
	rows, err := q.Query(ctx, `SELECT `+buildColumns+` FROM projection_builds WHERE projection = $1 AND state = 'live'
		ORDER BY version = $2 DESC, version DESC LIMIT 1`, p.Name, p.Version)
	if err != nil {
		return Build{}, false, fmt.Errorf("find what people read of %s: %w", p.Name, err)
	}
	build, err := pgx.CollectExactlyOneRow(rows, scanBuild)
	if errors.Is(err, pgx.ErrNoRows) {
		return Build{}, false, nil
	}
	if err != nil {
		return Build{}, false, fmt.Errorf("find what people read of %s: %w", p.Name, err)
	}
	return build, true, nil
}

// compareHeld is compareWithLive, with the build's lease held meanwhile. While somebody is erased the two differ for a
// moment, for a good reason.
func (b *Builder) compareHeld(ctx context.Context, l *leading) (out Compared, err error) {
	err = b.holding(ctx, []*leading{l}, func(ctx context.Context) (err error) {
		began := time.Now()
		for wait := b.c.Times.CompareAgain; ; wait = min(2*wait, b.c.Times.ComparePause) {
			out, err = b.compareWithLive(ctx, l)
			if err != nil || out.Total == 0 || b.c.Erasing == nil || time.Since(began) > b.c.Times.CompareUntil {
				return err
			}
			if erasing, err := b.c.Erasing(ctx); err != nil || !erasing {
				return err
			}
			if wait == b.c.Times.CompareAgain {
				b.c.Log.InfoContext(ctx, "a new build differs while somebody is erased: it is compared again", "projection", l.p.Name)
			}
			if err := pause(ctx, wait); err != nil {
				return err
			}
		}
	})
	return out, err
}

// compareWithLive brings a build to where what people read stands and compares the two. People's tables go on
// meanwhile: they are read in one snapshot.
func (b *Builder) compareWithLive(ctx context.Context, l *leading) (out Compared, err error) {
	live, found, err := b.reference(ctx, b.c.Pool, l.p)
	if err != nil || !found {
		return out, err
	}
	out.With, out.Exact = &live, live.Version == l.p.Version
	if herr := checkHistory(ctx, b.c.Store, live); errors.Is(herr, ErrOtherHistory) {
		out.Unread = herr.Error()
		return out, nil
	} else if herr != nil {
		return out, herr
	}
	// most of the way without holding a snapshot open
	if err := b.catchUp(ctx, []*leading{l}, &live.Position); err != nil {
		return out, err
	}
	tx, err := b.c.Pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return out, fmt.Errorf("open a snapshot: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // it only reads
	if live, err = buildByID(ctx, tx, live.ID); err != nil {
		return out, err
	}
	if live.Position.Before(l.build.Position) {
		out.Unread = fmt.Sprintf("it stands at %s, behind the new build at %s", live.Position, l.build.Position)
		return out, nil
	}
	if err := b.catchUp(ctx, []*leading{l}, &live.Position); err != nil {
		return out, err
	}
	if out.Exact {
		for _, t := range l.p.tables {
			if err := b.compareRows(ctx, tx, t, live.Schema, l.build.Schema, &out); err != nil {
				return out, err
			}
		}
		return out, nil
	}
	for _, v := range l.p.invariants {
		if live.Version < v.since {
			continue
		}
		if err := b.compareInvariant(ctx, tx, l, v, live.Schema, &out); err != nil {
			return out, err
		}
	}
	return out, nil
}

func (c *Compared) add(d Difference) {
	c.Total++
	if len(c.Differences) < maxDifferences {
		c.Differences = append(c.Differences, d)
	}
}

// compareRows compares the sums of both tables first, which needs neither an order nor the rows themselves here. Where the sums
// differ, it merges the tables in the order of their keys, to name the rows.
func (b *Builder) compareRows(ctx context.Context, snapshot pgx.Tx, t *table, live, fresh string, out *Compared) error {
	was, now, err := b.sums(ctx, snapshot, t, live, fresh)
	if err != nil {
		return err
	}
	if was == now {
		out.Rows += was.rows
		return nil
	}
	left, err := digests(ctx, snapshot, t, live)
	if err != nil {
		return err
	}
	defer left.Close()
	right, err := digests(ctx, b.c.Pool, t, fresh)
	if err != nil {
		return err
	}
	defer right.Close()
	lk, ld, lok, err := next(left)
	if err != nil {
		return err
	}
	rk, rd, rok, err := next(right)
	for err == nil && (lok || rok) {
		switch {
		case lok && (!rok || lk < rk):
			out.add(Difference{t.name, lk, "unexpected"})
			lk, ld, lok, err = next(left)
		case rok && (!lok || rk < lk):
			out.add(Difference{t.name, rk, "missing"})
			rk, rd, rok, err = next(right)
		default:
			out.Rows++
			if ld != rd {
				out.add(Difference{t.name, lk, "different"})
			}
			if lk, ld, lok, err = next(left); err == nil {
				rk, rd, rok, err = next(right)
			}
		}
	}
	return err
}

// tableSum is equal for tables that hold equal rows, in whatever order: how many there are, and two sums of their hashes with
// different seeds. Each row's hash is mixed once more before it is added, to 32 bits a sum: Postgres combines those of the
// columns linearly, so that rows which exchange a value would have the same sum.
type tableSum struct {
	rows          int64
	first, second string
}

// sums sums up a table as people read it, in their snapshot, and as it was built, at the same time.
func (b *Builder) sums(ctx context.Context, snapshot pgx.Tx, t *table, live, fresh string) (was, now tableSum, err error) {
	work, ctx := errgroup.WithContext(ctx)
	work.Go(func() (err error) {
		was, err = t.sum(ctx, snapshot, live)
		return err
	})
	work.Go(func() (err error) {
		now, err = t.sum(ctx, b.c.Pool, fresh)
		return err
	})
	err = work.Wait()
	return was, now, err
}

func (t *table) sum(ctx context.Context, q querier, schema string) (s tableSum, err error) {
	// A hash of the columns' own types costs a fraction of what the md5 of a row's text does.
	rows, err := q.Query(ctx, fmt.Sprintf(`SELECT count(*), coalesce(sum(hashint8extended(hash_record_extended(r, 1), 1)), 0)::text,
		coalesce(sum(hashint8extended(hash_record_extended(r, 2), 2)), 0)::text FROM (SELECT row(%s) AS r FROM %s) AS t`,
		t.columnList(), t.in(schema)))
	if err == nil {
		_, err = pgx.ForEachRow(rows, []any{&s.rows, &s.first, &s.second}, func() error { return nil })
	}
	if err != nil {
		return s, fmt.Errorf("sum up %s: %w", t.name, err)
	}
	return s, nil
}

func digests(ctx context.Context, q querier, t *table, schema string) (pgx.Rows, error) {
	key := "concat_ws('/', " + t.keyColumns() + ")"
	// the columns by name: what matters is what they hold, not in which order a version declares them
	rows, err := q.Query(ctx, fmt.Sprintf(`SELECT %s COLLATE "C" AS key, md5(row(%s)::text) FROM %s AS t ORDER BY 1`, key,
		t.columnList(), t.in(schema)))
	if err != nil {
		return nil, fmt.Errorf("digest %s: %w", t.name, err)
	}
	return rows, nil
}

func next(rows pgx.Rows) (key, digest string, ok bool, err error) {
	if !rows.Next() {
		return "", "", false, rows.Err()
	}
	err = rows.Scan(&key, &digest)
	return key, digest, err == nil, err
}

// notThere is how Postgres answers a query over what a version has not: undefined_column and undefined_table.
var notThere = []string{"42703", "42P01"}

func (b *Builder) compareInvariant(ctx context.Context, snapshot pgx.Tx, l *leading, v invariant, old string,
	out *Compared) error {
	now, err := evaluate(ctx, b.c.Pool, v.sql, l.build.Schema)
	if err != nil {
		return fmt.Errorf("evaluate %q of %s: %w", v.name, l.p.Name, err)
	}
	// a version that has other columns can't be asked; the snapshot must outlive that
	savepoint, err := snapshot.Begin(ctx)
	if err != nil {
		return fmt.Errorf("set a savepoint: %w", err)
	}
	was, unasked := evaluate(ctx, savepoint, v.sql, old)
	if err := savepoint.Rollback(ctx); err != nil {
		return fmt.Errorf("return to a savepoint: %w", err)
	}
	if failed, ok := errors.AsType[*pgconn.PgError](unasked); ok && slices.Contains(notThere, failed.Code) {
		out.Unasked = append(out.Unasked, v.name)
		return nil
	}
	if unasked != nil {
		out.add(Difference{v.name, l.p.Name, "can't be asked of the older version: " + unasked.Error()})
		return nil //nolint:nilerr // it is told among the differences
	}
	out.Rows += int64(len(now))
	for name, value := range now {
		if was[name] != value {
			out.add(Difference{v.name, name, fmt.Sprintf("is %s, was %s", value, orNothing(was[name]))})
		}
	}
	for name, value := range was {
		if _, ok := now[name]; !ok {
			out.add(Difference{v.name, name, "is nothing, was " + value})
		}
	}
	return nil
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

func evaluate(ctx context.Context, q querier, sql, schema string) (map[string]string, error) {
	rows, err := q.Query(ctx, inSchema(sql, schema))
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	var name, value string
	_, err = pgx.ForEachRow(rows, []any{&name, &value}, func() error {
		out[name] = value
		return nil
	})
	return out, err
}

// inSchema fills a schema into a query that names its tables in braces.
func inSchema(sql, schema string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(sql, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		b.WriteString(quote(schema) + "." + quote(name))
		sql = after
	}
}
