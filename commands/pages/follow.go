package pages

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/pagefollow"
)

// FollowPage has the member follow a page of somebody else's.
var FollowPage = command.Define("follow-page", "Follow a page", command.Member,
	func(ctx context.Context, c *command.Call, in PageBody) (command.Done, error) {
		page, _, err := command.Recent(ctx, c.Handler, orgpage.Decider, in.PageID)
		if err != nil {
			return command.Done{}, err
		}
		if !page.Open() {
			return command.Done{}, orgpage.ErrNotFound
		}
		follow := pagefollow.Follow{
			Page: in.PageID, Member: c.Member, Subject: member.SubjectOf(c.Member), Owner: page.Owner, Now: c.Now(),
		}
		return command.On(ctx, c, pagefollow.Decider, pagefollow.Of(in.PageID, c.Member), follow.Decide)
	})

// UnfollowPage has the member follow a page no more, be it open or not.
var UnfollowPage = command.Define("unfollow-page", "Follow a page no more", command.Member,
	func(ctx context.Context, c *command.Call, in PageBody) (command.Done, error) {
		return unfollow(ctx, c, pagefollow.Of(in.PageID, c.Member))
	})

// DropFollow ends that somebody who is erased follows a page, so that they are no longer counted.
var DropFollow = command.Define("drop-page-follow", "Count somebody who is erased among a page's followers no more",
	command.Internal, unfollow)

func unfollow(ctx context.Context, c *command.Call, id ident.ID) (command.Done, error) {
	return command.On(ctx, c, pagefollow.Decider, id, pagefollow.Unfollow{Now: c.Now()}.Decide)
}
