//go:build !faults

package main

// underFaults is nothing: the parts of the program stand side by side as they are.
func underFaults() seams { return seams{} }
