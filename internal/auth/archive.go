package auth

import (
	"context"

	"github.com/callup/callup/domain"
)

// ArchiveBody is the password, of who has one, of a member who wants everything that is held about them.
type ArchiveBody struct {
	Password string `json:"password" maxLength:"2000"`
}

var errNotThePassword = domain.RefuseField("password", "wrong_password", "This is not your password.")

// AllowArchive tells whether a member may have everything that is held about them: who gives their password, or signed in
// lately where they have none, and not too often.
// The account's history says that they did.
func (s *Service) AllowArchive(ctx context.Context, p Principal, password string, b Browser) error {
	a, err := s.confirmed(ctx, p, password)
	if err != nil {
		return err
	}
	if err := s.limits.archives.Take(p.Member.String()); err != nil {
		return err
	}
	return s.note(ctx, s.pool, a.ID, didTakeArchive, b.userAgent)
}
