package auth

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
)

// ProofLasts is for how long it is enough to have shown that it is oneself.
const ProofLasts = 5 * time.Minute

// Means is a way to prove one's identity. The names are stored.
type Means string

// The means, the weakest first.
const (
	ByProvider Means = "provider" // a sign-in at a provider that opens the account
	ByPassword Means = "password"
	ByCode     Means = "code" // of the second factor: the app's, or a recovery code
	ByPasskey  Means = "passkey"
)

// ways are what opens an account, as far as it can be used on this installation.
type ways struct {
	Codes     bool     `db:"codes"`
	Passkeys  bool     `db:"passkeys"`
	Password  bool     `db:"password"`
	Providers []string `db:"providers"` // sorted
}

// means is the rule for every change of how a member signs in: a passkey or a code where the account has one, the password where
// it has neither, and else a sign-in by a provider. It gives what shows that it is them, the easiest first; none where only a
// mail can help.
func (w ways) means() []Means {
	var all []Means
	if w.Passkeys {
		all = append(all, ByPasskey)
	}
	if w.Codes {
		all = append(all, ByCode)
	}
	switch {
	case len(all) > 0:
		return all
	case w.Password:
		return []Means{ByPassword}
	case len(w.Providers) > 0:
		return []Means{ByProvider}
	}
	return []Means{}
}

// strong tells whether the account has something beyond what a thief of the password has.
func (w ways) strong() bool { return w.Codes || w.Passkeys }

// accepts tells whether having shown something is enough for the account as it is now. What is stronger than what is wanted is
// enough too: a code, where the member has just turned the second factor off.
func (w ways) accepts(by Means) bool {
	all := w.means()
	switch {
	case by == "":
		return false
	case w.strong():
		return by == ByPasskey || by == ByCode
	case slices.Contains(all, ByPassword):
		return by != ByProvider
	}
	return true
}

// proofNeeded refuses until a member shows again that it is them. The args name the means, any of which is enough, and the
// providers where that is one of them.
func (w ways) proofNeeded() error {
	providers := w.Providers
	if providers == nil {
		providers = []string{}
	}
	return domain.Refuse(domain.Forbidden, "proof_required", "Please show again that it is you.").
		With("by", w.means()).With("providers", providers)
}

// shown is how and when the member in a session last proved their identity.
type shown struct {
	by Means
	at time.Time
}

// enough tells whether what was shown lets a member change how they sign in.
func (w ways) enough(s shown, now time.Time) bool {
	return w.accepts(s.by) && now.Sub(s.at) < ProofLasts
}

// waysColumns are the columns of the ways of an account a.
const waysColumns = `EXISTS (SELECT FROM account_factors f WHERE f.account_id = a.id AND f.proved_at IS NOT NULL) AS codes,
	EXISTS (SELECT FROM account_passkeys k WHERE k.account_id = a.id) AS passkeys, a.password_hash <> '' AS password,
	ARRAY (SELECT DISTINCT i.provider FROM account_identities i WHERE i.account_id = a.id ORDER BY i.provider) AS providers`

// provedColumns are the columns of a provedRow, of a session s.
const provedColumns = `s.proved_by, coalesce(s.proved_at, s.created_at) AS proved_at`

// provedRow is how and when the member in a session last proved their identity; nil: in no way that counts.
type provedRow struct {
	By *Means    `db:"proved_by"`
	At time.Time `db:"proved_at"`
}

// usable leaves out of the ways of an account what does not work on this installation.
func (s *Service) usable(w ways) ways {
	w.Passkeys = w.Passkeys && s.rp != nil
	w.Providers = slices.DeleteFunc(w.Providers, func(p string) bool { return s.providers[p] == nil })
	return w
}

func (s *Service) waysOf(ctx context.Context, db rowscan.Querier, account ident.ID) (ways, error) {
	w, err := rowscan.One[ways](ctx, db, `SELECT `+waysColumns+` FROM accounts a WHERE a.id = $1`, account)
	if err != nil {
		return w, fmt.Errorf("looking up what opens an account: %w", err)
	}
	return s.usable(w), nil
}

// mayChange gives the account of a member who may change how they sign in, now: every such change asks it first.
// Errors: proof_required (403).
func (s *Service) mayChange(ctx context.Context, p Principal) (account, error) {
	return s.mayChangeAt(ctx, p, s.now())
}

// mayChangeAt is mayChange as of a moment: when the member left for a provider, from which they have now returned.
func (s *Service) mayChangeAt(ctx context.Context, p Principal, at time.Time) (account, error) {
	a, err := s.find(ctx, "member_id = $1", p.Member)
	if errors.Is(err, errNoAccount) {
		return account{}, errInvalidToken
	}
	if err != nil {
		return account{}, err
	}
	has, err := rowscan.One[struct {
		ways
		provedRow
	}](ctx, s.pool, `
		SELECT `+waysColumns+`, `+provedColumns+`
		FROM sessions s JOIN accounts a ON a.id = s.account_id
		WHERE s.id = $1 AND a.id = $2 AND s.ended_at IS NULL`, p.Session, a.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return account{}, errInvalidToken
	}
	if err != nil {
		return account{}, fmt.Errorf("looking up what a session has shown: %w", err)
	}
	in := shown{at: has.At}
	if has.By != nil {
		in.by = *has.By
	}
	if w := s.usable(has.ways); !w.enough(in, at) {
		return account{}, w.proofNeeded()
	}
	return a, nil
}

// show records how the member in a session proved their identity. A passkey is both factors: it lets staff use their roles.
func (s *Service) show(ctx context.Context, db execer, session ident.ID, by Means) error {
	set, err := db.Exec(ctx, `
		UPDATE sessions SET proved_at = $2, proved_by = $3, passkey = passkey OR $3 = 'passkey' WHERE id = $1 AND ended_at IS NULL`,
		session, s.now(), by)
	if err != nil {
		return fmt.Errorf("remembering what a session has shown: %w", err)
	}
	if set.RowsAffected() == 0 {
		return errInvalidToken
	}
	return nil
}

// changed has all other sessions of an account show anew that it is them, once something opens it, or no longer does.
func changed(ctx context.Context, db execer, account, session ident.ID) error {
	_, err := db.Exec(ctx, `
		UPDATE sessions SET proved_by = NULL WHERE account_id = $1 AND id <> $2 AND ended_at IS NULL AND proved_by IS NOT NULL`,
		account, session)
	if err != nil {
		return fmt.Errorf("forgetting what sessions have shown: %w", err)
	}
	return nil
}
