package campaigns

import (
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/notification"
	"github.com/callup/callup/internal/mail"
)

// TeamNews is what somebody is mailed of a change of who runs a campaign.
type TeamNews struct {
	Campaign ident.ID
	What     notification.Change
	To       ident.ID // nil: the campaign's owner
	About    ident.ID // nil where nobody else is named
	Of       ident.ID // the member whom the change is about, told or not
	At       time.Time
}

// Key is that of the mail.
func (n TeamNews) Key() string {
	return mail.TeamKey(n.Campaign.String(), string(n.What), n.Of.String(), n.At)
}

// TeamNewsOf gives what is mailed of an event; told is false for every event of which nothing is. To whom a campaign is offered
// is told its owner's name, who stands in the event by nothing but the campaign.
func TeamNewsOf(event any) (n TeamNews, told bool) {
	switch e := event.(type) {
	case campaign.InvitationAccepted:
		return TeamNews{e.Campaign, notification.Joined, ident.Nil, e.Member, e.Member, e.At}, true
	case campaign.InvitationDeclined:
		return TeamNews{e.Campaign, notification.InvitationOff, ident.Nil, ident.Nil, e.Member, e.At}, true
	case campaign.CoOrganizerLeft:
		return TeamNews{e.Campaign, notification.SomebodyLeft, ident.Nil, e.Member, e.Member, e.At}, true
	case campaign.CoOrganizerRemoved:
		return TeamNews{e.Campaign, notification.TakenOff, e.Member, ident.Nil, e.Member, e.At}, true
	case campaign.HandOverOffered:
		return TeamNews{e.Campaign, notification.HandOverOffered, e.To, ident.Nil, e.To, e.At}, true
	case campaign.HandOverDeclined:
		return TeamNews{e.Campaign, notification.HandOverDeclined, ident.Nil, e.To, e.To, e.At}, true
	case campaign.HandedOver:
		return TeamNews{e.Campaign, notification.HandedOver, e.From, e.To, e.To, e.At}, true
	}
	return TeamNews{}, false
}
