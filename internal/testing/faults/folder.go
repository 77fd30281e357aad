package faults

import (
	"fmt"
	"os"
	"path/filepath"
)

// Folder makes a folder for a run that every user can enter: Postgres may run as another one.
func Folder(parent, name string) (string, error) {
	dir := filepath.Join(parent, name)
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // see above
		return "", fmt.Errorf("make a folder for the run: %w", err)
	}
	return dir, nil
}
