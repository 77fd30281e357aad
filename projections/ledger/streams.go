package ledger

import (
	"context"
	"fmt"
	"strconv"

	"github.com/callup/callup/eventstore"
)

// maxStreams is how many streams are followed in memory. Beyond it the runs of revisions seen so far are put away.
const maxStreams = 50_000

// run is revisions of a stream that follow each other.
type run struct{ first, last eventstore.Revision }

// streams follows the revisions of every stream: in memory those met lately, in the workspace the runs before.
type streams struct {
	open map[string]run
	part int // counts the times they were put away
}

// next tells whether a revision follows what was met of its stream since the streams were last put away; if it does not,
// before is what it should have followed.
func (s *streams) next(stream string, r eventstore.Revision) (before eventstore.Revision, ok bool) {
	if s.open == nil {
		s.open = map[string]run{}
	}
	is, met := s.open[stream]
	if !met {
		s.open[stream] = run{r, r}
		return 0, true // put the runs together at the end
	}
	before, is.last = is.last, r
	s.open[stream] = is
	return before, r == before+1
}

// rows empties the memory into rows of ledger_streams.
func (s *streams) rows() [][]any {
	out := make([][]any, 0, len(s.open))
	for stream, is := range s.open {
		out = append(out, []any{s.part, stream, int64(is.first), int64(is.last)})
	}
	clear(s.open)
	s.part++
	return out
}

func revisionGap(stream string, before, is eventstore.Revision) Difference {
	return Difference{
		Place: PlaceLog, Stream: stream, Figure: "the revision after " + strconv.FormatInt(int64(before), 10),
		Log: strconv.FormatInt(int64(is), 10), There: strconv.FormatInt(int64(before)+1, 10),
	}
}

// checkStreams puts the runs of each stream together: each begins where the one before ended, the first at 0.
func (l *Ledger) checkStreams(ctx context.Context) error {
	_, err := l.conn.Exec(ctx, `
		INSERT INTO ledger_differences (place, stream, figure, log, there)
		SELECT $1, stream, 'the revision after ' || before, first::text, (before + 1)::text FROM (
			SELECT stream, first, coalesce(lag(last) OVER (PARTITION BY stream ORDER BY part), -1) AS before FROM ledger_streams) runs
		WHERE first <> before + 1`, PlaceLog)
	if err != nil {
		return fmt.Errorf("check the revisions of streams: %w", err)
	}
	return nil
}
