package sandbox_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85/webhook"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/payments/sandbox"
	"github.com/callup/callup/internal/ports"
)

var (
	oldKey = []byte("the key before the change of keys")
	newKey = []byte("the key after the change of keys!")
)

func (w *world) knowing(keys ...[]byte) *sandbox.Sandbox {
	c := w.config
	c.Keys = keys
	return w.another(c)
}

func TestSignature(t *testing.T) {
	w := newWorld(t)
	header, body := w.signed(newKey)
	now := w.clock.Now()
	s := w.knowing(newKey)
	with := func(value ...string) http.Header { return http.Header{sandbox.SignatureHeader: value} }
	value := header.Get(sandbox.SignatureHeader)
	stamp, rest, _ := strings.Cut(value, ",")

	for _, c := range []struct {
		name   string
		header http.Header
		body   string
		now    time.Time
		want   error
	}{
		{"as it came", header, string(body), now, nil},
		{"five minutes old", header, string(body), now.Add(5 * time.Minute), nil},
		{"older", header, string(body), now.Add(5*time.Minute + time.Second), ports.ErrSignature},
		{"five minutes ahead", header, string(body), now.Add(-5 * time.Minute), nil},
		{"further ahead", header, string(body), now.Add(-5*time.Minute - time.Second), ports.ErrSignature},
		{"another body", header, strings.Replace(string(body), `"minor":2500`, `"minor":2501`, 1), now, ports.ErrSignature},
		{"a space more", header, string(body) + " ", now, ports.ErrSignature},
		{"no signature", http.Header{}, string(body), now, ports.ErrSignature},
		{"an empty one", with(""), string(body), now, ports.ErrSignature},
		{"two of them", with(value, value), string(body), now, ports.ErrSignature},
		{"two times in it", with(stamp + "," + value), string(body), now, ports.ErrSignature},
		{"another time", with("t=1," + rest), string(body), time.Unix(1, 0), ports.ErrSignature},
		{"no time", with(rest), string(body), now, ports.ErrSignature},
		{"only an older scheme", with(strings.ReplaceAll(value, "v1=", "v0=")), string(body), now, ports.ErrSignature},
		{"cut short", with(value[:len(value)-2]), string(body), now, ports.ErrSignature},
		{"too large", header, strings.Repeat(" ", sandbox.MaxBody+1), now, ports.ErrMalformed},
	} {
		if _, err := s.Receive(t.Context(), c.header, []byte(c.body), c.now); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

func TestSignatureWhileKeysChange(t *testing.T) {
	w := newWorld(t)
	oldHeader, oldBody := w.signed(oldKey)
	newHeader, newBody := w.signed(newKey)
	bothHeader, bothBody := w.signed(newKey, oldKey)
	for _, c := range []struct {
		name   string
		s      *sandbox.Sandbox
		header http.Header
		body   []byte
		want   error
	}{
		{"both keys take the old", w.knowing(newKey, oldKey), oldHeader, oldBody, nil},
		{"both keys take the new", w.knowing(newKey, oldKey), newHeader, newBody, nil},
		{"who has not changed yet takes what is signed with both", w.knowing(oldKey), bothHeader, bothBody, nil},
		{"who has changed already too", w.knowing(newKey), bothHeader, bothBody, nil},
		{"after the change the old is refused", w.knowing(newKey), oldHeader, oldBody, ports.ErrSignature},
		{"before the change the new is refused", w.knowing(oldKey), newHeader, newBody, ports.ErrSignature},
	} {
		if _, err := c.s.Receive(t.Context(), c.header, c.body, w.clock.Now()); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

func TestMalformedBodies(t *testing.T) {
	good := `{"id":"sbs_1","type":"payment.paid","donation":"11111111-2222-4333-8444-555555555555","reference":"sbp_1",` +
		`"refund":"","amount":{"minor":2500,"currency":"EUR"},"begun":"2026-01-01T00:00:00Z","at":"2026-01-01T00:01:00Z"}`
	if e, err := sandbox.Read([]byte(good)); err != nil || e.Kind != ports.PaymentPaid || e.Amount != money.Of(2500, money.EUR) {
		t.Fatalf("%+v, %v", e, err)
	}
	for name, c := range map[string]struct {
		from, to string
		want     error
	}{
		"not JSON":             {good, "paid", ports.ErrMalformed},
		"empty":                {good, "", ports.ErrMalformed},
		"null":                 {good, "null", ports.ErrMalformed},
		"a list":               {good, "[]", ports.ErrMalformed},
		"another concern":      {"payment.paid", "payout.sent", ports.ErrNotOurs},
		"no type":              {"payment.paid", "", ports.ErrMalformed},
		"an unknown field":     {`"id"`, `"more":1,"id"`, ports.ErrMalformed},
		"two objects":          {good, good + good, ports.ErrMalformed},
		"no id":                {"sbs_1", "", ports.ErrMalformed},
		"a long id":            {"sbs_1", strings.Repeat("x", 101), ports.ErrMalformed},
		"no reference":         {"sbp_1", "", ports.ErrMalformed},
		"no donation":          {"11111111-2222-4333-8444-555555555555", "", ports.ErrMalformed},
		"an odd donation":      {"11111111-2222-4333-8444-555555555555", "1", ports.ErrMalformed},
		"a fraction":           {"2500", "25.5", ports.ErrMalformed},
		"less than nothing":    {"2500", "-1", ports.ErrMalformed},
		"nothing paid":         {"2500", "0", ports.ErrMalformed},
		"a huge amount":        {"2500", "100000000", ports.ErrMalformed},
		"beyond numbers":       {"2500", "99999999999999999999", ports.ErrMalformed},
		"an unknown currency":  {"EUR", "XTS", ports.ErrMalformed},
		"a decline that takes": {"payment.paid", "payment.declined", ports.ErrMalformed},
		"a refund of nothing":  {"payment.paid", "refund.made", ports.ErrMalformed},
		"a payment's refund":   {`"refund":""`, `"refund":"11111111-2222-4333-8444-555555555555"`, ports.ErrMalformed},
		"no time":              {`,"at":"2026-01-01T00:01:00Z"`, "", ports.ErrMalformed},
	} {
		if !strings.Contains(good, c.from) {
			t.Fatalf("%s: changes nothing", name)
		}
		if e, err := sandbox.Read([]byte(strings.Replace(good, c.from, c.to, 1))); !errors.Is(err, c.want) ||
			e != (ports.PaymentEvent{}) {
			t.Errorf("%s: %+v, %v", name, e, err)
		}
	}
}

// Whatever strangers send, Receive answers with one of its errors, and with an event only when it could be acted on.
func FuzzReceive(f *testing.F) {
	const key = "a key of the fuzzer"
	now := time.Unix(1_770_000_000, 0)
	s, err := sandbox.New(nil, sandbox.Config{PublicURL: "http://callup.test", Keys: [][]byte{[]byte(key)}})
	if err != nil {
		f.Fatal(err)
	}
	secret := sandbox.Secrets(s)[0]
	f.Add("t=1770000000,v1=00", `{"type":"payment.paid"}`, false)
	f.Add("",
		`{"id":"sbs_1","type":"payment.declined","donation":"11111111-2222-4333-8444-555555555555","reference":"sbp_1","refund":"",`+
			`"amount":{"minor":0,"currency":"EUR"},"begun":"2026-01-01T00:00:00Z","at":"2026-01-01T00:01:00Z"}`, true)
	f.Add("", `{"id":"sbs_1","type":"refund.made","donation":"11111111-2222-4333-8444-555555555555","reference":"sbp_1",`+
		`"refund":"11111111-2222-4333-8444-555555555555","amount":{"minor":1,"currency":"GBP"},`+
		`"begun":"2026-01-01T00:00:00Z","at":"2026-01-01T00:01:00Z"}`, true)
	f.Fuzz(func(t *testing.T, header, body string, sign bool) {
		if sign {
			header = webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: []byte(body), Secret: secret,
				Timestamp: now}).Header
		}
		e, err := s.Receive(t.Context(), http.Header{sandbox.SignatureHeader: {header}}, []byte(body), now)
		switch {
		case err == nil:
			if !sign || e.ID == "" || e.Reference == "" || e.Donation.IsNil() || !e.Amount.Currency.Valid() || e.Amount.Minor < 0 {
				t.Fatalf("taken: %+v", e)
			}
		case e != (ports.PaymentEvent{}):
			t.Fatalf("an event beside an error: %+v", e)
		case !errors.Is(err, ports.ErrSignature) && !errors.Is(err, ports.ErrMalformed) && !errors.Is(err, ports.ErrNotOurs):
			t.Fatal(err)
		}
	})
}
