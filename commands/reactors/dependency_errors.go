package reactors

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/keyring"
	"github.com/callup/callup/internal/mail"
	"github.com/callup/callup/internal/pgstate"
	"github.com/callup/callup/internal/ports"
)

// isDependencyError tells whether an error is one of the surroundings: no fault of the event, and no reason to give it up.
func isDependencyError(err error) bool { return DependencyError(err) != "" }

// DependencyError says in words what is away or full when an error is one of the surroundings, naming nobody; it is empty when
// the error is the event's own.
func DependencyError(err error) string {
	var connect *pgconn.ConnectError
	var pg *pgconn.PgError
	switch {
	case err == nil:
		return ""
	case errors.Is(err, errDeposed):
		return "the connection that holds the reactor's lock is lost"
	case errors.Is(err, ports.ErrPayments):
		return "the payment provider does not answer"
	case errors.Is(err, mail.ErrErased):
		return "somebody is being erased, and copies of their key have to run out"
	case errors.As(err, &pg):
		if name := pgstate.Unwell(pg.Code); name != "" {
			return "the database " + name + " (SQLSTATE " + pg.Code + ")"
		}
	case errors.As(err, &connect):
		return "the database can't be reached"
	}
	switch {
	case errors.Is(err, eventstore.ErrUnread):
		return "an older version is running that can't read a new event; it goes on once that one has stopped"
	case errors.Is(err, eventstore.ErrUnavailable):
		return "the event store does not answer"
	case errors.Is(err, ports.ErrBelongingsBehind):
		return "the index of belongings is behind the log"
	case errors.Is(err, keyring.ErrUnavailable):
		return "the keys can't be read from the database"
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), pgconn.Timeout(err):
		return "something did not answer in time"
	case pgconn.SafeToRetry(err), broken(err):
		return "a network connection broke"
	case exhausted(err):
		return "this machine has run out of disk, memory or open files"
	}
	return ""
}

// broken tells whether an error is that of a connection to anywhere.
func broken(err error) bool {
	var n net.Error
	return errors.As(err, &n) || errors.Is(err, net.ErrClosed) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, io.ErrClosedPipe) ||
		among(err, syscall.ECONNREFUSED, syscall.ECONNRESET, syscall.ECONNABORTED, syscall.EPIPE, syscall.ETIMEDOUT,
			syscall.EHOSTUNREACH, syscall.ENETUNREACH)
}

func exhausted(err error) bool {
	return among(err, syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EIO, syscall.ENOMEM, syscall.EMFILE, syscall.ENFILE)
}

func among(err error, some ...syscall.Errno) bool {
	return slices.ContainsFunc(some, func(e syscall.Errno) bool { return errors.Is(err, e) })
}
