package pages

import (
	"context"
	"errors"
	"slices"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/internal/ports"
)

// LogoKind is the kind of the uploads that pages show.
const LogoKind = "page-logo"

// ChangePageLogoBody is the picture to show of a page.
type ChangePageLogoBody struct {
	PageBody
	Upload string `json:"upload,omitempty" maxLength:"64" doc:"As the upload was answered; empty or left out shows none any more"`
}

// ChangePageLogo shows another picture of a page, one the member has uploaded, or none.
var ChangePageLogo = command.Define("change-page-logo", "Show a picture of a page that one edits, or none", command.Owner,
	func(ctx context.Context, c *command.Call, in ChangePageLogoBody) (command.Done, error) {
		change := orgpage.ChangeLogo{Page: in.PageID, Actor: c.Member, Upload: in.Upload, Now: c.Now()}
		before, _, err := command.Load(ctx, c.Handler, orgpage.Decider, in.PageID)
		if err != nil {
			return command.Done{}, err
		}
		if in.Upload != "" && in.Upload != before.Logo {
			if _, err := c.Uploads.Claim(ctx, c.Member, LogoKind, in.Upload, in.PageID); err != nil {
				return command.Done{}, err
			}
		}
		return decideOnLogo(ctx, c, before, in.PageID, change.Decide)
	})

// decideOnLogo decides on a page, and stops serving the picture that it showed before where it shows that no more.
func decideOnLogo(
	ctx context.Context, c *command.Call, before orgpage.State, page ident.ID, decide func(orgpage.State) ([]orgpage.Event, error),
) (command.Done, error) {
	if err := letGo(ctx, c, before, page); err != nil {
		return command.Done{}, err
	}
	done, err := command.On(ctx, c, orgpage.Decider, page, decide)
	if err != nil || before.Logo == "" {
		return done, err
	}
	return done, c.Uploads.RemoveOf(ctx, page, ports.Removal{Kind: LogoKind})
}

// letGo notes that the picture of a page may be shown no more: whoever looks finds whether it is.
func letGo(ctx context.Context, c *command.Call, before orgpage.State, page ident.ID) error {
	if before.Logo == "" {
		return nil
	}
	_, err := c.Uploads.Claim(ctx, before.LogoBy, LogoKind, "", page)
	return err
}

// ShowsLogo tells whether one of the pages that ever claimed an upload shows it, as the log says.
func ShowsLogo(ctx context.Context, s *command.Service, claimed []ident.ID, upload string) (bool, error) {
	var failed error
	shown := slices.ContainsFunc(claimed, func(id ident.ID) bool {
		is, _, err := command.Load(ctx, s.Handler, orgpage.Decider, id)
		failed = errors.Join(failed, err)
		return err == nil && is.Open() && is.Logo == upload
	})
	if shown {
		return true, nil
	}
	return false, failed
}
