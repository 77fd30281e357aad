package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/callup/callup/internal/nearest"
)

// usageError says that the program was called with a word, a flag or arguments that it does not know. It exits with 2, so
// that a script can tell a typing error from a difference that was found.
type usageError struct{ error }

// UsageExit is the code that a usage error exits with.
const UsageExit = 2

// Unknown refuses a name that is none of those known, and says which was meant.
func Unknown(what, given string, known []string) error {
	if best := nearest.Name(given, known); best != "" {
		return usageError{fmt.Errorf("unknown %s %q: did you mean %q?", what, given, best)}
	}
	return usageError{fmt.Errorf("unknown %s %q; known are %s", what, given, strings.Join(known, ", "))}
}

// refuseUnknown has a command and all below it refuse words, flags and arguments that they don't know.
func refuseUnknown(c *cobra.Command) {
	c.SetFlagErrorFunc(misused)
	if c.HasSubCommands() && !c.Runnable() {
		c.Args = cobra.ArbitraryArgs
		c.RunE = chooseOne
	} else if takes := c.Args; takes != nil {
		c.Args = func(c *cobra.Command, args []string) error { return misused(c, takes(c, args)) }
		c.PreRunE = func(c *cobra.Command, _ []string) error { return misused(c, c.ValidateRequiredFlags()) }
	}
	for _, sub := range c.Commands() {
		refuseUnknown(sub)
	}
}

// misused makes an error in how a command was called one that says where to read how it is.
func misused(c *cobra.Command, err error) error {
	if err == nil {
		return nil
	}
	return usageError{fmt.Errorf("%w; see: %s --help", err, c.CommandPath())}
}

// chooseOne is what a command does that only stands for those below it: callup by itself shows them, all else is an error.
func chooseOne(c *cobra.Command, args []string) error {
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	switch {
	case len(args) > 0:
		return Unknown("command", args[0], names)
	case !c.HasParent():
		return c.Help()
	}
	return usageError{fmt.Errorf("%s what? Name one of: %s", c.CommandPath(), strings.Join(names, ", "))}
}
