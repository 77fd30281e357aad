// Package planted is what fault runs put between the parts of the program: ends at named moments, a payment provider
// outside, a log as a later program reads it, and bugs that the checker must find. Only a program built with the tag
// "faults" contains it. What it does is chosen at run time, by the variables below and those of faultpoint.
package planted

import (
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/callup/callup/commands/reactors"
	"github.com/callup/callup/eventstore/readers"
	"github.com/callup/callup/projections/projector"
)

// What a fault run sets. Newer is by how many versions later than itself the program understands events; Retries how
// often reactors try before they give up; ProviderURL the address of the payment provider outside; Raise what is added to
// the version of every projection, which makes the program a newer one, whatever has changed; Unread a type of event that this
// program writes and reads, and that no server of before did.
const (
	Bugs        = "FAULTS_BUGS" // the bugs that are planted, separated by commas; faultpoint reads it too
	Newer       = "FAULTS_NEWER"
	Retries     = "FAULTS_RETRIES"
	ProviderURL = "FAULTS_PROVIDER"
	Raise       = "FAULTS_RAISE"
	Unread      = "FAULTS_UNREAD"
)

// The planted bugs. Each is wrong on purpose: a fault run must name what follows from it.
const (
	Early      = "early"      // answers before the events of gifts are committed
	Sequence   = "sequence"   // positions are given without locking the head of the log
	Dedup      = "dedup"      // a command that is sent again is another command
	Checkpoint = "checkpoint" // checkpoints are committed before the rows; see faultpoint.Cut
	Anew       = "anew"       // a payment page that is asked for again is asked for otherwise
	RefundAnew = "refundanew" // a refund that is asked for again is another refund
	Hasty      = "hasty"      // a payment that is told of before its page is known is not believed
	GivesUp    = "givesup"    // a refund is given up when the provider does not answer
)

// All lists the planted bugs.
func All() []string {
	return []string{Early, Sequence, Dedup, Checkpoint, Anew, RefundAnew, Hasty, GivesUp}
}

func has(bug string) bool { return slices.Contains(strings.Split(os.Getenv(Bugs), ","), bug) }

// number reads a variable; zero when it is not set, or no number.
func number(name string) int {
	n, _ := strconv.Atoi(os.Getenv(name))
	return n
}

// Waits is how long reactors wait and how often they try, with as many retries as Retries says where that is set.
func Waits(p reactors.Waits) reactors.Waits {
	if n := number(Retries); n > 0 {
		p.Retries = n
	}
	return p
}

// Projections raises their versions.
func Projections(all []*projector.Projection) []*projector.Projection {
	for _, p := range all {
		p.Version += number(Raise)
	}
	return all
}

// Base is what every server reads, without the type that Unread names.
func Base(all readers.Forms) readers.Forms {
	delete(all, os.Getenv(Unread))
	return all
}
