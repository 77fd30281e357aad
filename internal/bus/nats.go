package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	natsMost = 64 << 10 // bytes of a notice; a server takes 1 MiB unless it is told otherwise
	natsPing = 5 * time.Second
)

// NATSConfig is what a bus over NATS is given.
type NATSConfig struct {
	URL     string // of one server or several, separated by commas
	Subject string // where the processes of this installation meet
	Holder  string // names this process; unique among processes
	Log     *slog.Logger
}

// NewNATS makes a bus between processes that a NATS server reaches. Core NATS is enough, which keeps nothing: a process
// that could not listen for a while, or finds by the numbers of another's notices that one was lost, knows that
// anything may have changed.
func NewNATS(c NATSConfig) *Between {
	return newBetween(&natsWire{url: c.URL, subject: c.Subject, name: "callup " + c.Holder}, c.Holder, c.Log)
}

// natsWire is the wire of NATS servers. Sending uses the connection that listens.
type natsWire struct {
	url, subject, name string
	conn               atomic.Pointer[nats.Conn] // nil while there is none
}

var errNoNATS = errors.New("no NATS server is reached")

func (n *natsWire) most() int {
	if conn := n.conn.Load(); conn != nil {
		return min(natsMost, int(conn.MaxPayload()))
	}
	return natsMost
}

// forgets is true: a server takes a notice although it may end before it has passed it on, or not reach the others of
// its cluster.
func (n *natsWire) forgets() bool { return true }

func (n *natsWire) send(ctx context.Context, notice []byte) error {
	conn := n.conn.Load()
	if conn == nil {
		return errNoNATS
	}
	if err := conn.Publish(n.subject, notice); err != nil {
		return fmt.Errorf("publish to NATS: %w", err)
	}
	if err := conn.FlushWithContext(ctx); err != nil {
		return fmt.Errorf("publish to NATS: %w", err)
	}
	return nil
}

// hear connects for as long as the connection lasts. It does not let the client reconnect: what was missed meanwhile
// must be made up for each time.
func (n *natsWire) hear(ctx context.Context, ready func() error, received func([]byte) error) error {
	conn, err := connectNATS(ctx, n.url, n.name)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer n.conn.Store(nil)
	sub, err := conn.SubscribeSync(n.subject)
	if err != nil {
		return fmt.Errorf("subscribe on NATS: %w", err)
	}
	patient, cancel := context.WithTimeout(ctx, lastPause)
	defer cancel()
	if err := conn.FlushWithContext(patient); err != nil {
		return fmt.Errorf("subscribe on NATS: %w", err)
	}
	n.conn.Store(conn)
	if err := ready(); err != nil {
		return err
	}
	for {
		m, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			return fmt.Errorf("wait for a message: %w", err)
		}
		if err := received(m.Data); err != nil {
			return err
		}
	}
}

func connectNATS(ctx context.Context, url, name string) (*nats.Conn, error) {
	d := &dialer{ctx: ctx}
	conn, err := nats.Connect(url, nats.SetCustomDialer(d), nats.SkipHostLookup(), // the dialer does it
		nats.Name(name), nats.NoReconnect(), nats.Timeout(lastPause), nats.PingInterval(natsPing), nats.MaxPingsOutstanding(2))
	d.connected()
	if err != nil {
		return nil, fmt.Errorf("connect to NATS: %w", err)
	}
	return conn, nil
}

// CheckNATS looks whether one of the servers is reached, lets this program in and answers.
func CheckNATS(ctx context.Context, url string) error {
	conn, err := connectNATS(ctx, url, "callup doctor")
	if err != nil {
		return err
	}
	defer conn.Close()
	patient, cancel := context.WithTimeout(ctx, lastPause)
	defer cancel()
	if err := conn.FlushWithContext(patient); err != nil {
		return fmt.Errorf("wait for an answer of NATS: %w", err)
	}
	return nil
}

// dialer lets the context end what nats.go does without one until it is connected: look up a name, dial, shake hands.
type dialer struct {
	ctx      context.Context
	watching []func() bool
}

// Dial opens a connection that is closed when the context ends before connected is called.
func (d *dialer) Dial(network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{Timeout: lastPause}).DialContext(d.ctx, network, address)
	if err != nil {
		return nil, err // nats.go says what it was doing, and looks at the text
	}
	d.watching = append(d.watching, context.AfterFunc(d.ctx, func() { _ = conn.Close() }))
	return conn, nil
}

func (d *dialer) connected() {
	for _, stop := range d.watching {
		stop()
	}
}
