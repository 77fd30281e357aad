// Package ratelimit bounds how often something may be asked: token buckets in memory, one per key, a bounded number of
// them. It also knows whom to count: the address a request really came from.
package ratelimit

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/callup/callup/domain"
)

// ArgRetryAfter is the argument of a refusal that holds the seconds to wait, as an int.
const ArgRetryAfter = "retry_after"

// Rule is how much is allowed.
type Rule struct {
	Burst int           // how many at once
	Every time.Duration // how long it takes until one more is allowed
}

// Times is n times as much, with n of at least 1.
func (r Rule) Times(n int) Rule {
	return Rule{Burst: r.Burst * n, Every: max(r.Every/time.Duration(n), time.Microsecond)}
}

// Limiter counts by key. It is safe for concurrent use. A process that restarts, and a second process, count anew.
type Limiter struct {
	rule Rule
	max  int
	now  func() time.Time

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
}

// maxBuckets bounds the memory of one limiter: about 10 MB with keys as long as an e-mail address.
const maxBuckets = 50_000

// New makes a Limiter.
func New(rule Rule, now func() time.Time) *Limiter {
	return &Limiter{rule: rule, max: maxBuckets, now: now, buckets: map[string]*rate.Limiter{}}
}

// Take counts one for key and refuses with too_many_requests, and the seconds to wait, when the rule is exceeded. A
// refused request is not counted.
func (l *Limiter) Take(key string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	bucket := l.buckets[key]
	if bucket == nil {
		if len(l.buckets) >= l.max {
			l.drop(now)
		}
		bucket = rate.NewLimiter(rate.Every(l.rule.Every), l.rule.Burst)
		l.buckets[key] = bucket
	}
	if bucket.AllowN(now, 1) {
		return nil
	}
	missing := 1 - bucket.TokensAt(now)
	wait := time.Duration(missing * float64(l.rule.Every))
	seconds := int((wait + time.Second - 1) / time.Second)
	return domain.Refuse(domain.TooMany, "too_many_requests", "That was too often. Please wait a little.").
		With(ArgRetryAfter, max(seconds, 1))
}

// Forget makes key start anew, after a success for instance.
func (l *Limiter) Forget(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.buckets, key)
}

// drop makes room: buckets that are full again say nothing, and when none is full some others go, so that a flood of
// new keys costs memory no more than accuracy.
func (l *Limiter) drop(now time.Time) {
	for key, bucket := range l.buckets {
		if bucket.TokensAt(now) >= float64(l.rule.Burst) {
			delete(l.buckets, key)
		}
	}
	for key := range l.buckets {
		if len(l.buckets) < l.max*9/10 {
			return
		}
		delete(l.buckets, key)
	}
}
