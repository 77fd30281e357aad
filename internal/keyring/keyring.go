// Package keyring keeps the key of every subject: a member, a guest, a beneficiary, a campaign's own words. Keys are
// wrapped by keys derived from the installation's key, which lives outside the database; destroying one erases what it
// sealed, for ever.
package keyring

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/mailaddr"
)

// ErrNoKey tells that a subject never had a key here: the keys do not belong to this log.
var ErrNoKey = errors.New("no such key: the keys and the log do not belong together")

// ErrUnavailable wraps failures of the database: trying again may help, and nothing is said about the key.
var ErrUnavailable = errors.New("keys unavailable")

// MaxAge is how long an unwrapped key is kept in memory, in every process: an erasure waits it out.
const MaxAge = 60 * time.Second

const maxCached = 50_000

// format is the first byte of every sealed text.
const format = "1."

// Keyring is the keys. It is safe for concurrent use.
type Keyring struct {
	pool   *pgxpool.Pool
	now    func() time.Time
	erased error
	wrap   cipher.AEAD
	mac    []byte
	secret []byte
	salt   []byte
	maxAge time.Duration

	mu    sync.RWMutex
	cache map[ident.ID]cached
}

type cached struct {
	aead  cipher.AEAD // nil when erased
	until time.Time
}

// Option changes a keyring.
type Option func(*Keyring)

// Remember keeps unwrapped keys in memory for another time than MaxAge. All processes on a database must agree.
func Remember(d time.Duration) Option { return func(k *Keyring) { k.maxAge = d } }

// New makes a keyring from the installation's key of 32 bytes. now tells how old what is kept in memory has become: its
// times should be monotonic. erased is the error that tells a destroyed key.
func New(pool *pgxpool.Pool, installation []byte, now func() time.Time, erased error, opts ...Option) (*Keyring, error) {
	if len(installation) != 32 {
		return nil, fmt.Errorf("the installation key has %d bytes, not 32", len(installation))
	}
	k := &Keyring{pool: pool, now: now, erased: erased, secret: installation, maxAge: MaxAge, cache: map[ident.ID]cached{}}
	for _, o := range opts {
		o(k)
	}
	wrap, err := k.derive("callup wrap subject keys")
	if err != nil {
		return nil, err
	}
	if k.wrap, err = aead(wrap); err != nil {
		return nil, err
	}
	if k.mac, err = k.derive("callup guest addresses"); err != nil {
		return nil, err
	}
	if k.salt, err = k.derive("callup command bodies"); err != nil {
		return nil, err
	}
	return k, nil
}

// Derive gives a key of 32 bytes for one purpose, by HKDF-SHA-256 (RFC 5869).
func (k *Keyring) Derive(purpose string) ([]byte, error) { return k.derive("callup use: " + purpose) }

func (k *Keyring) derive(info string) ([]byte, error) {
	return hkdf.Key(sha256.New, k.secret, nil, info, 32)
}

// Digest is a keyed hash of a command's body: equal for equal bodies, and no help in guessing them without the key.
func (k *Keyring) Digest(body []byte) string {
	m := hmac.New(sha256.New, k.salt)
	m.Write(body)
	return hex.EncodeToString(m.Sum(nil))
}

func aead(key []byte) (cipher.AEAD, error) {
	b, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(b)
}

// Ensure makes a subject's key unless it has one. It is durable when Ensure returns. An erased subject never gets a
// new key.
func (k *Keyring) Ensure(ctx context.Context, subject ident.ID, kind string) error {
	if c, ok := k.cached(subject); ok {
		if c.aead == nil {
			return k.erased
		}
		return nil
	}
	wrapped, err := k.fresh(subject)
	if err != nil {
		return err
	}
	asked := k.now()
	made, err := k.pool.Exec(ctx,
		`INSERT INTO subject_keys (subject, kind, wrapped) VALUES ($1, $2, $3) ON CONFLICT (subject) DO NOTHING`,
		subject, kind, wrapped)
	if err != nil {
		return fmt.Errorf("%w: store a subject's key: %w", ErrUnavailable, err)
	}
	if made.RowsAffected() == 0 {
		_, err = k.key(ctx, subject) // it has one, unless it was destroyed
		return err
	}
	_, err = k.remember(subject, wrapped, asked)
	return err
}

// Guest finds the subject of a guest by e-mail address, or makes one: a random one, so that nothing tells whose it was once
// the guest is erased. The address itself is not kept: only a keyed hash of it, until then.
func (k *Keyring) Guest(ctx context.Context, email string) (ident.ID, error) {
	address := k.address(email)
	candidate, err := ident.New(rand.Reader)
	if err != nil {
		return ident.Nil, fmt.Errorf("make a guest's id: %w", err)
	}
	wrapped, err := k.fresh(candidate)
	if err != nil {
		return ident.Nil, err
	}
	for {
		var subject ident.ID
		err := k.pool.QueryRow(ctx, `
			WITH made AS (
				INSERT INTO subject_keys (subject, kind, wrapped, address) VALUES ($1, 'guest', $2, $3)
				ON CONFLICT DO NOTHING RETURNING subject)
			SELECT subject FROM made UNION ALL SELECT subject FROM subject_keys WHERE address = $3 LIMIT 1`,
			candidate, wrapped, address).Scan((*[16]byte)(&subject))
		switch {
		case errors.Is(err, pgx.ErrNoRows): // another transaction made it between the two halves of the statement
		case err != nil:
			return ident.Nil, fmt.Errorf("%w: find a guest's key: %w", ErrUnavailable, err)
		default:
			return subject, nil
		}
	}
}

func (k *Keyring) address(email string) []byte {
	m := hmac.New(sha256.New, k.mac)
	m.Write([]byte(mailaddr.Normal(email)))
	return m.Sum(nil)
}

func (k *Keyring) fresh(subject ident.ID) ([]byte, error) {
	key := make([]byte, 32)
	nonce := make([]byte, k.wrap.NonceSize())
	if _, err := rand.Read(key); err != nil {
		return nil, err
	}
	if _, err := rand.Read(nonce); err != nil {
		return nil, err
	}
	return k.wrap.Seal(nonce, nonce, key, subject[:]), nil
}

// Seal encrypts text with the subject's key (AES-256-GCM, a random nonce) and authenticates bound with it.
func (k *Keyring) Seal(ctx context.Context, subject ident.ID, bound, plain string) (string, error) {
	a, err := k.key(ctx, subject)
	if err != nil {
		return "", err
	}
	nonce := make([]byte, a.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		return "", err
	}
	return format + base64.RawURLEncoding.EncodeToString(a.Seal(nonce, nonce, []byte(plain), []byte(bound))), nil
}

// Open decrypts what Seal made for the same subject and bound.
func (k *Keyring) Open(ctx context.Context, subject ident.ID, bound, sealed string) (string, error) {
	a, err := k.key(ctx, subject)
	if err != nil {
		return "", err
	}
	body, ok := strings.CutPrefix(sealed, format)
	if !ok {
		return "", errors.New("sealed text of an unknown format")
	}
	raw, err := base64.RawURLEncoding.DecodeString(body)
	if err != nil || len(raw) < a.NonceSize() {
		return "", errors.New("malformed sealed text")
	}
	plain, err := a.Open(nil, raw[:a.NonceSize()], raw[a.NonceSize():], []byte(bound))
	if err != nil {
		return "", errors.New("sealed text does not open: another key, or moved from its place")
	}
	note(ctx, subject)
	return string(plain), nil
}

// Preload fetches the keys of many subjects with one query.
func (k *Keyring) Preload(ctx context.Context, subjects []ident.ID) error {
	want := make([][16]byte, 0, len(subjects))
	for _, s := range subjects {
		if _, ok := k.cached(s); !ok {
			want = append(want, s)
		}
	}
	if len(want) == 0 {
		return nil
	}
	asked := k.now()
	rows, err := k.pool.Query(ctx, `SELECT subject, wrapped FROM subject_keys WHERE subject = ANY($1)`, want)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	defer rows.Close()
	for rows.Next() {
		var s ident.ID
		var wrapped []byte
		if err := rows.Scan((*[16]byte)(&s), &wrapped); err != nil {
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		if _, err := k.remember(s, wrapped, asked); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}

func (k *Keyring) key(ctx context.Context, subject ident.ID) (cipher.AEAD, error) {
	c, ok := k.cached(subject)
	if !ok {
		var wrapped []byte
		asked := k.now()
		err := k.pool.QueryRow(ctx, `SELECT wrapped FROM subject_keys WHERE subject = $1`, subject).Scan(&wrapped)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fmt.Errorf("%w (subject %s)", ErrNoKey, subject)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		if c, err = k.remember(subject, wrapped, asked); err != nil {
			return nil, err
		}
	}
	if c.aead == nil {
		return nil, k.erased
	}
	return c.aead, nil
}

// remember keeps a key until maxAge has passed since the database was asked for it.
func (k *Keyring) remember(subject ident.ID, wrapped []byte, asked time.Time) (cached, error) {
	c := cached{until: asked.Add(k.maxAge)}
	if wrapped != nil {
		n := k.wrap.NonceSize()
		if len(wrapped) < n {
			return c, errors.New("malformed wrapped key")
		}
		key, err := k.wrap.Open(nil, wrapped[:n], wrapped[n:], subject[:])
		if err != nil {
			return c, errors.New("a subject's key does not open: this is not the installation key it was wrapped with")
		}
		if c.aead, err = aead(key); err != nil {
			return c, err
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.cache) >= maxCached {
		clear(k.cache)
	}
	k.cache[subject] = c
	return c, nil
}

func (k *Keyring) cached(subject ident.ID) (cached, bool) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	c, ok := k.cache[subject]
	return c, ok && k.now().Before(c.until)
}
