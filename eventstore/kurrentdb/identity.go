package kurrentdb

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// identityStream names the log by the id of its first event. Readers of the log don't see it: it says nothing about the
// product, and a copy of the log has a name of its own.
const identityStream = "installation-log"

// identify finds the log's name or gives it one. Whoever comes first decides.
func (s *Store) identify(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.opts.Read)
	defer cancel()
	if err := s.checkVersion(ctx); err != nil {
		return err
	}
	for {
		named, err := s.readStream(ctx, identityStream, 0, 1)
		if err != nil {
			return fmt.Errorf("read the log's name: %w", s.unavailable(ctx, err))
		}
		if len(named) > 0 {
			s.id, s.named = named[0].ID, named[0].Position
			return nil
		}
		if s.opts.Known {
			return fmt.Errorf("%w with the prefix %q", ErrNoLog, s.prefix)
		}
		id, err := ident.New(rand.Reader)
		if err != nil {
			return err
		}
		_, err = s.write(ctx, identityStream, eventstore.NoStream, []outgoing{{
			id: id, kind: "LogNamed", data: []byte(`{}`), envelope: envelope{Version: 1, Metadata: []byte(`{}`)},
		}})
		if _, late := errors.AsType[*eventstore.Conflict](err); err != nil && !late {
			return fmt.Errorf("name the log: %w", err)
		}
	}
}

// The first version whose subscriptions say when they have shown everything.
const leastMajor, leastMinor = 23, 10

func (s *Store) checkVersion(ctx context.Context) error {
	n, err := s.link.leader(ctx)
	if err != nil {
		return err
	}
	defer s.link.leave(n)
	methods, err := serverfeatures.NewServerFeaturesClient(n.conn).GetSupportedMethods(ctx, &shared.Empty{})
	if err != nil {
		return fmt.Errorf("ask %s for its version: %w", n.address, err)
	}
	version := methods.GetEventStoreServerVersion()
	parts := strings.Split(version, ".")
	if len(parts) < 2 {
		return fmt.Errorf("the database at %s is of version %q, which is none", n.address, version)
	}
	major, err := strconv.Atoi(parts[0])
	if err != nil {
		return fmt.Errorf("the database at %s is of version %q, which is none", n.address, version)
	}
	minor, err := strconv.Atoi(parts[1])
	if err != nil {
		return fmt.Errorf("the database at %s is of version %q, which is none", n.address, version)
	}
	if major < leastMajor || major == leastMajor && minor < leastMinor {
		return fmt.Errorf("the database at %s is of version %s: Callup needs %d.%d or newer", n.address, version, leastMajor,
			leastMinor)
	}
	return nil
}
