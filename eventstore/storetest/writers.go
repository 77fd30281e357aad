//go:build !race

package storetest

// writers append at once.
const writers = 32
