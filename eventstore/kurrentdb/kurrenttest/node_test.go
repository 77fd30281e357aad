package kurrenttest_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/callup/callup/eventstore/kurrentdb/kurrenttest"
)

// The client that its makers wrote is the witness: it must find in our node what it finds in theirs.
func TestTheOfficialClientUnderstandsTheNode(t *testing.T) {
	log := kurrenttest.NewLog()
	n := kurrenttest.Start(t, log)
	config, err := esdb.ParseConnectionString(n.URL())
	if err != nil {
		t.Fatal(err)
	}
	config.Logger = esdb.NoopLogging()
	client, err := esdb.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	ctx := t.Context()
	event := func() esdb.EventData {
		return esdb.EventData{EventID: uuid.New(), EventType: "Happened", ContentType: esdb.ContentTypeJson, Data: []byte(`{}`),
			Metadata: []byte(`{"a":1}`)}
	}
	first, second := event(), event()
	wrote, err := client.AppendToStream(ctx, "thing-1", esdb.AppendToStreamOptions{ExpectedRevision: esdb.NoStream{}}, first, second)
	if err != nil || wrote.NextExpectedVersion != 1 {
		t.Fatalf("appended %+v, %v", wrote, err)
	}
	again, err := client.AppendToStream(ctx, "thing-1", esdb.AppendToStreamOptions{ExpectedRevision: esdb.NoStream{}}, first, second)
	if err != nil || *again != *wrote {
		t.Errorf("repeated: %+v, %v", again, err)
	}
	_, err = client.AppendToStream(ctx, "thing-1", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Revision(7)}, event())
	var refused *esdb.Error
	if !errors.As(err, &refused) || refused.Code() != esdb.ErrorCodeWrongExpectedVersion {
		t.Errorf("append at 7: %v", err)
	}
	log.Add("$system", "$something", 3)

	all, err := client.ReadAll(ctx, esdb.ReadAllOptions{}, 10)
	if err != nil {
		t.Fatal(err)
	}
	defer all.Close()
	var positions []esdb.Position
	for {
		e, err := all.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		positions = append(positions, e.Event.Position)
	}
	if len(positions) != 5 || positions[1].Commit != wrote.CommitPosition {
		t.Errorf("the log is at %v, the append said %+v", positions, wrote)
	}
	back, err := client.ReadStream(ctx, "thing-1", esdb.ReadStreamOptions{Direction: esdb.Backwards, From: esdb.End{}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer back.Close()
	if e, err := back.Recv(); err != nil || e.Event.EventID != second.EventID || e.Event.EventNumber != 1 ||
		string(e.Event.UserMetadata) != `{"a":1}` {
		t.Errorf("the last event is %+v, %v", e, err)
	}
	none, err := client.ReadStream(ctx, "thing-2", esdb.ReadStreamOptions{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer none.Close()
	if _, err := none.Recv(); !errors.As(err, &refused) || refused.Code() != esdb.ErrorCodeResourceNotFound {
		t.Errorf("a stream that is not there: %v", err)
	}

	listening, cancel := context.WithCancel(ctx)
	defer cancel()
	sub, err := client.SubscribeToAll(listening,
		esdb.SubscribeToAllOptions{From: positions[0], Filter: esdb.ExcludeSystemEventsFilter()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sub.Close() }()
	var seen []uint64
	checkpoints, caughtUp := 0, false
	for len(seen) < 2 {
		e := sub.Recv()
		switch {
		case e.EventAppeared != nil:
			seen = append(seen, e.EventAppeared.Event.EventNumber)
		case e.CheckPointReached != nil:
			checkpoints++
		case e.CaughtUp != nil:
			caughtUp = true
			if _, err := client.AppendToStream(ctx, "thing-1", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Revision(1)},
				event()); err != nil {
				t.Fatal(err)
			}
		case e.SubscriptionDropped != nil:
			t.Fatal(e.SubscriptionDropped.Error)
		}
	}
	if seen[0] != 1 || seen[1] != 2 || checkpoints == 0 || !caughtUp {
		t.Errorf("saw %v, %d checkpoints, caught up: %t", seen, checkpoints, caughtUp)
	}
}
