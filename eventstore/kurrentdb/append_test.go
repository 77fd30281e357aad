package kurrentdb

import (
	"errors"
	"io"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// halfHeard is a call in which one request gets lost and whatever is said later is heard.
type halfHeard struct {
	streams.Streams_AppendClient
	lost   int
	heard  int
	closed bool
	reason error
}

func (h *halfHeard) Send(*streams.AppendReq) error {
	if h.heard == h.lost {
		return io.EOF
	}
	h.heard++
	return nil
}

func (h *halfHeard) RecvMsg(any) error { return h.reason }

func (h *halfHeard) CloseAndRecv() (*streams.AppendResp, error) {
	h.closed = true
	return &streams.AppendResp{Result: &streams.AppendResp_Success_{Success: &streams.AppendResp_Success{}}}, nil
}

// A server that is told that all was said appends what it has heard: after a request that got lost it must not be.
func TestHalfAnAppendIsNone(t *testing.T) {
	requests := make([]*streams.AppendReq, 3)
	gone := status.Error(codes.Unavailable, "the connection is gone")
	for lost, reason := range []error{gone, gone, nil} {
		call := &halfHeard{lost: lost, reason: reason}
		want := reason
		if want == nil {
			want = errHalf
		}
		if _, err := say(call, requests); !errors.Is(err, want) || call.closed {
			t.Errorf("without request %d: %v, told that all was said: %v", lost, err, call.closed)
		}
	}
	whole := &halfHeard{lost: len(requests)}
	if answer, err := say(whole, requests); err != nil || answer.GetSuccess() == nil || !whole.closed {
		t.Errorf("whole: %v, %v", answer, err)
	}
}
