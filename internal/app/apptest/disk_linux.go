package apptest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// SmallDisk is a folder on a file system of so many bytes, for a test that fills it. The test is skipped where none can be
// mounted.
func SmallDisk(t *testing.T, size int) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "callup-test-disk-") //nolint:usetesting // Postgres' user may not enter t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) }) // it is below the temporary folder
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d,mode=0711", size)); err != nil {
		t.Skip("no file system can be mounted here: ", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// FillDisk leaves no room on the disk on which a folder lies, and gives what makes room again.
func FillDisk(t *testing.T, dir string) (makeRoom func()) {
	t.Helper()
	ballast, err := os.Create(filepath.Join(dir, "ballast"))
	if err != nil {
		t.Fatal(err)
	}
	for block := make([]byte, 1<<20); len(block) > 0; {
		if _, err = ballast.Write(block); err != nil {
			block = block[:len(block)/2]
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	if err := ballast.Close(); err != nil {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		if err := os.Remove(ballast.Name()); err != nil {
			t.Error(err)
		}
	}
}
