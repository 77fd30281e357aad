package members

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/internal/ports"
)

// AvatarKind is the kind of the uploads that members show of themselves.
const AvatarKind = "avatar"

// ChangeAvatarBody is the picture to show.
type ChangeAvatarBody struct {
	Upload string `json:"upload,omitempty" maxLength:"64" doc:"As the upload was answered; empty or left out shows none any more"`
}

// ChangeAvatar shows another picture of a member, one they have uploaded, or none.
var ChangeAvatar = command.Define("change-avatar", "Show a picture of oneself, or none", command.Member,
	func(ctx context.Context, c *command.Call, in ChangeAvatarBody) (command.Done, error) {
		if _, err := c.Uploads.Claim(ctx, c.Member, AvatarKind, in.Upload, c.Member); err != nil {
			return command.Done{}, err
		}
		done, err := command.On(ctx, c, member.Decider, c.Member, member.ChangeAvatar{Upload: in.Upload, Now: c.Now()}.Decide)
		if err != nil {
			return done, err
		}
		return done, c.Uploads.RemoveOf(ctx, c.Member, ports.Removal{Kind: AvatarKind})
	})

// ShowsAvatar tells whether a member shows an upload, as the log says.
func ShowsAvatar(ctx context.Context, s *command.Service, owner ident.ID, upload string) (bool, error) {
	is, _, err := command.Load(ctx, s.Handler, member.Decider, owner)
	return err == nil && is.Avatar == upload, err
}
