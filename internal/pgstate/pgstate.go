// Package pgstate tells a Postgres server that is unwell from a statement that is wrong, by the classes of SQLSTATE
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
package pgstate

// DiskFull is the SQLSTATE of a server whose disk is full.
const DiskFull = "53100"

// Unwell says in words what state of the server a SQLSTATE tells of. It is empty for what a statement itself did wrong.
func Unwell(code string) string {
	if len(code) != 5 {
		return ""
	}
	switch {
	case code[:2] == "08":
		return "lost the connection"
	case code == DiskFull:
		return "has a full disk"
	case code[:2] == "53":
		return "has run out of memory or connections"
	case code[:3] == "57P":
		return "is shutting down or starting"
	case code[:2] == "58":
		return "can't read or write its files"
	case code == "25006":
		return "is a standby that takes no writes"
	case code == "28000", code == "28P01", code == "3D000":
		return "refuses the connection"
	}
	return ""
}
