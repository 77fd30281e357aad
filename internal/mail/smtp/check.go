package smtp

import (
	"context"
	"crypto/x509"
	"fmt"
	"time"

	"github.com/callup/callup/internal/mail/endpoint"
)

// Check connects to a server as a Relay does, signs in, and says goodbye. trust is as in Config.
func Check(ctx context.Context, s endpoint.Server, trust *x509.CertPool) error {
	client, err := newClient(s, trust, 10*time.Second)
	if err != nil {
		return err
	}
	if err := client.DialWithContext(ctx); err != nil {
		return fmt.Errorf("%s: %w", s.Address(), err)
	}
	_ = client.Close() // it has answered
	return nil
}
