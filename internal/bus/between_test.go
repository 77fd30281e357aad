package bus

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/google/go-cmp/cmp"
)

// radio is a wire in memory to one other.
type radio struct {
	forgetful bool
	other     *radio
	air       chan []byte
	cut       chan error
	sent      chan notice // whether or not they arrive
	fate      atomic.Pointer[fate]
}

// fate is what becomes of a notice.
type fate struct {
	lost bool
	err  error // what its sender is told
}

var errCut = errors.New("cut")

func newRadio(forgetful bool) *radio {
	r := &radio{forgetful: forgetful, air: make(chan []byte, 1000), cut: make(chan error), sent: make(chan notice, 1000)}
	r.suffers(false, nil)
	return r
}

func (r *radio) suffers(lost bool, err error) {
	r.fate.Store(&fate{lost, err})
}

func (r *radio) send(_ context.Context, text []byte) error {
	var n notice
	if err := json.Unmarshal(text, &n); err != nil {
		return err
	}
	r.sent <- n
	f := r.fate.Load()
	if !f.lost && r.other != nil {
		r.other.air <- text
	}
	return f.err
}

func (r *radio) hear(ctx context.Context, ready func() error, received func([]byte) error) error {
	if err := ready(); err != nil {
		return err
	}
	for {
		select {
		case text := <-r.air:
			if err := received(text); err != nil {
				return err
			}
		case err := <-r.cut:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (r *radio) most() int { return 1 << 20 }

func (r *radio) forgets() bool { return r.forgetful }

func overRadio(t *testing.T, r *radio, holder string) (*Between, <-chan *message.Message) {
	t.Helper()
	return running(t, newBetween(r, holder, slog.New(slog.DiscardHandler)))
}

// meanwhile gives what came within a time, which the bubble of the test makes no one wait for.
func meanwhile[T any](t *testing.T, d time.Duration, ch <-chan T) []T {
	t.Helper()
	pause(t.Context(), d)
	synctest.Wait()
	var came []T
	for {
		select {
		case v := <-ch:
			came = append(came, v)
			if m, ok := any(v).(*message.Message); ok {
				m.Ack()
				synctest.Wait()
			}
		default:
			return came
		}
	}
}

// heard is meanwhile for changes.
func heard(t *testing.T, d time.Duration, ch <-chan *message.Message) []Change {
	t.Helper()
	var changes []Change
	for _, m := range meanwhile(t, d, ch) {
		c, err := Read(m)
		if err != nil {
			t.Fatal(err)
		}
		changes = append(changes, c)
	}
	return changes
}

func expect(t *testing.T, what string, got []Change, want ...Change) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: %s", what, diff)
	}
}

// A process that has told nothing is silent. Then it counts, and says every two seconds how far it is; but only where
// notices can be lost.
func TestASilentProcessRepeatsItsNumber(t *testing.T) {
	c := change("1", "money", "totals", "EUR")
	for _, forgetful := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			r := newRadio(forgetful)
			a, _ := overRadio(t, r, "a")
			want := []notice{}
			got := append([]notice{}, meanwhile(t, time.Hour, r.sent)...)
			for number := range uint64(2) {
				publish(t, a, c)
				got = append(got, meanwhile(t, 3*silence, r.sent)...)
				if !forgetful {
					want = append(want, notice{From: "a", Changes: []Change{c}})
					continue
				}
				want = append(want, notice{From: "a", Number: number + 1, Changes: []Change{c}})
				for range 2 { // the third would come a moment later: the change itself took some milliseconds
					want = append(want, notice{From: "a", Number: number + 1})
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("forgetful %v: %s", forgetful, diff)
			}
		})
	}
}

// pair is two processes that hear each other.
func pair(t *testing.T) (ra, rb *radio, a *Between, heardByB <-chan *message.Message) {
	t.Helper()
	ra, rb = newRadio(true), newRadio(true)
	ra.other, rb.other = rb, ra
	a, _ = overRadio(t, ra, "a")
	_, heardByB = overRadio(t, rb, "b")
	return ra, rb, a, heardByB
}

func TestALostNoticeIsNoticed(t *testing.T) {
	one, two, three := change("1", "m", "t", "a"), change("2", "m", "t", "b"), change("3", "m", "t", "c")
	synctest.Test(t, func(t *testing.T) {
		ra, _, a, heardByB := pair(t)
		ra.suffers(true, nil)
		publish(t, a, one)
		expect(t, "the very first is lost, and what repeats it", heard(t, time.Minute, heardByB))
		ra.suffers(false, nil)
		expect(t, "then the number is heard", heard(t, time.Minute, heardByB), All())
		publish(t, a, two)
		expect(t, "the next one", heard(t, time.Minute, heardByB), two)

		ra.suffers(true, nil)
		publish(t, a, one)
		expect(t, "before the silence is noticed", heard(t, silence/2, heardByB))
		ra.suffers(false, nil)
		publish(t, a, three)
		expect(t, "a notice comes before the number is repeated", heard(t, time.Minute, heardByB), All(), three)
	})
}

// A sender whose connection is cut need not say that anything may have changed: whoever missed something finds out.
func TestWhatWasToldRightBeforeACut(t *testing.T) {
	one, two := change("1", "m", "t", "a"), change("2", "m", "t", "b")
	synctest.Test(t, func(t *testing.T) {
		ra, rb, a, heardByB := pair(t)
		publish(t, a, one)
		expect(t, "at first", heard(t, time.Minute, heardByB), one)
		ra.cut <- errCut
		expect(t, "the sender was cut off, and nothing lost", heard(t, time.Minute, heardByB))
		ra.suffers(true, nil)
		publish(t, a, two)
		pause(t.Context(), silence/2)
		ra.cut <- errCut
		ra.suffers(false, nil)
		expect(t, "the sender was cut off", heard(t, time.Minute, heardByB), All())
		rb.cut <- errCut
		expect(t, "the listener was cut off", heard(t, time.Minute, heardByB), All())
	})
}

// What a failed send has told may have been heard all the same.
func TestANoticeThatIsSentAgain(t *testing.T) {
	one, two, three := change("1", "m", "t", "a"), change("2", "m", "t", "b"), change("3", "n", "u", "c")
	tests := map[string]struct {
		lost bool
		err  error
		want []Change
	}{
		"it was heard":                 {false, errCut, []Change{two, two}},
		"it was not":                   {true, errCut, []Change{All(), two}},
		"it never left, as is certain": {true, errNoNATS, []Change{two}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ra, _, a, heardByB := pair(t)
				publish(t, a, one)
				expect(t, "at first", heard(t, time.Minute, heardByB), one)
				ra.suffers(tt.lost, tt.err)
				publish(t, a, two)
				early := heard(t, firstPause/2, heardByB)
				ra.suffers(false, nil)
				expect(t, "sent again", append(early, heard(t, time.Minute, heardByB)...), tt.want...)
			})
		})
	}
	// The first is heard although it failed; sent again with something else, it is lost.
	synctest.Test(t, func(t *testing.T) {
		ra, _, a, heardByB := pair(t)
		ra.suffers(false, errCut)
		publish(t, a, two)
		expect(t, "failed", heard(t, firstPause/2, heardByB), two)
		ra.suffers(true, nil)
		publish(t, a, three)
		expect(t, "lost", heard(t, silence/2, heardByB))
		ra.suffers(false, nil)
		expect(t, "noticed", heard(t, time.Minute, heardByB), All())
	})
}

// A process of a version that does not count is believed as it ever was.
func TestAVersionThatDoesNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, rb, _, heardByB := pair(t)
		for range 2 {
			rb.air <- []byte(`{"from":"old","changes":[{"position":"7","projection":"m","tables":{"t":["k"]}}]}`)
			expect(t, "as told", heard(t, time.Minute, heardByB), change("7", "m", "t", "k"))
		}
	})
}
