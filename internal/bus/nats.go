package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
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

// NewNATS makes a bus between processes that a NATS server reaches. Core NATS is enough, which keeps nothing: what is
// lost while a server is away is made up for by telling, once it is back, that anything may have changed.
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

// forgets is true: a server that ends may have taken a notice and not passed it on to the others of its cluster.
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
	conn, err := nats.Connect(n.url,
		nats.Name(n.name), nats.NoReconnect(), nats.Timeout(lastPause), nats.PingInterval(natsPing), nats.MaxPingsOutstanding(2))
	if err != nil {
		return fmt.Errorf("connect to NATS: %w", err)
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
