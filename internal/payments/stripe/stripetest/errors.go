package stripetest

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
)

// refusal is an error as Stripe answers it (https://docs.stripe.com/api/errors).
type refusal struct {
	status int
	kind   string // "type" in the answer
	code   string
	param  string
	text   string
	more   doc
	// checked says that the parameters were refused before anything was done, so that no answer is kept for the key.
	checked bool
}

func (r *refusal) Error() string { return r.text }

func (r *refusal) doc() doc {
	e := doc{"type": r.kind, "message": r.text}
	for name, value := range map[string]string{"code": r.code, "param": r.param} {
		if value != "" {
			e[name] = value
		}
	}
	maps.Copy(e, r.more)
	return doc{"error": e}
}

const invalidRequest = "invalid_request_error"

// refused is a request that can't be carried out in the state that things are in.
func refused(code, param, format string, args ...any) *refusal {
	text := fmt.Sprintf(format, args...)
	return &refusal{status: http.StatusBadRequest, kind: invalidRequest, code: code, param: param, text: text}
}

// unfit is a request whose parameters are refused whatever state things are in.
func unfit(code, param, format string, args ...any) *refusal {
	r := refused(code, param, format, args...)
	r.checked = true
	return r
}

// missing is an object that a parameter names and that isn't there for this key.
func missing(kind, id, param string) *refusal {
	return refused("resource_missing", param, "No such %s: '%s'", kind, id)
}

// named finds the object that stands in the path.
func named[T object](c *call, of *shelf[T], variable string) (T, error) {
	o, err := given(c, of, c.within[variable], variable)
	if r, ok := errors.AsType[*refusal](err); ok {
		r.status = http.StatusNotFound
	}
	return o, err
}

// read answers the object that the address names.
func read[T object](c *call, of *shelf[T], variable string) (any, error) {
	o, err := named(c, of, variable)
	if err != nil {
		return nil, err
	}
	return o.doc(c.Stripe), nil
}

// given finds the object that a parameter names.
func given[T object](c *call, of *shelf[T], id, param string) (T, error) {
	o, ok := of.find(id, c.live)
	if ok {
		return o, nil
	}
	r := missing(o.kind(), id, param) // its kind is that of the type, so nil knows it too
	if _, there := of.find(id, !c.live); there {
		other, own := "live", "test"
		if c.live {
			other, own = own, other
		}
		r.text += "; a similar object exists in " + other + " mode, but a " + own + " mode key was used to make this request."
	}
	return o, r
}

func unauthorized(format string, args ...any) *refusal {
	return &refusal{status: http.StatusUnauthorized, kind: invalidRequest, text: fmt.Sprintf(format, args...)}
}
