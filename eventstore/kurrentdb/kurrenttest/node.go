// Package kurrenttest is a KurrentDB node in the process of a test: an honest log in memory behind the protocol that the
// client's module states, with switches for what goes wrong in life.
package kurrenttest

import (
	"context"
	"encoding/base64"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// Faults are switches of a node. The zero value is an honest node.
type Faults struct {
	CutAfter      int    // breaks the connection after so many events of a read, once
	Stall         int    // says nothing more in a read after so many events and checkpoints, every time
	BackWithin    int    // says nothing more in a read backwards once it has looked at so many events
	Twice         bool   // delivers every event twice
	BadCheckpoint uint64 // is sent before every true checkpoint
	NoCreated     bool   // leaves out when events were created
	Mute          bool   // sends no checkpoint
	LoseAnswer    bool   // breaks every connection once an append is made, before its answer, once
	AnyPlace      bool   // takes events whose ids it has seen anywhere in the stream for repeated, and accepts them
	Hold          chan struct{}

	TimeOuts int     // so many appends are answered with a commit that took too long, which leaves open what becomes of them
	TimedOut Outcome // what becomes of them
	Refusals int     // so many calls of an operation are turned away
	Refused  string  // the operation: "read" or "append"
	Refusal  string  // what is said then: NotReady or TooBusy

	FellBehind bool   // says of a subscription, with every page, that it fell behind and that it caught up
	Apart      uint64 // how far the prepare position of a checkpoint lies before its commit position
	Page       int    // a read looks at so many events at once, 32 where this is 0
	Between    func() // is called between two pages of a read
}

// Outcome is what becomes of an append whose commit took too long.
type Outcome int

// The outcomes: the events are written, or never are, or are when the node is asked to append again.
const (
	Written Outcome = iota
	Dropped
	WrittenLate
)

// What a node says that starts, or has more to do than it can.
const (
	NotReady = "Server Is Not Ready"
	TooBusy  = "Server Is Too Busy"
)

// Node serves a log on a port of its own.
type Node struct {
	streams.UnimplementedStreamsServer
	serverfeatures.UnimplementedServerFeaturesServer

	Log    *Log
	server *grpc.Server
	wires  *wires
	served sync.WaitGroup

	authority, user, password string // empty without TLS

	mu      sync.Mutex
	faults  Faults
	leader  *Node // nil when this one leads
	version string
	calls   map[string]int
	late    []func() // appends whose commit took too long and that are written with the next one
}

// Start runs a node on a log until the test ends.
func Start(t testing.TB, log *Log) *Node {
	t.Helper()
	return startNode(t, log)
}

// StartTLS runs a node that speaks TLS, and wants a user and a password with every call that is about events.
func StartTLS(t testing.TB, log *Log, user, password string) *Node {
	t.Helper()
	own, authority := certificate(t)
	n := startNode(t, log, grpc.Creds(credentials.NewServerTLSFromCert(&own)))
	n.authority, n.user, n.password = authority, user, password
	return n
}

func startNode(t testing.TB, log *Log, options ...grpc.ServerOption) *Node {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(context.WithoutCancel(t.Context()), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n := &Node{
		Log: log, wires: &wires{Listener: listener, conns: map[*wire]struct{}{}},
		version: "24.10.0", calls: map[string]int{},
		server: grpc.NewServer(append(options,
			grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 5 * time.Second, PermitWithoutStream: true}))...),
	}
	streams.RegisterStreamsServer(n.server, n)
	gossip.RegisterGossipServer(n.server, gossipNode{Node: n})
	serverfeatures.RegisterServerFeaturesServer(n.server, n)
	n.served.Go(func() { _ = n.server.Serve(n.wires) }) // ends with Stop
	t.Cleanup(func() {
		n.Set(Faults{})
		n.server.Stop()
		n.served.Wait()
	})
	return n
}

// Address is host:port.
func (n *Node) Address() string { return n.wires.Addr().String() }

// URL is what EVENTSTORE_URL takes.
func (n *Node) URL() string {
	if n.authority == "" {
		return "esdb://" + n.Address() + "?tls=false"
	}
	return "esdb://" + url.UserPassword(n.user, n.password).String() + "@" + n.Address() + "?tlsCaFile=" +
		url.QueryEscape(n.authority)
}

// Set changes what goes wrong.
func (n *Node) Set(f Faults) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.faults.Hold != nil && n.faults.Hold != f.Hold {
		close(n.faults.Hold)
	}
	n.faults = f
}

// SetVersion changes what the node says of itself.
func (n *Node) SetVersion(v string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.version = v
}

// Follow makes another node the leader; nil makes this one lead.
func (n *Node) Follow(leader *Node) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.leader = leader
}

// Calls tells how often an operation was asked for: "read", "append" or "gossip".
func (n *Node) Calls(operation string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.calls[operation]
}

// Kill breaks every connection.
func (n *Node) Kill() { n.wires.kill() }

// Cut makes the node unreachable; Hush lets connections stand that carry nothing any more. Mend ends both, Hush for new
// connections only.
func (n *Node) Cut() { n.wires.set(true, false) }

// Hush lets connections stand that carry nothing any more.
func (n *Node) Hush() { n.wires.set(false, true) }

// Mend makes the node reachable again.
func (n *Node) Mend() { n.wires.set(false, false) }

// take gives the switches and lets change them: what happens once is used up by it.
func (n *Node) take(use func(*Faults)) Faults {
	n.mu.Lock()
	defer n.mu.Unlock()
	f := n.faults
	use(&n.faults)
	return f
}

// enter counts a call, holds it if told so, and turns away who wants the leader where this node does not lead.
func (n *Node) enter(ctx context.Context, operation string) (trailer metadata.MD, err error) {
	n.mu.Lock()
	n.calls[operation]++
	hold, leader := n.faults.Hold, n.leader
	refusal := ""
	if n.faults.Refused == operation && n.faults.Refusals > 0 {
		n.faults.Refusals--
		refusal = n.faults.Refusal
	}
	n.mu.Unlock()
	if refusal != "" {
		return trailer, status.Error(codes.Unavailable, refusal)
	}
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			return trailer, status.FromContextError(ctx.Err()).Err()
		}
	}
	asked, _ := metadata.FromIncomingContext(ctx)
	if n.user != "" && operation != "gossip" {
		want := "Basic " + base64.StdEncoding.EncodeToString([]byte(n.user+":"+n.password))
		if said := asked.Get("authorization"); len(said) == 0 || said[0] != want {
			return trailer, status.Error(codes.Unauthenticated, "the password is wrong")
		}
	}
	if wants := asked.Get("requires-leader"); leader == nil || len(wants) == 0 || wants[0] != "true" {
		return trailer, nil
	}
	host, port, err := net.SplitHostPort(leader.Address())
	if err != nil {
		return trailer, err
	}
	return metadata.Pairs("exception", "not-leader", "leader-endpoint-host", host, "leader-endpoint-port", port),
		status.Error(codes.NotFound, "Leader info available")
}

// GetSupportedMethods says which version the node is of.
func (n *Node) GetSupportedMethods(context.Context, *shared.Empty) (*serverfeatures.SupportedMethods, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return &serverfeatures.SupportedMethods{EventStoreServerVersion: n.version}, nil
}

// Read says who leads.
func (g gossipNode) Read(ctx context.Context, _ *shared.Empty) (*gossip.ClusterInfo, error) {
	if _, err := g.enter(ctx, "gossip"); err != nil {
		return nil, err
	}
	g.mu.Lock()
	leader := g.leader
	g.mu.Unlock()
	me, err := member(g.Node, gossip.MemberInfo_Follower)
	if err != nil {
		return nil, err
	}
	if leader == nil {
		me.State = gossip.MemberInfo_Leader
		return &gossip.ClusterInfo{Members: []*gossip.MemberInfo{me}}, nil
	}
	other, err := member(leader, gossip.MemberInfo_Leader)
	if err != nil {
		return nil, err
	}
	return &gossip.ClusterInfo{Members: []*gossip.MemberInfo{me, other}}, nil
}

// gossipNode gives the node a second operation called Read.
type gossipNode struct {
	gossip.UnimplementedGossipServer
	*Node
}

func member(n *Node, state gossip.MemberInfo_VNodeState) (*gossip.MemberInfo, error) {
	host, port, err := net.SplitHostPort(n.Address())
	if err != nil {
		return nil, err
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("port %q: %w", port, err)
	}
	return &gossip.MemberInfo{
		State: state, IsAlive: true, HttpEndPoint: &gossip.EndPoint{Address: host, Port: uint32(number)},
	}, nil
}
