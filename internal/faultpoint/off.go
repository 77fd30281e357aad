//go:build !faults

// Package faultpoint names the moments at which fault runs end the process, and lets them step its clock. Built without
// the tag "faults", as every program that is used is, it does nothing and costs nothing.
package faultpoint

import (
	"time"

	"github.com/jackc/pgx/v5"
)

// Hit may end the process here, as kill -9 would.
func Hit(string) {}

// Cut may break the transaction that a batch is at this place, and end the process a moment later.
func Cut(*pgx.Batch, string) {}

// Now is the wall clock.
func Now() time.Time { return time.Now() }
