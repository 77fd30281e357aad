// Command stoppostgres ends the Postgres that the tests of this checkout share
// between runs, and those of checkouts that are gone, and removes their data.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/callup/callup/internal/testing/testdb"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "stoppostgres:", err)
		os.Exit(1)
	}
}

func run() error {
	checkout, err := testdb.Checkout()
	if err != nil {
		return err
	}
	inUse, err := testdb.Stop(context.Background(), checkout)
	for _, dir := range inUse {
		fmt.Printf("the Postgres in %s is in use and goes on\n", dir)
	}
	return err
}
