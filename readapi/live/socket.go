package live

import (
	"context"
	"errors"
	"io"
	"maps"
	"net"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/auth"
)

const (
	maxQueue  = 256 // messages that wait for a slow reader: two for each topic, and room
	maxBad    = 5   // messages that can't be followed
	maxTopics = 100
)

// ending is how a socket ends.
type ending struct {
	code   websocket.StatusCode // 0: the client is gone
	reason string
	hint   string // for the client
}

// socket is one client. Two goroutines serve it: read follows what it asks, write sends what it gets.
type socket struct {
	l      *Live
	conn   *websocket.Conn
	net    net.Conn
	client string // the address it is counted under
	opened time.Time
	wake   chan struct{} // capacity 1
	topics map[topicID]struct{}
	bad    int

	mu        sync.Mutex
	greeted   bool
	principal auth.Principal // zero for a visitor; does not change once greeted
	confirmed time.Time      // when the session was known to be alive
	pinged    time.Time
	pingDue   bool
	queue     []frame
	end       *ending
}

var _ receiver = (*socket)(nil)

func (s *socket) viewer() Viewer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Viewer{Member: s.principal.Member, Roles: s.principal.Roles, Waiting: s.principal.Waiting,
		ShortPassword: s.principal.ShortPassword}
}

// push queues a message in place of an older one about the same. A reader too slow for what is left is dropped.
func (s *socket) push(f frame) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.end != nil {
		return
	}
	s.drop(func(k frameKey) bool { return k == f.key })
	if len(s.queue) >= maxQueue {
		s.cut(ending{websocket.StatusTryAgainLater, codeSlow, ""})
		return
	}
	s.queue = append(s.queue, f) // at its end: positions must not go back
	s.signal()
}

// drop takes messages off the queue; s.mu is held.
func (s *socket) drop(which func(frameKey) bool) {
	kept := s.queue[:0]
	for _, f := range s.queue {
		if !which(f.key) {
			kept = append(kept, f)
		}
	}
	clear(s.queue[len(kept):])
	s.queue = kept
}

func (s *socket) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// cut ends the socket without what still waits; s.mu is held.
func (s *socket) cut(e ending) {
	if s.end != nil {
		return
	}
	s.end, s.queue = &e, nil
	// A write that is stuck must not keep it open.
	if err := s.net.SetWriteDeadline(time.Now().Add(s.l.c.Times.Farewell)); err != nil {
		s.l.c.Log.Debug("cut a socket", "error", err)
	}
	s.signal()
}

// close ends the socket, at once or after what still waits.
func (s *socket) close(e ending, atOnce bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if atOnce {
		s.cut(e)
		return
	}
	if s.end == nil {
		s.end = &e
		s.signal()
	}
}

// step is what write does next.
type step struct {
	frame frame
	ping  bool
	end   *ending
}

// next gives what is to be written; false when there is nothing.
func (s *socket) next() (step, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case len(s.queue) > 0:
		f := s.queue[0]
		copy(s.queue, s.queue[1:])
		s.queue[len(s.queue)-1] = frame{}
		s.queue = s.queue[:len(s.queue)-1]
		if len(s.queue) == 0 && cap(s.queue) > 4 {
			s.queue = nil // an idle socket keeps no memory
		}
		return step{frame: f}, true
	case s.end != nil:
		return step{end: s.end}, true
	case s.pingDue:
		s.pingDue = false
		return step{ping: true}, true
	}
	return step{}, false
}

// write sends what is queued until the socket ends.
func (s *socket) write(ctx context.Context) {
	end := s.writeAll(ctx)
	s.close(end, true) // read stops following
	if end.code != 0 {
		hint := end.hint
		if hint == "" {
			hint = end.reason
		}
		_ = s.conn.Close(end.code, hint) // the client may be gone
	}
	_ = s.conn.CloseNow()
	s.l.gone(s, end.reason)
}

func (s *socket) writeAll(ctx context.Context) ending {
	for range s.wake {
		for {
			st, ok := s.next()
			if !ok {
				break
			}
			if st.end != nil {
				return *st.end
			}
			if err := s.do(ctx, st); err != nil {
				return s.failed(st, err)
			}
		}
	}
	return ending{}
}

var pingText = []byte(`{"type":"` + typePing + `"}`)

func (s *socket) do(ctx context.Context, st step) error {
	text := st.frame.text
	if st.ping {
		text = pingText
	}
	if err := s.send(ctx, text); err != nil {
		return err
	}
	if !st.ping {
		if st.frame.kind != "" {
			s.l.metrics.pushes.WithLabelValues(st.frame.kind).Inc()
		}
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, s.l.c.Times.Pong)
	defer cancel()
	return s.conn.Ping(ctx)
}

// send writes a message. A deadline costs less than a context does.
func (s *socket) send(ctx context.Context, text []byte) error {
	if err := s.deadline(time.Now().Add(s.l.c.Times.Write)); err != nil {
		return err
	}
	if err := s.conn.Write(ctx, websocket.MessageText, text); err != nil {
		return err
	}
	return s.deadline(time.Time{})
}

// deadline bounds writing, unless the socket is being cut.
func (s *socket) deadline(at time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.end != nil && s.queue == nil {
		return nil
	}
	return s.net.SetWriteDeadline(at)
}

// failed says how a socket ended on which something could not be written.
func (s *socket) failed(st step, err error) ending {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.end != nil:
		return ending{reason: s.end.reason}
	case st.ping && errors.Is(err, context.DeadlineExceeded):
		return ending{reason: codeSilent}
	case errors.Is(err, os.ErrDeadlineExceeded):
		return ending{reason: codeSlow}
	}
	return ending{reason: reasonClientClosed}
}

// read follows the client until the socket ends.
func (s *socket) read(ctx context.Context) {
	defer func() {
		s.close(ending{reason: reasonClientClosed}, true)
		s.l.hub.unsubscribe(s, slices.Collect(maps.Keys(s.topics))...)
	}()
	for {
		text, err := s.receive(ctx)
		if err != nil {
			return
		}
		if e := s.follow(ctx, text); e != nil {
			s.close(*e, false)
		}
		s.mu.Lock()
		ended := s.end != nil
		s.mu.Unlock()
		if ended {
			return
		}
	}
}

// receive gives the next message. The library closes the socket of a client that sends too much in one.
func (s *socket) receive(ctx context.Context) ([]byte, error) {
	kind, r, err := s.conn.Reader(ctx)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if kind != websocket.MessageText {
		return nil, nil // not JSON: follow says so
	}
	return text, nil
}

// follow does what a message asks; it gives how the socket is to end, if it is.
func (s *socket) follow(ctx context.Context, text []byte) *ending {
	m, err := parseMessage(text)
	if err == nil {
		err = s.obey(ctx, m)
	}
	var (
		bad *badMessage
		end *fatal
	)
	switch {
	case errors.As(err, &end):
		return &end.ending
	case errors.As(err, &bad):
		s.tell(bad.code, bad.topic)
		if s.bad++; s.bad >= maxBad {
			return &ending{code: websocket.StatusPolicyViolation, reason: codeTooManyBad}
		}
	}
	return nil
}

// fatal ends a socket.
type fatal struct{ ending }

func (f *fatal) Error() string { return f.reason }

func (s *socket) obey(ctx context.Context, m incoming) error {
	s.mu.Lock()
	greeted := s.greeted
	s.mu.Unlock()
	switch {
	case m.Type == typeHello && !greeted:
		return s.hello(ctx, m)
	case m.Type == typeHello:
		return &badMessage{code: codeMalformed}
	case !greeted:
		return &badMessage{codeHelloFirst, m.Topic}
	case m.Type == typeSubscribe:
		return s.subscribe(ctx, m)
	case m.Type == typeUnsubscribe:
		return s.unsubscribe(m)
	}
	return nil
}

func (s *socket) hello(ctx context.Context, m incoming) error {
	var p auth.Principal
	if m.Token != "" {
		ctx, cancel := context.WithTimeout(ctx, s.l.c.Times.Verify)
		defer cancel()
		var err error
		if p, err = s.l.c.Verify(ctx, m.Token); err != nil {
			if refused, ok := errors.AsType[*domain.Refusal](err); ok {
				s.tell(refused.Code, "")
				return &fatal{ending{code: websocket.StatusPolicyViolation, reason: refused.Code}}
			}
			s.l.c.Log.WarnContext(ctx, "a token could not be verified", "error", err)
			return &fatal{ending{code: websocket.StatusTryAgainLater, reason: codeUnavailable}}
		}
	}
	s.mu.Lock()
	s.greeted, s.principal, s.confirmed = true, p, s.l.c.Clock()
	s.mu.Unlock()
	return s.answer(outgoing{Type: typeReady, Server: s.l.hub.name}, topicID{}, typeReady)
}

func (s *socket) subscribe(ctx context.Context, m incoming) error {
	v := s.viewer()
	id, ok := s.l.hub.registry.parse(m.Topic, v)
	if !ok {
		return &badMessage{codeUnknownTopic, m.Topic}
	}
	if _, again := s.topics[id]; !again && len(s.topics) >= maxTopics {
		return &badMessage{codeTooManyTopics, m.Topic}
	}
	ctx, cancel := context.WithTimeout(ctx, s.l.c.Times.Answer)
	defer cancel()
	if err := id.family.May(ctx, v, id.key); err != nil {
		if refused, ok := errors.AsType[*domain.Refusal](err); ok {
			s.tell(refused.Code, m.Topic)
			return nil
		}
		s.l.c.Log.WarnContext(ctx, "a subscription could not be authorised", "family", id.family.Name, "error", err)
		s.tell(codeUnavailable, m.Topic)
		return nil
	}
	if s.topics == nil {
		s.topics = map[topicID]struct{}{}
	}
	s.topics[id] = struct{}{}
	if m.After != nil {
		s.l.hub.subscribe(s, id, &claim{m.after, m.From})
	} else {
		s.l.hub.subscribe(s, id, nil)
	}
	return nil
}

func (s *socket) unsubscribe(m incoming) error {
	id, ok := s.l.hub.registry.parse(m.Topic, s.viewer())
	if !ok {
		return &badMessage{codeUnknownTopic, m.Topic}
	}
	delete(s.topics, id)
	s.l.hub.unsubscribe(s, id)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(func(k frameKey) bool { return k.topic == id })
	return nil
}

func (s *socket) tell(code, topic string) {
	if err := s.answer(outgoing{Type: typeError, Topic: topic, Code: code}, topicID{}, typeError+code+topic); err != nil {
		s.l.c.Log.Error("error not told", "code", code, "error", err)
	}
}

func (s *socket) answer(o outgoing, topic topicID, about string) error {
	f, err := o.frame(topic, about)
	if err != nil {
		return err
	}
	s.push(f)
	return nil
}
