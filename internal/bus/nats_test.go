package bus

import (
	"context"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"
)

// natsServer starts a NATS server in this process; port 0 takes a free one.
func natsServer(t *testing.T, port int) (s *server.Server, end func()) {
	t.Helper()
	if port == 0 {
		port = server.RANDOM_PORT
	}
	return natsServerWith(t, server.Options{Port: port})
}

func natsServerWith(t *testing.T, o server.Options) (s *server.Server, end func()) {
	t.Helper()
	o.Host, o.NoLog, o.NoSigs = "127.0.0.1", true, true
	s, err := server.NewServer(&o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	for !s.ReadyForConnections(time.Second) {
		if t.Context().Err() != nil {
			t.Fatal("the NATS server does not start")
		}
	}
	end = func() {
		s.Shutdown()
		s.WaitForShutdown()
	}
	t.Cleanup(end)
	return s, end
}

func portOf(t *testing.T, s *server.Server) int {
	t.Helper()
	a, ok := s.Addr().(*net.TCPAddr)
	if !ok {
		t.Fatalf("the NATS server listens on %v", s.Addr())
	}
	return a.Port
}

func overNATS(t *testing.T, url, holder string) (*Between, <-chan *message.Message) {
	t.Helper()
	return running(t, NewNATS(NATSConfig{URL: url, Subject: "callup.test", Holder: holder, Log: slog.New(slog.DiscardHandler)}))
}

func TestProcessesHearEachOtherOverNATS(t *testing.T) {
	s, _ := natsServer(t, 0)
	a, heardByA := overNATS(t, s.ClientURL(), "a")
	_, heardByB := overNATS(t, "nats://localhost:"+strconv.Itoa(portOf(t, s)), "b") // a name is looked up
	for _, c := range []Change{change("7", "money", "progress", "k1"), change("8", "members", "members", "k2")} {
		publish(t, a, c)
		for who, ch := range map[string]<-chan *message.Message{"itself": heardByA, "the other": heardByB} {
			if diff := cmp.Diff(c, receive(t, ch)); diff != "" {
				t.Errorf("%s heard something else: %s", who, diff)
			}
		}
	}
}

// While the server is away a commit is announced in this process as ever, and publishing does not wait. Once it is back
// every process knows that it may have missed something, and hears what is told from then on.
func TestNATSGoesAwayAndComesBack(t *testing.T) {
	s, end := natsServer(t, 0)
	url, port := s.ClientURL(), portOf(t, s)
	a, heardByA := overNATS(t, url, "a")
	_, heardByB := overNATS(t, url, "b")
	if !a.Connected() {
		t.Error("it says that it hears nobody, and hears")
	}
	end()
	patient, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for a.Connected() {
		if !pause(patient, time.Millisecond) {
			t.Fatal("it does not say that it hears nobody")
		}
	}
	const published = 3 * maxQueued
	for i := range published {
		publish(t, a, change(strconv.Itoa(i+1), "money", "progress", "k"))
	}
	for last := ""; last != strconv.Itoa(published); {
		last = receive(t, heardByA).Position
	}
	natsServer(t, port)
	for _, ch := range []<-chan *message.Message{heardByA, heardByB} {
		for !receive(t, ch).IsAll() { // others may come before
			continue
		}
	}
	// what is told together with "anything" is part of it, so the first may not be told by name
	for n := published + 1; ; n++ {
		publish(t, a, change(strconv.Itoa(n), "money", "progress", "k"))
		if !receive(t, heardByB).IsAll() {
			break
		}
	}
	for !a.Connected() {
		if !pause(patient, time.Millisecond) {
			t.Fatal("it does not say that it hears again")
		}
	}
}

// What a server would refuse as too large is told without keys.
func TestANATSServerThatTakesLittle(t *testing.T) {
	s, _ := natsServerWith(t, server.Options{Port: server.RANDOM_PORT, MaxPayload: 2 << 10})
	a, _ := overNATS(t, s.ClientURL(), "a")
	_, heardByB := overNATS(t, s.ClientURL(), "b")
	var many []string
	for i := range 200 {
		many = append(many, strings.Repeat("k", 20)+strconv.Itoa(i))
	}
	publish(t, a, change("7", "money", "progress", many...))
	if c := receive(t, heardByB); c.Position != "7" || len(c.Tables["progress"]) != 0 {
		t.Errorf("heard %+v", c)
	}
}

func TestPublishingWithoutNATS(t *testing.T) {
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := "nats://" + l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	b := NewNATS(NATSConfig{URL: nobody, Subject: "callup.test", Holder: "a", Log: slog.New(slog.DiscardHandler)})
	heard := subscribe(t, b)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = b.Run(ctx)
	}()
	c := change("1", "money", "progress", "k")
	publish(t, b, c)
	if diff := cmp.Diff(c, receive(t, heard)); diff != "" {
		t.Error(diff)
	}
	cancel()
	<-ended
	_ = b.Close()
}

func TestCheckNATS(t *testing.T) {
	s, end := natsServerWith(t, server.Options{Port: server.RANDOM_PORT, Username: "callup", Password: "a-secret"})
	address := s.Addr().String()
	check := func(who string) error { return CheckNATS(t.Context(), "nats://"+who+"@"+address) }
	if err := check("callup:a-secret"); err != nil {
		t.Error(err)
	}
	if err := check("callup:other-secret"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a wrong password: %v", err)
	}
	end()
	if err := check("callup:a-secret"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a server that ended: %v", err)
	}
}

// A server that takes a connection and then says nothing does not hold up a process that is to end.
func TestEndingWhileNATSHangs(t *testing.T) {
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	server := "nats://" + l.Addr().String()
	b := NewNATS(NATSConfig{URL: server + "," + server, Subject: "callup.test", Holder: "a", Log: slog.New(slog.DiscardHandler)})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = b.Run(ctx)
	}()
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	cancel()
	start := time.Now()
	<-ended
	if took := time.Since(start); took >= lastPause {
		t.Errorf("it took %v", took)
	}
	if c, err := (&dialer{ctx: ctx}).Dial("tcp", l.Addr().String()); err == nil {
		_ = c.Close()
		t.Error("another server is dialled even then")
	}
	_ = b.Close()
}
