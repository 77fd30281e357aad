package pgstore_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"sync"
)

var errCut = errors.New("the cable is cut")

// faultNet stands between a store and its database.
type faultNet struct {
	mu    sync.Mutex
	down  bool
	hush  bool
	lose  bool
	conns map[*faultConn]struct{}
}

// faultConn is one connection through it.
type faultConn struct {
	net.Conn
	net    *faultNet
	silent bool // carries nothing any more; guarded by net.mu
	losing bool // what the server says next is lost, and the connection with it; guarded by net.mu
}

func (n *faultNet) dial(ctx context.Context, network, address string) (net.Conn, error) {
	n.mu.Lock()
	down := n.down
	n.mu.Unlock()
	if down {
		return nil, errCut
	}
	inner, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.down {
		_ = inner.Close()
		return nil, errCut
	}
	c := &faultConn{Conn: inner, net: n, silent: n.hush}
	if n.conns == nil {
		n.conns = map[*faultConn]struct{}{}
	}
	n.conns[c] = struct{}{}
	return c, nil
}

func (n *faultNet) cut() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.down = true
	for c := range n.conns {
		_ = c.Conn.Close()
	}
}

func (n *faultNet) silence() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.hush = true
	for c := range n.conns {
		c.silent = true
	}
}

func (n *faultNet) mend() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.down, n.hush = false, false
}

func (n *faultNet) loseAnswer() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lose = true
}

func (c *faultConn) Write(b []byte) (int, error) {
	c.net.mu.Lock()
	if c.net.lose && bytes.Contains(b, []byte("callup_log_append")) {
		c.net.lose, c.losing = false, true
	}
	silent := c.silent
	c.net.mu.Unlock()
	if silent {
		return len(b), nil
	}
	return c.Conn.Write(b)
}

func (c *faultConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.net.mu.Lock()
	losing := c.losing && n > 0
	c.net.mu.Unlock()
	if losing {
		// The server sends its answer when the append is committed.
		_ = c.Conn.Close()
		return 0, errCut
	}
	return n, err
}

func (c *faultConn) Close() error {
	c.net.mu.Lock()
	delete(c.net.conns, c)
	c.net.mu.Unlock()
	return c.Conn.Close()
}
