package planted

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// Requests has the bug Dedup where that is planted: of a request whose idempotency key was sent before, it makes one with
// another key.
func Requests(next http.Handler) http.Handler {
	if !has(Dedup) {
		return next
	}
	var mu sync.Mutex
	sent := map[string]int{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		const header = "Idempotency-Key"
		if key := r.Header.Get(header); key != "" {
			command := strings.Join([]string{r.Header.Get("Authorization"), r.URL.Path, key}, " ")
			mu.Lock()
			sent[command]++
			n := sent[command]
			mu.Unlock()
			if n > 1 {
				r.Header.Set(header, key+strconv.Itoa(n))
			}
		}
		next.ServeHTTP(w, r)
	})
}
