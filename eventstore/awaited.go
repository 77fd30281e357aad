package eventstore

import "context"

type awaitedKey struct{}

// Awaited marks what a person waits for: a store keeps means apart for such reads, so that what reads in the background for
// long, a rebuild or an erasure, does not hold them up.
func Awaited(ctx context.Context) context.Context { return context.WithValue(ctx, awaitedKey{}, true) }

// IsAwaited tells whether a person waits for what is done in a context.
func IsAwaited(ctx context.Context) bool {
	awaited, _ := ctx.Value(awaitedKey{}).(bool)
	return awaited
}
