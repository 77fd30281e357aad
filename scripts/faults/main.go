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

	"github.com/callup/callup/internal/faults"
)

// runWithin is longer than any run takes whose waits are all met.
const runWithin = 30 * time.Minute

func main() {
	n := flag.Int("n", 1, "how many seeds to run, one after the other")
	seed := flag.Uint64("seed", 0, "the first seed; 0 takes a random one")
	steps := flag.Int("steps", 25, "how many things each run breaks")
	bugs := flag.String("bugs", "", "tags of planted bugs to build in, separated by commas")
	dir := flag.String("dir", filepath.Join(os.TempDir(), "callup-faults"), "where runs write; what a failed run wrote stays")
	show := flag.Bool("print", false, "print the plans and run nothing")
	loud := flag.Bool("v", false, "say what happens")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, *n, *seed, *steps, *bugs, *dir, *show, *loud)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, n int, seed uint64, steps int, bugs, dir string, show, loud bool) error {
	if seed == 0 {
		var b [4]byte
		_, _ = rand.Read(b[:]) // never fails
		seed = uint64(binary.BigEndian.Uint32(b[:]))
	}
	if show {
		for i := range n {
			fmt.Println(faults.NewPlan(seed+uint64(i), steps))
		}
		return nil
	}
	dir, err := faults.Folder(dir, fmt.Sprintf("%d-%d", os.Getpid(), seed))
	if err != nil {
		return err
	}
	var tags []string
	if bugs != "" {
		tags = strings.Split(bugs, ",")
	}
	binary, err := faults.Build(ctx, ".", dir, tags...)
	if err != nil {
		return err
	}
	kills, done := map[string]int{}, map[string]int{}
	failed := 0
	for i := range n {
		plan := faults.NewPlan(seed+uint64(i), steps)
		r, at, err := one(ctx, plan, binary, dir, loud)
		add(kills, r.Kills)
		add(done, r.Done)
		if err != nil {
			return fmt.Errorf("seed %d: %w (what it wrote: %s)", plan.Seed, err, at)
		}
		fmt.Println(r.Text())
		if len(r.Violations) > 0 {
			failed++
			fmt.Printf("  what it wrote: %s\n  again: make faults SEED=%d\n", at, plan.Seed)
		}
	}
	fmt.Printf("%d runs, %d with violations\nkilled: %v\ndone: %v\n", n, failed, sorted(kills), sorted(done))
	if failed > 0 {
		return fmt.Errorf("%d of %d runs found a violation", failed, n)
	}
	return os.RemoveAll(dir)
}

func one(ctx context.Context, plan faults.Plan, binary, parent string, loud bool) (faults.Report, string, error) {
	dir, err := faults.Folder(parent, fmt.Sprintf("seed-%d", plan.Seed))
	if err != nil {
		return faults.Report{}, "", err
	}
	c := faults.Config{Binary: binary, Plan: plan, Dir: dir}
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
		parts = append(parts, fmt.Sprintf("%d %s", m[k], k))
	}
	return strings.Join(parts, ", ")
}
