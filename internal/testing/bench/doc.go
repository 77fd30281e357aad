// Package bench measures Callup against what the same machine can do at best, in the same run: ratios, never times.
// `make bench` runs the benchmarks that use it, here and beside the program. No program imports it.
package bench
