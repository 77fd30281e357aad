package live

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
)

// BenchmarkIdleSocket reports the memory that a socket holds which has subscribed to three topics and then rests. The
// clients are bare connections, whose share is counted too.
func BenchmarkIdleSocket(b *testing.B) {
	const sockets = 1000
	w := newWorld(b, func(c *Config) { c.MaxSocketsPerClient = sockets })
	memory := func() uint64 {
		runtime.GC()
		runtime.GC() // stacks shrink, finalizers have run
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapInuse + m.StackInuse
	}
	for b.Loop() {
		before, goroutines := memory(), runtime.NumGoroutine()
		conns := make([]net.Conn, sockets)
		for i := range conns {
			conns[i] = bareSocket(b, w, []string{
				`{"type":"hello","lang":"en"}`, `{"type":"subscribe","topic":"room/` + id(i%100+1).String() + `","after":"100"}`,
				`{"type":"subscribe","topic":"house","after":"100"}`, `{"type":"subscribe","topic":"tiles","after":"100"}`,
				`{"type":"unsubscribe","topic":"none"}`,
			})
		}
		b.ReportMetric(float64(memory()-before)/sockets, "B/socket")
		b.ReportMetric(float64(runtime.NumGoroutine()-goroutines)/sockets, "goroutines/socket")
		for _, c := range conns {
			_ = c.Close()
		}
		waitUntil(b, func() bool { return w.live.counted() == 0 })
	}
}

// bareSocket speaks the protocol (RFC 6455) on a connection without goroutines or buffers of its own, and returns when
// the last message was answered with an error.
func bareSocket(b *testing.B, w *world, messages []string) net.Conn {
	b.Helper()
	host := strings.TrimPrefix(w.server.URL, "http://")
	conn, err := net.Dial("tcp", host)
	if err != nil {
		b.Fatal(err)
	}
	text := fmt.Sprintf("GET / HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", host)
	if _, err := conn.Write([]byte(text)); err != nil {
		b.Fatal(err)
	}
	r := bufio.NewReader(conn)
	answer, err := http.ReadResponse(r, nil) //nolint:bodyclose // it switches protocols: what follows is no body
	if err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
		b.Fatalf("not connected: %v", err)
	}
	for _, m := range messages {
		frame := []byte{0x81, 0x80 | byte(len(m)), 0, 0, 0, 0} // a mask of zeros leaves the text as it is
		if len(m) > 125 {
			frame = []byte{0x81, 0x80 | 126, byte(len(m) >> 8), byte(len(m)), 0, 0, 0, 0}
		}
		if _, err := conn.Write(append(frame, m...)); err != nil {
			b.Fatal(err)
		}
	}
	for {
		if _, err := r.Discard(1); err != nil {
			b.Fatal(err)
		}
		length, err := r.ReadByte()
		if err != nil {
			b.Fatal(err)
		}
		text := make([]byte, length)
		for i := range text {
			if text[i], err = r.ReadByte(); err != nil {
				b.Fatal(err)
			}
		}
		if strings.Contains(string(text), `"error"`) {
			return conn
		}
	}
}
