package command

import (
	"context"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/receipt"
	"github.com/callup/callup/internal/ports"
)

// Keys makes the keys of new subjects, and destroys those that nothing will need.
type Keys interface {
	Ensure(ctx context.Context, subject ident.ID, kind string) error
	Destroy(ctx context.Context, kind string, subjects ...ident.ID) error
	Guest(ctx context.Context, email string) (ident.ID, error)
	Digest(body []byte) string
}

// Claims remembers which body came first under a command's id. Release takes back what one call of Claim made, unless
// another has claimed the same key since; made is 0 where there is nothing to take back.
type Claims interface {
	Claim(ctx context.Context, command ident.ID, actor, body string) (first bool, made int64, err error)
	Release(ctx context.Context, command ident.ID, made int64) error
}

// Outside is what commands need of the outside.
type Outside struct {
	Keys     Keys
	Rates    ports.Rates
	Payments ports.Payments
	Uploads  ports.Uploads

	Belongings ports.Belongings
	Floods     ports.Floods // nil where nothing is bounded

	Receipts receipt.Setting // who issues receipts, and whose clock tells the year

	Main   money.Currency // the installation's main currency
	Review string         // which campaigns wait for a moderator: "first" (a member's first), "all", or none
	Money  string         // who collects money: "allowed" (whom an administrator allowed), or everybody
	Public string         // the address people open, without a trailing slash
	Clock  ports.Clock
	Log    *slog.Logger
}

// Now is the time by the clock of this process.
func (o *Outside) Now() time.Time { return o.Clock() }

// Config is what a service is given.
type Config struct {
	Handler *Handler
	Outside Outside
	Claims  Claims // nil where nothing comes over HTTP
	Tracer  trace.Tracer
	Metrics prometheus.Registerer // nil when nothing is measured
	Areas   []Area
}

// Service carries out the commands of one process.
type Service struct {
	*Handler
	Outside

	claims   Claims
	observer *Observer
}

// NewService makes the service.
func NewService(c Config) *Service {
	var names []string
	for _, a := range c.Areas {
		for _, d := range a.Commands {
			names = append(names, d.Name())
		}
	}
	return &Service{
		Handler: c.Handler, Outside: c.Outside, claims: c.Claims,
		observer: NewObserver(c.Outside.Log, c.Tracer, c.Outside.Keys.Digest, c.Metrics, names),
	}
}
