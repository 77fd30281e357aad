package migrations_test

import (
	"errors"
	"net"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/callup/callup/migrations"
)

// An older Postgres is refused before anything is written to it (found, point 5).
func TestUp_RefusesAnOldPostgres(t *testing.T) {
	t.Parallel()
	for version, refused := range map[string]bool{"15.18 (Debian 15.18-0+deb12u1)": true, "9.6.24": true, "16.0": false, "18beta1": false} {
		address, asked := postgres(t, version)
		err := migrations.Up(t.Context(), address)
		if errors.Is(err, migrations.ErrTooOld) != refused {
			t.Errorf("version %s: %v", version, err)
		}
		if refused && (!strings.Contains(err.Error(), "it is version "+version) || <-asked) {
			t.Errorf("version %s: it was asked something, or is not named: %v", version, err)
		}
	}
}

// postgres is a server that says which version it is, and answers nothing. asked tells at its end whether it was sent a
// statement.
func postgres(t *testing.T, version string) (address string, asked <-chan bool) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() }) // closed already
	said := make(chan bool, 1)
	go func() {
		defer l.Close() //nolint:errcheck // one connection is all there is
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close() //nolint:errcheck // it was read to its end
		back := pgproto3.NewBackend(conn, conn)
		if _, err := back.ReceiveStartupMessage(); err != nil {
			return
		}
		back.Send(&pgproto3.AuthenticationOk{})
		back.Send(&pgproto3.ParameterStatus{Name: "server_version", Value: version})
		back.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
		if back.Flush() != nil {
			return
		}
		m, err := back.Receive()
		_, bye := m.(*pgproto3.Terminate)
		said <- err == nil && !bye
	}()
	return "postgres://u@" + l.Addr().String() + "/d?sslmode=disable", said
}
