package app

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
)

// Indexed is the index of belongings that reads at most so many events behind it, and waits so long for it to come that near.
func Indexed(s *Services, tail int64, within time.Duration) ports.Belongings {
	b := NewBelongings(s.Pool, s.Store, command.NewHandler(s.Store, s.Catalog, s.Keys), s.Projections)
	b.tail, b.within = tail, within
	return b
}

// Logged is what the log alone says.
func Logged(s *Services) ports.Belongings {
	return erasing.Log{Owners: owners(), Handler: command.NewHandler(s.Store, s.Catalog, s.Keys)}
}

// ShowPicture is what is done with the picture of a provider.
func ShowPicture(ctx context.Context, s *Services, key string, member ident.ID, picture []byte) error {
	return registrar{s.Commands, s}.ShowPicture(ctx, key, member, picture)
}
