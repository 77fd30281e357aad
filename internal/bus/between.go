package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
)

const (
	linger       = 2 * time.Millisecond  // within which the projections of one commit have all told
	debounce     = 10 * time.Millisecond // between two notices: with Postgres each locks something all of the database shares
	firstPause   = 100 * time.Millisecond
	lastPause    = 5 * time.Second
	sendPatience = 5 * time.Second
)

// wire carries notices to other processes.
type wire interface {
	// send hands a notice to whoever listens.
	send(ctx context.Context, notice []byte) error
	// hear calls ready once nothing that is sent from then on is missed, and received with each notice, until it fails.
	hear(ctx context.Context, ready func() error, received func([]byte) error) error
	// most is how many bytes a notice may have.
	most() int
	// forgets tells whether a notice that was sent can be lost although those who listen notice nothing. If so, notices
	// are numbered.
	forgets() bool
}

// Between carries changes within this process at once, and to other processes over a wire. Run moves them in and out.
// After a time in which nothing could be heard, and when a notice was lost, subscribers are told that anything may have
// changed.
type Between struct {
	*Local
	wire    wire
	holder  string
	log     *slog.Logger
	out     *queue
	silence time.Duration
	hears   atomic.Bool // whether others are heard at this moment

	told uint64   // the number of the last notice that may have been heard; used by tell alone
	from *numbers // used by listen alone
}

var (
	_ message.Publisher  = (*Between)(nil)
	_ message.Subscriber = (*Between)(nil)
)

func newBetween(w wire, holder string, log *slog.Logger) *Between {
	return &Between{Local: NewLocal(log), wire: w, holder: holder, log: log, out: newQueue(), silence: silence, from: newNumbers()}
}

// notice is what goes over the wire. One without changes only repeats the number of the last one.
type notice struct {
	From    string   `json:"from"`
	Number  uint64   `json:"number,omitempty"` // 0 when the sender does not count
	Changes []Change `json:"changes"`
}

// Publish hands changes to the subscribers in this process, and to Run for the others. It never blocks.
func (b *Between) Publish(topic string, messages ...*message.Message) error {
	changes, err := read(topic, messages)
	if err != nil {
		return err
	}
	b.out.put(changes...)
	return b.deliver(changes...)
}

// Run tells other processes and listens to them until the context ends. Failures of the wire are waited out.
func (b *Between) Run(ctx context.Context) error {
	var both sync.WaitGroup
	both.Go(func() { b.tell(ctx) })
	both.Go(func() { b.listen(ctx) })
	both.Wait()
	return ctx.Err()
}

// Connected tells whether this process hears the others at this moment.
func (b *Between) Connected() bool { return b.hears.Load() }

func (b *Between) tell(ctx context.Context) {
	wait := firstPause
	for {
		select {
		case <-b.out.filled:
		case <-b.quiet():
			b.repeat(ctx)
			continue
		case <-ctx.Done():
			return
		}
		if !pause(ctx, linger) {
			return
		}
		changes := squash(b.out.all())
		if len(changes) == 0 {
			continue
		}
		if err := b.notify(ctx, changes); err != nil {
			if ctx.Err() != nil {
				return
			}
			b.log.WarnContext(ctx, "changes not announced to other processes; trying again", "error", err)
			b.out.put(changes...)
			if !pause(ctx, wait) {
				return
			}
			wait = min(2*wait, lastPause)
			continue
		}
		wait = firstPause
		if !pause(ctx, debounce) {
			return
		}
	}
}

// quiet ends when others should hear how far this process is, lest they never learn that the last notice was lost. Who
// has told nothing that counts has nothing to repeat.
func (b *Between) quiet() <-chan time.Time {
	if b.told == 0 {
		return nil
	}
	return time.After(b.silence)
}

func (b *Between) repeat(ctx context.Context) {
	if err := b.notify(ctx, nil); err != nil {
		b.log.DebugContext(ctx, "other processes not told how far this one is", "error", err) // they will be next time
	}
}

// notify sends one notice. A failed one keeps its number, for it may have been heard: under the same number, what is
// told in its place could be lost unnoticed.
func (b *Between) notify(ctx context.Context, changes []Change) error {
	number := b.told
	if len(changes) > 0 && b.wire.forgets() {
		number++
	}
	payload, err := b.payload(number, changes)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, sendPatience)
	defer cancel()
	if err := b.wire.send(ctx, payload); err != nil {
		if !errors.Is(err, errNoNATS) {
			b.told = number
		}
		return err
	}
	b.told = number
	return nil
}

// payload leaves keys out when they don't fit, and tables when even these don't.
func (b *Between) payload(number uint64, changes []Change) ([]byte, error) {
	for _, c := range [][]Change{changes, coarse(changes), {All()}} {
		text, err := json.Marshal(notice{From: b.holder, Number: number, Changes: c})
		if err != nil {
			return nil, fmt.Errorf("write a notice: %w", err)
		}
		if len(text) <= b.wire.most() {
			return text, nil
		}
	}
	return nil, fmt.Errorf("the name of this process is too long for a notice: %.40q", b.holder)
}

func (b *Between) listen(ctx context.Context) {
	wait := firstPause
	for ctx.Err() == nil {
		ready := func() error {
			wait = firstPause
			b.hears.Store(true)
			return b.deliver(All()) // what was told while this process did not listen is lost
		}
		err := b.wire.hear(ctx, ready, func(payload []byte) error { return b.receive(ctx, payload) })
		b.hears.Store(false)
		if ctx.Err() != nil || errors.Is(err, errClosed) {
			return
		}
		b.log.WarnContext(ctx, "other processes can't be heard; connecting again", "error", err)
		if !pause(ctx, wait) {
			return
		}
		wait = min(2*wait, lastPause)
	}
}

func (b *Between) receive(ctx context.Context, payload []byte) error {
	var n notice
	if err := json.Unmarshal(payload, &n); err != nil {
		b.log.ErrorContext(ctx, "notice not understood: is another version running?", "error", err)
		n = notice{Changes: []Change{All()}}
	}
	if n.From == b.holder {
		return nil
	}
	if b.from.missed(n, time.Now()) {
		b.log.InfoContext(ctx, "missed what another process told: anything may have changed", "from", n.From, "number", n.Number)
		if err := b.deliver(All()); err != nil {
			return err
		}
	}
	return b.deliver(n.Changes...)
}

func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
