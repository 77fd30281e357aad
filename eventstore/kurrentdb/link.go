package kurrentdb

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/callup/callup/eventstore/kurrentdb/endpoint"
)

// maxMessage is what a node may send at once: its own limit for an append is 16 MiB at most.
const maxMessage = 17 << 20

// errNoLeader: nobody leads at the moment, as during an election.
var errNoLeader = errors.New("no node says that it leads")

// link is the way to the node that leads. Whoever finds the way broken gives it up; the next call looks for the leader
// anew. Calls that run there still may end there: what was too slow for one may be well for another, and a way that is
// dead ends them by their own limits and by pings that are not answered. All calls go to the leader: another node may
// lag, and a reader there would not see what was acknowledged.
type link struct {
	target endpoint.Target
	log    *slog.Logger
	turn   chan struct{} // capacity 1: held by the one that looks for the leader

	mu     sync.Mutex
	node   *node
	hint   string // where the leader is, as a node said that is not
	closed bool
}

type node struct {
	address string
	conn    *grpc.ClientConn
	streams streams.StreamsClient
	calls   int  // that run; guarded by the link's lock, as is left
	left    bool // given up: whoever ends the last call closes the connection
}

func newLink(target endpoint.Target, log *slog.Logger) *link {
	return &link{target: target, log: log, turn: make(chan struct{}, 1)}
}

// failure is what a call met, with what the node said beside its status.
type failure struct {
	err     error
	trailer metadata.MD
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// call lets what speak with the leader, for as long as limit at most. What fails for a reason that passes gives up the
// node it failed at.
func (l *link) call(ctx context.Context, limit time.Duration, what func(context.Context, streams.StreamsClient) error) error {
	// every node may have to be asked, and the one that leads may be the last
	finding, found := context.WithTimeout(ctx, max(limit, time.Duration(len(l.target.Hosts)+1)*l.target.Ask))
	n, err := l.leader(finding)
	found()
	if err != nil {
		return err
	}
	defer l.leave(n)
	mine, cancel := context.WithTimeout(metadata.AppendToOutgoingContext(ctx, "requires-leader", "true"), limit)
	defer cancel()
	err = what(mine, n.streams)
	if err == nil || ctx.Err() != nil {
		return err
	}
	if hint, moved := leaderHint(err); moved {
		l.log.Info("the event store's leader is elsewhere", "was", n.address, "is", hint)
		l.giveUp(n, hint)
		return &passing{err}
	}
	if !passes(err) {
		return err
	}
	l.giveUp(n, "")
	return &passing{err}
}

// leaderHint reads what a node says that does not lead.
func leaderHint(err error) (address string, moved bool) {
	f, ok := errors.AsType[*failure](err)
	if !ok || first(f.trailer, "exception") != "not-leader" {
		return "", false
	}
	host, port := first(f.trailer, "leader-endpoint-host"), first(f.trailer, "leader-endpoint-port")
	if host == "" || port == "" {
		return "", true
	}
	return net.JoinHostPort(host, port), true
}

func first(md metadata.MD, key string) string {
	if v := md.Get(key); len(v) > 0 {
		return v[0]
	}
	return ""
}

// passing marks a failure that says nothing about the request: made again it may succeed.
type passing struct{ err error }

func (p *passing) Error() string { return p.err.Error() }
func (p *passing) Unwrap() error { return p.err }

// passes tells whether a failure may pass: the connection, the server's state, a timeout, or credentials while they are
// being changed.
func passes(err error) bool {
	if errors.Is(err, errUnreadable) {
		return false
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return true
	}
	return !slices.Contains(lasting, status.Code(err))
}

// lasting are the statuses that say something about the request itself.
var lasting = []codes.Code{
	codes.InvalidArgument, codes.FailedPrecondition, codes.Unimplemented, codes.NotFound, codes.OutOfRange,
	codes.AlreadyExists, codes.DataLoss,
}

// leader gives the node in use, or looks for one, and counts a call in that is to leave it. Others who look wait for the
// one that does.
func (l *link) leader(ctx context.Context) (*node, error) {
	if n, _, err := l.enter(); n != nil || err != nil {
		return n, err
	}
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-ctx.Done():
		return nil, &passing{ctx.Err()}
	}
	n, hint, err := l.enter()
	if n != nil || err != nil {
		return n, err
	}
	if n, err = l.find(ctx, hint); err != nil {
		return nil, &passing{fmt.Errorf("find the event store's leader: %w", err)}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		_ = n.conn.Close()
		return nil, errClosed
	}
	n.calls++
	l.node, l.hint = n, ""
	return n, nil
}

// enter counts a call in at the node in use, where there is one.
func (l *link) enter() (*node, string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil, "", errClosed
	}
	if l.node != nil {
		l.node.calls++
	}
	return l.node, l.hint, nil
}

// leave counts a call out.
func (l *link) leave(n *node) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n.calls--; n.calls == 0 && n.left {
		_ = n.conn.Close() // it fails only when closed before
	}
}

// giveUp has no further call made at a node, and the leader looked for where the hint says; a call that runs there is
// the caller's own.
func (l *link) giveUp(n *node, hint string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.node == n {
		l.node, l.hint, n.left = nil, hint, true
	}
}

func (l *link) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	if l.node != nil {
		_ = l.node.conn.Close()
		l.node = nil
	}
}

func (l *link) find(ctx context.Context, hint string) (*node, error) {
	if hint != "" {
		return l.dial(hint)
	}
	if !l.target.Cluster {
		return l.dial(l.target.Hosts[0])
	}
	var errs []error
	for _, host := range l.target.Hosts {
		leader, err := l.ask(ctx, host)
		if err == nil {
			return l.dial(leader)
		}
		errs = append(errs, fmt.Errorf("%s: %w", host, err))
	}
	return nil, errors.Join(errs...)
}

// ask asks a node of a cluster who leads.
func (l *link) ask(ctx context.Context, host string) (string, error) {
	n, err := l.dial(host)
	if err != nil {
		return "", err
	}
	defer func() { _ = n.conn.Close() }()
	ctx, cancel := context.WithTimeout(ctx, l.target.Ask)
	defer cancel()
	info, err := gossip.NewGossipClient(n.conn).Read(ctx, &shared.Empty{})
	if err != nil {
		return "", err
	}
	for _, m := range info.GetMembers() {
		if at := m.GetHttpEndPoint(); m.GetState() == gossip.MemberInfo_Leader && m.GetIsAlive() {
			return net.JoinHostPort(at.GetAddress(), strconv.FormatUint(uint64(at.GetPort()), 10)), nil
		}
	}
	return "", errNoLeader
}

// dial prepares a connection; the first call makes it.
func (l *link) dial(address string) (*node, error) {
	transport := insecure.NewCredentials()
	if l.target.TLS != nil {
		transport = credentials.NewTLS(l.target.TLS.Clone())
	}
	options := []grpc.DialOption{
		grpc.WithTransportCredentials(transport),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage)),
		grpc.WithDisableServiceConfig(),
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff:           backoff.Config{BaseDelay: firstPause, Multiplier: 2, Jitter: 0.2, MaxDelay: lastPause},
			MinConnectTimeout: 5 * time.Second,
		}),
	}
	if l.target.User != "" {
		options = append(options, grpc.WithPerRPCCredentials(basicAuth{
			"authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(l.target.User+":"+l.target.Password)),
		}))
	}
	if l.target.Ping >= 0 {
		options = append(options, grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time: l.target.Ping, Timeout: l.target.Pong, PermitWithoutStream: true,
		}))
	}
	conn, err := grpc.NewClient(address, options...)
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", address, err)
	}
	return &node{address: address, conn: conn, streams: streams.NewStreamsClient(conn)}, nil
}

// basicAuth is sent with every call, and over TLS only.
type basicAuth map[string]string

func (b basicAuth) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return b, nil
}
func (basicAuth) RequireTransportSecurity() bool { return true }
