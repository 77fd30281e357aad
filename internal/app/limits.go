package app

import (
	"context"
	"net/http"
	"time"

	"github.com/callup/callup/internal/ratelimit"
)

// What one address may ask, before CALLUP_RATE_LIMIT_FACTOR: a household and a village hall both fit; a flood does not.
const (
	commandsAtOnce = 60
	commandEvery   = time.Second
	readsAtOnce    = 400
	readEvery      = 20 * time.Millisecond
	socketsAtOnce  = 100
)

// answerWithin bounds how long a request of the API may take: a connection to the database that went silent must not
// hold it for ever.
const answerWithin = 20 * time.Second

func (s *Services) limiter(atOnce int, every time.Duration) *ratelimit.Limiter {
	f := s.Config.RateLimitFactor
	return ratelimit.New(ratelimit.Rule{Burst: atOnce * f, Every: max(every/time.Duration(f), time.Microsecond)}, Now)
}

// limited counts commands and reads of the API, and pages, by address.
func (s *Services) limited() func(http.Handler) http.Handler {
	commands, reads := s.limiter(commandsAtOnce, commandEvery), s.limiter(readsAtOnce, readEvery)
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			l := reads
			if r.Method != http.MethodGet && r.Method != http.MethodHead {
				l = commands
			}
			if err := l.Take(ratelimit.Key(ratelimit.Client(r.Context()))); err != nil {
				s.Problems.Write(w, r, err)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// bounded gives a request's work a deadline.
func bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), answerWithin)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// forThisMachine shows something to clients on this machine only. A proxy that is not trusted may stand on it too, so
// whoever comes through one is not believed to be here.
func (s *Services) forThisMachine(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		forwarded := false
		for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via"} {
			forwarded = forwarded || r.Header.Get(name) != ""
		}
		if forwarded || !ratelimit.ClientIP(r, nil).IsLoopback() {
			http.Error(w, "This page is shown on the machine that runs Callup only.", http.StatusForbidden)
			return
		}
		h.ServeHTTP(w, r)
	})
}
