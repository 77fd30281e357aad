package campaigns

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
)

// Holdings are the campaigns that a person launched, with the words that they and their beneficiaries are told of in.
func Holdings() erasing.Holdings {
	theirs := func(b *erasing.Belongings) []ident.ID { return b.All(campaign.Category) }
	return erasing.Holdings{
		Area: "campaigns",
		Events: []any{
			campaign.Launched{}, campaign.Submitted{}, campaign.Revised{}, campaign.MediaShown{}, campaign.Cancelled{},
			campaign.ChangesRequested{}, campaign.Rejected{}, campaign.Suspended{}, campaign.HandedOver{},
			campaign.MarkedUrgent{}, campaign.UrgencyRemoved{}, campaign.Renamed{},
			campaign.MoneyAsked{}, campaign.MoneyRefused{},
		},
		Others: []any{
			campaign.SlugReserved{}, campaign.SlugReleased{}, campaign.CurrencyFixed{}, campaign.Paused{}, campaign.Resumed{},
			campaign.Completed{}, campaign.Featured{}, campaign.Unfeatured{}, campaign.Approved{}, campaign.Resubmitted{},
			campaign.ChangesChecked{},
			campaign.Withdrawn{}, campaign.Reinstated{}, campaign.OrganizerKnown{}, campaign.UrgencyLapsed{},
			campaign.PageSet{}, campaign.PageTakenOff{}, campaign.MoneyAllowed{},
		},
		See: func(b *erasing.Belongings, event any) {
			if submitted, ok := event.(campaign.Submitted); ok {
				event = campaign.Launched(submitted)
			}
			switch e := event.(type) {
			case campaign.Launched:
				if b.IsMember(e.Owner) {
					b.Add(campaign.Category, e.Campaign)
					b.Seal(e.Campaign, e.Subject, erasure.OfCampaign)
					b.Seal(e.Campaign, e.Beneficiary, erasure.OfBeneficiary)
				}
			case campaign.HandedOver: // the words go with the campaign
				switch {
				case b.IsMember(e.From):
					b.Drop(campaign.Category, e.Campaign)
					b.Add(inTeam, e.Campaign)
				case b.IsMember(e.To):
					b.Add(campaign.Category, e.Campaign)
					b.Seal(e.Campaign, e.Subject, erasure.OfCampaign)
					b.Seal(e.Campaign, e.Beneficiary, erasure.OfBeneficiary)
				}
				noteTeamMail(b, e)
			case campaign.Revised:
				if b.Has(campaign.Category, e.Campaign) {
					b.Seal(e.Campaign, e.Beneficiary, erasure.OfBeneficiary)
				}
			}
		},
		Count: func(b *erasing.Belongings, scope *erasure.Scope) { scope.Campaigns = len(theirs(b)) },
		Ends:  []erasing.Ending{{What: "campaigns", Things: theirs, EndOf: end}},
		Named: theirs,
		Export: func(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
			all := []Exported{}
			for _, id := range theirs(p.Belongings) {
				one, err := export(ctx, s, id)
				if err != nil {
					return nil, err
				}
				all = append(all, one)
			}
			return all, nil
		},
	}
}

// end takes no gifts for a campaign any more, unless it was handed over meanwhile: it is another's to end then.
func end(ctx context.Context, s *command.Service, b *erasing.Belongings, id ident.ID) (over bool, err error) {
	c, _, err := command.Load(ctx, s.Handler, campaign.Decider, id)
	if err != nil {
		return false, err
	}
	if c.Exists() && !b.IsMember(c.Owner) {
		return true, nil
	}
	for _, i := range c.Team.Invitations { // nobody comes to run it any more
		_, err := WithdrawInvitation.Run(ctx, s, erasing.Envelope("withdraw", i.ID), InvitationBody{CampaignID: id, InvitationID: i.ID})
		if err != nil {
			return false, err
		}
	}
	switch c.Status {
	case campaign.Ended, campaign.CalledOff, campaign.TurnedDown, campaign.TakenBack, campaign.Discarded:
		return true, nil
	case campaign.Waits, campaign.ChangesAsked:
		_, err = WithdrawCampaign.Run(ctx, s, erasing.Envelope("withdraw", id).For(c.Owner), CampaignBody{CampaignID: id})
		return err == nil, err
	case campaign.None, campaign.Draft, campaign.Lapsed, campaign.Active, campaign.OnHold:
	}
	_, err = CompleteCampaign.Run(ctx, s, erasing.Envelope("complete", id).For(c.Owner), CampaignBody{CampaignID: id})
	return err == nil, err
}

// Exported is a campaign as its owner is given it, with everything that it ever said.
type Exported struct {
	Campaign ident.ID          `json:"campaign"`
	Slug     string            `json:"slug"`
	Versions []ExportedContent `json:"versions"`
	EndedAt  *time.Time        `json:"ended_at,omitempty"`
	// FormerSlugs are those that it had before; they lead to it, too.
	FormerSlugs []string `json:"former_slugs,omitempty"`
	// UrgentFor is why it was said to be urgent; empty where it was not.
	UrgentFor string `json:"urgent_for,omitempty"`
	// Pages are those in whose name it went, and since when.
	Pages []ExportedPage `json:"pages,omitempty"`
	// Photos are what the photographs showed, as the owner said it.
	Photos []ExportedPhoto `json:"photos,omitempty"`
	// CancelledFor is why the campaign was cancelled; empty where it was not.
	CancelledFor string `json:"cancelled_for,omitempty"`
	// MoneyFor is what its money was said to be for, to the administrators.
	MoneyFor []ExportedPurpose `json:"money_for,omitempty"`
	// Decisions are what moderators decided about it.
	Decisions []ExportedDecision `json:"decisions,omitempty"`
}

// ExportedPurpose is what the money of a campaign was said to be for.
type ExportedPurpose struct {
	At      time.Time `json:"at"`
	Purpose string    `json:"purpose"`
}

// ExportedDecision is what a moderator decided about a campaign.
type ExportedDecision struct {
	At     time.Time `json:"at"`
	What   string    `json:"what"` // approved, changes_requested, rejected, suspended, reinstated, not_urgent, money_allowed or money_refused
	Reason string    `json:"reason,omitempty"`
}

// ExportedContent is what a campaign said from a moment on.
type ExportedContent struct {
	From         time.Time      `json:"from"`
	Title        string         `json:"title"`
	Description  string         `json:"description"`
	Story        string         `json:"story"`
	Location     string         `json:"location,omitempty"`
	Beneficiary  string         `json:"beneficiary_name,omitempty"`
	Relationship string         `json:"beneficiary_relationship,omitempty"`
	Category     campaign.Kind  `json:"category"`
	Needs        []ExportedNeed `json:"needs,omitempty"`
	Goal         int64          `json:"goal_amount,omitempty"`
	Currency     string         `json:"currency,omitempty"`
	TimeGoal     int64          `json:"time_goal_minutes,omitempty"`
	EndDate      string         `json:"end_date,omitempty"`
}

// ExportedPage is in whose name a campaign went from a moment on.
type ExportedPage struct {
	From time.Time `json:"from"`
	Page *ident.ID `json:"page"` // nil: in its owner's
}

// ExportedPhoto is what somebody said of a photograph of their campaign, which itself is among what they uploaded.
type ExportedPhoto struct {
	From time.Time `json:"from"`
	Alt  string    `json:"alt"`
}

// ExportedNeed is one kind of thing that a campaign asked for.
type ExportedNeed struct {
	Item     string `json:"item"`
	Quantity int64  `json:"quantity"`
	Unit     string `json:"unit,omitempty"`
	Note     string `json:"note,omitempty"`
}

func exportedContent(c campaign.Content, at time.Time) ExportedContent {
	v := ExportedContent{
		From: at, Title: c.Title.String(), Description: c.Description.String(), Story: c.Story.String(),
		Location: c.Location.String(), Beneficiary: c.ForName.String(), Relationship: c.Relationship, Category: c.Category,
		Goal: c.Goal.Minor, Currency: string(c.Goal.Currency), TimeGoal: c.TimeGoal, EndDate: c.EndDate,
	}
	for _, n := range c.Needs {
		v.Needs = append(v.Needs, ExportedNeed{n.Item.String(), n.Quantity, n.Unit.String(), n.Note.String()})
	}
	return v
}

func export(ctx context.Context, s *command.Service, id ident.ID) (Exported, error) {
	out := Exported{Campaign: id}
	said := func(c campaign.Content, at time.Time) { out.Versions = append(out.Versions, exportedContent(c, at)) }
	decided := func(at time.Time, what, reason string) {
		out.Decisions = append(out.Decisions, ExportedDecision{at, what, reason})
	}
	for r, err := range s.OpenedEvents(ctx, campaign.Category, id) {
		if err != nil {
			return out, err
		}
		switch e := r.Event.(type) {
		case campaign.Launched:
			out.Slug = e.Slug.String()
			said(e.Content, e.At)
		case campaign.Submitted:
			out.Slug = e.Slug.String()
			said(e.Content, e.At)
		case campaign.Withdrawn:
			out.EndedAt = &e.At
		case campaign.Approved:
			decided(e.At, "approved", "")
		case campaign.ChangesRequested:
			decided(e.At, "changes_requested", e.Reason.String())
		case campaign.Rejected:
			decided(e.At, "rejected", e.Reason.String())
		case campaign.Suspended:
			decided(e.At, "suspended", e.Reason.String())
		case campaign.Reinstated:
			decided(e.At, "reinstated", "")
		case campaign.MarkedUrgent:
			out.UrgentFor = e.Reason.String()
		case campaign.UrgencyRemoved:
			decided(e.At, "not_urgent", e.Reason.String())
		case campaign.MoneyAsked:
			if purpose := e.Purpose.String(); purpose != "" {
				out.MoneyFor = append(out.MoneyFor, ExportedPurpose{e.At, purpose})
			}
		case campaign.MoneyAllowed:
			decided(e.At, "money_allowed", "")
		case campaign.MoneyRefused:
			decided(e.At, "money_refused", e.Reason.String())
		case campaign.Renamed:
			if slug := e.Slug.String(); slug != out.Slug {
				out.FormerSlugs, out.Slug = append(out.FormerSlugs, out.Slug), slug
			}
		case campaign.PageSet:
			named := ExportedPage{From: e.At}
			if !e.Page.IsNil() {
				named.Page = &e.Page
			}
			out.Pages = append(out.Pages, named)
		case campaign.PageTakenOff:
			out.Pages = append(out.Pages, ExportedPage{From: e.At})
		case campaign.Revised:
			said(e.Content, e.At)
		case campaign.MediaShown:
			if alt := e.PhotoAlt.String(); alt != "" {
				out.Photos = append(out.Photos, ExportedPhoto{From: e.At, Alt: alt})
			}
		case campaign.Completed:
			out.EndedAt = &e.At
		case campaign.Cancelled:
			out.EndedAt, out.CancelledFor = &e.At, e.Reason.String()
		}
	}
	return out, nil
}
