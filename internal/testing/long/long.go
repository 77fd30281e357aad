// Package long tells tests whether to run in their long form, as make test-long has them do. What they do in short is
// enough to find each kind of mistake; the long form does it more often, and with more ways of going about it.
package long

import "os"

// Variable is set, to anything, where the long form is wanted.
const Variable = "CALLUP_TEST_LONG"

// Wanted tells whether it is.
func Wanted() bool { return os.Getenv(Variable) != "" }

// DeepVariable is set, to anything, where the deep form is wanted: what CI runs for every change beside make test, which has
// one of each kind of it.
const DeepVariable = "CALLUP_TEST_DEEP"

// Deep tells whether it is. The long form holds the deep one.
func Deep() bool { return os.Getenv(DeepVariable) != "" || Wanted() }
