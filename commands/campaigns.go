package commands

import (
	"context"
	"fmt"
	"strconv"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/words"
)

// Content is what a person writes of a campaign, in plain words.
type Content struct {
	Title, Description, Story string
	Category                  string
	Resources                 []string
	Goal                      money.Amount
	TimeGoal                  int64 // minutes
	Needs                     []Need
	Location, Lang            string
	EndDate, TimeZone         string
	ForName, Relationship     string
	Consent                   bool // the beneficiary agreed to be named
}

// Need is one kind of thing asked for; ID is that of a need which exists already.
type Need struct {
	ID         ident.ID
	Item       string
	Quantity   int64
	Unit, Note string
}

// LaunchCampaign opens a campaign for its owner.
type LaunchCampaign struct {
	Owner   ident.ID
	Content Content
}

// Launched names a new campaign.
type Launched struct {
	Campaign ident.ID
	Slug     string
	Position eventstore.Position
}

// ReviseCampaign changes a campaign. Revision is that of the campaign as its reader saw it; nil takes any.
type ReviseCampaign struct {
	Campaign, Actor ident.ID
	Revision        *eventstore.Revision
	Content         Content
}

// ReviseCampaign checks and records the new content.
func (s *Service) ReviseCampaign(ctx context.Context, env command.Envelope, c ReviseCampaign) (eventstore.Position, error) {
	return observed(ctx, s, "revise-campaign", env, func(ctx context.Context) (eventstore.Position, error) {
		before, again, err := command.Repeated(ctx, s.h, campaign.Decider, c.Campaign, env)
		if err != nil || again {
			return before.Position, err
		}
		state, _, err := command.Load(ctx, s.h, campaign.Decider, c.Campaign)
		if err != nil {
			return eventstore.Position{}, err
		}
		content, err := s.content(env, c.Content)
		if err != nil {
			return eventstore.Position{}, err
		}
		if !content.Beneficiary.IsNil() && !state.Beneficiary.IsNil() {
			content.Beneficiary = state.Beneficiary
		}
		revise := campaign.Revise{Actor: c.Actor, Content: content, BeneficiaryConsent: c.Content.Consent, Now: s.now()}
		if _, err := revise.Decide(state); err != nil {
			return eventstore.Position{}, err
		}
		if err := s.ensureBeneficiary(ctx, content); err != nil {
			return eventstore.Position{}, err
		}
		return s.onCampaign(ctx, env, c.Campaign, c.Revision, revise.Decide)
	})
}

// ChangeCampaign names a campaign, who asks, and what they had read of it.
type ChangeCampaign struct {
	Campaign, Actor ident.ID
	Revision        *eventstore.Revision
}

// PauseCampaign stops contributions for a while.
func (s *Service) PauseCampaign(ctx context.Context, env command.Envelope, c ChangeCampaign) (eventstore.Position, error) {
	return observed(ctx, s, "pause-campaign", env, func(ctx context.Context) (eventstore.Position, error) {
		return s.onCampaign(ctx, env, c.Campaign, c.Revision, campaign.Pause{Actor: c.Actor, Now: s.now()}.Decide)
	})
}

// ResumeCampaign takes contributions again.
func (s *Service) ResumeCampaign(ctx context.Context, env command.Envelope, c ChangeCampaign) (eventstore.Position, error) {
	return observed(ctx, s, "resume-campaign", env, func(ctx context.Context) (eventstore.Position, error) {
		return s.onCampaign(ctx, env, c.Campaign, c.Revision, campaign.Resume{Actor: c.Actor, Now: s.now()}.Decide)
	})
}

// CompleteCampaign ends a campaign: for its owner, or for the clock when Actor is nil.
func (s *Service) CompleteCampaign(ctx context.Context, env command.Envelope, c ChangeCampaign) (eventstore.Position, error) {
	return observed(ctx, s, "complete-campaign", env, func(ctx context.Context) (eventstore.Position, error) {
		return s.onCampaign(ctx, env, c.Campaign, c.Revision, campaign.Complete{Actor: c.Actor, Now: s.now()}.Decide)
	})
}

// FeatureCampaign puts a campaign first among the popular ones, or takes it out. The caller has checked that the
// actor is staff or the operator.
func (s *Service) FeatureCampaign(ctx context.Context, env command.Envelope, id ident.ID, on bool) (eventstore.Position, error) {
	return observed(ctx, s, "feature-campaign", env, func(ctx context.Context) (eventstore.Position, error) {
		return s.onCampaign(ctx, env, id, nil, campaign.Feature{On: on, Now: s.now()}.Decide)
	})
}

func (s *Service) onCampaign(
	ctx context.Context, env command.Envelope, id ident.ID, at *eventstore.Revision, decide func(campaign.State) ([]campaign.Event, error),
) (eventstore.Position, error) {
	var opts []command.Option
	if at != nil {
		opts = append(opts, command.At(*at))
	}
	res, err := command.Execute(ctx, s.h, campaign.Decider, id, env, decide, opts...)
	return res.Position, err
}

func (s *Service) ensureBeneficiary(ctx context.Context, c campaign.Content) error {
	if c.Beneficiary.IsNil() {
		return nil
	}
	return s.keys.Ensure(ctx, c.Beneficiary, "beneficiary")
}

// content makes the domain's content of plain words: cleaned, its end computed, its needs and beneficiary named.
func (s *Service) content(env command.Envelope, c Content) (campaign.Content, error) {
	line := func(v string) personal.Text { return personal.Plain(words.Line(v)) }
	out := campaign.Content{
		Title: line(c.Title), Description: line(c.Description), Story: personal.Plain(words.Clean(c.Story)),
		Category: campaign.Kind(c.Category), Goal: c.Goal, TimeGoal: c.TimeGoal, Location: line(c.Location), Lang: c.Lang,
		EndDate: c.EndDate, TimeZone: c.TimeZone, ForName: line(c.ForName), Relationship: c.Relationship,
	}
	for _, r := range c.Resources {
		out.Resources = append(out.Resources, campaign.Resource(r))
	}
	if c.EndDate != "" {
		ends, err := campaign.EndOf(c.EndDate, c.TimeZone)
		if err != nil {
			return out, err
		}
		out.EndsAt = ends
	}
	if !out.ForName.IsEmpty() {
		out.Beneficiary = ident.Thing("beneficiary", env.ID)
	}
	for i, n := range c.Needs {
		id := n.ID
		if id.IsNil() {
			id = ident.Pair("need", env.ID.String(), strconv.Itoa(i))
		}
		out.Needs = append(out.Needs, campaign.Need{ID: id, Item: line(n.Item), Quantity: n.Quantity, Unit: line(n.Unit), Note: line(n.Note)})
	}
	return out, nil
}

// TitleOf opens a campaign's present title, that of 100 ms ago at the earliest, for a page that names it outside Callup.
func (s *Service) TitleOf(ctx context.Context, id ident.ID) (string, error) {
	state, revision, err := command.Recent(ctx, s.h, campaign.Decider, id)
	if err != nil {
		return "", err
	}
	t, ok := s.titles.Get(id)
	if !ok || t.revision != revision {
		t = titled{revision: revision}
		for r, err := range s.h.Events(ctx, campaign.Category, id) {
			if err != nil {
				return "", fmt.Errorf("read the title of campaign %s: %w", state.ID, err)
			}
			switch e := r.Event.(type) {
			case campaign.Launched:
				t.event, t.subject, t.sealed = r.ID, e.Subject, e.Title
			case campaign.Revised:
				t.event, t.subject, t.sealed = r.ID, e.Subject, e.Title
			}
		}
		s.titles.Add(id, t)
	}
	title, err := s.h.OpenText(ctx, t.event, t.subject, "title", t.sealed)
	if err != nil {
		return "", fmt.Errorf("open the title of campaign %s: %w", state.ID, err)
	}
	return title.String(), nil
}

// titled is a campaign's present title. It is kept sealed: what is erased must not live on here.
type titled struct {
	event    ident.ID // that holds it
	subject  ident.ID
	sealed   personal.Text
	revision eventstore.Revision
}
