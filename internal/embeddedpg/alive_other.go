//go:build !linux

package embeddedpg

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// isPostgres reports whether a process is a living Postgres: a number may have
// gone to another program, and a killed child stays as a zombie until reaped.
func isPostgres(pid int) bool {
	fields := strings.Fields(processColumns(pid, "state=,comm="))
	return len(fields) >= 2 && !strings.HasPrefix(fields[0], "Z") && filepath.Base(fields[1]) == "postgres"
}

// isPostgresOn reports whether it runs on that cluster.
func isPostgresOn(pid int, data string) bool {
	return isPostgres(pid) && strings.Contains(processColumns(pid, "args="), data)
}

func processColumns(pid int, columns string) string {
	if pid <= 0 {
		return ""
	}
	out, err := exec.Command("ps", "-o", columns, "-p", strconv.Itoa(pid)).Output() //nolint:noctx // it answers at once
	if err != nil {
		return ""
	}
	return string(out)
}
