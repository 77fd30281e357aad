package reactors

import (
	"context"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notice/declared"
	"github.com/callup/callup/internal/mail"
)

// campaignDecided tells an organizer of a decision about their campaign, with its reason where the campaign is stopped. A
// suspension and its end within mail.GatherLasts are one mail, with the last of them.
func (m *mails) campaignDecided(_ context.Context, n declared.Notice, event any) (writeTo, error) {
	return func(ctx context.Context, to ident.ID, reader recipient) (mail.Message, error) {
		title, err := m.titleOf(ctx, n.Campaign)
		as := mail.Message{Key: mail.DecidedKey(n.Campaign.String(), n.Step, n.At), Content: mail.Notice{
			Text:  "campaign_" + n.Step,
			Named: map[string]string{"name": reader.name, "campaign": title, "reason": reasonOf(event)},
			Link:  m.c.Public + "/my/campaigns/" + n.Campaign.String(),
		}}
		if step := campaign.Decision(n.Step); step == campaign.IsSuspended || step == campaign.IsReinstated {
			as.Gather, as.At = ident.Pair("suspension", n.Campaign.String(), to.String()).String(), n.At
		}
		return as, err
	}, nil
}

// reasonOf is the moderator's reason for a decision; empty where it has none.
func reasonOf(event any) string {
	switch e := event.(type) {
	case campaign.ChangesRequested:
		return e.Reason.String()
	case campaign.Rejected:
		return e.Reason.String()
	case campaign.Suspended:
		return e.Reason.String()
	case campaign.UrgencyRemoved:
		return e.Reason.String()
	case campaign.MoneyRefused:
		return e.Reason.String()
	}
	return ""
}
