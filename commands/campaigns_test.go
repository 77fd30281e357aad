package commands_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
)

func TestLaunchedAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	ctx := t.Context()
	w.launch(s) // has the slug that the next would like
	env, c := w.env().For(owner), content()
	c.EndDate, c.TimeZone = "2026-11-21", "Europe/Paris"
	first, err := campaigns.LaunchCampaign.Run(ctx, s, env, c)
	must(t, err)
	if first.Slug != "water-for-all-2" {
		t.Errorf("the slug is %s", first.Slug)
	}
	w.moveOn(72 * time.Hour) // its end date has passed
	for _, s := range []*command.Service{s, w.service()} {
		again, err := campaigns.LaunchCampaign.Run(ctx, s, env, c)
		must(t, err)
		if again != first {
			t.Errorf("%+v, at first %+v", again, first)
		}
	}
	before := w.events()
	env.Body, c.Title = "another body", "Another title"
	_, err = campaigns.LaunchCampaign.Run(ctx, s, env, c)
	refused(t, err, "idempotency_key_reused")
	if w.events() != before {
		t.Error("a refused launch took a slug")
	}
}

func TestSlugs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	services := []*command.Service{w.service(), w.service()}
	g, ctx := errgroup.WithContext(t.Context())
	slugs := make([]string, 12)
	for i := range slugs {
		g.Go(func() error {
			l, err := campaigns.LaunchCampaign.Run(ctx, services[i%2], w.env().For(owner), content())
			slugs[i] = l.Slug
			return err
		})
	}
	must(t, g.Wait())
	seen := map[string]bool{}
	for _, s := range slugs {
		if seen[s] || !strings.HasPrefix(s, "water-for-all") {
			t.Errorf("%s among %v", s, slugs)
		}
		seen[s] = true
	}
	if l := w.launch(services[0], func(c *campaigns.ContentBody) { c.Title = "École d’été – Łódź!" }); l.Slug != "ecole-dete-lodz" {
		t.Errorf("the slug is %s", l.Slug)
	}
	if l := w.launch(services[0], func(c *campaigns.ContentBody) { c.Title = "水" }); l.Slug != "shui" { // Found52
		t.Errorf("the slug is %s", l.Slug)
	}
}

func TestRefusedLaunchesLeaveNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	for name, change := range map[string]func(*campaigns.ContentBody){
		"required":          func(c *campaigns.ContentBody) { c.Title = "\x00 \u200b"[:2] },
		"unknown_time_zone": func(c *campaigns.ContentBody) { c.EndDate, c.TimeZone = "2027-01-01", "Mars" },
		"malformed_date":    func(c *campaigns.ContentBody) { c.EndDate, c.TimeZone = "tomorrow", "UTC" },
		"end_date_past":     func(c *campaigns.ContentBody) { c.EndDate, c.TimeZone = "2026-11-19", "UTC" },
		"consent_required":  func(c *campaigns.ContentBody) { c.BeneficiaryName = "Bo" },
	} {
		c := content()
		change(&c)
		_, err := campaigns.LaunchCampaign.Run(t.Context(), s, w.env().For(owner), c)
		refused(t, err, name)
	}
	var all domain.Refusals
	_, err := campaigns.LaunchCampaign.Run(t.Context(), s, w.env().For(owner), campaigns.ContentBody{})
	if !errors.As(err, &all) || len(all) < 5 {
		t.Errorf("not all faults at once: %v", err)
	}
	var keys int
	must(t, w.pool.QueryRow(t.Context(), `SELECT count(*) FROM subject_keys`).Scan(&keys))
	if w.events() != 0 || keys != 0 {
		t.Errorf("%d events and %d keys", w.events(), keys)
	}
}

// A need keeps its id when its campaign is revised; no other campaign's need, and none twice, is taken.
func TestReviseCampaign_TakesItsOwnNeedsOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	ctx := t.Context()
	asking := func(c *campaigns.ContentBody) {
		c.ResourceTypes, c.Needs = []string{"materials"}, []campaigns.NeedBody{{Item: "Slate", Quantity: 12}}
	}
	mine, others := w.launch(s, asking).CampaignID, w.launch(s, asking).CampaignID
	needs := func(id ident.ID) []ident.ID {
		state, _, err := command.Load(ctx, w.handler(), campaign.Decider, id)
		must(t, err)
		return state.Needs
	}
	revise := func(by ident.ID, ids ...ident.ID) error {
		c := content()
		asking(&c)
		c.Needs = nil
		for _, id := range ids {
			c.Needs = append(c.Needs, campaigns.NeedBody{ID: id, Item: "Slate", Quantity: 3})
		}
		_, err := campaigns.ReviseCampaign.Run(ctx, s, w.env().For(by),
			campaigns.ReviseCampaignBody{CampaignBody: campaigns.CampaignBody{CampaignID: mine}, ContentBody: c})
		return err
	}
	own, foreign := needs(mine)[0], needs(others)[0]
	launch := content()
	asking(&launch)
	launch.Needs[0].ID = foreign
	_, err := campaigns.LaunchCampaign.Run(ctx, s, w.env().For(owner), launch)
	atNeed(t, err, "needs.0.id")
	atNeed(t, revise(owner, foreign), "needs.0.id")
	atNeed(t, revise(owner, own, ident.Nil, own), "needs.2.id")
	refused(t, revise(ident.ID{0xbb}, own), "not_campaign_owner")
	must(t, revise(owner, ident.Nil, own))
	if now := needs(mine); len(now) != 2 || now[1] != own || now[0].IsNil() || now[0] == own {
		t.Errorf("the needs are %v, of which %s was there before", now, own)
	}
}

// atNeed checks that a need is refused, and where.
func atNeed(t *testing.T, err error, field string) {
	t.Helper()
	var all domain.Refusals
	if !errors.As(err, &all) || len(all) != 1 || all[0].Code != "unknown_need" || all[0].Field != field {
		t.Errorf("%v, not refused with unknown_need at %s", err, field)
	}
}

func TestALife(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.service()
	ctx := t.Context()
	l := w.launch(s, func(c *campaigns.ContentBody) {
		c.BeneficiaryName, c.Relationship, c.BeneficiaryConsent = "Bo", "friend", true
	})
	change := campaigns.CampaignBody{CampaignID: l.CampaignID}
	pause := w.env().For(owner)
	at, err := campaigns.PauseCampaign.Run(ctx, s, pause, change)
	must(t, err)
	again, err := campaigns.PauseCampaign.Run(ctx, s, pause, change)
	if must(t, err); again != at {
		t.Errorf("paused at %s, and again at %s", at, again)
	}
	_, err = giving.DonateMoney.Run(ctx, s, w.env(), gift(l.CampaignID, 500))
	refused(t, err, "campaign_paused")
	_, err = campaigns.ResumeCampaign.Run(ctx, s, w.env().For(owner), change)
	must(t, err)
	c := content()
	c.Title, c.BeneficiaryName, c.BeneficiaryConsent = "Wells for all", "Bo Ek", true
	_, err = campaigns.ReviseCampaign.Run(ctx, s, w.env().For(owner),
		campaigns.ReviseCampaignBody{CampaignBody: campaigns.CampaignBody{CampaignID: l.CampaignID}, ContentBody: c})
	must(t, err)
	if title, err := command.RecentText(ctx, s.Handler, campaign.Decider, l.CampaignID, "title", campaign.TitleIn); err != nil ||
		title != "Wells for all" {
		t.Errorf("%q, %v", title, err)
	}
	before, _, err := command.Load(ctx, s.Handler, campaign.Decider, l.CampaignID)
	must(t, err)
	for _, name := range []string{"Bo Ek", "Cy"} { // another name is another person's
		c.BeneficiaryName = name
		_, err = campaigns.ReviseCampaign.Run(ctx, s, w.env().For(owner),
			campaigns.ReviseCampaignBody{CampaignBody: campaigns.CampaignBody{CampaignID: l.CampaignID}, ContentBody: c})
		must(t, err)
		if now, _, err := command.Load(ctx, s.Handler, campaign.Decider, l.CampaignID); err != nil ||
			(name == "Bo Ek") != (now.Beneficiary == before.Beneficiary) {
			t.Errorf("for %s: beneficiary %s after %s, %v", name, now.Beneficiary, before.Beneficiary, err)
		}
	}
	_, err = campaigns.FeatureCampaign.Run(ctx, s, w.env(), campaigns.Featuring{Campaign: l.CampaignID, On: true})
	must(t, err)
	if c, _, err := command.Load(ctx, s.Handler, campaign.Decider, l.CampaignID); err != nil || c.Owner != owner {
		t.Errorf("%s, %v", c.Owner, err)
	}
	_, err = campaigns.CompleteCampaign.Run(ctx, s, w.env(), campaigns.CampaignBody{CampaignID: l.CampaignID})
	refused(t, err, "campaign_not_due")
	_, err = campaigns.CompleteCampaign.Run(ctx, s, w.env().For(owner), change)
	must(t, err)
	w.wrote(campaign.Category, l.CampaignID, "CampaignLaunched", "CampaignPaused", "CampaignResumed", "CampaignRevised",
		"CampaignRevised", "CampaignRevised", "CampaignFeatured", "CampaignCompleted")
	// nothing that anybody wrote stands in the log in the clear
	var plain int
	must(t, w.pool.QueryRow(ctx, `SELECT count(*) FROM events WHERE data::text ~* 'water|wells|long ago|Bo Ek'`).Scan(&plain))
	if plain != 0 {
		t.Errorf("%d events hold words in the clear", plain)
	}
}
