package faults

import (
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/callup/callup/internal/bus"
	"github.com/callup/callup/internal/watch"
)

// newWatcher gives a browser that goes to whichever server, and how long it stays where it never reads.
func (r *run) newWatcher(n int) (w *watch.Watcher, stay func() time.Duration, err error) {
	after, err := bus.ParsePosition(strconv.FormatUint(r.load.launched, 10))
	if err != nil {
		return nil, nil, fmt.Errorf("begin to watch: %w", err)
	}
	var mu sync.Mutex
	random := r.Plan.random(fmt.Sprintf("watcher %d", n))
	draw := func(below int) int {
		mu.Lock()
		defer mu.Unlock()
		return random.IntN(below)
	}
	unspoilt := "campaign/" + r.load.campaigns[0].id.String()
	w = watch.New(watch.Config{
		Campaign: r.load.campaigns[n%len(r.load.campaigns)].id, After: after,
		Address: func() string { return r.address(draw(1000)) },
		Client:  patientClient(),
		Pause:   func() time.Duration { return time.Duration(50+draw(200)) * time.Millisecond },
		Grows:   func(topic string) bool { return topic == unspoilt },
	})
	return w, func() time.Duration { return time.Duration(2+draw(10)) * time.Second }, nil
}

// patientClient has connections of its own.
func patientClient() *http.Client {
	return &http.Client{Timeout: 15 * time.Second, Transport: &http.Transport{}}
}
