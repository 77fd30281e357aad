package pgstore

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
)

// ErrInvalid says that the append holds what Postgres can't store, such as data that is not JSON.
var ErrInvalid = errors.New("event can't be stored")

// ErrDuplicateID says that an event of that id stands in the stream already, at another revision.
var ErrDuplicateID = errors.New("event id is already in the stream")

// Rejected is an append that fails for what it holds and will fail again; the others of its batch are not affected.
// Err wraps ErrInvalid, ErrDuplicateID, or what else the database said.
type Rejected struct {
	Stream string
	Err    error
}

// Error says why.
func (r *Rejected) Error() string { return fmt.Sprintf("append to %s rejected: %v", r.Stream, r.Err) }

// Unwrap gives the reason.
func (r *Rejected) Unwrap() error { return r.Err }

// reject names the reason of a failure that is the append's own.
func reject(stream string, err error) error {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch {
		case pg.Code == "23505" && pg.ConstraintName == "events_stream_id":
			err = fmt.Errorf("%w: %w", ErrDuplicateID, err)
		case strings.HasPrefix(pg.Code, "22"), strings.HasPrefix(pg.Code, "54"):
			err = fmt.Errorf("%w: %w", ErrInvalid, err)
		}
	}
	return &Rejected{Stream: stream, Err: err}
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

// holdable tells whether Postgres can hold a text.
func holdable(s string) error {
	if !utf8.ValidString(s) {
		return fmt.Errorf("%q is not UTF-8", s)
	}
	if strings.ContainsRune(s, 0) {
		return fmt.Errorf("%q holds a zero byte", s)
	}
	return nil
}

// validJSON tells whether data is JSON in UTF-8. (json.Valid alone lets other bytes pass.)
func validJSON(data []byte) bool { return json.Valid(data) && utf8.Valid(data) }
