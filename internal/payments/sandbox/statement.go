package sandbox

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v85/webhook"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/payments/signature"
	"github.com/callup/callup/internal/ports"
)

// SignatureHeader carries a webhook's signature, in the form Stripe uses: t=<unix seconds>,v1=<HMAC-SHA256 in hex>,
// with one v1 per secret (https://docs.stripe.com/webhooks#verify-manually).
const SignatureHeader = "Callup-Sandbox-Signature"

// Bounds of a webhook.
const (
	MaxBody   = 64 << 10 // bytes
	Tolerance = signature.Tolerance
	maxName   = 100
)

// statement is the body of a webhook.
type statement struct {
	ID        string       `json:"id"`
	Type      string       `json:"type"`
	Donation  ident.ID     `json:"donation"`
	Reference string       `json:"reference"`
	Refund    ident.ID     `json:"refund"` // empty but for refund.made
	Amount    money.Amount `json:"amount"`
	Begun     time.Time    `json:"begun"`
	At        time.Time    `json:"at"`

	Kept    ports.Kept    `json:"kept,omitzero"`    // only of payment.paid
	Dispute ports.Dispute `json:"dispute,omitzero"` // only of dispute.changed
}

var kinds = map[string]ports.PaymentKind{
	"payment.paid":      ports.PaymentPaid,
	"payment.declined":  ports.PaymentDeclined,
	"payment.expired":   ports.PaymentExpired,
	"payment.cancelled": ports.PaymentCancelled,
	"payment.under_way": ports.PaymentUnderWay,
	"refund.made":       ports.PaymentRefunded,
	"refund.failed":     ports.PaymentRefundFailed,
	"dispute.changed":   ports.PaymentDisputed,
}

// ofMoney are the statements that name a sum.
var ofMoney = []ports.PaymentKind{
	ports.PaymentPaid, ports.PaymentRefunded, ports.PaymentRefundFailed, ports.PaymentDisputed,
}

func typeOf(k ports.PaymentKind) string {
	for name, kind := range kinds {
		if kind == k {
			return name
		}
	}
	return ""
}

// write makes the body that is signed and sent.
func write(e ports.PaymentEvent) (string, error) {
	body, err := json.Marshal(statement{
		ID: e.ID, Type: typeOf(e.Kind), Donation: e.Donation, Reference: e.Reference, Refund: e.Refund, Amount: e.Amount,
		Begun: e.Begun, At: e.At, Kept: e.Kept, Dispute: e.Dispute,
	})
	if err != nil {
		return "", fmt.Errorf("write a webhook: %w", err)
	}
	return string(body), nil
}

// sign gives the header for a body sent now, signed with every secret so that a receiver that knows only one of them
// accepts it.
func (s *Sandbox) sign(body []byte, now time.Time) string {
	var b strings.Builder
	b.WriteString("t=" + strconv.FormatInt(now.Unix(), 10))
	for _, secret := range s.secrets {
		b.WriteString(",v1=" + hex.EncodeToString(webhook.ComputeSignature(now, body, secret)))
	}
	return b.String()
}

// Receive checks the signature over the raw body, that it was made within Tolerance before or after now, and reads
// the body. Errors: ports.ErrSignature, ports.ErrMalformed, and ports.ErrNotOurs for a type of statement that does not
// concern donations.
func (s *Sandbox) Receive(_ context.Context, header http.Header, body []byte, now time.Time) (ports.PaymentEvent, error) {
	if len(body) > MaxBody {
		return ports.PaymentEvent{}, fmt.Errorf("%w: more than %d bytes", ports.ErrMalformed, MaxBody)
	}
	if err := signature.Check(header.Values(SignatureHeader), body, s.secrets, now); err != nil {
		return ports.PaymentEvent{}, fmt.Errorf("%w: %w", ports.ErrSignature, err)
	}
	return read(body)
}

// read parses a verified body; it takes nothing on trust all the same.
func read(body []byte) (ports.PaymentEvent, error) {
	malformed := func(format string, args ...any) (ports.PaymentEvent, error) {
		return ports.PaymentEvent{}, fmt.Errorf("%w: %w", ports.ErrMalformed, fmt.Errorf(format, args...))
	}
	var head struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(body, &head); err != nil {
		return malformed("%w", err)
	}
	kind, ours := kinds[head.Type]
	switch {
	case head.Type == "":
		return malformed("no type")
	case !ours:
		return ports.PaymentEvent{}, fmt.Errorf("%w: %q", ports.ErrNotOurs, head.Type)
	}
	var st statement
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&st); err != nil {
		return malformed("%w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return malformed("something follows the statement")
	}
	named := func(v string) bool { return v != "" && len(v) <= maxName }
	switch {
	case st.Type != head.Type || !named(st.ID) || !named(st.Reference) || st.Donation.IsNil():
		return malformed("id, donation or reference is missing or too long")
	case st.Begun.IsZero() || st.At.IsZero():
		return malformed("begun or at is missing")
	case !st.Amount.Currency.Valid() || st.Amount.Minor < 0 || st.Amount.Minor > money.MaxMinor:
		return malformed("amount %s", st.Amount)
	case slices.Contains(ofMoney, kind) != (st.Amount.Minor > 0):
		return malformed("amount %s of %s", st.Amount, st.Type)
	case (kind == ports.PaymentRefunded || kind == ports.PaymentRefundFailed) == st.Refund.IsNil():
		return malformed("refund is missing, or stands where there is none")
	case (kind == ports.PaymentDisputed) != named(st.Dispute.ID) || kind != ports.PaymentPaid && st.Kept != (ports.Kept{}):
		return malformed("dispute is missing, or something stands where it has no place")
	}
	return ports.PaymentEvent{
		ID: st.ID, Kind: kind, Donation: st.Donation, Reference: st.Reference, Refund: st.Refund, Amount: st.Amount,
		Begun: st.Begun.UTC(), At: st.At.UTC(), Kept: st.Kept, Dispute: st.Dispute,
	}, nil
}
