// Command new writes the files that a feature begins with: an event, a command, a table, an answer, a deed of the demo. They
// fit together, compile and pass their tests; what they decide, keep, answer or say is a stand-in to be replaced.
package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// verb is something new that can be made. options are the names of what may be said besides, as name=value.
type verb struct {
	name, args string
	options    []string
	run        func(t *tree, args []string, options map[string]string) (next string, err error)
}

// verbs are all of them, each in a file of its own.
func verbs() []verb {
	return []verb{
		{"command", "<area> <verb-noun>", []string{"on"}, newCommand},
		{"demo", "<area> <command>", nil, newDemo},
		{"event", "<aggregate> <Name>", []string{"area", "of"}, newEvent},
		{"notice", "<kind> <aggregate.Event>", []string{"mail"}, newNotice},
		{"query", "<area> <name-of-the-answer>", []string{"path", "table", "by"}, newQuery},
		{"table", "<area> <name_of_the_table>", []string{"key", "event"}, newTable},
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
		if len(args) > 0 && args[0] == v.name {
			if plain, options, ok := v.parse(args[1:]); ok {
				return v.run(t, plain, options)
			}
		}
		parts := []string{"go run ./scripts/new", v.name, v.args}
		for _, name := range v.options {
			parts = append(parts, "["+name+"=…]")
		}
		usage = append(usage, strings.Join(parts, " "))
	}
	return "", errors.New("usage: " + strings.Join(usage, "\n       "))
}

// parse tells arguments and options apart. An option without a value is as one that is not said.
func (v verb) parse(args []string) (plain []string, options map[string]string, ok bool) {
	options = map[string]string{}
	for _, arg := range args {
		name, value, isOption := strings.Cut(arg, "=")
		switch {
		case !isOption:
			plain = append(plain, arg)
		case !slices.Contains(v.options, name):
			return nil, nil, false
		default:
			options[name] = value
		}
	}
	return plain, options, len(plain) == strings.Count(v.args, "<")
}
