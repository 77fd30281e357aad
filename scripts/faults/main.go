// Command faults runs Callup under faults, one seed after the other, and says which promise was broken first:
//
//	go run ./scripts/faults -n 50           fifty seeds, from a random one on
//	go run ./scripts/faults -seed 4711      one seed again
//	go run ./scripts/faults -seed 7 -print  what that seed would break
package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/callup/callup/internal/testing/faults"
	"github.com/callup/callup/internal/testing/faults/planted"
	"github.com/callup/callup/internal/testing/programs"
)

// runWithin is longer than any run takes whose waits are all met.
const runWithin = 30 * time.Minute

func main() {
	n := flag.Int("n", 1, "how many seeds to run, one after the other")
	seed := flag.Uint64("seed", 0, "the first seed; 0 takes a random one")
	steps := flag.Int("steps", 25, "how many things each run breaks")
	bugs := flag.String("bugs", "", "planted bugs that the servers are to have, separated by commas: "+
		strings.Join(planted.All(), ", "))
	only := flag.String("only", "", "break only these kinds of things, separated by commas: "+strings.Join(faults.Kinds(), ", "))
	dir := flag.String("dir", filepath.Join(os.TempDir(), "callup-faults"), "where runs write; what a failed run wrote stays")
	show := flag.Bool("print", false, "print the plans and run nothing")
	loud := flag.Bool("v", false, "say what happens")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	kinds, err := chosen(*only, faults.Kinds())
	wrong, mistaken := chosen(*bugs, planted.All())
	if err = errors.Join(err, mistaken); err == nil {
		err = run(ctx, options{*n, *seed, *steps, kinds, wrong, *dir, *show, *loud})
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
}

type options struct {
	n          int
	seed       uint64
	steps      int
	only, bugs []string
	dir        string
	show, loud bool
}

// chosen reads the names given, each of which must be one of those that there are.
func chosen(names string, all []string) ([]string, error) {
	if names == "" {
		return nil, nil
	}
	named := strings.Split(names, ",")
	for i, k := range named {
		if named[i] = strings.TrimSpace(k); !slices.Contains(all, named[i]) {
			return nil, fmt.Errorf("nothing is called %q; choose from: %s", named[i], strings.Join(all, ", "))
		}
	}
	return named, nil
}

func run(ctx context.Context, o options) error {
	seed := o.seed
	if seed == 0 {
		var b [4]byte
		_, _ = rand.Read(b[:]) // never fails
		seed = uint64(binary.BigEndian.Uint32(b[:]))
	}
	if o.show {
		for i := range o.n {
			fmt.Println(faults.NewPlan(seed+uint64(i), o.steps, o.only...))
		}
		return nil
	}
	dir, err := faults.Folder(o.dir, fmt.Sprintf("%d-%d", os.Getpid(), seed))
	if err != nil {
		return err
	}
	binary, err := programs.UnderFaults(ctx, ".")
	if err != nil {
		return err
	}
	kills, broken, done := map[string]int{}, map[string]int{}, map[string]int{}
	failed := 0
	for i := range o.n {
		plan := faults.NewPlan(seed+uint64(i), o.steps, o.only...)
		r, at, err := one(ctx, faults.Config{Binary: binary, Bugs: o.bugs, Plan: plan}, dir, o.loud)
		add(kills, r.Kills)
		add(broken, r.Broken)
		add(done, r.Done)
		if err != nil {
			return fmt.Errorf("seed %d: %w (what it wrote: %s)", plan.Seed, err, at)
		}
		fmt.Println(r.Text())
		if len(r.Violations) > 0 {
			failed++
			fmt.Printf("  what it wrote: %s\n  again: go run ./scripts/faults -seed %d -steps %d -only %q -bugs %q\n", at, plan.Seed,
				o.steps, strings.Join(o.only, ","), strings.Join(o.bugs, ","))
		}
	}
	fmt.Printf("%d runs, %d with violations\nkilled: %v\nbroken: %v\ndone: %v\n", o.n, failed, sorted(kills), sorted(broken),
		sorted(done))
	if failed > 0 {
		return fmt.Errorf("%d of %d runs found a violation", failed, o.n)
	}
	return os.RemoveAll(dir)
}

func one(ctx context.Context, c faults.Config, parent string, loud bool) (faults.Report, string, error) {
	dir, err := faults.Folder(parent, fmt.Sprintf("seed-%d", c.Plan.Seed))
	if err != nil {
		return faults.Report{}, "", err
	}
	c.Dir = dir
	if loud {
		c.Say = func(line string) { fmt.Println("   ", line) }
	}
	ctx, cancel := context.WithTimeout(ctx, runWithin)
	defer cancel()
	r, err := faults.Run(ctx, c)
	if err == nil && len(r.Violations) == 0 {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return r, dir, err
}

func add(to, more map[string]int) {
	for k, n := range more {
		to[k] += n
	}
}

func sorted(m map[string]int) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, fmt.Sprintf("%d × %s", m[k], k))
	}
	return strings.Join(parts, ", ")
}
