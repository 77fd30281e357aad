package bus

import (
	"fmt"
	"strconv"
	"strings"
)

// Position is a place in the log as far as its order goes: "a" or "a.b" in text. The log's own type is not known to
// those who read its projections.
type Position struct{ a, b uint64 }

// ParsePosition reads the text form; anything else is an error.
func ParsePosition(s string) (Position, error) {
	as, bs, two := strings.Cut(s, ".")
	a, err := strconv.ParseUint(as, 10, 64)
	if err != nil {
		return Position{}, fmt.Errorf("malformed position %.40q", s)
	}
	if !two {
		return Position{a: a}, nil
	}
	b, err := strconv.ParseUint(bs, 10, 64)
	if err != nil {
		return Position{}, fmt.Errorf("malformed position %.40q", s)
	}
	return Position{a, b}, nil
}

// Before tells whether p comes before q.
func (p Position) Before(q Position) bool { return p.a < q.a || p.a == q.a && p.b < q.b }

// String gives the text that ParsePosition reads.
func (p Position) String() string {
	if p.b == 0 {
		return strconv.FormatUint(p.a, 10)
	}
	return strconv.FormatUint(p.a, 10) + "." + strconv.FormatUint(p.b, 10)
}
