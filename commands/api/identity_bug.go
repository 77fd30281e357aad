//go:build bug_dedup

package api

import (
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/callup/callup/domain/ident"
)

var sentBefore sync.Map // key → how often, *atomic.Int64

// commandID is wrong on purpose: a command that is sent again is another command. A fault run must name what follows.
func commandID(actor, operation, key string) ident.ID {
	n, _ := sentBefore.LoadOrStore(actor+" "+operation+" "+key, new(atomic.Int64))
	if again := n.(*atomic.Int64).Add(1); again > 1 {
		key += strconv.FormatInt(again, 10)
	}
	return ident.Command(actor, operation+" "+key)
}
