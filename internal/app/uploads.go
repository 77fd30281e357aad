package app

import (
	"context"
	"image"
	"path/filepath"
	"time"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/commands/feed"
	"github.com/callup/callup/commands/members"
	"github.com/callup/callup/commands/pages"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/internal/media"
	"github.com/callup/callup/internal/media/disk"
	"github.com/callup/callup/internal/media/s3"
	"github.com/callup/callup/internal/ports"
)

// What one member may upload, before CALLUP_RATE_LIMIT_FACTOR.
const (
	uploadsAtOnce = 40 // some posts with all the files that they may have
	uploadEvery   = 15 * time.Second
)

// uploads wires what people upload.
func (s *Services) uploads() (*media.Uploads, error) {
	var err error
	if s.Media, err = s.mediaStore(); err != nil {
		return nil, err
	}
	return media.New(media.Config{
		Pool: s.Pool, Store: s.Media, Now: Now, Limit: s.limiter(uploadsAtOnce, uploadEvery), Problems: s.Problems, Log: s.Log,
		Quota: &media.Quota{Day: s.Config.UploadsDaily, Kept: s.Config.UploadsKept, Time: s.Config.UploadsTime},
		Kinds: []media.Kind{{
			Name: members.AvatarKind, Sizes: []image.Point{{X: 256, Y: 256}, {X: 128, Y: 128}, {X: 64, Y: 64}},
			Shown: func(ctx context.Context, owner ident.ID, _ []ident.ID, upload string) (bool, error) {
				return members.ShowsAvatar(ctx, s.Commands, owner, upload)
			},
		}, {
			Name:  campaigns.PhotoKind,
			Sizes: []image.Point{{X: 1600, Y: 900}, {X: 960, Y: 540}, {X: 720, Y: 405}, {X: 480, Y: 270}},
			Waits: 23 * time.Hour, Shown: s.shownByCampaigns, Keeps: s.keptByDrafts,
			Hidden: s.hiddenCampaign,
		}, {
			Name: pages.LogoKind, Sizes: []image.Point{{X: 256, Y: 256}, {X: 128, Y: 128}, {X: 64, Y: 64}},
			Shown: func(ctx context.Context, _ ident.ID, of []ident.ID, upload string) (bool, error) {
				return pages.ShowsLogo(ctx, s.Commands, of, upload)
			},
		}, {
			Name: campaigns.VideoKind, Video: true, Waits: 23 * time.Hour, Shown: s.shownByCampaigns, Keeps: s.keptByDrafts,
			Hidden: s.hiddenCampaign,
		}, {
			Name: feed.PhotoKind, Sizes: []image.Point{{X: 1600, Y: 1600}, {X: 800, Y: 800}}, Whole: true,
			Waits: 23 * time.Hour, Shown: s.shownByPosts,
		}, {
			Name: feed.VideoKind, Video: true, Waiting: post.MaxFiles, Waits: 23 * time.Hour, Shown: s.shownByPosts,
		}, {
			Name: feed.AudioKind, Audio: true, Waiting: post.MaxFiles, Waits: 23 * time.Hour, Shown: s.shownByPosts,
		}},
	}), nil
}

func (s *Services) shownByCampaigns(ctx context.Context, _ ident.ID, campaignsOf []ident.ID, upload string) (bool, error) {
	return campaigns.ShowsUpload(ctx, s.Commands, campaignsOf, upload)
}

func (s *Services) keptByDrafts(ctx context.Context, _ ident.ID, drafts []ident.ID, upload string) (bool, error) {
	return campaigns.KeepsUpload(ctx, s.Commands, drafts, upload)
}

func (s *Services) hiddenCampaign(ctx context.Context, campaignsOf []ident.ID) (bool, error) {
	return campaigns.HidesUploads(ctx, s.Commands, campaignsOf)
}

func (s *Services) shownByPosts(ctx context.Context, _ ident.ID, posts []ident.ID, upload string) (bool, error) {
	return feed.ShowsUpload(ctx, s.Commands, posts, upload)
}

func (s *Services) mediaStore() (ports.Media, error) {
	if s.Config.Media != nil {
		return s3.New(*s.Config.Media)
	}
	store, err := disk.Open(filepath.Join(s.Config.Data, "media"))
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, func(context.Context) error { return store.Close() })
	return store, nil
}

func (s *Services) exportUploads(ctx context.Context, _ *command.Service, p erasing.Person) (any, error) {
	if p.Member.IsNil() {
		return nil, nil //nolint:nilnil // a guest uploads nothing
	}
	kept, err := s.Uploads.Of(ctx, p.Member)
	if err != nil {
		return nil, err
	}
	type exported struct {
		At    time.Time `json:"at"`
		Kind  string    `json:"kind"`
		Files []string  `json:"files"`
	}
	all := []exported{}
	for _, u := range kept {
		e := exported{At: u.At, Kind: u.Kind}
		for _, f := range u.Files {
			e.Files = append(e.Files, s.Public+"/media/"+f)
		}
		all = append(all, e)
	}
	return all, nil
}
