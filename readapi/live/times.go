package live

import "time"

// Times are how long things take or may take.
type Times struct {
	Hello  time.Duration // until a client has said hello
	Ping   time.Duration // between two pings: under the 30 s after which proxies take a connection for dead
	Pong   time.Duration // until a ping is answered
	Keep   time.Duration // between two looks at sockets and sessions
	Alive  time.Duration // a session not known to be alive for so long is not
	Spread time.Duration // over which clients come back after a restart

	Gather time.Duration // after an answer, changes of its topic are gathered for this long
	Answer time.Duration // for one answer, lookup or authorisation
	Retry  time.Duration // until an answer that could not be made is tried again

	Write    time.Duration // for one message
	Farewell time.Duration // for what is being written when a socket is cut
	Verify   time.Duration // for one token
}

// DefaultTimes are those of a server.
func DefaultTimes() Times {
	return Times{
		Hello: 10 * time.Second, Ping: 25 * time.Second, Pong: 10 * time.Second, Keep: time.Second, Alive: 5 * time.Second,
		Spread: 5 * time.Second, Gather: 15 * time.Millisecond, Answer: 5 * time.Second, Retry: time.Second,
		Write: 10 * time.Second, Farewell: time.Second, Verify: 5 * time.Second,
	}
}
