//go:build !faults

package main

import (
	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/payments/sandbox"
)

// underFaults is the store itself; built with the tag "faults" it may end the process after an append.
func underFaults(s eventstore.Store) eventstore.Store { return early(s) }

// understanding is the log itself; built with the tag "faults" it may be that of a program of later.
func understanding(s logStore) logStore { return s }

// underFaultsPatience is the patience that reactors have; built with the tag "faults" it may be shorter.
func underFaultsPatience(p reactors.Patience) reactors.Patience { return p }

// chosenProvider is the sandbox; built with the tag "faults" it may be a provider outside.
func chosenProvider(s *sandbox.Sandbox) provider { return s }
