package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

// The roles an account can hold. Everything else a person may do follows from what is theirs.
const (
	Moderator     = "moderator"
	Auditor       = "auditor"
	Administrator = "administrator"
)

// account is a row of accounts.
type account struct {
	ID           ident.ID   `db:"id"`
	Member       ident.ID   `db:"member_id"`
	Normal       string     `db:"email"` // the address as it identifies the account
	Email        string     `db:"email_typed"`
	PasswordHash string     `db:"password_hash"`
	Lang         string     `db:"lang"`
	ConfirmedAt  *time.Time `db:"confirmed_at"`
	PendingName  *string    `db:"pending_name"`
	RegisteredAt *time.Time `db:"registered_at"`
	ClosedAt     *time.Time `db:"closed_at"` // no sign-in any more, whatever the proof

	PasswordChangedAt *time.Time `db:"password_changed_at"` // nil: never since the sign-up
	LeavingAt         *time.Time `db:"leaving_at"`          // when the member who deletes it is erased; nil: they don't
}

const accountColumns = `id, member_id, email, email_typed, password_hash, lang, confirmed_at, pending_name, registered_at,
	closed_at, password_changed_at, leaving_at`

// errNoAccount is what find returns when there is no account; it never leaves the package as such.
var errNoAccount = errors.New("no such account")

func (s *Service) find(ctx context.Context, where string, arg any) (account, error) {
	rows, err := s.pool.Query(ctx, `SELECT `+accountColumns+` FROM accounts WHERE `+where, arg)
	if err != nil {
		return account{}, fmt.Errorf("looking up an account: %w", err)
	}
	a, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[account])
	if errors.Is(err, pgx.ErrNoRows) {
		return account{}, errNoAccount
	}
	if err != nil {
		return account{}, fmt.Errorf("looking up an account: %w", err)
	}
	return a, nil
}

// register writes the member behind a confirmed account to the log, once. The account's row holds what is needed until
// that has happened, so a crash in between is mended by the next call: Work's, or that of the next sign-in.
func (s *Service) register(ctx context.Context, a account) error {
	if a.RegisteredAt != nil {
		return nil
	}
	if a.PendingName == nil {
		return fmt.Errorf("account %s has neither a member nor a name for one", a.ID)
	}
	err := s.registrar.RegisterMember(ctx, RegisterMember{
		CommandKey: "account:" + a.ID.String(), Member: a.Member, Email: a.Email, Name: *a.PendingName, Lang: a.Lang,
	})
	if err != nil {
		return fmt.Errorf("registering the member of account %s: %w", a.ID, err)
	}
	_, err = s.pool.Exec(ctx, `
		UPDATE accounts SET registered_at = $2, pending_name = NULL WHERE id = $1 AND registered_at IS NULL`, a.ID, s.now())
	if err != nil {
		return fmt.Errorf("noting that account %s has its member: %w", a.ID, err)
	}
	return nil
}

// NewAccount is an account made by somebody who is trusted: the command line or the demo data.
type NewAccount struct {
	Member       ident.ID // nil: a random one
	Email        string
	Name         string
	Lang         string
	PasswordHash string // from HashPassword; several accounts may share one
}

// HashPassword makes the PasswordHash of NewAccount. The rules for passwords are not applied.
func (s *Service) HashPassword(ctx context.Context, password string) (string, error) {
	return s.hasher.hash(ctx, password)
}

// CreateConfirmed makes an account whose address needs no confirmation, and its member. When the address has an account
// already, that one is left as it is; its member is returned.
func (s *Service) CreateConfirmed(ctx context.Context, n NewAccount) (ident.ID, error) {
	email, refusal := parseAddress(n.Email)
	if refusal != nil {
		return ident.Nil, refusal
	}
	name, refusal := parseName("full_name", n.Name)
	if refusal != nil {
		return ident.Nil, refusal
	}
	if _, _, _, err := decode(n.PasswordHash); err != nil {
		return ident.Nil, err
	}
	id, err := s.newID()
	if err != nil {
		return ident.Nil, err
	}
	if n.Member.IsNil() {
		if n.Member, err = s.newID(); err != nil {
			return ident.Nil, err
		}
	}
	_, err = s.pool.Exec(ctx, `
		INSERT INTO accounts (id, member_id, email, email_typed, password_hash, lang, terms_version, terms_at,
		                      confirmed_at, pending_name, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $8) ON CONFLICT (email) DO NOTHING`,
		id, n.Member, email.normal, email.typed, n.PasswordHash, language(n.Lang), s.terms, s.now(), name)
	if err != nil {
		return ident.Nil, fmt.Errorf("making an account: %w", err)
	}
	a, err := s.find(ctx, "email = $1", email.normal)
	if err != nil {
		return ident.Nil, err
	}
	if err := s.register(ctx, a); err != nil {
		return ident.Nil, err
	}
	return a.Member, nil
}

// ErrNoMember refuses what concerns a member who has no account.
var ErrNoMember = domain.Refuse(domain.NotFound, "member_not_found", "There is no such member.")

// MemberByEmail finds the member whose account has an address; ErrNoMember when there is none.
func (s *Service) MemberByEmail(ctx context.Context, email string) (ident.ID, error) {
	addr, refusal := parseAddress(email)
	if refusal != nil {
		return ident.Nil, refusal
	}
	a, err := s.find(ctx, "email = $1", addr.normal)
	if errors.Is(err, errNoAccount) {
		return ident.Nil, ErrNoMember
	}
	return a.Member, err
}

// Opened gives the member whose account an address and a password open; ErrNoMember where they open none. No session begins,
// and tries are not counted: it is for the program itself, which knows the password.
func (s *Service) Opened(ctx context.Context, email, password string) (ident.ID, error) {
	addr, refusal := parseAddress(email)
	if refusal != nil {
		return ident.Nil, refusal
	}
	a, err := s.find(ctx, "email = $1", addr.normal)
	if errors.Is(err, errNoAccount) {
		return ident.Nil, ErrNoMember
	}
	if err != nil {
		return ident.Nil, err
	}
	fits, _, err := s.hasher.verify(ctx, password, a.PasswordHash)
	if err == nil && !fits {
		err = ErrNoMember
	}
	return a.Member, err
}

// Contact is where a member's mails go.
type Contact struct{ Email, Lang string }

// Contact gives a member's address and language; ErrNoMember when there is none.
func (s *Service) Contact(ctx context.Context, member ident.ID) (Contact, error) {
	a, err := s.find(ctx, "member_id = $1", member)
	if errors.Is(err, errNoAccount) {
		return Contact{}, ErrNoMember
	}
	return Contact{Email: a.Email, Lang: a.Lang}, err
}

// Agreed is to which terms a member agreed, and when.
type Agreed struct {
	Version string // of /terms and /privacy: the later of the two
	At      time.Time
}

// Agreement tells to which terms a member agreed last. Error: ErrNoMember.
func (s *Service) Agreement(ctx context.Context, member ident.ID) (Agreed, error) {
	var a Agreed
	err := s.pool.QueryRow(ctx, `SELECT terms_version, terms_at FROM accounts WHERE member_id = $1`, member).Scan(&a.Version, &a.At)
	if errors.Is(err, pgx.ErrNoRows) {
		return Agreed{}, ErrNoMember
	}
	if err != nil {
		return Agreed{}, fmt.Errorf("reading to which terms a member agreed: %w", err)
	}
	return a, nil
}

// Roles lists a member's roles, sorted; none for who has no account.
func (s *Service) Roles(ctx context.Context, member ident.ID) ([]string, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT r.role FROM account_roles r JOIN accounts a ON a.id = r.account_id WHERE a.member_id = $1 ORDER BY r.role`, member)
	if err != nil {
		return nil, fmt.Errorf("reading a member's roles: %w", err)
	}
	roles, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("reading a member's roles: %w", err)
	}
	return roles, nil
}

// SetRoles makes roles all that a member has; by says on whose word. It takes effect here at once, on other servers within
// sessionCacheLife. A member without an account has none.
func (s *Service) SetRoles(ctx context.Context, member ident.ID, roles []string, by string) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			DELETE FROM account_roles WHERE role <> ALL($2) AND account_id = (SELECT id FROM accounts WHERE member_id = $1)`,
			member, roles)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			INSERT INTO account_roles (account_id, role, granted_by, granted_at)
			SELECT id, unnest($2::text[]), $3, $4 FROM accounts WHERE member_id = $1 ON CONFLICT DO NOTHING`,
			member, roles, by, s.now())
		return err
	})
	if err != nil {
		return fmt.Errorf("setting a member's roles: %w", err)
	}
	s.sessions.dropOf(member)
	return nil
}

// Open tells whether a member has an account that was neither closed nor erased.
func (s *Service) Open(ctx context.Context, member ident.ID) (bool, error) {
	a, err := s.find(ctx, "member_id = $1", member)
	if errors.Is(err, errNoAccount) {
		return false, nil
	}
	return err == nil && a.ClosedAt == nil, err
}
