package app

import "runtime/debug"

// defaultGC is Go's own setting of GOGC; serveGC is the server's. What lives long in a server is small beside what each
// request leaves: collecting when the heap has grown to four times what is alive, not twice, leaves more of the
// processor for requests, for tens of megabytes (BenchmarkDonateMoney). GOMEMLIMIT bounds it where memory is scarce.
const (
	defaultGC = 100
	serveGC   = 300
)

// CollectRarely sets how much garbage the server keeps, unless GOGC says otherwise.
func CollectRarely() {
	if set := debug.SetGCPercent(serveGC); set != defaultGC {
		debug.SetGCPercent(set)
	}
}
