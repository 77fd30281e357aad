package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/status"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/reach"
)

// Append adds events to one stream, all or none, if its last revision is as expected. While the server is away it goes
// on trying until the context ends. After ErrUnavailable the events may still be on their way.
func (s *Store) Append(ctx context.Context, stream string, expected eventstore.Revision,
	events []eventstore.Event) (eventstore.Appended, error) {
	metadata, err := eventstore.Encode(stream, expected, events)
	if err != nil {
		return eventstore.Appended{}, err
	}
	batch := make([]outgoing, len(events))
	for i, e := range events {
		batch[i] = outgoing{id: e.ID, kind: e.Type, data: e.Data, envelope: envelope{Version: e.Version, Metadata: metadata[i]}}
	}
	a, err := s.write(ctx, stream, expected, batch)
	if err != nil {
		return eventstore.Appended{}, fmt.Errorf("append to %s: %w", stream, err)
	}
	return a, nil
}

// outgoing is an event on its way.
type outgoing struct {
	id       ident.ID
	kind     string
	data     []byte
	envelope envelope
}

func idsOf(batch []outgoing) []ident.ID {
	ids := make([]ident.ID, len(batch))
	for i, e := range batch {
		ids[i] = e.id
	}
	return ids
}

// write appends until it has a verdict.
func (s *Store) write(ctx context.Context, stream string, expected eventstore.Revision,
	batch []outgoing) (eventstore.Appended, error) {
	if !s.begin() {
		return eventstore.Appended{}, fmt.Errorf("%w: %w", eventstore.ErrUnavailable, errClosed)
	}
	defer s.running.Done()
	mine, cancel := s.bound(ctx)
	defer cancel()
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		if err := mine.Err(); err != nil {
			return eventstore.Appended{}, s.unavailable(ctx, err)
		}
		a, err := s.attempt(mine, stream, expected, batch)
		if _, again := errors.AsType[*passing](err); !again || mine.Err() != nil || errors.Is(err, errClosed) {
			if err == nil && s.away.Swap(false) {
				s.opts.Logger.Info("the event store is back")
			}
			return a, s.unavailable(ctx, err)
		}
		if !s.away.Swap(true) {
			s.opts.Logger.Warn("the event store is away; appends wait", "error", err)
		}
		if !reach.Pause(mine, pause) {
			return eventstore.Appended{}, s.unavailable(ctx, err)
		}
	}
}

// errUnsettled: the server's answer and what it then showed contradict each other, as while another append runs.
var errUnsettled = errors.New("the stream changed while it was read")

// attempt appends once and reads what came of it: neither position nor time of an event are in the server's answer, and
// it does not tell a first append from a repeated one.
func (s *Store) attempt(ctx context.Context, stream string, expected eventstore.Revision,
	batch []outgoing) (eventstore.Appended, error) {
	// Revisions below the expected one don't change, so an id that is none of theirs when the append is accepted is new.
	before, err := s.idsUpTo(ctx, stream, expected)
	if err != nil {
		return eventstore.Appended{}, err
	}
	ids := idsOf(batch)
	if twice := slices.IndexFunc(ids, func(id ident.ID) bool { return slices.Contains(before, id) }); twice >= 0 {
		actual, err := s.tail(ctx, stream)
		if err != nil {
			return eventstore.Appended{}, err
		}
		if actual != expected {
			return eventstore.Appended{}, &eventstore.Conflict{Stream: stream, Expected: expected, Actual: actual}
		}
		return eventstore.Appended{}, &eventstore.Rejected{Stream: stream,
			Err: fmt.Errorf("%w: %s", eventstore.ErrDuplicateID, ids[twice])}
	}
	write := newWrite()
	accepted, err := s.send(ctx, stream, expected, batch, write)
	if err != nil {
		return eventstore.Appended{}, err
	}
	from, count := expected+1, len(batch)
	if accepted {
		from, count = expected+eventstore.Revision(len(batch)), 1
	}
	there, err := s.readStream(ctx, stream, from, count)
	if err != nil {
		return eventstore.Appended{}, err
	}
	if found := ids[len(ids)-count:]; len(there) == count &&
		slices.EqualFunc(there, found, func(e stored, id ident.ID) bool { return e.ID == id }) {
		last := there[count-1]
		if len(before) == int(expected)+1 {
			s.ids.Add(stream, append(slices.Clip(before), ids...))
		}
		if stream != identityStream { // which no reader is shown: whoever waits for more would look in vain, again and again
			s.head.Advance(last.Position)
		}
		return eventstore.Appended{Position: last.Position, Revision: last.Revision, Time: last.Time, Repeated: last.write != write},
			nil
	}
	actual, err := s.tail(ctx, stream)
	if err != nil {
		return eventstore.Appended{}, err
	}
	if actual == expected {
		return eventstore.Appended{}, &passing{errUnsettled}
	}
	return eventstore.Appended{}, &eventstore.Conflict{Stream: stream, Expected: expected, Actual: actual}
}

// send appends once and tells whether the server accepted: it does so too when these events stand there already.
func (s *Store) send(ctx context.Context, stream string, expected eventstore.Revision, batch []outgoing,
	write string) (accepted bool, err error) {
	options := &streams.AppendReq_Options{
		StreamIdentifier:       &shared.StreamIdentifier{StreamName: []byte(s.prefix + stream)},
		ExpectedStreamRevision: &streams.AppendReq_Options_NoStream{NoStream: &shared.Empty{}},
	}
	if expected >= 0 {
		options.ExpectedStreamRevision = &streams.AppendReq_Options_Revision{Revision: uint64(expected)}
	}
	requests := make([]*streams.AppendReq, 0, 1+len(batch))
	requests = append(requests, &streams.AppendReq{Content: &streams.AppendReq_Options_{Options: options}})
	for _, e := range batch {
		e.envelope.Write = write
		requests = append(requests, proposal(e.id, e.kind, e.data, e.envelope.marshal()))
	}
	err = s.link.call(ctx, s.opts.Attempt, func(ctx context.Context, to streams.StreamsClient) error {
		// Nothing is kept for gRPC to say again on another connection: it would begin there without what failed here.
		call, err := to.Append(ctx, grpc.MaxRetryRPCBufferSize(0))
		if err != nil {
			return err
		}
		answer, err := say(call, requests)
		if err != nil {
			return &failure{err, call.Trailer()}
		}
		accepted = answer.GetSuccess() != nil
		return nil
	})
	if err != nil && !isPassing(err) && ctx.Err() == nil {
		s.opts.Logger.Error("append rejected", "stream", stream, "events", idsOf(batch), "error", err)
		return false, &eventstore.Rejected{Stream: stream,
			Err: fmt.Errorf("%w: %s", eventstore.ErrInvalid, status.Convert(err).Message())}
	}
	return accepted, err
}

// errHalf: the server answered before it was told everything.
var errHalf = errors.New("an answer to half an append")

// say sends all requests of an append and gives the answer. The server takes what it was sent for the whole once it is
// told that all was said, and a send that failed does not mean that the next word is not heard: after one, only the
// answer is waited for, which tells why.
func say(call streams.Streams_AppendClient, requests []*streams.AppendReq) (*streams.AppendResp, error) {
	for _, r := range requests {
		if call.Send(r) == nil {
			continue
		}
		if err := call.RecvMsg(&streams.AppendResp{}); err != nil {
			return nil, err
		}
		return nil, errHalf
	}
	return call.CloseAndRecv()
}

func isPassing(err error) bool {
	_, ok := errors.AsType[*passing](err)
	return ok || errors.Is(err, errClosed)
}

// idsUpTo gives the ids of a stream's events up to a revision; fewer when the stream is shorter.
func (s *Store) idsUpTo(ctx context.Context, stream string, last eventstore.Revision) ([]ident.ID, error) {
	known, _ := s.ids.Get(stream)
	for int64(len(known)) <= int64(last) {
		there, err := s.readStream(ctx, stream, eventstore.Revision(len(known)), chunk)
		if err != nil {
			return nil, err
		}
		known = slices.Clip(known)
		for _, e := range there {
			known = append(known, e.ID)
		}
		s.ids.Add(stream, known)
		if len(there) < chunk {
			break
		}
	}
	return known[:min(int64(len(known)), int64(last)+1)], nil
}
