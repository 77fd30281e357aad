package api

import "github.com/callup/callup/domain/ident"

// commandID is the same whenever the same actor sends the same key.
func commandID(actor, operation, key string) ident.ID { return ident.Command(actor, operation+" "+key) }
