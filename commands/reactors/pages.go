package reactors

import (
	"context"
	"slices"
	"sync"

	"golang.org/x/sync/singleflight"

	"github.com/callup/callup/eventstore"
)

const (
	pageSize  = 200 // events that are read at once
	pagesKept = 8   // pages that are remembered for reactors that come a little later
)

// pages reads the log once for all reactors of a process that stand at one place, as they do where the log ends. One that
// is held up reads for itself.
type pages struct {
	ctx   context.Context //nolint:containedctx // a read is for all of them, so it ends with none
	store eventstore.Store
	types []string // that any of them wants

	reads  singleflight.Group // by the position read from
	mu     sync.Mutex
	recent []recentPage // the newest last
}

type recentPage struct {
	after eventstore.Position
	page  eventstore.Page
}

func newPages(ctx context.Context, store eventstore.Store, wanted map[string]map[string]bool) *pages {
	var types []string
	for _, of := range wanted {
		types = append(types, keys(of)...)
	}
	slices.Sort(types)
	return &pages{ctx: ctx, store: store, types: slices.Compact(types)}
}

// after gives the events after a position that any reactor wants. A page that another reactor was given a moment ago may
// say that it is the log's end although the log has grown since: whoever waits for more is woken at once.
func (p *pages) after(ctx context.Context, at eventstore.Position) (eventstore.Page, error) {
	if page, known := p.known(at); known {
		return page, nil
	}
	read := p.reads.DoChan(at.String(), func() (any, error) {
		if page, known := p.known(at); known { // read between the two
			return page, nil
		}
		page, err := p.store.ReadAll(p.ctx, at, pageSize, eventstore.Filter{Types: p.types})
		if err == nil && at.Before(page.Next) {
			p.keep(recentPage{at, page})
		}
		return page, err
	})
	select {
	case done := <-read:
		page, _ := done.Val.(eventstore.Page)
		return page, done.Err
	case <-ctx.Done():
		return eventstore.Page{}, ctx.Err()
	}
}

func (p *pages) known(at eventstore.Position) (eventstore.Page, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range p.recent {
		if r.after == at {
			return r.page, true
		}
	}
	return eventstore.Page{}, false
}

func (p *pages) keep(r recentPage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.recent) == pagesKept {
		p.recent = slices.Delete(p.recent, 0, 1)
	}
	p.recent = append(p.recent, r)
}
