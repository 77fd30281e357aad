// Package smtp hands the mails of the outbox over to a mail server.
package smtp

import (
	"context"
	"crypto/x509"
	"errors"
	"log/slog"
	"net/mail"
	"sync"
	"time"

	gomail "github.com/wneessen/go-mail"

	outbox "github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/mail/endpoint"
)

// Config says where mails go and whom they are from.
type Config struct {
	Server  endpoint.Server
	From    mail.Address
	ReplyTo string // an address; empty: answers go to From
	Outbox  *outbox.Outbox
	Log     *slog.Logger
	Times   Times          // zero: the usual ones
	Trust   *x509.CertPool // what the server's certificate is checked against; nil: what the system trusts
}

// Times are those of a Relay.
type Times struct {
	Poll    time.Duration   // between two looks for mails
	Answer  time.Duration   // within which the server must have taken a mail
	Lease   time.Duration   // for which a mail is claimed; longer than two answers
	Away    time.Duration   // the longest pause while the server is away; the first is a sixtieth of it
	Retries []time.Duration // before the second try of a mail, the third and so on; the last of them counts for all later ones
	GiveUp  time.Duration   // the age at which a mail that fails is tried no more
}

// DefaultTimes are those of a server that sends mails to people.
func DefaultTimes() Times {
	return Times{
		Poll: time.Second, Answer: 30 * time.Second, Lease: 2 * time.Minute, Away: time.Minute,
		Retries: []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour},
		GiveUp:  3 * 24 * time.Hour,
	}
}

// atOnce is how many mails a process hands over at once.
const atOnce = 4

// Relay sends what is in the outbox. Any number of processes may run one: each mail is claimed by one of them. A process that
// dies between handing a mail over and noting it has it sent once more, under the same Message-ID.
type Relay struct {
	c     Config
	lines []*line
}

// line is a connection to the server, opened with the first mail and closed when none waits.
type line struct {
	client *gomail.Client
	open   bool
}

// New makes a Relay.
func New(c Config) (*Relay, error) {
	if c.Times.Poll == 0 {
		c.Times = DefaultTimes()
	}
	r := &Relay{c: c}
	for range atOnce {
		client, err := newClient(c.Server, c.Trust, c.Times.Answer)
		if err != nil {
			return nil, err
		}
		r.lines = append(r.lines, &line{client: client})
	}
	return r, nil
}

// errAway is a failure that is not a mail's: the server is not reached, or signs nobody in.
var errAway = errors.New("the mail server does not take mails")

// Run sends mails until the context ends.
func (r *Relay) Run(ctx context.Context) error {
	defer r.hangUp()
	away := time.Duration(0)
	for {
		sent, err := r.batch(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		pause := r.c.Times.Poll
		switch {
		case err != nil:
			if away == 0 {
				r.c.Log.WarnContext(ctx, "mails wait", "error", err)
			}
			away = min(max(2*away, r.c.Times.Away/60), r.c.Times.Away)
			pause = away
		case away > 0 && sent > 0:
			r.c.Log.InfoContext(ctx, "the mail server takes mails again")
			away = 0
		}
		if err == nil && sent > 0 {
			continue
		}
		if err == nil {
			r.hangUp()
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// batch sends as many mails as there are lines, and tells how many were tried.
func (r *Relay) batch(ctx context.Context) (int, error) {
	due, err := r.c.Outbox.Claim(ctx, atOnce, r.c.Times.Lease)
	if err != nil {
		return 0, err
	}
	var sending sync.WaitGroup
	failed := make([]error, len(due))
	for i, d := range due {
		sending.Go(func() { failed[i] = r.one(ctx, r.lines[i], d) })
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		sending.Wait()
	}()
	select {
	case <-ended:
		return len(due), errors.Join(failed...)
	case <-ctx.Done():
	}
	select {
	case <-ended:
	case <-time.After(farewell): // the process ends; when the lease does, another sends what is not noted as sent
		r.lines = nil
	}
	return len(due), ctx.Err()
}

// farewell is how long mails that are under way may still be handed over when the process ends.
const farewell = 3 * time.Second

// one sends a mail and notes what became of it.
func (r *Relay) one(ctx context.Context, l *line, d outbox.Due) error {
	noting := context.WithoutCancel(ctx) // what is known is noted even while stopping
	if !l.open {
		if err := l.client.DialWithContext(ctx); err != nil {
			return errors.Join(errAway, err, r.c.Outbox.GiveBack(noting, d))
		}
		l.open = true
	}
	m, err := r.message(d)
	if err != nil {
		return r.c.Outbox.Refuse(noting, d, err.Error())
	}
	err = l.client.Send(m)
	if m.IsDelivered() {
		return r.c.Outbox.Sent(noting, d)
	}
	a := judge(err)
	if !a.goesOn {
		l.close()
	}
	// what the server says may name the reader, and stays with the mail
	r.c.Log.WarnContext(ctx, "the mail server did not take a mail", "mail", d.ID, "kind", d.Kind, "code", a.code,
		"for_good", a.forGood, "tries", d.Tries+1)
	switch {
	case a.forGood:
		return r.c.Outbox.Refuse(noting, d, err.Error())
	case time.Since(d.CreatedAt) > r.c.Times.GiveUp:
		return r.c.Outbox.Refuse(noting, d, "given up: "+err.Error())
	}
	return r.c.Outbox.PutOff(noting, d, r.c.Times.Retries[min(d.Tries, len(r.c.Times.Retries)-1)], err.Error())
}

func (l *line) close() {
	_ = l.client.Close() // it may be broken
	l.open = false
}

func (r *Relay) hangUp() {
	for _, l := range r.lines {
		if l.open {
			l.close()
		}
	}
}
