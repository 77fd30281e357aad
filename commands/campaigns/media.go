package campaigns

import (
	"context"
	"errors"
	"slices"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/textfold"
)

// The kinds of the uploads that campaigns show.
const (
	PhotoKind = "campaign-photo"
	VideoKind = "campaign-video"
)

// mediaOf is what a body says that a campaign shows.
func mediaOf(in ContentBody) campaign.Media {
	return campaign.Media{Photo: in.Photo, PhotoAlt: textfold.Line(in.PhotoAlt), Video: in.Video}
}

// claimMedia makes sure that a campaign may show its photograph and its video, and adds what stands in pages until the
// photograph is loaded. What the campaign shows already needs no claim. Errors: upload_not_found, at photo or video.
func claimMedia(ctx context.Context, c *command.Call, id ident.ID, before, now campaign.Media) (campaign.Media, error) {
	now.PhotoBlur = before.PhotoBlur
	if now.Photo != before.Photo {
		blur, err := c.Uploads.Claim(ctx, c.Member, PhotoKind, now.Photo, id)
		if err != nil {
			return now, at("photo", err)
		}
		now.PhotoBlur = blur
	}
	if now.Video != before.Video {
		if _, err := c.Uploads.Claim(ctx, c.Member, VideoKind, now.Video, id); err != nil {
			return now, at("video", err)
		}
	}
	return now, nil
}

// at has a refusal of an upload stand at a field.
func at(field string, err error) error {
	if _, refused := errors.AsType[*domain.Refusal](err); refused {
		return domain.RefuseField(field, "upload_not_found", "There is no such upload of yours.")
	}
	return err
}

// mediaShown opens what a campaign shows, and what it kept as a draft: both are sealed in the log.
func mediaShown(ctx context.Context, h *command.Handler, id ident.ID) (shown, kept campaign.Media, err error) {
	var last, draft *command.Read
	for r, err := range h.Events(ctx, campaign.Category, id) {
		if err != nil {
			return shown, kept, err
		}
		switch r.Event.(type) {
		case campaign.MediaShown:
			last = &r
		case campaign.DraftMediaKept:
			draft = &r
		}
	}
	if last != nil {
		opened, err := h.Open(ctx, last.Recorded)
		if err != nil {
			return shown, kept, err
		}
		if e, ok := opened.(campaign.MediaShown); ok {
			shown = e.Media()
		}
	}
	if draft != nil {
		opened, err := h.Open(ctx, draft.Recorded)
		if err != nil {
			return shown, kept, err
		}
		if e, ok := opened.(campaign.DraftMediaKept); ok {
			kept = campaign.MediaShown(e).Media()
		}
	}
	return shown, kept, nil
}

// releaseKept has what a draft keeps looked at: it goes, unless something shows it.
func releaseKept(ctx context.Context, c *command.Call, id ident.ID) error {
	_, kept, err := mediaShown(ctx, c.Handler, id)
	if err != nil {
		return err
	}
	for kind, name := range map[string]string{PhotoKind: kept.Photo, VideoKind: kept.Video} {
		if name == "" {
			continue
		}
		if err := c.Uploads.Release(ctx, c.Member, kind, []string{name}); err != nil {
			return err
		}
	}
	return nil
}

// removeKept stops serving what a draft that is over kept, unless something else shows or keeps it. Its words may be unreadable
// from then on.
func removeKept(ctx context.Context, c *command.Call, id ident.ID) error {
	for _, kind := range []string{PhotoKind, VideoKind} {
		if err := c.Uploads.RemoveOf(ctx, id, ports.Removal{Kind: kind}); err != nil {
			return err
		}
	}
	return nil
}

// ShowsUpload tells whether one of the campaigns that ever claimed an upload shows it, as the log says.
func ShowsUpload(ctx context.Context, s *command.Service, claimed []ident.ID, upload string) (bool, error) {
	return names(ctx, s, claimed, upload, false)
}

// KeepsUpload tells whether one of the drafts that ever claimed an upload keeps it. Its owner may take it back all the same.
func KeepsUpload(ctx context.Context, s *command.Service, claimed []ident.ID, upload string) (bool, error) {
	return names(ctx, s, claimed, upload, true)
}

// HidesUploads reports whether one of the campaigns is suspended, so that its files are not served.
func HidesUploads(ctx context.Context, s *command.Service, claimed []ident.ID) (bool, error) {
	for _, id := range claimed {
		of, _, err := command.Load(ctx, s.Handler, campaign.Decider, id)
		if err != nil || !of.SuspendedAt.IsZero() {
			return err == nil, err
		}
	}
	return false, nil
}

// removeMedia stops serving the files that a campaign no longer shows.
func removeMedia(ctx context.Context, c *command.Call, id ident.ID, before, now campaign.Media) error {
	if before.Photo != "" && before.Photo != now.Photo {
		if err := c.Uploads.RemoveOf(ctx, id, ports.Removal{Kind: PhotoKind}); err != nil {
			return err
		}
	}
	if before.Video != "" && before.Video != now.Video {
		return c.Uploads.RemoveOf(ctx, id, ports.Removal{Kind: VideoKind})
	}
	return nil
}

func names(ctx context.Context, s *command.Service, claimed []ident.ID, upload string, drafts bool) (bool, error) {
	var failed error
	is := slices.ContainsFunc(claimed, func(id ident.ID) bool {
		of, _, err := command.Load(ctx, s.Handler, campaign.Decider, id)
		if err != nil || of.Exists() == drafts || drafts && of.Status != campaign.Draft {
			failed = errors.Join(failed, err)
			return false
		}
		media, kept, err := mediaShown(ctx, s.Handler, id)
		failed = errors.Join(failed, err)
		if drafts {
			media = kept
		}
		return err == nil && media.Shows(upload)
	})
	if is {
		return true, nil
	}
	return false, failed
}
