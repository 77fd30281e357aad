package kurrenttest

import (
	"cmp"
	"encoding/binary"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Read serves reads and subscriptions.
func (n *Node) Read(request *streams.ReadReq, call streams.Streams_ReadServer) error {
	if trailer, err := n.enter(call.Context(), "read"); err != nil {
		call.SetTrailer(trailer)
		return err
	}
	o := request.GetOptions()
	wanted, err := newFilter(o.GetFilter())
	if err != nil {
		return status.Error(codes.InvalidArgument, err.Error())
	}
	c := &conversation{node: n, call: call, wanted: wanted}
	switch {
	case o.GetSubscription() != nil && o.GetAll() != nil:
		return c.subscribe(o)
	case o.GetSubscription() != nil:
		return status.Error(codes.Unimplemented, "this node subscribes to $all only")
	case o.GetAll() != nil:
		return c.readAll(o)
	}
	return c.readStream(o)
}

// conversation is one read on its way.
type conversation struct {
	node   *Node
	call   streams.Streams_ReadServer
	wanted func(record) bool
	sent   int // events
	said   int // events and checkpoints
}

func (c *conversation) readStream(o *streams.ReadReq_Options) error {
	name := string(o.GetStream().GetStreamIdentifier().GetStreamName())
	found := c.node.Log.stream(name)
	if len(found) == 0 {
		return c.call.Send(&streams.ReadResp{Content: &streams.ReadResp_StreamNotFound_{
			StreamNotFound: &streams.ReadResp_StreamNotFound{
				StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(name)},
			}}})
	}
	from := uint64(0)
	switch r := o.GetStream().GetRevisionOption().(type) {
	case *streams.ReadReq_Options_StreamOptions_Revision:
		from = r.Revision
	case *streams.ReadReq_Options_StreamOptions_End:
		from = math.MaxUint64
	}
	if o.GetReadDirection() == streams.ReadReq_Options_Forwards {
		return c.pages(o.GetCount(), func(size int) ([]record, bool) {
			found := c.node.Log.stream(name)
			left := found[min(from, uint64(len(found))):]
			page := left[:min(size, len(left))]
			from += uint64(len(page))
			return page, len(page) == len(left)
		})
	}
	found = found[:min(from, uint64(len(found)-1))+1] //nolint:gosec // it is not empty
	slices.Reverse(found)
	return c.sendAll(found[:min(uint64(len(found)), o.GetCount())])
}

const pageSize = 32 // what a node looks at at once unless a switch says otherwise

// pages goes forwards through what next gives page by page, so that it comes to see what is appended meanwhile.
func (c *conversation) pages(count uint64, next func(size int) (page []record, end bool)) error {
	for left := count; ; {
		faults := c.node.take(func(*Faults) {})
		page, end := next(cmp.Or(faults.Page, pageSize))
		for _, r := range page {
			if !c.wanted(r) {
				continue
			}
			if err := c.send(r); err != nil {
				return err
			}
			if left--; left == 0 {
				return nil
			}
		}
		if end {
			return nil
		}
		if faults.Between != nil {
			faults.Between()
		}
	}
}

// readAll begins with the event at the position itself when it reads forwards, and right before it backwards.
func (c *conversation) readAll(o *streams.ReadReq_Options) error {
	from := start(o, c.node.Log)
	if o.GetReadDirection() == streams.ReadReq_Options_Forwards {
		return c.pages(o.GetCount(), func(size int) ([]record, bool) {
			page, end := c.node.Log.from(from, size)
			if len(page) > 0 {
				from = page[len(page)-1].position + 1
			}
			return page, end
		})
	}
	found := c.node.Log.before(from, math.MaxInt)
	within := len(found)
	if f := c.node.take(func(*Faults) {}); f.BackWithin > 0 {
		within = min(within, f.BackWithin)
	}
	further := within < len(found)
	found = slices.DeleteFunc(found[:within], func(r record) bool { return !c.wanted(r) })
	if uint64(len(found)) >= o.GetCount() {
		return c.sendAll(found[:o.GetCount()])
	}
	if err := c.sendAll(found); err != nil || !further {
		return err
	}
	<-c.call.Context().Done()
	return status.FromContextError(c.call.Context().Err()).Err()
}

func start(o *streams.ReadReq_Options, log *Log) uint64 {
	switch p := o.GetAll().GetAllOption().(type) {
	case *streams.ReadReq_Options_AllOptions_Position:
		return p.Position.GetCommitPosition()
	case *streams.ReadReq_Options_AllOptions_End:
		end, _ := log.head()
		return end
	}
	return 0
}

func (c *conversation) sendAll(found []record) error {
	for _, r := range found {
		if err := c.send(r); err != nil {
			return err
		}
	}
	return nil
}

// subscribe shows what follows a position page by page, then what is appended. As the real thing does, it gives the
// beginning of the last page for a checkpoint where that lies after the last event it showed.
func (c *conversation) subscribe(o *streams.ReadReq_Options) error {
	err := c.call.Send(&streams.ReadResp{Content: &streams.ReadResp_Confirmation{
		Confirmation: &streams.ReadResp_SubscriptionConfirmation{SubscriptionId: "one"},
	}})
	if err != nil {
		return err
	}
	window := int(o.GetFilter().GetMax())
	if window == 0 {
		window = 32
	}
	interval := window * int(max(1, o.GetFilter().GetCheckpointIntervalMultiplier()))
	next := start(o, c.node.Log)
	_, inclusive := o.GetAll().GetAllOption().(*streams.ReadReq_Options_AllOptions_Start)
	shown, considered, live := next, 0, false
	if at := o.GetAll().GetPosition(); at.GetPreparePosition() < at.GetCommitPosition() {
		shown-- // the event there comes after that position
	}
	for {
		_, grown := c.node.Log.head()
		page, end := c.node.Log.from(next, window)
		current := next
		if c.node.take(func(*Faults) {}).FellBehind {
			if err := c.call.Send(&streams.ReadResp{Content: &streams.ReadResp_FellBehind_{
				FellBehind: &streams.ReadResp_FellBehind{}}}); err != nil {
				return err
			}
		}
		for _, r := range page {
			next = r.position + 1
			if r.position <= shown && !inclusive {
				continue // the position itself
			}
			if c.wanted(r) {
				if err := c.send(r); err != nil {
					return err
				}
				shown = r.position
			}
		}
		inclusive = inclusive && len(page) == 0
		considered += len(page)
		if considered >= interval || end && !live {
			considered %= interval
			if err := c.checkpoint(max(shown, current), next); err != nil {
				return err
			}
		}
		if !end {
			continue
		}
		if !live || c.node.take(func(*Faults) {}).FellBehind {
			live = true
			reached := &streams.ReadResp_CaughtUp_{CaughtUp: &streams.ReadResp_CaughtUp{}}
			if err := c.call.Send(&streams.ReadResp{Content: reached}); err != nil {
				return err
			}
		}
		select {
		case <-grown:
		case <-c.call.Context().Done():
			return status.FromContextError(c.call.Context().Err()).Err()
		}
	}
}

// checkpoint says that everything up to a position was shown; apart, that everything before the next event was.
func (c *conversation) checkpoint(at, next uint64) error {
	faults := c.node.take(func(*Faults) {})
	if follows, _ := c.node.Log.from(next, 1); faults.Apart > 0 && len(follows) > 0 {
		at = follows[0].position
	}
	if faults.Mute {
		return nil
	}
	if err := c.stall(faults); err != nil {
		return err
	}
	positions := []uint64{at}
	if faults.BadCheckpoint != 0 {
		positions = []uint64{faults.BadCheckpoint, at}
	}
	for _, p := range positions {
		err := c.call.Send(&streams.ReadResp{Content: &streams.ReadResp_Checkpoint_{
			Checkpoint: &streams.ReadResp_Checkpoint{CommitPosition: p, PreparePosition: p - min(p, faults.Apart)},
		}})
		if err != nil {
			return err
		}
	}
	return nil
}

// stall counts what is said and, once that is enough, waits until nobody listens any more.
func (c *conversation) stall(f Faults) error {
	if c.said++; f.Stall == 0 || c.said <= f.Stall {
		return nil
	}
	<-c.call.Context().Done()
	return status.FromContextError(c.call.Context().Err()).Err()
}

func (c *conversation) send(r record) error {
	faults := c.node.take(func(f *Faults) {
		if c.sent == f.CutAfter {
			f.CutAfter = 0
		}
	})
	if faults.CutAfter != 0 && c.sent == faults.CutAfter {
		c.node.Kill()
		return status.Error(codes.Unavailable, "the connection is gone")
	}
	if err := c.stall(faults); err != nil {
		return err
	}
	c.sent++
	system := map[string]string{"type": r.kind, "content-type": r.content,
		"created": strconv.FormatInt(r.created.UnixNano()/100, 10)}
	if faults.NoCreated {
		delete(system, "created")
	}
	answer := &streams.ReadResp{Content: &streams.ReadResp_Event{Event: &streams.ReadResp_ReadEvent{
		Event: &streams.ReadResp_ReadEvent_RecordedEvent{
			Id: &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
				MostSignificantBits:  int64(binary.BigEndian.Uint64(r.id[:8])), //nolint:gosec // the same bits
				LeastSignificantBits: int64(binary.BigEndian.Uint64(r.id[8:])), //nolint:gosec // the same bits
			}}},
			StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(r.stream)}, StreamRevision: r.revision,
			CommitPosition: r.position, PreparePosition: r.position, Metadata: system, Data: r.data, CustomMetadata: r.metadata,
		},
		Position: &streams.ReadResp_ReadEvent_CommitPosition{CommitPosition: r.position},
	}}}
	times := 1
	if faults.Twice {
		times = 2
	}
	for range times {
		if err := c.call.Send(answer); err != nil {
			return err
		}
	}
	return nil
}

// newFilter reads a filter: prefixes or a regular expression, of stream names or event types.
func newFilter(f *streams.ReadReq_Options_FilterOptions) (func(record) bool, error) {
	if f == nil {
		return func(record) bool { return true }, nil
	}
	of := func(r record) string { return r.stream }
	e := f.GetStreamIdentifier()
	if e == nil {
		of, e = func(r record) string { return r.kind }, f.GetEventType()
	}
	if e.GetRegex() != "" {
		expression, err := regexp.Compile(e.GetRegex())
		return func(r record) bool { return expression.MatchString(of(r)) }, err
	}
	return func(r record) bool {
		return slices.ContainsFunc(e.GetPrefix(), func(p string) bool { return strings.HasPrefix(of(r), p) })
	}, nil
}
