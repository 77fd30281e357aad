package commands_test

import (
	"context"
	"iter"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// lanes counts the reads of streams: of what a person waits for, and of what nobody does.
type lanes struct {
	eventstore.Store
	awaited, others atomic.Int64
}

func (l *lanes) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision,
) iter.Seq2[eventstore.Recorded, error] {
	if eventstore.IsAwaited(ctx) {
		l.awaited.Add(1)
	} else {
		l.others.Add(1)
	}
	return l.Store.ReadStream(ctx, stream, from)
}

// What a command over HTTP reads, somebody waits for.
func TestCommand_ReadsAsAwaited(t *testing.T) {
	t.Parallel()
	l := &life{around: &around{world: newWorld(t)}}
	through := &lanes{Store: l.store}
	l.commands = l.serviceOn(through)
	l.serve()
	m := &matrix{life: l, owner: ada}
	l.register(ada)
	gift := m.given(m.launched())
	through.awaited.Store(0)
	through.others.Store(0)
	l.commands = l.serviceOn(through) // nothing is in its memory
	l.serve()
	body := `{"donation_id":"` + gift.String() + `"}`
	if status, code := m.asked(ident.Nil, "cancel-donation", "a key of what somebody waits for", body); status != http.StatusOK {
		t.Fatalf("answered %d %s", status, code)
	}
	if a, o := through.awaited.Load(), through.others.Load(); a == 0 || o != 0 {
		t.Errorf("%d reads as awaited, %d as in the background", a, o)
	}
}
