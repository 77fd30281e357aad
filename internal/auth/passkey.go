package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ratelimit"
	"github.com/callup/callup/internal/rowscan"
)

const (
	ceremonyLife   = 5 * time.Minute
	maxPasskeys    = 20 // of an account
	maxPasskeyName = 60 // characters
	uniqueBroken   = "23505"

	ceremonyAdd    = "add"
	ceremonySignIn = "sign_in"
	ceremonyProve  = "prove"
)

var (
	errPasskeysOff  = domain.Refuse(domain.Conflict, "passkeys_off", "Passkeys don't work at this address.")
	errPasskeyEnded = domain.Refuse(domain.Gone, "passkey_ended", "This took too long. Please begin again.")
	// errPasskey answers every passkey that opens nothing alike, whether it is unknown, somebody else's or forged.
	errPasskey         = domain.Refuse(domain.Forbidden, "passkey_refused", "This passkey was not accepted.")
	errPasskeyKnown    = domain.Refuse(domain.Conflict, "passkey_known", "This passkey is known already.")
	errPasskeyNotFound = domain.Refuse(domain.NotFound, "passkey_not_found", "This passkey was removed already.")
	errManyPasskeys    = domain.Refuse(domain.Conflict, "too_many_passkeys", "Please remove a passkey before you add another.")
)

// Passkey is a way to sign in whose secret stays on a member's device.
type Passkey struct {
	ID        ident.ID   `db:"id"`
	Name      string     `db:"name"`
	Synced    bool       `db:"synced"` // it was copied to another device or to a service that keeps it
	CreatedAt time.Time  `db:"created_at"`
	UsedAt    *time.Time `db:"used_at"` // nil: never
}

// passkeyUser is an account as the library asks for it.
type passkeyUser struct {
	handle      []byte
	name        string
	credentials []webauthn.Credential
	account     ident.ID
}

func (u passkeyUser) WebAuthnID() []byte                         { return u.handle }
func (u passkeyUser) WebAuthnName() string                       { return u.name }
func (u passkeyUser) WebAuthnDisplayName() string                { return u.name }
func (u passkeyUser) WebAuthnCredentials() []webauthn.Credential { return u.credentials }

// newRelyingParty is what devices know an installation by; nil where browsers offer no passkeys: on plain http they do on
// localhost alone, and for an address of numbers never (WebAuthn level 3, section 5.1.2).
func newRelyingParty(base *url.URL) (*webauthn.WebAuthn, error) {
	host := base.Hostname()
	if _, err := netip.ParseAddr(host); err == nil {
		return nil, nil //nolint:nilnil // there is none
	}
	if base.Scheme != "https" && host != "localhost" && !strings.HasSuffix(host, ".localhost") {
		return nil, nil //nolint:nilnil // there is none
	}
	rp, err := webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: appIssuer, RPOrigins: []string{base.Scheme + "://" + base.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("setting passkeys up: %w", err)
	}
	return rp, nil
}

// OffersPasskeys tells whether browsers offer passkeys at the address of this installation.
func (s *Service) OffersPasskeys() bool { return s.rp != nil }

// Passkeys lists those of a member, the oldest first.
func (s *Service) Passkeys(ctx context.Context, member ident.ID) ([]Passkey, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT k.id, k.name, k.synced, k.created_at, k.used_at FROM account_passkeys k JOIN accounts a ON a.id = k.account_id
		WHERE a.member_id = $1 ORDER BY k.created_at, k.id`, member)
	if err != nil {
		return nil, fmt.Errorf("listing passkeys: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByName[Passkey])
	if err != nil {
		return nil, fmt.Errorf("listing passkeys: %w", err)
	}
	return all, nil
}

// BeginPasskey gives what a member's device is asked to make a passkey, as JSON, and what the browser keeps meanwhile.
// Errors: passkeys_off, too_many_passkeys (409), those of mayChange.
func (s *Service) BeginPasskey(ctx context.Context, p Principal) (options, kept string, err error) {
	if s.rp == nil {
		return "", "", errPasskeysOff
	}
	a, err := s.mayChange(ctx, p)
	if err != nil {
		return "", "", err
	}
	u, err := s.passkeyUser(ctx, "account_id = $1", a.ID)
	switch {
	case err != nil:
		return "", "", err
	case len(u.credentials) >= maxPasskeys:
		return "", "", errManyPasskeys
	case u.handle == nil:
		if u.handle, err = s.secret(); err != nil {
			return "", "", err
		}
	}
	u.name = a.Email
	creation, asked, err := s.rp.BeginRegistration(u,
		webauthn.WithExclusions(webauthn.Credentials(u.credentials).CredentialDescriptors()))
	if err != nil {
		return "", "", fmt.Errorf("asking for a passkey: %w", err)
	}
	return s.beginCeremony(ctx, ceremonyAdd, &a.ID, creation.Response, asked)
}

// NewPasskey is the answer of a member's device.
type NewPasskey struct {
	Kept       string // of BeginPasskey
	Credential string // as JSON (RegistrationResponseJSON)
	Name       string
	UserAgent  string
}

// AddPasskey has a passkey open a member's account from now on.
// The device has just made sure that it is them: that counts in their session as a proof, and in no other.
// Errors: passkeys_off, passkey_known (409), passkey_ended (410), passkey_refused (403), required or too_long at "name", those of
// mayChange.
func (s *Service) AddPasskey(ctx context.Context, p Principal, in NewPasskey) error {
	name, err := passkeyName(in.Name)
	if err != nil {
		return err
	}
	a, err := s.mayChange(ctx, p)
	if err != nil {
		return err
	}
	asked, err := s.endCeremony(ctx, ceremonyAdd, in.Kept, &a.ID)
	if err != nil {
		return err
	}
	answer, err := protocol.ParseCredentialCreationResponseBytes([]byte(in.Credential))
	if err != nil {
		return s.refusePasskey(ctx, err)
	}
	made, err := s.rp.CreateCredential(passkeyUser{handle: asked.UserID}, asked, answer)
	if err != nil {
		return s.refusePasskey(ctx, err)
	}
	id, err := s.newID()
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			INSERT INTO account_passkeys
				(id, account_id, credential_id, public_key, user_handle, sign_count, eligible, synced, name, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
			id, a.ID, made.ID, made.PublicKey, asked.UserID, int64(made.Authenticator.SignCount), made.Flags.BackupEligible,
			made.Flags.BackupState, name, s.now())
		if err != nil {
			return err
		}
		if err := s.show(ctx, tx, p.Session, ByPasskey); err != nil {
			return err
		}
		if err := changed(ctx, tx, a.ID, p.Session); err != nil {
			return err
		}
		return s.note(ctx, tx, a.ID, didAddPasskey, in.UserAgent)
	})
	if broken, ok := errors.AsType[*pgconn.PgError](err); ok && broken.Code == uniqueBroken {
		return errPasskeyKnown
	}
	if err != nil {
		return refusalOr(err, "keeping a passkey")
	}
	s.sessions.dropOf(a.Member)
	s.nudge()
	return nil
}

// RenamePasskey calls a member's passkey something else. Errors: passkey_not_found (404), required or too_long at "name".
func (s *Service) RenamePasskey(ctx context.Context, p Principal, id ident.ID, name string) error {
	name, err := passkeyName(name)
	if err != nil {
		return err
	}
	set, err := s.pool.Exec(ctx, `
		UPDATE account_passkeys SET name = $3
		WHERE id = $1 AND account_id = (SELECT id FROM accounts WHERE member_id = $2)`, id, p.Member, name)
	if err != nil {
		return fmt.Errorf("renaming a passkey: %w", err)
	}
	if set.RowsAffected() == 0 {
		return errPasskeyNotFound
	}
	return nil
}

// RemovePasskey has a passkey open a member's account no more. Their last way in can't be removed.
// Errors: those of mayChange, passkey_not_found (404), last_way_in (409).
func (s *Service) RemovePasskey(ctx context.Context, p Principal, id ident.ID, userAgent string) error {
	a, err := s.mayChange(ctx, p)
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		ways, err := s.waysIn(ctx, tx, a)
		if err != nil {
			return err
		}
		if s.rp != nil {
			ways--
		}
		gone, err := s.setAside(ctx, tx, "account_passkeys", a.ID, "g.id = $4", id)
		switch {
		case err != nil:
			return err
		case gone == 0:
			return errPasskeyNotFound
		case ways <= 0:
			return errLastWay
		}
		// it may be the one that opened another session, and this one when it was the last
		if _, err := tx.Exec(ctx, `
			UPDATE sessions SET passkey = false WHERE account_id = $1 AND passkey
			  AND (id <> $2 OR NOT EXISTS (SELECT FROM account_passkeys k WHERE k.account_id = $1))`, a.ID, p.Session); err != nil {
			return err
		}
		if err := changed(ctx, tx, a.ID, p.Session); err != nil {
			return err
		}
		return s.note(ctx, tx, a.ID, didRemovePasskey, userAgent)
	})
	if err != nil {
		return refusalOr(err, "removing a passkey")
	}
	s.sessions.dropOf(a.Member)
	s.nudge()
	return nil
}

// waysIn locks an account's row, so that of two removals at once the second sees what the first one left, and counts what opens
// the account: its password, the accounts at providers that are configured, and passkeys where browsers offer them.
func (s *Service) waysIn(ctx context.Context, tx pgx.Tx, a account) (ways int, err error) {
	err = tx.QueryRow(ctx, `SELECT (password_hash <> '')::int FROM accounts WHERE id = $1 FOR UPDATE`, a.ID).Scan(&ways)
	if err != nil {
		return 0, err
	}
	all, err := identitiesOf(ctx, tx, a.Member)
	if err != nil {
		return 0, err
	}
	for _, one := range all {
		if s.providers[one.Provider] != nil {
			ways++
		}
	}
	if s.rp == nil {
		return ways, nil
	}
	var passkeys int
	err = tx.QueryRow(ctx, `SELECT count(*) FROM account_passkeys WHERE account_id = $1`, a.ID).Scan(&passkeys)
	return ways + passkeys, err
}

// BeginPasskeySignIn gives what the device of whoever signs in is asked, as JSON, and what the browser keeps meanwhile.
// Errors: passkeys_off (409).
func (s *Service) BeginPasskeySignIn(ctx context.Context) (options, kept string, err error) {
	if s.rp == nil {
		return "", "", errPasskeysOff
	}
	if err := s.limits.confirm.Take(ratelimit.Key(ratelimit.Client(ctx))); err != nil {
		return "", "", err
	}
	assertion, asked, err := s.rp.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return "", "", fmt.Errorf("asking for a passkey: %w", err)
	}
	return s.beginCeremony(ctx, ceremonySignIn, nil, assertion.Response, asked)
}

// PasskeySignIn is the answer of the device of whoever signs in.
type PasskeySignIn struct {
	Kept       string // of BeginPasskeySignIn
	Credential string // as JSON (AuthenticationResponseJSON)
	Browser    BrowserState
	Held       *held // whom a provider says they are, to be linked with the account
}

// SignInWithPasskey opens a session for whom a device vouches, which made sure that it is them: nothing else is asked.
// Errors: passkeys_off (409), passkey_ended (410), passkey_refused, account_leaving (403).
func (s *Service) SignInWithPasskey(ctx context.Context, in PasskeySignIn) (Tokens, error) {
	if err := s.limits.confirm.Take(ratelimit.Key(ratelimit.Client(ctx))); err != nil {
		return Tokens{}, err
	}
	asked, err := s.endCeremony(ctx, ceremonySignIn, in.Kept, nil)
	if err != nil {
		return Tokens{}, err
	}
	answer, err := protocol.ParseCredentialRequestResponseBytes([]byte(in.Credential))
	if err != nil {
		return Tokens{}, s.refusePasskey(ctx, err)
	}
	var owner passkeyUser
	_, used, err := s.rp.ValidatePasskeyLogin(func(_, handle []byte) (webauthn.User, error) {
		var err error
		owner, err = s.passkeyUser(ctx, "user_handle = $1", handle)
		return owner, err
	}, asked, answer)
	if err != nil {
		return Tokens{}, s.refusePasskey(ctx, err)
	}
	a, err := s.find(ctx, "id = $1", owner.account)
	if errors.Is(err, errNoAccount) || err == nil && a.ClosedAt != nil {
		return Tokens{}, errPasskey
	}
	if err != nil {
		return Tokens{}, err
	}
	if err := s.usePasskey(ctx, a, used, in.Browser.UserAgent); err != nil {
		return Tokens{}, err
	}
	if err := s.register(ctx, a); err != nil {
		return Tokens{}, err
	}
	in.Browser.by = ByPasskey
	_, known := s.knows(in.Browser.Known, a.Normal)
	t, err := s.start(ctx, a, in.Browser, !known)
	if err != nil || in.Held == nil {
		return t, err
	}
	return t, s.linkHeld(ctx, *in.Held, a.ID, in.Browser.UserAgent)
}

// usePasskey remembers that a passkey was used. One that counts its signatures and went back is a copy: it is refused, and the
// account's history says so.
func (s *Service) usePasskey(ctx context.Context, a account, used *webauthn.Credential, userAgent string) error {
	set, err := s.pool.Exec(ctx, `
		UPDATE account_passkeys SET sign_count = $2, synced = $3, used_at = $4
		WHERE credential_id = $1 AND NOT $5 AND (sign_count < $2 OR sign_count = 0 AND $2 = 0)`,
		used.ID, int64(used.Authenticator.SignCount), used.Flags.BackupState, s.now(), used.Authenticator.CloneWarning)
	if err != nil {
		return fmt.Errorf("noting the use of a passkey: %w", err)
	}
	if set.RowsAffected() > 0 {
		return nil
	}
	if err := s.note(ctx, s.pool, a.ID, didRefusePasskey, userAgent); err != nil {
		return err
	}
	s.nudge()
	return errPasskey
}

// passkeyUser gives the account that passkeys belong to; one without an account where there are none.
func (s *Service) passkeyUser(ctx context.Context, where string, arg any) (u passkeyUser, err error) {
	rows, err := s.pool.Query(ctx, `
		SELECT account_id, user_handle, credential_id, public_key, sign_count, eligible, synced FROM account_passkeys
		WHERE `+where+` ORDER BY created_at, id`, arg)
	if err != nil {
		return u, fmt.Errorf("looking up passkeys: %w", err)
	}
	u.credentials, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (c webauthn.Credential, err error) {
		r, err := rowscan.Row[struct {
			Account   ident.ID `db:"account_id"`
			Handle    []byte   `db:"user_handle"`
			ID        []byte   `db:"credential_id"`
			PublicKey []byte   `db:"public_key"`
			SignCount uint32   `db:"sign_count"`
			Eligible  bool     `db:"eligible"`
			Synced    bool     `db:"synced"`
		}](row)
		u.account, u.handle = r.Account, r.Handle
		c.ID, c.PublicKey, c.Authenticator.SignCount = r.ID, r.PublicKey, r.SignCount
		c.Flags.BackupEligible, c.Flags.BackupState = r.Eligible, r.Synced
		return c, err
	})
	if err != nil {
		return u, fmt.Errorf("looking up passkeys: %w", err)
	}
	return u, nil
}

// beginCeremony remembers what a device was asked.
func (s *Service) beginCeremony(ctx context.Context, purpose string, account *ident.ID, ask any, asked *webauthn.SessionData) (
	options, kept string, err error,
) {
	raw, err := json.Marshal(ask)
	if err != nil {
		return "", "", fmt.Errorf("writing what a device is asked: %w", err)
	}
	secret, err := s.secret()
	if err != nil {
		return "", "", err
	}
	_, err = s.pool.Exec(ctx, `
		INSERT INTO passkey_ceremonies (hash, purpose, account_id, asked, expires_at) VALUES ($1, $2, $3, $4, $5)`,
		digest(secret), purpose, account, asked, s.now().Add(ceremonyLife))
	if err != nil {
		return "", "", fmt.Errorf("remembering what a device is asked: %w", err)
	}
	return string(raw), encodeSecret(secret), nil
}

// endCeremony gives what the device was asked of the browser that brings a secret back. It is given once.
func (s *Service) endCeremony(ctx context.Context, purpose, kept string, account *ident.ID) (
	asked webauthn.SessionData, err error,
) {
	if s.rp == nil {
		return asked, errPasskeysOff
	}
	secret, err := parseSecret(kept)
	if err != nil {
		return asked, errPasskeyEnded
	}
	err = s.pool.QueryRow(ctx, `
		DELETE FROM passkey_ceremonies
		WHERE hash = $1 AND purpose = $2 AND account_id IS NOT DISTINCT FROM $3 AND expires_at > $4 RETURNING asked`,
		digest(secret), purpose, account, s.now()).Scan(&asked)
	if errors.Is(err, pgx.ErrNoRows) {
		return asked, errPasskeyEnded
	}
	if err != nil {
		return asked, fmt.Errorf("looking up what a device was asked: %w", err)
	}
	return asked, nil
}

// refusePasskey refuses what a device answered; an error of ours in between stays one.
func (s *Service) refusePasskey(ctx context.Context, err error) error {
	if _, ours := errors.AsType[*pgconn.PgError](err); ours || ctx.Err() != nil {
		return fmt.Errorf("checking a passkey: %w", err)
	}
	s.log.InfoContext(ctx, "a passkey was not accepted", "error", err)
	return errPasskey
}

func passkeyName(name string) (string, error) {
	name = strings.Join(strings.Fields(clip(name, 4*maxPasskeyName+1)), " ")
	switch {
	case name == "":
		return "", domain.RefuseField("name", "required", "This is required.")
	case utf8.RuneCountInString(name) > maxPasskeyName:
		return "", domain.RefuseField("name", "too_long", "This is too long.").With("max", maxPasskeyName)
	}
	return name, nil
}
