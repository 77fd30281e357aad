package projections

import (
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/textfold"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

type campaignNumber struct {
	Campaign ident.ID `db:"campaign"`
	Number   int64    `db:"number"`
}

// campaignsProjection keeps what each campaign says and asks for, which slugs lead to it, and who runs it.
func campaignsProjection() *projector.Projection {
	slugs := projector.NewTable[string, readmodel.CampaignSlug](readmodel.CampaignSlugs, "slug",
		projector.Lookup("campaign", func(s *readmodel.CampaignSlug) ident.ID { return s.Campaign }),
		projector.OwnedThrough(readmodel.Campaigns),
		// a slug says what its campaign is called: no news carries it
		projector.Shown(func(*readmodel.CampaignSlug) bool { return false }))
	campaigns := projector.NewTable[ident.ID, readmodel.Campaign](readmodel.Campaigns, "id",
		projector.Index("(status, launched_at DESC, id)"), projector.Index("(category, status)"),
		projector.Index("USING gin (search gin_trgm_ops)"),
		projector.Index("(owner, launched_at DESC)"), projector.Index("(page, launched_at DESC, id)"),
		projector.Lookup("subject", func(c *readmodel.Campaign) ident.ID { return c.Subject }),
		projector.Lookup("beneficiary", func(c *readmodel.Campaign) ident.ID { return c.Beneficiary }),
		projector.OwnedBy("subject", projector.Erase("blanks its words, and leads to it by its id",
			func(r *projector.Rows, c *readmodel.Campaign) {
				blank(c)
				for s := range slugs.By(r, "campaign", c.ID) {
					slugs.Delete(r, s.Slug)
				}
				c.Slug = c.ID.String() // as for those whose words were gone when they were first read
				slugs.Edit(r, c.Slug).Campaign = c.ID
			})),
		projector.OwnedBy("beneficiary", projector.Blank("for_name")),
		projector.Index("(changed_at, id) WHERE changed_at IS NOT NULL"),
		projector.Index("(permission, money_at, id) WHERE permission IN ('asked', 'refused')"),
		projector.Lookup("approved_for", func(c *readmodel.Campaign) ident.ID { return c.ApprovedFor }),
		projector.OwnedBy("approved_for", projector.Blank("approved_name")))
	team := newTeam()

	changes := projector.NewTable[campaignNumber, readmodel.CampaignChange](readmodel.CampaignChanges, "campaign, number",
		projector.Nobodys())

	// changed keeps what is asked for otherwise than before, once somebody gave.
	changed := func(r *projector.Rows, before, c *readmodel.Campaign, at time.Time, m projector.Meta) {
		note := func(what string) *readmodel.CampaignChange {
			c.Changes++
			h := changes.Begin(r, campaignNumber{c.ID, c.Changes})
			h.ID, h.At, h.What = ident.Pair("campaign-change", m.ID.String(), what), at, what
			return h
		}
		if before.Goal != c.Goal {
			h := note(readmodel.ChangedGoal)
			h.Currency, h.Before, h.After = c.Currency, before.Goal, c.Goal
		}
		if before.TimeGoal != c.TimeGoal {
			h := note(readmodel.ChangedTimeGoal)
			h.Before, h.After = before.TimeGoal, c.TimeGoal
		}
		if before.EndDate != c.EndDate {
			h := note(readmodel.ChangedEndDate)
			h.DayBefore, h.DayAfter = before.EndDate, c.EndDate
		}
		if before.Beneficiary != c.Beneficiary {
			note(readmodel.ChangedBeneficiary)
		}
	}
	status := func(r *projector.Rows, id ident.ID, s campaign.Status, closed *time.Time, m projector.Meta) {
		c := campaigns.Edit(r, id)
		c.Standing, c.ClosedAt, c.Revision = string(s), closed, int64(m.Revision)
		if c.Status != readmodel.Suspended {
			c.Status = c.Standing
		}
	}
	begin := func(r *projector.Rows, e campaign.Launched, s campaign.Status, m projector.Meta) *readmodel.Campaign {
		c := campaigns.Edit(r, e.Campaign)
		c.Subject, c.Owner, c.Slug, c.LaunchedAt = e.Subject, e.Owner, e.Slug.String(), e.At
		c.Status, c.Standing, c.Revision = string(s), string(s), int64(m.Revision)
		if c.Slug == "" { // its words were erased
			c.Slug = e.Campaign.String()
		}
		fill(c, e.Content)
		slugs.Edit(r, c.Slug).Campaign = e.Campaign
		team.join(r, e.Campaign, e.Owner, e.At, true)
		return c
	}
	// decide keeps what a moderator decided, and in which words where somebody is stopped.
	decide := func(r *projector.Rows, id ident.ID, reason string, at time.Time, m projector.Meta) *readmodel.Campaign {
		c := campaigns.Edit(r, id)
		c.StopReason, c.DecidedAt, c.WaitsSince, c.Revision = reason, &at, nil, int64(m.Revision)
		return c
	}
	said := projector.New("campaigns", 16, campaigns, slugs, changes, team.members, team.invitations).Personal().
		Invariant("campaigns", "SELECT status, count(*)::text FROM {campaigns} GROUP BY status").
		Invariant("slugs", "SELECT 'slugs', count(*)::text FROM {campaign_slugs}").
		Invariant("teams", "SELECT owns::text, count(*)::text FROM {campaign_team} GROUP BY owns").
		On(projector.Fold(func(r *projector.Rows, e campaign.Launched, m projector.Meta) {
			begin(r, e, campaign.Active, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Submitted, m projector.Meta) {
			at := e.At
			begin(r, campaign.Launched(e), campaign.Waits, m).WaitsSince = &at
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Approved, m projector.Meta) {
			status(r, e.Campaign, campaign.Active, nil, m)
			c := decide(r, e.Campaign, "", e.At, m)
			c.LaunchedAt, c.Reviewed = e.At, true
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.ChangesChecked, m projector.Meta) {
			c := campaigns.Edit(r, e.Campaign)
			c.Revision = int64(m.Revision)
			accept(c)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.ChangesRequested, m projector.Meta) {
			status(r, e.Campaign, campaign.ChangesAsked, nil, m)
			decide(r, e.Campaign, e.Reason.String(), e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Resubmitted, m projector.Meta) {
			at := e.At
			status(r, e.Campaign, campaign.Waits, nil, m)
			campaigns.Edit(r, e.Campaign).WaitsSince = &at
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Rejected, m projector.Meta) {
			at := e.At
			status(r, e.Campaign, campaign.TurnedDown, &at, m)
			decide(r, e.Campaign, e.Reason.String(), e.At, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Withdrawn, m projector.Meta) {
			at := e.At
			status(r, e.Campaign, campaign.TakenBack, &at, m)
			campaigns.Edit(r, e.Campaign).WaitsSince = nil
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Suspended, m projector.Meta) {
			decide(r, e.Campaign, e.Reason.String(), e.At, m).Status = readmodel.Suspended
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Reinstated, m projector.Meta) {
			c := decide(r, e.Campaign, "", e.At, m)
			c.Status = c.Standing
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Revised, m projector.Meta) {
			c := campaigns.Edit(r, e.Campaign)
			at := e.At
			c.RevisedAt, c.Revision = &at, int64(m.Revision)
			before := *c
			fill(c, e.Content)
			compare(&before, c, e.At)
			if c.Given {
				changed(r, &before, c, e.At, m)
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.MediaShown, m projector.Meta) {
			c := campaigns.Edit(r, e.Campaign)
			before := *c
			c.Photo, c.PhotoBlur, c.PhotoAlt, c.Video = e.Photo.String(), e.PhotoBlur.String(), e.PhotoAlt.String(), e.Video.String()
			c.Revision = int64(m.Revision)
			compare(&before, c, e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.CurrencyFixed, m projector.Meta) {
			c := campaigns.Edit(r, e.Campaign)
			c.Given, c.Revision = true, int64(m.Revision)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Paused, m projector.Meta) {
			at := e.At
			status(r, e.Campaign, campaign.OnHold, &at, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Resumed, m projector.Meta) {
			status(r, e.Campaign, campaign.Active, nil, m)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Completed, m projector.Meta) {
			at := e.At
			status(r, e.Campaign, campaign.Ended, &at, m)
			campaigns.Edit(r, e.Campaign).EndReason = string(e.Reason)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Cancelled, m projector.Meta) {
			at := e.At
			status(r, e.Campaign, campaign.CalledOff, &at, m)
			c := campaigns.Edit(r, e.Campaign)
			c.EndReason, c.CancelReason = readmodel.EndedByCancelling, e.Reason.String()
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Featured, m projector.Meta) {
			c := campaigns.Edit(r, e.Campaign)
			c.Featured, c.Revision = true, int64(m.Revision)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Unfeatured, m projector.Meta) {
			c := campaigns.Edit(r, e.Campaign)
			c.Featured, c.Revision = false, int64(m.Revision)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.MarkedUrgent, m projector.Meta) {
			c := campaigns.Edit(r, e.Campaign)
			at, until := e.At, e.Until
			c.UrgentAt, c.UrgentUntil, c.UrgentReason, c.Revision = &at, &until, e.Reason.String(), int64(m.Revision)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.UrgencyLapsed, m projector.Meta) {
			c := campaigns.Edit(r, e.Campaign)
			c.UrgentUntil, c.Revision = nil, int64(m.Revision)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.UrgencyRemoved, m projector.Meta) {
			c := campaigns.Edit(r, e.Campaign)
			c.UrgentUntil, c.CalmReason, c.Revision = nil, e.Reason.String(), int64(m.Revision)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.PageSet, m projector.Meta) {
			if campaigns.Get(r, e.Campaign) != nil { // else it is a draft
				c := campaigns.Edit(r, e.Campaign)
				c.PageBefore, c.Page, c.Revision = c.Page, e.Page, int64(m.Revision)
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.PageTakenOff, m projector.Meta) {
			c := campaigns.Edit(r, e.Campaign)
			c.PageBefore, c.Page, c.Revision = c.Page, ident.Nil, int64(m.Revision)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Renamed, m projector.Meta) {
			c := campaigns.Edit(r, e.Campaign)
			c.Revision = int64(m.Revision)
			if slug := e.Slug.String(); slug != "" { // else its words were erased
				c.Slug = slug
				slugs.Edit(r, slug).Campaign = e.Campaign
			}
		}))
	return team.folds(moneyFolds(said, campaigns), campaigns)
}

// approvable is what of a campaign a moderator approves.
type approvable struct {
	title, description, story, photo string
	beneficiary                      ident.ID
}

// compare keeps what a moderator approved for as long as a campaign differs from it in its words, photograph or beneficiary.
// Where its words are erased it keeps nothing, since a rebuild could not see the difference.
func compare(before, c *readmodel.Campaign, at time.Time) {
	if !c.Reviewed || c.Title == "" {
		return
	}
	now := approvable{c.Title, c.Description, c.Story, c.Photo, c.Beneficiary}
	if c.ChangedAt == nil {
		was := approvable{before.Title, before.Description, before.Story, before.Photo, before.Beneficiary}
		if was != now {
			c.ApprovedTitle, c.ApprovedDescription, c.ApprovedStory, c.ApprovedPhoto = was.title, was.description, was.story, was.photo
			c.ApprovedFor, c.ApprovedName, c.ChangedAt = before.Beneficiary, before.ForName, &at
		}
		return
	}
	if now == (approvable{c.ApprovedTitle, c.ApprovedDescription, c.ApprovedStory, c.ApprovedPhoto, c.ApprovedFor}) {
		accept(c)
	}
}

// accept makes what a campaign says now what is approved.
func accept(c *readmodel.Campaign) {
	c.ApprovedTitle, c.ApprovedDescription, c.ApprovedStory, c.ApprovedPhoto = "", "", "", ""
	c.ApprovedFor, c.ApprovedName, c.ChangedAt = ident.Nil, "", nil
}

// blank takes a campaign's words away, and whatever was made of them.
func blank(c *readmodel.Campaign) {
	accept(c)
	c.Title, c.Description, c.Story, c.Location = "", "", "", ""
	c.CancelReason, c.StopReason, c.UrgentReason, c.CalmReason = "", "", "", ""
	c.MoneyPurpose, c.MoneyReason = "", ""
	c.Photo, c.PhotoBlur, c.PhotoAlt, c.Video = "", "", "", ""
	needs := make([]readmodel.Need, len(c.Needs)) // the row before still holds the old ones
	for i, n := range c.Needs {
		needs[i] = readmodel.Need{ID: n.ID, Quantity: n.Quantity}
	}
	c.Needs = needs
	index(c)
}

// index makes what a campaign is found by.
func index(c *readmodel.Campaign) {
	c.Search = textfold.Fold(c.Title + " " + c.Description + " " + c.Location)
	c.Place = textfold.Fold(c.Location)
}

func fill(c *readmodel.Campaign, e campaign.Content) {
	c.Title, c.Description, c.Story = e.Title.String(), e.Description.String(), e.Story.String()
	c.Category, c.Currency, c.Goal, c.TimeGoal = string(e.Category), e.Goal.Currency, e.Goal.Minor, e.TimeGoal
	c.Location, c.Lang, c.EndDate, c.TimeZone = e.Location.String(), e.Lang, e.EndDate, e.TimeZone
	c.Beneficiary, c.ForName, c.Relationship = e.Beneficiary, e.ForName.String(), e.Relationship
	c.EndsAt = nil
	if !e.EndsAt.IsZero() {
		ends := e.EndsAt
		c.EndsAt = &ends
	}
	c.Resources = make([]string, len(e.Resources))
	for i, x := range e.Resources {
		c.Resources[i] = string(x)
	}
	c.Needs, c.ItemsGoal = make([]readmodel.Need, len(e.Needs)), 0
	for i, n := range e.Needs {
		c.Needs[i] = readmodel.Need{ID: n.ID, Item: n.Item.String(), Quantity: n.Quantity, Unit: n.Unit.String(), Note: n.Note.String()}
		c.ItemsGoal += n.Quantity
	}
	index(c)
}
