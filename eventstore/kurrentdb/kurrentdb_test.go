package kurrentdb_test

import (
	"context"
	"crypto/rand"
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

// The contract, against a node in this process.
func TestContract(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Harness {
		t.Helper()
		n := kurrenttest.Start(t, kurrenttest.NewLog())
		return storetest.Harness{
			Open: func(t *testing.T) storetest.Store { t.Helper(); return open(t, n.URL(), quick()) },
			Kill: func(context.Context) error { n.Kill(); return nil },
			Cut:  n.Cut, Mend: n.Mend, Hush: n.Hush,
			LoseAnswer: func() { n.Set(kurrenttest.Faults{LoseAnswer: true}) },
		}
	})
}

// The contract once more, against a log that others write to as well: what they write, and what the system does, is
// none of ours.
func TestContractAmongOthers(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Harness {
		t.Helper()
		n := kurrenttest.Start(t, kurrenttest.NewLog())
		n.Log.Add("$stats-127.0.0.1:2113", "$statsCollected", 700)
		others := func(context.Context) error {
			n.Log.Add("$stats-127.0.0.1:2113", "$statsCollected", 1)
			n.Log.Add("shop-order-1", "Happened", 1)
			return nil
		}
		return storetest.Harness{
			Open: func(t *testing.T) storetest.Store { t.Helper(); return open(t, n.URL(), quick()) },
			Fail: others,
		}
	})
}

// The contract against a real node, such as one of compose.yaml. A database has one log that can't be emptied, so each
// test takes a prefix of its own and is one of many that share it.
func TestContractOnARealNode(t *testing.T) {
	url := os.Getenv("CALLUP_TEST_EVENTSTORE_URL")
	if url == "" {
		t.Skip("CALLUP_TEST_EVENTSTORE_URL names no node")
	}
	storetest.Run(t, func(t *testing.T) storetest.Harness {
		t.Helper()
		mine := with(url, "prefix=test-"+strings.ToLower(rand.Text())+".")
		return storetest.Harness{
			Open: func(t *testing.T) storetest.Store { t.Helper(); return open(t, mine, quick()) },
		}
	})
}

func with(url, parameter string) string {
	if strings.Contains(url, "?") {
		return url + "&" + parameter
	}
	return url + "?" + parameter
}

func quick() kurrentdb.Options {
	return kurrentdb.Options{
		Logger: slog.New(slog.DiscardHandler), Attempt: time.Second, Read: 5 * time.Second, Drain: 50 * time.Millisecond, Window: 8, Scan: 5,
	}
}

func open(t *testing.T, url string, opts kurrentdb.Options) *kurrentdb.Store {
	t.Helper()
	target, err := endpoint.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	s, err := kurrentdb.Open(t.Context(), target, opts)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
