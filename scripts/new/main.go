// Command new writes the files that a feature begins with: a command, an event, an answer. They compile; what they answer,
// decide or say is a stand-in to be replaced, and a test that fails says what is still missing.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// verb is something new that can be made.
type verb struct {
	name, args string
	run        func(t *tree, args []string) (next string, err error)
}

// verbs are all of them, each in a file of its own.
func verbs() []verb {
	return []verb{
		{"command", "<area> <verb-noun>", newCommand},
		{"event", "<aggregate> <Name>", newEvent},
		{"query", "<area> <name-of-the-answer>", newQuery},
	}
}

func main() {
	t := newTree(".")
	next, err := run(t, os.Args[1:])
	if err == nil {
		err = t.save()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "new:", err)
		os.Exit(1)
	}
	for _, path := range t.paths() {
		fmt.Fprintln(os.Stdout, path)
	}
	fmt.Fprintln(os.Stdout, next)
}

func run(t *tree, args []string) (next string, err error) {
	var usage []string
	for _, v := range verbs() {
		if len(args) > 0 && args[0] == v.name && len(args)-1 == strings.Count(v.args, "<") {
			return v.run(t, args[1:])
		}
		usage = append(usage, "go run ./scripts/new "+v.name+" "+v.args)
	}
	return "", errors.New("usage: " + strings.Join(usage, "\n       "))
}
