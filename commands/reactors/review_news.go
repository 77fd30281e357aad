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

// decided tells an organizer of a decision, and in which words where their campaign is stopped.
func (m mails) decided(ctx context.Context, id ident.ID, what campaign.Decision, reason string, at time.Time) error {
	owner, err := ownerOf(ctx, m.c.Commands.Handler, id)
	if err != nil {
		return err
	}
	key := mail.DecidedKey(id.String(), string(what), at)
	return m.news(ctx, owner, notification.CampaignReviewed, at, key,
		func(ctx context.Context, name string) (mail.Content, error) {
			title, err := m.titleOf(ctx, id)
			return mail.CampaignDecided{
				Name: name, Campaign: title, What: string(what), Reason: reason, Link: m.c.Public + "/my/campaigns/" + id.String(),
			}, err
		})
}
