package sandbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/rowscan"
)

// The states of a payment in the books. All but open and under_way are final.
const (
	statusOpen      = "open"
	statusUnderWay  = "under_way"
	statusPaid      = "paid"
	statusDeclined  = "declined"
	statusExpired   = "expired"
	statusCancelled = "cancelled"
	statusReplaced  = "replaced" // a later attempt of the same donation was opened
)

// payment is a row of the books.
type payment struct {
	Reference string       `db:"reference"`
	Donation  ident.ID     `db:"donation"`
	Attempt   int          `db:"attempt"`
	Charge    money.Amount `db:"charge"`
	Title     string       `db:"title"`
	TitleLang string       `db:"title_lang"` // empty of a payment made by an earlier version
	Email     string       `db:"email"`
	Lang      string       `db:"lang"`
	ReturnURL string       `db:"return_url"`
	CancelURL string       `db:"cancel_url"`
	OpenedAt  time.Time    `db:"opened_at"`
	ExpiresAt time.Time    `db:"expires_at"`
	Status    string       `db:"status"`
	DecidedAt time.Time    `db:"-"`           // zero while open
	Taken     int64        `db:"taken_minor"` // minor units of Charge's currency
	Statement string       `db:"statement"`   // the id of the statement that told the decision
}

const paymentColumns = `reference, donation, attempt, charge_minor, currency, title, title_lang, email, lang,
	return_url, cancel_url, opened_at, expires_at, status, decided_at, taken_minor, statement`

// paymentRow is a payment as it is read.
type paymentRow struct {
	payment

	Decided *time.Time `db:"decided_at"`
}

func scanPayment(row pgx.CollectableRow) (payment, error) {
	r, err := rowscan.Row[paymentRow](row)
	p := r.payment
	if r.Decided != nil {
		p.DecidedAt = r.Decided.UTC()
	}
	p.OpenedAt, p.ExpiresAt = p.OpenedAt.UTC(), p.ExpiresAt.UTC()
	return p, err
}

// event is what the sandbox says of the payment as its books stand.
func (p payment) event() ports.PaymentEvent {
	e := ports.PaymentEvent{
		ID: p.Statement, Donation: p.Donation, Reference: p.Reference, Amount: money.Of(p.Taken, p.Charge.Currency),
		Begun: p.OpenedAt, At: p.DecidedAt,
	}
	switch p.Status {
	case statusPaid:
		e.Kind, e.Kept = ports.PaymentPaid, kept(e.Amount)
	case statusUnderWay:
		e.Kind = ports.PaymentUnderWay
	case statusDeclined:
		e.Kind = ports.PaymentDeclined
	case statusExpired, statusReplaced:
		e.Kind = ports.PaymentExpired
	case statusCancelled:
		e.Kind = ports.PaymentCancelled
	default:
		e.Kind, e.At = ports.PaymentPending, p.OpenedAt
	}
	if e.ID == "" {
		e.ID = string(e.Kind) + "_" + p.Reference
	}
	return e
}

// kept is what the sandbox keeps of a payment, as Fee says; it settles in the currency of the charge.
func kept(taken money.Amount) ports.Kept {
	fee := min(taken.Minor, (taken.Minor*feeBasisPoints+5_000)/10_000+fixedFees[taken.Currency])
	return ports.Kept{Gross: taken, Fee: money.Of(fee, taken.Currency), Net: money.Of(taken.Minor-fee, taken.Currency)}
}

func (s *Sandbox) answer(p payment) ports.Payment {
	return ports.Payment{Reference: p.Reference, URL: s.public + "/sandbox/pay/" + p.Reference, ExpiresAt: p.ExpiresAt}
}

// inTx runs f in a transaction; commit or rollback follow from its error.
func (s *Sandbox) inTx(ctx context.Context, f func(pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, s.pool, f)
}

// query reads payments. where is a constant of this package, never a value.
func query(ctx context.Context, db interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}, where string, args ...any) ([]payment, error) {
	rows, err := db.Query(ctx, `SELECT reference, donation, attempt, charge_minor AS "charge.minor", currency AS "charge.currency",
		title, title_lang, email, lang, return_url, cancel_url, opened_at, expires_at, status, decided_at, taken_minor, statement
		FROM sandbox_payments WHERE `+where, args...)
	if err != nil {
		return nil, fmt.Errorf("read the sandbox's payments: %w", err)
	}
	found, err := pgx.CollectRows(rows, scanPayment)
	if err != nil {
		return nil, fmt.Errorf("read the sandbox's payments: %w", err)
	}
	return found, nil
}

// Open makes the payment page of an attempt at a donation, or gives the one there is. A later attempt closes the pages
// of earlier ones, and a donation that has been paid is never opened again: its paid payment is the answer. Errors:
// ports.ErrPayments, also when the attempt was opened with another charge.
func (s *Sandbox) Open(ctx context.Context, o ports.OpenPayment) (ports.Payment, error) {
	if err := checkOpen(o); err != nil {
		return ports.Payment{}, fmt.Errorf("open a sandbox payment: %w: %w", ports.ErrPayments, err)
	}
	var p payment
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		var err error
		p, err = s.open(ctx, tx, o)
		return err
	})
	if err != nil {
		return ports.Payment{}, fmt.Errorf("open a sandbox payment: %w: %w", ports.ErrPayments, err)
	}
	return s.answer(p), nil
}

func checkOpen(o ports.OpenPayment) error {
	var faults []error
	if o.Donation.IsNil() || o.Attempt < 1 {
		faults = append(faults, errors.New("a donation and an attempt from 1 are needed"))
	}
	if r := o.Charge.Check("amount"); r != nil {
		faults = append(faults, r)
	}
	for _, u := range []string{o.ReturnURL, o.CancelURL} {
		if _, err := webAddress(u); err != nil {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

func (s *Sandbox) open(ctx context.Context, tx pgx.Tx, o ports.OpenPayment) (payment, error) {
	// Two attempts opened at the same moment would otherwise not see each other, and both stay payable.
	if err := lockDonation(ctx, tx, o.Donation); err != nil {
		return payment{}, err
	}
	known, err := query(ctx, tx, `donation = $1 ORDER BY attempt FOR UPDATE`, [16]byte(o.Donation))
	if err != nil {
		return payment{}, err
	}
	p := payment{
		Donation: o.Donation, Attempt: o.Attempt, Charge: o.Charge, Title: o.Title, TitleLang: o.TitleLang,
		Email: o.Email, Lang: pageLanguage(o.Lang),
		ReturnURL: o.ReturnURL, CancelURL: o.CancelURL, OpenedAt: s.now(), Status: statusOpen,
	}
	for _, k := range known {
		if k.Attempt == o.Attempt {
			if k.Charge != o.Charge {
				return payment{}, fmt.Errorf("attempt %d was opened with %s, not %s", o.Attempt, k.Charge, o.Charge)
			}
			return k, nil
		}
		if k.Status == statusPaid || k.Status == statusUnderWay {
			return k, nil
		}
		if k.Attempt > o.Attempt {
			p.Status, p.DecidedAt = statusReplaced, p.OpenedAt
		}
	}
	// Demo data gives gifts of weeks ago: an end that is past already is none.
	if p.ExpiresAt = o.ExpiresAt; !p.ExpiresAt.After(p.OpenedAt) {
		p.ExpiresAt = p.OpenedAt.Add(PageLife)
	}
	if p.Reference, err = s.token("sbp_"); err != nil {
		return payment{}, err
	}
	// A new row's e-mail is kept while its page is open, no longer.
	if _, err := tx.Exec(ctx, `UPDATE sandbox_payments SET status = $3, decided_at = $4, email = ''
		WHERE donation = $1 AND attempt < $2
		AND status = 'open'`, [16]byte(p.Donation), p.Attempt, statusReplaced, p.OpenedAt); err != nil {
		return payment{}, fmt.Errorf("close the pages of earlier attempts: %w", err)
	}
	var decided *time.Time
	if !p.DecidedAt.IsZero() {
		decided, p.Email = &p.DecidedAt, ""
	}
	if _, err := tx.Exec(ctx, `INSERT INTO sandbox_payments (`+paymentColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
		p.Reference, [16]byte(p.Donation), p.Attempt, p.Charge.Minor, p.Charge.Currency, p.Title, p.TitleLang, p.Email, p.Lang,
		p.ReturnURL, p.CancelURL, p.OpenedAt, p.ExpiresAt, p.Status, decided, p.Taken, p.Statement); err != nil {
		return payment{}, fmt.Errorf("enter the payment: %w", err)
	}
	return p, nil
}

// lockDonation waits for whoever opens or pays pages of a donation, until the transaction ends.
func lockDonation(ctx context.Context, tx pgx.Tx, donation ident.ID) error {
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('sandbox ' || $1, 0))`, donation.String()); err != nil {
		return fmt.Errorf("wait for the donation's other attempts: %w", err)
	}
	return nil
}

// Lookup tells what became of a donation: that it was paid, by the first payment if there were several, whichever attempt it
// was and whatever was refunded since (Ledger has them all); else that one is on its way; else what is said of its last
// attempt. Errors: ports.ErrNoPayment, ports.ErrPayments.
func (s *Sandbox) Lookup(ctx context.Context, r ports.Recorded) (ports.PaymentEvent, error) {
	found, err := query(ctx, s.pool, `donation = $1
		ORDER BY status = 'paid' DESC, status = 'under_way' DESC, CASE status WHEN 'paid' THEN attempt ELSE -attempt END LIMIT 1`,
		[16]byte(r.Donation))
	if err != nil {
		return ports.PaymentEvent{}, fmt.Errorf("look a donation up: %w: %w", ports.ErrPayments, err)
	}
	if len(found) == 0 {
		return ports.PaymentEvent{}, ports.ErrNoPayment
	}
	return found[0].event(), nil
}

// find reads one payment. Errors: ports.ErrNoPayment.
func (s *Sandbox) find(ctx context.Context, reference string) (payment, error) {
	found, err := query(ctx, s.pool, `reference = $1`, reference)
	if err != nil {
		return payment{}, err
	}
	if len(found) == 0 {
		return payment{}, ports.ErrNoPayment
	}
	return found[0], nil
}
