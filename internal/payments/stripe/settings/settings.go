// Package settings reads what an operator sets of Stripe: the key of the account, the secrets of the webhook endpoint, and what a
// card payment costs. Errors continue a sentence that begins with the setting's name, and repeat no secret.
package settings

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
)

// The names of Stripe in events: its two modes, which share nothing.
const (
	Live = "stripe"
	Test = "stripe-test"
)

// Secret is a text that is not shown: printed, logged or written as JSON it is a placeholder.
type Secret string

const hidden = "(secret)"

// String implements fmt.Stringer.
func (Secret) String() string { return hidden }

// GoString implements fmt.GoStringer.
func (Secret) GoString() string { return hidden }

// LogValue implements slog.LogValuer.
func (Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalText implements encoding.TextMarshaler.
func (Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// Stripe is all that is set of it.
type Stripe struct {
	Key     Secret   // a secret or restricted key, of either mode
	Secrets []Secret // of the webhook endpoint: two while one is rolled over
	Fees    map[money.Currency]ports.Fee
}

// Mode is the mode of the key, Live or Test.
func (s Stripe) Mode() string { return Mode(string(s.Key)) }

// Mode is the mode of a key, Live or Test. A key that is none has no live mode.
func Mode(key string) string {
	if strings.HasPrefix(key, "sk_live_") || strings.HasPrefix(key, "rk_live_") {
		return Live
	}
	return Test
}

var (
	keyForm    = regexp.MustCompile(`^(sk|rk)_(test|live)_[A-Za-z0-9_]+$`)
	secretForm = regexp.MustCompile(`^whsec_[A-Za-z0-9+/=_-]+$`)
	feeForm    = regexp.MustCompile(`^([A-Z]{3}) +([0-9]{1,2}(?:\.[0-9]{1,2})?) ?% ?\+ ?([0-9]{1,3}(?:\.[0-9]{1,2})?)$`)
)

// ParseKey reads a secret (sk_) or restricted (rk_) key.
func ParseKey(v string) (Secret, error) {
	switch {
	case strings.HasPrefix(v, "pk_"):
		return "", errors.New("is a publishable key, which takes no payments: set the secret key (sk_…) or a restricted one (rk_…)")
	case strings.HasPrefix(v, "whsec_"):
		return "", errors.New("is the secret of a webhook endpoint: set the secret key (sk_…) or a restricted one (rk_…) here")
	case !keyForm.MatchString(v):
		return "", errors.New("is no key of Stripe: set the secret key (sk_live_…, sk_test_…) or a restricted one (rk_live_…, " +
			"rk_test_…)")
	}
	return Secret(v), nil
}

// mostSecrets is how many secrets an endpoint has at once: the one before signs beside the new one for a day at most.
const mostSecrets = 2

// ParseSecrets reads the secrets of the webhook endpoint, separated by commas.
func ParseSecrets(v string) ([]Secret, error) {
	var all []Secret
	for part := range strings.SplitSeq(v, ",") {
		part = strings.TrimSpace(part)
		switch {
		case part == "":
			return nil, errors.New("has an empty part: remove the comma that has nothing before or after it")
		case !secretForm.MatchString(part):
			return nil, errors.New("has a part that is no secret of a webhook endpoint: each begins with whsec_")
		case slices.Contains(all, Secret(part)):
			return nil, errors.New("has the same secret twice: keep one")
		}
		all = append(all, Secret(part))
	}
	if len(all) > mostSecrets {
		return nil, fmt.Errorf("has %d secrets: set the endpoint's own, and the one before while it is rolled over", len(all))
	}
	return all, nil
}

// DefaultFees are Stripe's public prices, as of 2026, for a standard card of the account's own region: EUR in the European
// Economic Area, GBP in the United Kingdom, USD in the United States. Other cards and contracts cost something else.
const DefaultFees = "EUR 1.5% + 0.25, GBP 1.5% + 0.20, USD 2.9% + 0.30"

// ParseFees reads what a card payment costs in each currency, such as EUR 1.5% + 0.25. A currency that is left out costs what
// DefaultFees says.
func ParseFees(v string) (map[money.Currency]ports.Fee, error) {
	fees, err := readFees(DefaultFees)
	if err != nil {
		return nil, err
	}
	set, err := readFees(v)
	maps.Copy(fees, set)
	return fees, err
}

func readFees(v string) (map[money.Currency]ports.Fee, error) {
	fees := map[money.Currency]ports.Fee{}
	for part := range strings.SplitSeq(v, ",") {
		found := feeForm.FindStringSubmatch(strings.TrimSpace(part))
		if found == nil {
			return nil, fmt.Errorf("has the part %q: write a percentage and a sum for each currency, like %s", part, DefaultFees)
		}
		currency := money.Currency(found[1])
		if !currency.Valid() {
			return nil, fmt.Errorf("has the currency %s, in which nothing is given: EUR, USD or GBP", found[1])
		}
		if _, twice := fees[currency]; twice {
			return nil, fmt.Errorf("has %s twice: keep one", currency)
		}
		points, err := hundredths(found[2])
		fixed, err2 := hundredths(found[3])
		if err := errors.Join(err, err2); err != nil {
			return nil, err
		}
		fees[currency] = ports.Fee{BasisPoints: points, Fixed: money.Of(fixed, currency)}
	}
	return fees, nil
}

// hundredths reads a decimal number with at most two places in hundredths: percent become basis points, and units minor units.
func hundredths(v string) (int64, error) {
	whole, places, _ := strings.Cut(v, ".")
	n, err := strconv.ParseInt(whole+(places + "00")[:2], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("has %q, which is no number: %w", v, err)
	}
	return n, nil
}
