//go:build !faults

package main

import "github.com/callup/callup/internal/app"

// underFaults is nothing: the parts of the program stand side by side as they are.
func underFaults() app.Seams { return app.Seams{} }
