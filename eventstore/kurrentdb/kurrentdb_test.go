package kurrentdb_test

import (
	"context"
	"crypto/rand"
	"flag"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/eventstore/kurrentdb"
	"github.com/callup/callup/eventstore/kurrentdb/endpoint"
	"github.com/callup/callup/eventstore/kurrentdb/kurrenttest"
	"github.com/callup/callup/eventstore/storetest"
)

// The contract, against nodes in this process, and the one that CALLUP_TEST_EVENTSTORE_URL names.
func TestContract(t *testing.T) {
	nodes := map[string]func(*testing.T) storetest.Harness{"alone": alone, "among others": amongOthers}
	if url := os.Getenv("CALLUP_TEST_EVENTSTORE_URL"); url != "" {
		nodes["real"] = func(t *testing.T) storetest.Harness { t.Helper(); return realNode(t, url) }
	} else if strings.Contains(flag.Lookup("test.run").Value.String(), "real") {
		t.Fatal("CALLUP_TEST_EVENTSTORE_URL names no node")
	}
	for name, node := range nodes {
		t.Run(name, func(t *testing.T) { storetest.Run(t, node) })
	}
}

// alone is a node whose log is ours, with switches for what may go wrong.
func alone(t *testing.T) storetest.Harness {
	t.Helper()
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	return storetest.Harness{
		Open: func(t *testing.T) storetest.Store { t.Helper(); return open(t, n.URL(), quick()) },
		Kill: func(context.Context) error { n.Kill(); return nil },
		Cut:  n.Cut, Mend: n.Mend, Hush: n.Hush,
		LoseAnswer: func() { n.Set(kurrenttest.Faults{LoseAnswer: true}) },
	}
}

// amongOthers is a node whose log others write to as well: what they write, and what the system does, is none of ours.
func amongOthers(t *testing.T) storetest.Harness {
	t.Helper()
	n := kurrenttest.Start(t, kurrenttest.NewLog())
	n.Log.Add("$stats-127.0.0.1:2113", "$statsCollected", 700)
	return storetest.Harness{
		Open: func(t *testing.T) storetest.Store { t.Helper(); return open(t, n.URL(), quick()) },
		Fail: func(context.Context) error {
			n.Log.Add("$stats-127.0.0.1:2113", "$statsCollected", 1)
			n.Log.Add("shop-order-1", "Happened", 1)
			return nil
		},
	}
}

// realNode is one such as one of compose.yaml. A database has one log that can't be emptied, so each test takes a prefix
// of its own and is one of many that share it.
func realNode(t *testing.T, url string) storetest.Harness {
	t.Helper()
	mine := with(url, "prefix=test-"+strings.ToLower(rand.Text())+".")
	return storetest.Harness{
		Open: func(t *testing.T) storetest.Store { t.Helper(); return open(t, mine, quick()) },
	}
}

func with(url, parameter string) string {
	if strings.Contains(url, "?") {
		return url + "&" + parameter
	}
	return url + "?" + parameter
}

func quick() kurrentdb.Options {
	return kurrentdb.Options{
		Logger: slog.New(slog.DiscardHandler), Attempt: time.Second, Read: 5 * time.Second, Drain: 50 * time.Millisecond, Window: 8,
		Scan: 5,
	}
}

func open(t *testing.T, url string, opts kurrentdb.Options) *kurrentdb.Store {
	t.Helper()
	s, err := opened(t, url, opts)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func opened(t *testing.T, url string, opts kurrentdb.Options) (*kurrentdb.Store, error) {
	t.Helper()
	target, err := endpoint.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	return kurrentdb.Open(t.Context(), target, opts)
}
