//go:build bug_dedup

package api

import (
	"crypto/rand"

	"github.com/callup/callup/domain/ident"
)

// commandID is wrong on purpose: a command that is sent again is another command. A fault run must name what follows.
func commandID(actor, operation, key string) ident.ID {
	return ident.Command(actor, operation+" "+key+rand.Text())
}
