package reactors

import "time"

// Times are how long reactors and timers wait, and how long things may take.
type Times struct {
	Tries     Waits         // before what can't be handled becomes a dead letter
	Lead      Waits         // before a process that does not lead a reactor asks again whether it may, or reads the log again
	Keep      time.Duration // the longest that a reactor's place is not kept while nothing in the log concerns it
	News      time.Duration // the longest that the log is waited for before the lock is proved to be alive
	Statement time.Duration // bounds each statement: a connection that went silent is given up, and the lock with it
	Handle    time.Duration // bounds one try to handle an event: on a connection that vanished, TCP would wait much longer

	Poll time.Duration // how often due timers are looked for
	Fire time.Duration // bounds one timer: a connection that went silent must not hold up the others
	// FireAsking bounds a timer that asks the payment provider: it takes less time than a reactor waits that sets or clears
	// the same timer meanwhile.
	FireAsking time.Duration
	// Lease is how long a timer stays with the process that carries it out without being prolonged: a process that died
	// loses it then.
	Lease    time.Duration
	FireLong time.Duration // bounds one that reads the whole log, and holds up none but its own kind
}

// DefaultTimes are those of every program that is used. An event is tried for about two minutes.
func DefaultTimes() Times {
	const statement = 10 * time.Second
	return Times{
		Tries: Waits{Retries: 9, First: 250 * time.Millisecond, Most: 40 * time.Second},
		Lead:  Waits{First: 500 * time.Millisecond, Most: 5 * time.Second},
		Keep:  time.Second, News: 2 * time.Second, Statement: statement, Handle: 30 * time.Second,
		Poll: time.Second, Fire: 30 * time.Second, FireAsking: statement - 2*time.Second, FireLong: 30 * time.Minute,
		Lease: 30 * time.Second,
	}
}
