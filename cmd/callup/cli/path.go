package cli

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"
)

// path is a flag that names a file or folder. What a person types may be relative; the subcommand gets it absolute, since
// programs such as Postgres run in other folders.
type path struct{ to *string }

// PathFlag declares a flag that names a file or folder; the value is absolute, or empty when the flag is not given.
func PathFlag(c *cobra.Command, to *string, name, usage string) { c.Flags().Var(path{to}, name, usage) }

// Set implements pflag.Value.
func (p path) Set(v string) error {
	if v == "" {
		*p.to = ""
		return nil
	}
	absolute, err := filepath.Abs(v)
	if err != nil {
		return fmt.Errorf("find the working folder: %w", err)
	}
	*p.to = absolute
	return nil
}

// String implements pflag.Value.
func (p path) String() string {
	if p.to == nil { // pflag asks an empty one for its default
		return ""
	}
	return *p.to
}

// Type implements pflag.Value.
func (p path) Type() string { return "path" }
