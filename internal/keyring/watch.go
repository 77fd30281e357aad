package keyring

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/callup/callup/domain/ident"
)

type watching struct{}

// opened is whose sealed text was opened in a context, and in those made from it.
type opened struct {
	mu       sync.Mutex
	subjects map[ident.ID]struct{}
	around   *opened
}

// Watch gives a context that knows whose text is opened in it: see Opened.
func Watch(ctx context.Context) context.Context {
	around, _ := ctx.Value(watching{}).(*opened)
	return context.WithValue(ctx, watching{}, &opened{subjects: map[ident.ID]struct{}{}, around: around})
}

// Fork gives a context that knows what was opened in ctx so far, and what is opened in itself from then on: what is made in each
// of several forks knows only whose text stands in it. It is ctx where nothing watches.
func Fork(ctx context.Context) context.Context {
	from, _ := ctx.Value(watching{}).(*opened)
	if from == nil {
		return ctx
	}
	from.mu.Lock()
	defer from.mu.Unlock()
	return context.WithValue(ctx, watching{}, &opened{subjects: maps.Clone(from.subjects), around: from.around})
}

func note(ctx context.Context, subject ident.ID) {
	o, _ := ctx.Value(watching{}).(*opened)
	for ; o != nil; o = o.around {
		o.mu.Lock()
		o.subjects[subject] = struct{}{}
		o.mu.Unlock()
	}
}

// Opened are the subjects whose text was opened in a context since Watch, in one order; none in a context that does not
// watch. Whoever keeps something made of their text outside the log asks, in the statement that writes it, whether each
// still has a key (wrapped IS NOT NULL, FOR SHARE): then either it is not written, or the erasure comes after it and
// finds it.
func Opened(ctx context.Context) [][16]byte {
	out := [][16]byte{}
	o, _ := ctx.Value(watching{}).(*opened)
	if o == nil {
		return out
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for s := range o.subjects {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b [16]byte) int { return slices.Compare(a[:], b[:]) })
	return out
}
