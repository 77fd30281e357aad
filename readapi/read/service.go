package read

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/operator"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/projections/readmodel"
)

// Positions knows which position of the log the read tables reflect.
type Positions interface {
	// Reflect waits a moment until tables reflect a position of the log and gives the position they do reflect;
	// behind when that is an earlier one.
	Reflect(ctx context.Context, after string, tables []string) (position string, behind bool)
}

// Fees tells what a card payment costs.
type Fees interface {
	Least(c money.Currency) money.Amount
	Fee(c money.Currency) ports.Fee
}

var _ Fees = ports.Payments(nil)

// Installation is what answers need of the outside.
type Installation struct {
	Rates        ports.Rates
	Fees         Fees
	Environment  string // "development" or "production"
	Payments     string // the provider's name: "sandbox", "stripe-test" or "stripe"
	Outbox       bool   // mail is kept and can be read in the browser
	MainCurrency money.Currency
	PasswordMin  int      // characters
	SignInWith   []string // the names of providers
	Passkeys     bool     // browsers offer them at the address of this installation
	Terms        string   // the later of the versions of /terms and /privacy

	Review      string // which campaigns are reviewed before they are public: "off", "first" or "all"
	Money       string // which campaigns may collect money: "allowed" or "all"
	PlatformFee int64  // what the installation keeps of what a campaign raises, in basis points

	ReceiptPath func(receipt ident.ID) string // where a receipt lies, for its holder alone

	OperatorName, OperatorEmail string         // who runs it and how to reach them; may be empty
	About                       operator.About // what else they say of themselves
}

// Config is what the read API is given.
type Config struct {
	Pool         *pgxpool.Pool
	Resolver     *readmodel.Resolver
	Positions    Positions
	Clock        ports.Clock
	Metrics      prometheus.Registerer // may be nil
	Installation Installation
}

// Service answers queries. It is safe for concurrent use.
type Service struct {
	c       Config
	seconds *prometheus.HistogramVec
	demo    atomic.Bool // once true, true for ever
}

// New makes the service.
func New(c Config) *Service {
	s := &Service{c: c, seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "callup_read_seconds", Help: "Time an answer of the read API took, waiting for projections included.",
		Buckets: prometheus.ExponentialBuckets(0.0005, 2, 14),
	}, []string{"answer", "outcome"})}
	if c.Metrics != nil {
		c.Metrics.MustRegister(s.seconds)
	}
	return s
}

// Viewer is for whom an answer is made. The zero Viewer is a visitor.
type Viewer struct {
	Member ident.ID
	Roles  []string
	// Waiting are roles that are of no use until the member has what auth.Principal's Missing names.
	Waiting       []string
	ShortPassword bool // it is a longer password
}

// viewerOf gives who asks.
func viewerOf(ctx context.Context) Viewer {
	p, ok := auth.FromContext(ctx)
	if !ok {
		return Viewer{}
	}
	return Viewer{Member: p.Member, Roles: p.Roles, Waiting: p.Waiting, ShortPassword: p.ShortPassword}
}

// Position gives the position that some tables reflect. Taken before answers are made it never claims too much.
func (s *Service) Position(ctx context.Context, tables []string) string {
	at, _ := s.c.Positions.Reflect(ctx, "", tables)
	return at
}

// Now is the moment at which a call asks.
func (c *Call) Now() time.Time { return c.service.c.Clock() }

// Installation is what answers need of the outside.
func (c *Call) Installation() *Installation { return &c.service.c.Installation }

// Demo tells whether the installation was filled with demo data.
func (c *Call) Demo() (bool, error) {
	s := c.service
	if s.demo.Load() {
		return true, nil
	}
	var demo bool
	if err := s.c.Pool.QueryRow(c.ctx, `SELECT coalesce((SELECT demo FROM installation), false)`).Scan(&demo); err != nil {
		return false, fmt.Errorf("read whether this is a demo: %w", err)
	}
	if demo {
		s.demo.Store(true)
	}
	return demo, nil
}
