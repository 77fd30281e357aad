package apptest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"sync"
	"testing"
)

// Buffer is one that several may write to and read at once.
type Buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *Buffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *Buffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// Answer is what the server said.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// JSON reads the body.
func (a Answer) JSON(t testing.TB, into any) {
	t.Helper()
	if err := json.Unmarshal(a.Body, into); err != nil {
		t.Fatalf("%v: %s", err, a.Body)
	}
}

// Call sends one request; headers are pairs.
func Call(ctx context.Context, method, url string, body any, headers ...string) (Answer, error) {
	var r io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return Answer{}, err
		}
		r = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, url, r)
	if err != nil {
		return Answer{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	for pair := range slices.Chunk(headers, 2) {
		req.Header.Set(pair[0], pair[len(pair)-1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return Answer{}, err
	}
	defer func() { _ = res.Body.Close() }() // read to its end below
	b, err := io.ReadAll(res.Body)
	return Answer{res.StatusCode, res.Header, b}, err
}

// Says does something once some words are written to it.
type Says struct {
	Words string
	Then  func()
}

func (s Says) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte(s.Words)) {
		s.Then()
	}
	return len(b), nil
}
