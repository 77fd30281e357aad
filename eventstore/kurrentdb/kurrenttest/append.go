package kurrenttest

import (
	"encoding/binary"
	"errors"
	"io"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

const maxAppend = 1 << 20 // bytes in one append, as a node is configured by default

// Append takes a header and events, and appends them when the caller has said everything.
func (n *Node) Append(call streams.Streams_AppendServer) error {
	if trailer, err := n.enter(call.Context(), "append"); err != nil {
		call.SetTrailer(trailer)
		return err
	}
	var header *streams.AppendReq_Options
	var events []proposed
	size := 0
	for {
		request, err := call.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if o := request.GetOptions(); o != nil {
			header = o
			continue
		}
		m := request.GetProposedMessage()
		if header == nil || m == nil {
			return status.Error(codes.InvalidArgument, "the header comes first")
		}
		size += len(m.GetData()) + len(m.GetCustomMetadata())
		events = append(events, proposed{
			id: idOf(m.GetId()), kind: m.GetMetadata()["type"], content: m.GetMetadata()["content-type"], data: m.GetData(),
			metadata: m.GetCustomMetadata(),
		})
	}
	if header == nil || size > maxAppend {
		return status.Error(codes.InvalidArgument, "no header, or too much at once")
	}
	stream := string(header.GetStreamIdentifier().GetStreamName())
	faults := n.take(func(f *Faults) {
		f.LoseAnswer = false
		f.TimeOuts = max(0, f.TimeOuts-1)
	})
	n.writeLate()
	if faults.TimeOuts > 0 {
		return n.timeOut(faults.TimedOut, func() { n.Log.append(stream, expectation(header), events) })
	}
	var v verdict
	if faults.AnyPlace && n.Log.has(stream, events) {
		v = verdict{current: int64(len(n.Log.stream(stream))) - 1}
	} else {
		v = n.Log.append(stream, expectation(header), events)
	}
	if faults.LoseAnswer {
		n.Kill()
		return status.Error(codes.Unavailable, "the connection is gone")
	}
	if v.wrong {
		return call.SendAndClose(wrongExpectation(header, v.current))
	}
	// As with the real thing, the answer's position is not that of the last event.
	return call.SendAndClose(&streams.AppendResp{Result: &streams.AppendResp_Success_{Success: &streams.AppendResp_Success{
		CurrentRevisionOption: &streams.AppendResp_Success_CurrentRevision{
			CurrentRevision: uint64(v.current), //nolint:gosec // not negative
		},
		PositionOption: &streams.AppendResp_Success_Position{
			Position: &streams.AppendResp_Position{CommitPosition: v.last, PreparePosition: v.first},
		},
	}}})
}

// timeOut answers as a leader does that did not hear in time from as many nodes as a commit needs.
func (n *Node) timeOut(becomes Outcome, write func()) error {
	switch becomes {
	case Written:
		write()
	case WrittenLate:
		n.mu.Lock()
		n.late = append(n.late, write)
		n.mu.Unlock()
	case Dropped:
	}
	return status.Error(codes.Aborted, "Operation timed out: commit")
}

func (n *Node) writeLate() {
	n.mu.Lock()
	late := n.late
	n.late = nil
	n.mu.Unlock()
	for _, write := range late {
		write()
	}
}

func (l *Log) has(stream string, events []proposed) bool {
	known := map[[16]byte]bool{}
	for _, r := range l.stream(stream) {
		known[r.id] = true
	}
	for _, e := range events {
		if !known[e.id] {
			return false
		}
	}
	return true
}

func idOf(u *shared.UUID) [16]byte {
	var id [16]byte
	binary.BigEndian.PutUint64(id[:8], uint64(u.GetStructured().GetMostSignificantBits()))  //nolint:gosec // the same bits
	binary.BigEndian.PutUint64(id[8:], uint64(u.GetStructured().GetLeastSignificantBits())) //nolint:gosec // the same bits
	return id
}

func expectation(o *streams.AppendReq_Options) int64 {
	switch e := o.GetExpectedStreamRevision().(type) {
	case *streams.AppendReq_Options_Revision:
		return int64(e.Revision) //nolint:gosec // tests stay small
	case *streams.AppendReq_Options_NoStream:
		return noStream
	case *streams.AppendReq_Options_StreamExists:
		return streamExists
	}
	return anyRevision
}

func wrongExpectation(o *streams.AppendReq_Options, current int64) *streams.AppendResp {
	w := &streams.AppendResp_WrongExpectedVersion{
		CurrentRevisionOption: &streams.AppendResp_WrongExpectedVersion_CurrentNoStream{CurrentNoStream: &shared.Empty{}},
	}
	if current >= 0 {
		w.CurrentRevisionOption = &streams.AppendResp_WrongExpectedVersion_CurrentRevision{CurrentRevision: uint64(current)}
	}
	switch e := expectation(o); e {
	case noStream:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: &shared.Empty{}}
	case streamExists:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: &shared.Empty{}}
	default:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedRevision{
			ExpectedRevision: uint64(e), //nolint:gosec // not negative here
		}
	}
	return &streams.AppendResp{Result: &streams.AppendResp_WrongExpectedVersion_{WrongExpectedVersion: w}}
}
