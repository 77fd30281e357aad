package kurrentdb

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/callup/callup/eventstore/kurrentdb/endpoint"
	"github.com/callup/callup/eventstore/kurrentdb/kurrenttest"
)

// The node that leads is found although all that are asked before it say nothing, which takes longer than the call may.
func TestTheLeaderIsTheLastToBeAsked(t *testing.T) {
	log := kurrenttest.NewLog()
	one, two, three := kurrenttest.Start(t, log), kurrenttest.Start(t, log), kurrenttest.Start(t, log)
	one.Hush()
	two.Hush()
	target, err := endpoint.Parse("esdb://" + one.Address() + "," + two.Address() + "," + three.Address() +
		"?tls=false&gossipTimeout=1")
	if err != nil {
		t.Fatal(err)
	}
	l := newLink(target, slog.New(slog.DiscardHandler))
	defer l.close()
	called := false
	err = l.call(t.Context(), time.Second, func(context.Context, streams.StreamsClient) error {
		called = true
		return nil
	})
	if !called || err != nil {
		t.Errorf("no leader was found: %v", err)
	}
}
