// Package signature checks the signature of webhooks in Stripe's form: t=<unix seconds>,v1=<HMAC-SHA256 in hex>, with one v1
// for each secret that holds (https://docs.stripe.com/webhooks#verify-manually). The sandbox signs in the same form.
package signature

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v85/webhook"
)

// Tolerance is how far the time of a signature may lie from now, before or after.
const Tolerance = 5 * time.Minute

// Check checks that a body was signed with one of the secrets, within Tolerance of now. values are those of the header: there
// must be one.
func Check(values []string, body []byte, secrets []string, now time.Time) error {
	if len(values) != 1 {
		return fmt.Errorf("%d signature headers", len(values))
	}
	made, err := signedAt(values[0])
	if err != nil {
		return err
	}
	// The library knows only the wall clock, and nothing of signatures from the future.
	if age := now.Sub(made); age > Tolerance || age < -Tolerance {
		return fmt.Errorf("made %s from now", age)
	}
	err = errors.New("no secret to check it with")
	for _, secret := range secrets {
		if err = webhook.ValidatePayloadIgnoringTolerance(body, values[0], secret); err == nil {
			return nil
		}
	}
	return err
}

// signedAt finds the one time in a signature header.
func signedAt(header string) (time.Time, error) {
	found := ""
	for part := range strings.SplitSeq(header, ",") {
		if t, ok := strings.CutPrefix(part, "t="); ok {
			if found != "" {
				return time.Time{}, errors.New("two times in the signature")
			}
			found = t
		}
	}
	seconds, err := strconv.ParseInt(found, 10, 64)
	if err != nil {
		return time.Time{}, errors.New("no time in the signature")
	}
	return time.Unix(seconds, 0), nil
}
