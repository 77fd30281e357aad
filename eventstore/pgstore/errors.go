package pgstore

import (
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/callup/callup/eventstore"
)

// reject names the reason of a failure that is the append's own.
func reject(stream string, err error) error {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch {
		case pg.Code == "23505" && pg.ConstraintName == "events_stream_id":
			err = fmt.Errorf("%w: %w", eventstore.ErrDuplicateID, err)
		case strings.HasPrefix(pg.Code, "22"), strings.HasPrefix(pg.Code, "54"):
			err = fmt.Errorf("%w: %w", eventstore.ErrInvalid, err)
		}
	}
	return &eventstore.Rejected{Stream: stream, Err: err}
}

// passing tells whether a failure says nothing about the appends of the batch, so that repeating it may help: the
// connection, the server's state, a lock or a timeout. Codes are those of Postgres, appendix A. Everything else is
// laid at the door of an append, lest a batch be repeated for ever.
func passing(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return true
	}
	switch pg.Code[:min(2, len(pg.Code))] {
	case "08", // connection
		"25", // transaction state: a read-only standby, the idle timeout
		"28", // authorisation, while credentials are being changed
		"3D", // the database does not exist, while it is being restored
		"40", // serialisation, deadlock
		"42", // the function or table is missing, while migrations run
		"53", // resources: disk full, too many connections
		"55", // lock not available
		"57", // cancelled, shut down, starting up
		"58": // input and output
		return true
	}
	return false
}

// lacking tells whether the server itself answered that it has not what an append needs: room on its disk, memory, a disk
// that works. Nothing was written then, and asking again at once changes nothing. A connection too many (53300) soon comes
// free.
func lacking(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (strings.HasPrefix(pg.Code, "53") && pg.Code != "53300" || pg.Code == "58030")
}
