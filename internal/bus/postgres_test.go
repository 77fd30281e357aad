package bus

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/internal/testing/testdb"
)

// process is a running bus and what it hears; the first news, that it listens, has been taken.
func process(t *testing.T, pool *pgxpool.Pool, holder string) (*Between, <-chan *message.Message) {
	t.Helper()
	return running(t, NewPostgres(PostgresConfig{Pool: pool, Holder: holder, Log: slog.New(slog.DiscardHandler)}))
}

// running starts a bus and takes its first news.
func running(t *testing.T, p *Between) (*Between, <-chan *message.Message) {
	t.Helper()
	ch := subscribe(t, p)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = p.Run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
		_ = p.Close()
	})
	if c := receive(t, ch); !c.IsAll() {
		t.Fatalf("the first news is %+v", c)
	}
	return p, ch
}

func TestProcessesHearEachOther(t *testing.T) {
	pool := testdb.Pool(t)
	a, heardByA := process(t, pool, "a")
	_, heardByB := process(t, pool, "b")
	first, second := change("7", "money", "progress", "k1"), change("8", "members", "members", "k2")
	publish(t, a, first)
	for who, ch := range map[string]<-chan *message.Message{"itself": heardByA, "the other": heardByB} {
		if diff := cmp.Diff(first, receive(t, ch)); diff != "" {
			t.Errorf("%s heard something else: %s", who, diff)
		}
	}
	// What a process has told comes back to it and is not told twice: the second change is the next news.
	publish(t, a, second)
	for who, ch := range map[string]<-chan *message.Message{"itself": heardByA, "the other": heardByB} {
		if diff := cmp.Diff(second, receive(t, ch)); diff != "" {
			t.Errorf("%s heard something else: %s", who, diff)
		}
	}
}

func TestWhatDoesNotFitIsToldWithoutKeys(t *testing.T) {
	pool := testdb.Pool(t)
	a, _ := process(t, pool, "a")
	_, heard := process(t, pool, "b")
	keys := make([]string, 400)
	for i := range keys {
		keys[i] = fmt.Sprintf("00000000-0000-0000-0000-%012d", i)
	}
	publish(t, a, change("9", "money", "progress", keys...))
	if diff := cmp.Diff(change("9", "money", "progress"), receive(t, heard)); diff != "" {
		t.Error(diff)
	}
	var many []Change
	for i := range 200 {
		many = append(many, change("1", strings.Repeat("p", 60)+fmt.Sprint(i), "t"))
	}
	text, err := a.payload(0, many)
	if err != nil || len(text) > maxPayload || !strings.Contains(string(text), `"`+Everything+`"`) {
		t.Errorf("the payload has %d bytes: %.100s (%v)", len(text), text, err)
	}
}

func TestAfterAReconnectAnythingMayHaveChanged(t *testing.T) {
	pool := testdb.Pool(t)
	_, heard := process(t, pool, "a")
	if _, err := pool.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE application_name = 'callup bus' AND datname = current_database()`); err != nil {
		t.Fatal(err)
	}
	if c := receive(t, heard); !c.IsAll() {
		t.Errorf("got %+v", c)
	}
}

func TestAnotherVersionsNotificationIsNotIgnored(t *testing.T) {
	pool := testdb.Pool(t)
	_, heard := process(t, pool, "a")
	if _, err := pool.Exec(t.Context(), `SELECT pg_notify($1, 'rubbish')`, Channel); err != nil {
		t.Fatal(err)
	}
	if c := receive(t, heard); !c.IsAll() {
		t.Errorf("got %+v", c)
	}
}
