//go:build !bug_early

package main

import "github.com/callup/callup/eventstore"

// early is the store itself: what it answers is committed.
func early(s eventstore.Store) eventstore.Store { return s }
