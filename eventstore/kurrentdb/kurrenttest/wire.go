package kurrenttest

import (
	"net"
	"sync"
)

// wires is the network between a node and everybody: a listener whose connections can be cut and hushed.
type wires struct {
	net.Listener
	mu    sync.Mutex
	down  bool
	hush  bool
	conns map[*wire]struct{}
}

func (w *wires) Accept() (net.Conn, error) {
	for {
		inner, err := w.Listener.Accept()
		if err != nil {
			return nil, err
		}
		w.mu.Lock()
		if w.down {
			w.mu.Unlock()
			_ = inner.Close()
			continue
		}
		c := &wire{Conn: inner, wires: w, silent: w.hush}
		w.conns[c] = struct{}{}
		w.mu.Unlock()
		return c, nil
	}
}

// kill breaks every connection; new ones may come.
func (w *wires) kill() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.conns {
		_ = c.Conn.Close()
	}
}

func (w *wires) set(down, hush bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.down, w.hush = down, hush
	for c := range w.conns {
		if hush {
			c.silent = true
		}
		if down {
			_ = c.Conn.Close()
		}
	}
}

type wire struct {
	net.Conn
	wires  *wires
	silent bool // carries nothing any more; guarded by wires.mu
}

func (c *wire) hushed() bool {
	c.wires.mu.Lock()
	defer c.wires.mu.Unlock()
	return c.silent
}

func (c *wire) Read(b []byte) (int, error) {
	for {
		n, err := c.Conn.Read(b)
		if err != nil || !c.hushed() {
			return n, err
		}
	}
}

func (c *wire) Write(b []byte) (int, error) {
	if c.hushed() {
		return len(b), nil
	}
	return c.Conn.Write(b)
}

func (c *wire) Close() error {
	c.wires.mu.Lock()
	delete(c.wires.conns, c)
	c.wires.mu.Unlock()
	return c.Conn.Close()
}
