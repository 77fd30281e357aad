package command

import (
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/eventstore/catalog"
)

const (
	maxAttempts = 40     // appends tried when others write to the same stream: at each, one of them succeeds
	cacheSize   = 20_000 // streams whose state is kept in memory
	endsSize    = 64     // long streams whose end is kept in memory
)

// Handler loads, decides and appends, for every aggregate. It is safe for concurrent use.
type Handler struct {
	store eventstore.Store
	cat   *catalog.Catalog
	keys  catalog.Keys
	mu    sync.Mutex // held while the cache is written
	cache *lru.Cache[string, loaded]

	recent singleflight.Group // by stream
	texts  *lru.Cache[string, sealedText]
	ends   *lru.Cache[string, eventstore.Revision] // of streams that AppendOnce appended to
}

// loaded is the state of a stream at a revision. commands are those that wrote it, so that a repeated one is known.
type loaded struct {
	state    any
	revision eventstore.Revision
	commands map[ident.ID]written
	read     time.Time // when the stream was last seen to end here
}

type written struct {
	body     string
	whole    string // while it is remembered; empty for what was read from the log
	position eventstore.Position
	revision eventstore.Revision
	time     time.Time
}

// NewHandler makes the one handler of a process.
func NewHandler(store eventstore.Store, cat *catalog.Catalog, keys catalog.Keys) *Handler {
	cache, err := lru.New[string, loaded](cacheSize)
	if err != nil {
		panic(err) // only for a size below 1
	}
	texts, err := lru.New[string, sealedText](textCacheSize)
	if err != nil {
		panic(err) // only for a size below 1
	}
	ends, err := lru.New[string, eventstore.Revision](endsSize)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &Handler{store: store, cat: cat, keys: keys, cache: cache, texts: texts, ends: ends}
}
