package campaigns

import (
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/internal/mail"
)

// TeamMail is the mail about a change of who runs a campaign.
type TeamMail struct {
	Campaign ident.ID
	Key      string
	Of       ident.ID // the member concerned
	Named    bool     // in the mail
}

// TeamMailOf gives the mail that is written of an event; ok is false for every event of which none is.
func TeamMailOf(event any) (out TeamMail, ok bool) {
	about := func(id ident.ID, what notification.Change, of ident.ID, at time.Time, named bool) (TeamMail, bool) {
		return TeamMail{id, mail.TeamKey(id.String(), string(what), of.String(), at), of, named}, true
	}
	switch e := event.(type) {
	case campaign.InvitationAccepted:
		return about(e.Campaign, notification.Joined, e.Member, e.At, true)
	case campaign.InvitationDeclined:
		return about(e.Campaign, notification.InvitationOff, e.Member, e.At, false)
	case campaign.CoOrganizerLeft:
		return about(e.Campaign, notification.SomebodyLeft, e.Member, e.At, true)
	case campaign.CoOrganizerRemoved:
		return about(e.Campaign, notification.TakenOff, e.Member, e.At, false)
	case campaign.HandOverOffered:
		return about(e.Campaign, notification.HandOverOffered, e.To, e.At, false)
	case campaign.HandOverDeclined:
		return about(e.Campaign, notification.HandOverDeclined, e.To, e.At, true)
	case campaign.HandedOver:
		return about(e.Campaign, notification.HandedOver, e.To, e.At, true)
	}
	return TeamMail{}, false
}
