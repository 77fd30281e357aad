//go:build race

package storetest

// writers append at once. The race detector makes each ten times slower, and the conflicts between them grow with the
// square of their number.
const writers = 12
