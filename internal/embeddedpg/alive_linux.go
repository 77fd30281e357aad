package embeddedpg

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// isPostgres reports whether a process is a living Postgres: a number may have
// gone to another program, and a killed child stays as a zombie until reaped.
func isPostgres(pid int) bool {
	if pid <= 0 {
		return false
	}
	// "pid (name) state …"; the name may hold anything, even a parenthesis.
	raw, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return false
	}
	open, end := strings.IndexByte(string(raw), '('), strings.LastIndexByte(string(raw), ')')
	if open < 0 || end < open || end+2 >= len(raw) {
		return false
	}
	state := raw[end+2]
	return string(raw[open+1:end]) == "postgres" && state != 'Z' && state != 'X'
}

// isPostgresOn reports whether it runs on that cluster.
func isPostgresOn(pid int, data string) bool {
	if !isPostgres(pid) {
		return false
	}
	at, err := os.Readlink(filepath.Join("/proc", strconv.Itoa(pid), "cwd"))
	return err == nil && sameFile(at, data)
}

func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}
