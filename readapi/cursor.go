package readapi

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

var errBadCursor = domain.RefuseField("cursor", "bad_cursor", "this cursor does not belong to this list: begin again without one")

// cursor names the last row of a page, by the keys the list is ordered by. It fits only the list it was given with.
type cursor struct {
	List string   `json:"l"`
	Keys [3]int64 `json:"k"`
	ID   ident.ID `json:"i"`
}

// listOf names a list, so that a cursor of another one is refused.
func listOf(parts ...any) (string, error) {
	text, err := json.Marshal(parts)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6]), nil
}

func (c cursor) String() (string, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(text), nil
}

// readCursor reads what String wrote; false without a cursor. Errors: bad_cursor.
func readCursor(text, list string) (cursor, bool, error) {
	if text == "" {
		return cursor{}, false, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return cursor{}, false, errBadCursor
	}
	var c cursor
	if err := json.Unmarshal(raw, &c); err != nil || c.List != list {
		return cursor{}, false, errBadCursor
	}
	return c, true, nil
}

// paged cuts what was fetched (one row more than asked for, if there is one) to a page, and makes the next cursor.
func paged[T any](rows []T, limit int, list string, at func(T) ([3]int64, ident.ID)) (page []T, next string, err error) {
	if len(rows) <= limit {
		return rows, "", nil
	}
	rows = rows[:limit]
	keys, id := at(rows[limit-1])
	next, err = cursor{List: list, Keys: keys, ID: id}.String()
	return rows, next, err
}
