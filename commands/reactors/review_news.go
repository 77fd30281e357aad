package reactors

import (
	"context"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/internal/mail"
)

// reviewed tells of what a moderator decided about a campaign; handled is false for every other event.
func (m mails) reviewed(ctx context.Context, event any) (handled bool, err error) {
	switch e := event.(type) {
	case campaign.Approved:
		return true, m.decided(ctx, e.Campaign, campaign.IsApproved, "", e.At)
	case campaign.ChangesRequested:
		return true, m.decided(ctx, e.Campaign, campaign.IsToChange, e.Reason.String(), e.At)
	case campaign.Rejected:
		return true, m.decided(ctx, e.Campaign, campaign.IsRejected, e.Reason.String(), e.At)
	case campaign.Suspended:
		return true, m.decided(ctx, e.Campaign, campaign.IsSuspended, e.Reason.String(), e.At)
	case campaign.Reinstated:
		return true, m.decided(ctx, e.Campaign, campaign.IsReinstated, "", e.At)
	case campaign.UrgencyRemoved:
		return true, m.decided(ctx, e.Campaign, campaign.IsNotUrgent, e.Reason.String(), e.At)
	}
	return false, nil
}

// decided tells an organizer of a decision, and in which words where their campaign is stopped. A suspension and its end within
// mail.GatherLasts are one mail, with the last of them.
func (m mails) decided(ctx context.Context, id ident.ID, what campaign.Decision, reason string, at time.Time) error {
	owner, err := ownerOf(ctx, m.c.Commands.Handler, id)
	if err != nil {
		return err
	}
	as := mail.Message{Key: mail.DecidedKey(id.String(), string(what), at)}
	if what == campaign.IsSuspended || what == campaign.IsReinstated {
		as.Gather, as.At = ident.Pair("suspension", id.String(), owner.String()).String(), at
	}
	return m.newsAs(ctx, as, owner, notification.CampaignReviewed, at,
		func(ctx context.Context, name string) (mail.Content, error) {
			title, err := m.titleOf(ctx, id)
			return mail.CampaignDecided{
				Name: name, Campaign: title, What: string(what), Reason: reason, Link: m.c.Public + "/my/campaigns/" + id.String(),
			}, err
		})
}
