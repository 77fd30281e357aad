package auth

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync/atomic"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/internal/problem"
)

// Hashing is the cost of one password (argon2id, RFC 9106). Its zero value means 19 MiB, two passes, one lane, which is
// what OWASP's password storage guide asks for.
type Hashing struct {
	MemoryKiB uint32
	Passes    uint32
	Lanes     uint8
}

const (
	saltBytes = 16
	hashBytes = 32
	// maxMemoryKiB bounds what a stored hash may ask for (1 GiB): a damaged row must not take the machine down.
	maxMemoryKiB = 1 << 20
)

var errBusy = domain.Refuse(domain.TooMany, "busy", "Too many people are signing in at this moment.").
	With(problem.ArgRetryAfter, 1)

// hasher computes password hashes, a bounded number at a time.
type hasher struct {
	cost    Hashing
	random  io.Reader
	slots   chan struct{}
	waiting atomic.Int64
	most    int64
	decoy   string // the hash of nobody's password
	argon   func(password, salt []byte, passes, memory uint32, lanes uint8, length uint32) []byte
}

func newHasher(cost Hashing, random io.Reader, atOnce, waiting int) (*hasher, error) {
	if cost == (Hashing{}) {
		cost = Hashing{MemoryKiB: 19 * 1024, Passes: 2, Lanes: 1}
	}
	if atOnce == 0 {
		atOnce = runtime.GOMAXPROCS(0)
	}
	if waiting == 0 {
		waiting = 64
	}
	h := &hasher{cost: cost, random: random, slots: make(chan struct{}, atOnce), most: int64(waiting), argon: argon2.IDKey}
	nobody := make([]byte, saltBytes+hashBytes)
	if _, err := io.ReadFull(random, nobody); err != nil {
		return nil, fmt.Errorf("making a secret: %w", err)
	}
	h.decoy = encode(cost, nobody[:saltBytes], nobody[saltBytes:])
	return h, nil
}

// hash makes the PHC string of a password.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltBytes)
	if _, err := io.ReadFull(h.random, salt); err != nil {
		return "", fmt.Errorf("making a salt: %w", err)
	}
	sum, err := h.compute(ctx, password, salt, h.cost, hashBytes)
	if err != nil {
		return "", err
	}
	return encode(h.cost, salt, sum), nil
}

// verify tells whether the password is the one of a PHC string, and whether that string was made at another cost than
// today's. An empty string is nobody's: it takes the same time and never fits.
func (h *hasher) verify(ctx context.Context, password, phc string) (fits, outdated bool, err error) {
	nobody := phc == ""
	if nobody {
		phc = h.decoy
	}
	cost, salt, want, err := decode(phc)
	if err != nil {
		return false, false, err
	}
	got, err := h.compute(ctx, password, salt, cost, uint32(len(want))) //nolint:gosec // decode bounds it
	if err != nil {
		return false, false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1 && !nobody, cost != h.cost, nil
}

func (h *hasher) compute(ctx context.Context, password string, salt []byte, c Hashing, length uint32) ([]byte, error) {
	if h.waiting.Add(1) > h.most {
		h.waiting.Add(-1)
		return nil, errBusy
	}
	select {
	case h.slots <- struct{}{}:
		h.waiting.Add(-1)
	case <-ctx.Done():
		h.waiting.Add(-1)
		return nil, fmt.Errorf("waiting for a password to be checked: %w", ctx.Err())
	}
	defer func() { <-h.slots }()
	return h.argon(normalPassword(password), salt, c.Passes, c.MemoryKiB, c.Lanes, length), nil
}

// normalPassword makes the same password of what different keyboards send for it (NIST SP 800-63B section 3.1.1.2).
func normalPassword(p string) []byte { return norm.NFKC.Bytes([]byte(p)) }

var errBadHash = errors.New("a stored password hash is not an argon2id PHC string")

func encode(c Hashing, salt, sum []byte) string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s",
		argon2.Version, c.MemoryKiB, c.Passes, c.Lanes, b64.EncodeToString(salt), b64.EncodeToString(sum))
}

func decode(phc string) (c Hashing, salt, sum []byte, err error) {
	parts := strings.Split(phc, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return Hashing{}, nil, nil, errBadHash
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.MemoryKiB, &c.Passes, &c.Lanes); err != nil {
		return Hashing{}, nil, nil, errBadHash
	}
	salt, saltErr := base64.RawStdEncoding.DecodeString(parts[4])
	sum, sumErr := base64.RawStdEncoding.DecodeString(parts[5])
	if saltErr != nil || sumErr != nil || len(salt) < 8 || len(salt) > 64 || len(sum) < 16 || len(sum) > 64 ||
		c.Passes < 1 || c.Passes > 100 || c.Lanes < 1 || c.MemoryKiB < 8 || c.MemoryKiB > maxMemoryKiB {
		return Hashing{}, nil, nil, errBadHash
	}
	return c, salt, sum, nil
}
