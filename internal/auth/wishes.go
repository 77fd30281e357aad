package auth

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/ratelimit"
)

// wishes are mails that anybody may ask for to any address. Asking only notes the wish, so that the answer takes the same
// time for every address; Run sends the mail to those it is for. What is asked too often is answered alike and not sent.
type wishes struct {
	// table keeps the addresses.
	table string
	// what the mail is about, for errors: "sending a confirmation again".
	what string
	// byClient bounds how often a client asks; how often an address is mailed is bounded by mayMail.
	byClient *ratelimit.Limiter
	// compose makes the mail, and what its link needs; false when it is for nobody.
	compose func(ctx context.Context, tx pgx.Tx, email string, secret []byte) (mail.Message, bool, error)
}

func (s *Service) confirmationWishes() wishes {
	return wishes{"account_resends", "sending a confirmation again", s.limits.resend, s.again}
}

func (s *Service) resetWishes() wishes {
	return wishes{"account_reset_wishes", "mailing about a forgotten password", s.limits.forgot, s.resetMail}
}

var errMailsUsedUp = errors.New("the address had too many mails")

// mayMail counts a mail to an address that anybody may have asked for: about a sign-up, a forgotten password or another address.
// All of them share one bound. What only tells the owner that somebody tried has a narrower one besides, so that it never uses up
// the mails with which they get in.
func (s *Service) mayMail(email string, onlyTells bool) bool {
	if onlyTells && s.limits.notices.Take(email) != nil {
		return false
	}
	return s.limits.mails.Take(email) == nil
}

// wish notes a wish.
func (s *Service) wish(ctx context.Context, w wishes, email string) error {
	if err := w.byClient.Take(ratelimit.Key(ratelimit.Client(ctx))); err != nil {
		return err
	}
	addr, refusal := parseAddress(email)
	if refusal != nil {
		return refusal
	}
	_, err := s.pool.Exec(ctx, wishSQL(w), addr.normal, s.now())
	if err != nil {
		return fmt.Errorf("%s: noting that it is wanted: %w", w.what, err)
	}
	s.nudge()
	return nil
}

// wishSQL notes the wish of an address, $1, at a moment, $2.
func wishSQL(w wishes) string {
	return `INSERT INTO ` + w.table + ` (email, requested_at) VALUES ($1, $2)
		ON CONFLICT (email) DO UPDATE SET requested_at = excluded.requested_at`
}

// grantOne serves one of the wishes; false when there is none.
func (s *Service) grantOne(ctx context.Context, w wishes) (more bool, err error) {
	secret, err := s.secret()
	if err != nil {
		return false, err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var email string
		err := tx.QueryRow(ctx, `
			DELETE FROM `+w.table+` WHERE email = (
				SELECT email FROM `+w.table+` ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING email`).Scan(&email)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		more = true
		err = pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error {
			message, wanted, err := w.compose(ctx, tx, email, secret)
			if err != nil || !wanted {
				return err
			}
			// counted only now: asking for what is no mail uses up nothing
			if !s.mayMail(email, false) {
				return errMailsUsedUp
			}
			return s.mailer.Send(ctx, message)
		})
		if errors.Is(err, errMailsUsedUp) { // its mails of the last minutes have links that work
			return nil
		}
		return err
	})
	if err != nil {
		return false, fmt.Errorf("%s: %w", w.what, err)
	}
	return more, nil
}
