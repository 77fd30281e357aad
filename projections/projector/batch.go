package projector

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/callup/callup/eventstore"
)

// maxPasses bounds how often a batch is folded to learn its keys.
const maxPasses = 16

// leading is a build that this process folds.
type leading struct {
	p         *Projection
	build     Build
	lease     lease
	rows      *Rows // kept between batches by a rebuild, nil when live
	unwritten unwritten
	took      time.Duration // to fold the last batch, of a rebuild
	apart     bool          // folded by itself: it fell behind the others while one of its tables was locked
	again     time.Time     // until then it is left out
}

// prepared is what one batch made of one build, ready to be written.
type prepared struct {
	l      *leading
	rows   *Rows // nil when the batch does not concern the projection
	folded int64
	last   eventstore.Recorded
	next   eventstore.Position
	trace  string    // W3C traceparent of its commit, if it is traced
	omit   []*poison // events left out
}

// prepare folds a batch for one build: passes until every wanted row is loaded. The error is a *poison when an event
// can't be folded.
func (l *leading) prepare(ctx context.Context, q querier, batch page, next eventstore.Position) (prepared, error) {
	out := prepared{l: l, next: next}
	if n := len(batch.events) - batch.after(l.build.Position); n > 0 {
		out.folded, out.last = int64(n), batch.events[len(batch.events)-1].Recorded
	}
	places := batch.concerning(l.p, l.build.Position)
	if len(places) == 0 {
		return out, nil
	}
	rows := l.rows
	if rows == nil {
		rows = newRows()
	}
	for passes := maxPasses; passes > 0; passes-- {
		err := l.p.fold(rows, batch, places, out.omit)
		if !rows.missing {
			if bad, ok := errors.AsType[*poison](err); ok && l.p.mayOmit(bad) {
				out.omit = append(out.omit, bad)
				passes = maxPasses + 1 // what comes after it has keys of its own
				continue
			}
			out.rows = rows
			return out, err
		}
		for _, w := range rows.used() {
			if err := w.load(ctx, q, l.build.Schema); err != nil {
				return out, err
			}
		}
	}
	return out, &poison{batch.events[0].Recorded, fmt.Errorf("its keys are not known after %d passes", maxPasses)}
}

// passSQL stands at the head of every transaction that writes what was folded: it refuses what follows when another process
// leads one of the builds, or one was retired or has been folded on since it was read, and moves their checkpoints.
const passSQL = `SELECT projection_pass($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

// queuePass adds the checkpoints of builds that one process leads to the statements of a commit, and what they left out on
// the way. It gives the statement that takes the leases.
func queuePass(b *pgx.Batch, batches []prepared) *pgx.QueuedQuery {
	n := len(batches)
	builds, terms, revisions := make([]int64, n), make([]int64, n), make([]*int64, n)
	before, folded := make([]int64, n), make([]int64, n)
	positions, streams, ids, times := make([]string, n), make([]*string, n), make([]pgtype.UUID, n), make([]*time.Time, n)
	for i, p := range batches {
		w := p.l.unwritten
		builds[i], terms[i], positions[i] = p.l.build.ID, p.l.lease.term, p.next.String()
		before[i], folded[i] = p.l.build.Events-w.folded, w.folded+p.folded
		if last := p.last; p.folded > 0 || w.folded > 0 {
			if p.folded == 0 {
				last = w.last
			}
			revision := int64(last.Revision)
			ids[i], streams[i], revisions[i], times[i] = pgtype.UUID{Bytes: last.ID, Valid: true}, &last.Stream, &revision, &last.Time
		}
	}
	pass := b.Queue(passSQL, builds, terms, batches[0].l.lease.holder, positions, ids, streams, revisions, folded, times, before)
	for _, p := range batches {
		p.list(b)
	}
	return pass
}

// queue adds the rows that a batch made of a build to the statements of a commit.
func (p prepared) queue(b *pgx.Batch) error {
	if p.rows == nil {
		return nil
	}
	for _, w := range p.rows.used() {
		if err := w.write(b, p.l.build.Schema); err != nil {
			return err
		}
	}
	return nil
}

// list adds the events left out to the statements of a commit.
func (p prepared) list(b *pgx.Batch) {
	for _, o := range p.omit {
		b.Queue(`INSERT INTO projection_poison (build, event, type, stream, position, error) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT DO NOTHING`,
			p.l.build.ID, o.event.ID, o.event.Type, o.event.Stream, o.event.Position.String(), o.err.Error())
	}
	if len(p.omit) > 0 {
		b.Queue(`UPDATE projection_builds SET degraded = degraded + $2 WHERE id = $1`, p.l.build.ID, len(p.omit))
	}
}

// done moves the build on, once its batch is folded.
func (p prepared) done() {
	b := &p.l.build
	b.Position, b.Events, b.Stopped, b.Degraded = p.next, b.Events+p.folded, "", b.Degraded+int64(len(p.omit))
	if p.folded > 0 {
		b.EventID, b.Stream, b.Revision = p.last.ID, p.last.Stream, p.last.Revision
		t := p.last.Time
		b.EventTime = &t
	}
}

// misfit tells whether the database refused what a batch would write, whatever the state it is in: text or figures that
// no column takes. Trying again can't help.
func misfit(err error) bool {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || len(pg.Code) != 5 {
		return false
	}
	switch pg.Code[:2] {
	case "22", "23", "54": // data exception, integrity violation, program limit exceeded
		return true
	}
	return false
}
