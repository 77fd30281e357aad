package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
)

const endedByClosing = "account_closed"

// Close closes a member's account for ever: every session ends, within five seconds everywhere, and nobody signs in any
// more. It changes nothing for who has no account.
func (s *Service) Close(ctx context.Context, member ident.ID) error {
	if _, err := s.pool.Exec(ctx, `UPDATE accounts SET closed_at = $2 WHERE member_id = $1 AND closed_at IS NULL`, member,
		s.now()); err != nil {
		return fmt.Errorf("closing an account: %w", err)
	}
	return s.EndSessions(ctx, member, endedByClosing)
}

// Address tells who an e-mail address belongs to: the member of a confirmed account, or nobody yet whose account waits
// for its confirmation. It is the address as it identifies an account.
type Address struct {
	Normal  string
	Member  ident.ID // nil when no confirmed account has it
	Waiting bool     // somebody signed up with it and did not confirm
}

// Address looks an e-mail address up. It refuses what is none.
func (s *Service) Address(ctx context.Context, email string) (Address, error) {
	addr, refusal := parseAddress(email)
	if refusal != nil {
		return Address{}, refusal
	}
	out := Address{Normal: addr.normal}
	a, err := s.find(ctx, "email = $1", addr.normal)
	switch {
	case errors.Is(err, errNoAccount):
		return out, nil
	case err != nil:
		return out, err
	case a.ConfirmedAt == nil:
		out.Waiting = true
	default:
		out.Member = a.Member
	}
	return out, nil
}

// Forget deletes a member's account with everything that hangs on it, sign-ups that nobody confirmed of an address,
// made after one moment and until another, and wishes for mails to it. member may be nil, for a guest; email may be empty
// or malformed. It tells how many accounts that were.
func (s *Service) Forget(ctx context.Context, member ident.ID, email string, from, until time.Time) (int64, error) {
	addr, _ := parseAddress(email) // what is no address has no rows
	var count int64
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		for _, wishes := range []string{"account_resends", "account_reset_wishes"} {
			if _, err := tx.Exec(ctx, `
				DELETE FROM `+wishes+` w USING accounts a WHERE a.member_id = $1 AND w.email = a.email`, member); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `DELETE FROM `+wishes+` WHERE email = $1 AND requested_at > $2 AND requested_at <= $3`,
				addr.normal, from, until); err != nil {
				return err
			}
		}
		gone, err := tx.Exec(ctx, `
			DELETE FROM accounts WHERE member_id = $1 OR email = $2 AND confirmed_at IS NULL AND created_at > $3 AND created_at <= $4`,
			member, addr.normal, from, until)
		count = gone.RowsAffected()
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("deleting an account: %w", err)
	}
	return count, nil
}
