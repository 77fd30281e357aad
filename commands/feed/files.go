package feed

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/textfold"
)

// The kinds of the uploads that posts show.
const (
	PhotoKind = "post-photo"
	VideoKind = "post-video"
	AudioKind = "post-audio"
)

// uploadKinds are the kinds of uploads of each kind of files.
var uploadKinds = map[post.FileKind]string{post.Photo: PhotoKind, post.Video: VideoKind, post.Audio: AudioKind}

// PostUpload names an upload that a post shows.
type PostUpload struct {
	Kind   post.FileKind `json:"kind" enum:"photo,video,audio"`
	Upload string        `json:"upload" maxLength:"100" doc:"Its name, as POST /api/uploads/post-{kind} answered it"`
	Alt    string        `json:"alt,omitempty" maxLength:"2000" doc:"What a photo shows, for whoever can't see it: up to 300 characters"`
}

// claimFiles makes sure that a post may show files, and adds what stands in a page until a photograph is loaded. Errors: those of
// post.CheckFiles, and upload_not_found where one is not the member's.
func claimFiles(ctx context.Context, c *command.Call, id ident.ID, in []PostUpload) ([]post.File, error) {
	var files []post.File
	for _, f := range in {
		files = append(files, post.File{Kind: f.Kind, Upload: personal.Plain(f.Upload), Alt: personal.Plain(textfold.Line(f.Alt))})
	}
	if err := post.CheckFiles(files); err != nil {
		return nil, err
	}
	var faults domain.Refusals
	for i := range files {
		blur, err := c.Uploads.ClaimOne(ctx, c.Member, uploadKinds[files[i].Kind], files[i].Upload.String(), id)
		if _, refused := errors.AsType[*domain.Refusal](err); refused {
			faults = append(faults, domain.RefuseField("files."+strconv.Itoa(i)+".upload", "upload_not_found",
				"there is no such upload of yours"))
			continue
		}
		if err != nil {
			return nil, err
		}
		files[i].Blur = personal.Plain(blur)
	}
	return files, faults.OrNil()
}

// releaseFiles has the uploads of a post that is about to go looked at, so that they go with it.
func releaseFiles(ctx context.Context, c *command.Call, id ident.ID, remove func(post.State) ([]post.Event, error)) error {
	s, err := command.Opened(ctx, c.Handler, post.Decider, id)
	if err != nil || len(s.Uploads) == 0 {
		return err
	}
	if _, err := remove(s); err != nil {
		return err
	}
	for _, kind := range []string{PhotoKind, VideoKind, AudioKind} {
		if err := c.Uploads.Release(ctx, s.Member, kind, s.Uploads); err != nil {
			return err
		}
	}
	return nil
}

// removed removes a post and stops serving its files; everywhere: also those that another post shows.
func removed(
	ctx context.Context, c *command.Call, id ident.ID, everywhere bool, remove func(post.State) ([]post.Event, error),
) (command.Done, error) {
	done, err := command.On(ctx, c, post.Decider, id, remove)
	if err != nil {
		return done, err
	}
	return done, c.Uploads.RemoveOf(ctx, id, ports.Removal{Everywhere: everywhere})
}

// ShowsUpload tells whether one of the posts that ever claimed an upload shows it, as the log says.
func ShowsUpload(ctx context.Context, s *command.Service, claimed []ident.ID, upload string) (bool, error) {
	var failed error
	shown := slices.ContainsFunc(claimed, func(id ident.ID) bool {
		is, err := command.Opened(ctx, s.Handler, post.Decider, id)
		failed = errors.Join(failed, err)
		return err == nil && is.Shows(upload)
	})
	if shown {
		return true, nil
	}
	return false, failed
}
