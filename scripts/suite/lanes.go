package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// lane is a row of steps that run one after the other, beside those of other lanes.
type lane struct {
	name  string
	steps []step
}

// step is a command. Where it has a folder it runs there.
type step struct {
	name    string
	dir     string
	env     []string
	command []string
}

// result is how a step ended.
type result struct {
	step string
	took time.Duration
	log  string
	err  error
}

// endWithin is how long a step may clean up after Ctrl-C, before it is killed.
const endWithin = 30 * time.Second

// runLanes runs all lanes to their ends, so many of them at once, in their order; 0 is for all. A step that fails keeps no
// other from running, so that one run finds all there is to find. Where flaky names a file, failures have a second chance.
func runLanes(ctx context.Context, out io.Writer, logs, flaky string, together int, lanes []lane) error {
	if err := os.MkdirAll(logs, 0o755); err != nil { //nolint:gosec // output of tests, for whoever may read the checkout
		return fmt.Errorf("make a folder for what the steps print: %w", err)
	}
	for _, l := range lanes {
		for _, s := range l.steps { // what an earlier run recorded says nothing of this one
			_ = os.Remove(filepath.Join(logs, s.name+".json"))
		}
	}
	began := time.Now()
	var mu sync.Mutex // of out
	say := func(format string, values ...any) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(out, "%4.0f s  %s\n", time.Since(began).Seconds(), fmt.Sprintf(format, values...))
	}
	results := make([][]result, len(lanes))
	if together <= 0 {
		together = len(lanes)
	}
	places := make(chan struct{}, together)
	var all sync.WaitGroup
	for i, l := range lanes {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			for _, s := range l.steps {
				if ctx.Err() != nil {
					return
				}
				r := s.run(ctx, logs)
				if r.err == nil {
					say("%s: %s passed in %s", l.name, s.name, seconds(r.took))
				} else if ctx.Err() == nil {
					say("%s: %s FAILED after %s", l.name, s.name, seconds(r.took))
				}
				results[i] = append(results[i], r)
			}
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	failed, err := report(out, lanes, results, time.Since(began))
	if err != nil {
		return err
	}
	if err := tellSlowest(out, logs, lanes); err != nil {
		return err
	}
	if len(failed) == 0 {
		return nil
	}
	err = fmt.Errorf("failed: %s", strings.Join(failed, ", "))
	if flaky == "" {
		return err
	}
	fmt.Fprintln(out)
	lines, why := secondChance(ctx, logs, flaky, failed)
	for _, line := range lines {
		fmt.Fprintln(out, line)
	}
	if why != nil {
		return fmt.Errorf("%w; %w", err, why)
	}
	fmt.Fprintf(out, "%s passed on a second chance\n", strings.Join(failed, ", "))
	return nil
}

// tellSlowest names the slowest tests of all steps that record them.
func tellSlowest(out io.Writer, logs string, lanes []lane) error {
	var all []outcome
	for _, l := range lanes {
		for _, s := range l.steps {
			r, err := readOutcomes(logs, s.name)
			if err != nil {
				return err
			}
			all = append(all, r.tests...)
		}
	}
	slowest(out, all)
	return nil
}

// report prints what failing steps printed, and then the times of all. It returns the names of those that failed.
func report(out io.Writer, lanes []lane, results [][]result, took time.Duration) (failed []string, err error) {
	for i := range lanes {
		for _, r := range results[i] {
			if r.err == nil {
				continue
			}
			failed = append(failed, r.step)
			fmt.Fprintf(out, "\n──── %s failed (%v); it printed:\n", r.step, r.err)
			if err := printLog(out, r.log); err != nil {
				return failed, err
			}
		}
	}
	fmt.Fprintln(out)
	for i, l := range lanes {
		var sum time.Duration
		var parts []string
		for _, r := range results[i] {
			sum += r.took
			part := r.step + " " + seconds(r.took)
			if r.err != nil {
				part += " FAILED"
			}
			parts = append(parts, part)
		}
		fmt.Fprintf(out, "%-8s %8s   %s\n", l.name, seconds(sum), strings.Join(parts, ", "))
	}
	fmt.Fprintf(out, "%-8s %8s\n", "all", seconds(took))
	return failed, nil
}

func printLog(out io.Writer, name string) error {
	log, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("read what a step printed: %w", err)
	}
	defer func() { _ = log.Close() }() // it was only read
	if _, err := io.Copy(out, log); err != nil {
		return fmt.Errorf("read what a step printed: %w", err)
	}
	return nil
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }

// run runs the command in a process group of its own, so that all it started can be ended with it.
func (s step) run(ctx context.Context, logs string) result {
	r := result{step: s.name, log: filepath.Join(logs, strings.ReplaceAll(s.name, "/", "-")+".log")}
	began := time.Now()
	r.err = s.write(ctx, r.log)
	r.took = time.Since(began)
	return r
}

func (s step) write(ctx context.Context, name string) (err error) {
	log, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("write what %s prints: %w", s.name, err)
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	cmd := exec.CommandContext(ctx, s.command[0], s.command[1:]...) //nolint:gosec // running what it is told is its purpose
	cmd.Dir, cmd.Env = s.dir, append(os.Environ(), s.env...)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) }
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() { // the first process may end before those that it started
		select {
		case <-ctx.Done():
		case <-ended:
			return
		}
		select {
		case <-time.After(endWithin):
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // gone already
		case <-ended:
		}
	}()
	err = cmd.Wait()
	close(ended)
	return err
}
