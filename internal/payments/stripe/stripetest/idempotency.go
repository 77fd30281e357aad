package stripetest

import (
	"encoding/json"
	"net/http"
	"time"
)

// keepAnswers is how long an answer is kept for an idempotency key. Stripe says at least 24 hours
// (https://docs.stripe.com/api/idempotent_requests); nothing may rely on a minute more.
const keepAnswers = 24 * time.Hour

// kept is the answer to the first request with a key. Errors are kept like everything else, 500s included; a request whose
// parameters don't pass, or that is rate limited, keeps nothing.
type kept struct {
	id      string // Request-Id
	request string // method, path and parameters
	answer  answer
	at      time.Time
}

// keyOf tells the keys of the two modes apart.
func (c *call) keyOf() string {
	if c.live {
		return "live " + c.again
	}
	return "test " + c.again
}

func request(r *http.Request, form branch) string {
	text, err := json.Marshal(form) // sorts names
	if err != nil {
		return r.URL.Path
	}
	return r.Method + " " + r.URL.Path + " " + string(text)
}

// answered gives what was answered to the same request with the same key before; nil when it is the first.
func (c *call) answered(r *http.Request, form branch) (*kept, error) {
	if len(c.again) > 255 {
		return nil, unfit("", "", "Idempotency key exceeds maximum length of 255 characters.")
	}
	before, known := c.kept[c.keyOf()]
	if !known {
		return nil, nil //nolint:nilnil // the first request with this key
	}
	if before.request != request(r, form) {
		return nil, &refusal{status: http.StatusBadRequest, kind: "idempotency_error", checked: true,
			text: "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key " +
				"other than '" + c.again + "' if you meant to execute a different request."}
	}
	return before, nil
}

func (c *call) keep(r *http.Request, form branch, a answer) {
	c.kept[c.keyOf()] = &kept{id: c.id, request: request(r, form), answer: a, at: c.now}
}

func (s *Stripe) forgetAnswers() {
	for key, k := range s.kept {
		if s.now.Sub(k.at) >= keepAnswers {
			delete(s.kept, key)
		}
	}
}
