// Package bench measures Callup against what the same machine can do at best, in the same run: ratios, never times.
// `make bench` runs it. Everything in it is a benchmark, none of it part of the program.
package bench
