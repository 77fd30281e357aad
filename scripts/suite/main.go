// Command suite runs checks side by side. `make test` gives it lanes of make
// targets, each lane one target after the other:
//
//	go run ./scripts/suite -logs .tools/logs "checks: verify lint" "go: test-go"
//
// With -together 2 no more than two lanes run at once, the others after them in
// the order given, for a machine that also compiles all of it for the first time.
//
// `make check` has it look which packages and which part of the web app
// changed, and run what checks those:
//
//	go run ./scripts/suite -changed -logs .tools/logs
//
// What a step prints goes to a file of its own. That of a step that fails is
// printed at the end, above the times of all. Ctrl-C ends every step.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

func main() {
	changed := flag.Bool("changed", false, "check what changed, instead of running lanes of make targets")
	since := flag.String("since", "",
		"with -changed: the commit to compare with, instead of the remote's branch or the commit before")
	lint := flag.String("lint", "golangci-lint", "with -changed: the golangci-lint to run")
	logs := flag.String("logs", "", "the folder for what the steps print")
	together := flag.Int("together", 0, "how many lanes run at once; 0 for all")
	flaky := flag.String("flaky", "", "the file of tests that are known to be flaky: what fails has a second chance, see again.go")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, *changed, *since, *lint, *logs, *flaky, *together, flag.Args())
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "suite:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, changed bool, since, lint, logs, flaky string, together int, args []string) error {
	if logs == "" {
		return errors.New("name the folder for what the steps print, with -logs")
	}
	var lanes []lane
	var err error
	if changed {
		lanes, err = checks(ctx, since, lint)
	} else {
		lanes, err = targets(args)
	}
	if err != nil || len(lanes) == 0 {
		return err
	}
	return runLanes(ctx, os.Stdout, logs, flaky, together, lanes)
}

// targets reads lanes of make targets: "name: target target".
func targets(args []string) ([]lane, error) {
	var lanes []lane
	for _, arg := range args {
		name, list, ok := strings.Cut(arg, ":")
		if !ok || len(strings.Fields(list)) == 0 {
			return nil, fmt.Errorf("%q is no lane: write its name, a colon and make targets", arg)
		}
		l := lane{name: strings.TrimSpace(name)}
		for target := range strings.FieldsSeq(list) {
			l.steps = append(l.steps, step{name: target, command: []string{"make", target}})
		}
		lanes = append(lanes, l)
	}
	return lanes, nil
}
