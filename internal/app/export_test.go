package app

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
)

// Indexed is the index of belongings with another tail and patience.
func Indexed(s *Services, tail int64, within time.Duration) ports.Belongings {
	b := NewBelongings(s.Pool, s.Store, command.NewHandler(s.Store, s.Catalog, s.Keys), s.Projections)
	b.tail, b.within = tail, within
	return b
}

// Logged lists belongings by reading the whole log.
func Logged(s *Services) ports.Belongings {
	return erasing.Log{Owners: owners(), Handler: command.NewHandler(s.Store, s.Catalog, s.Keys)}
}

// ShowPicture has a member show a picture of a sign-in provider.
func ShowPicture(ctx context.Context, s *Services, key string, member ident.ID, picture []byte) error {
	return registrar{s.Commands, s}.ShowPicture(ctx, key, member, picture)
}
