package main

import (
	"os"
	"testing"

	"github.com/callup/callup/internal/app/apptest"
)

func TestMain(m *testing.M) {
	if os.Getenv(apptest.AsProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}
