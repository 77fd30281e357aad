package faults

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Build makes the program that runs are given, with the tag "faults" and those of planted bugs, in a folder that is
// made for it below the temporary one.
func Build(ctx context.Context, module, dir string, bugs ...string) (binary string, err error) {
	tags := append([]string{"faults"}, bugs...)
	binary = filepath.Join(dir, strings.Join(append([]string{"callup"}, bugs...), "-"))
	cmd := exec.CommandContext(ctx, "go", "build", "-buildvcs=false", "-tags", strings.Join(tags, ","), "-ldflags", "-s -w", "-o", binary, "./cmd/callup") //nolint:gosec // tags and paths are the caller's
	cmd.Dir = module
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build callup with the tags %s: %w: %s", strings.Join(tags, ","), err, out)
	}
	return binary, nil
}

// Folder makes a folder for a run that every user can enter: Postgres may run as another one.
func Folder(parent, name string) (string, error) {
	dir := filepath.Join(parent, name)
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // see above
		return "", fmt.Errorf("make a folder for the run: %w", err)
	}
	return dir, nil
}
