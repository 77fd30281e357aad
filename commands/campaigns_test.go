package commands_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/commands"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
)

func TestLaunchedAgain(t *testing.T) {
	w := newWorld(t)
	s := w.service()
	ctx := t.Context()
	w.launch(s) // has the slug that the next would like
	env, c := w.env(), commands.LaunchCampaign{Owner: owner, Content: content()}
	c.Content.EndDate, c.Content.TimeZone = "2026-11-21", "Europe/Paris"
	first, err := s.LaunchCampaign(ctx, env, c)
	must(t, err)
	if first.Slug != "water-for-all-2" {
		t.Errorf("the slug is %s", first.Slug)
	}
	w.moveOn(72 * time.Hour) // its end date has passed
	for _, s := range []*commands.Service{s, w.service()} {
		again, err := s.LaunchCampaign(ctx, env, c)
		must(t, err)
		if again != first {
			t.Errorf("%+v, at first %+v", again, first)
		}
	}
	before := w.events()
	env.Body, c.Content.Title = "another body", "Another title"
	_, err = s.LaunchCampaign(ctx, env, c)
	refused(t, err, "idempotency_key_reused")
	if w.events() != before {
		t.Error("a refused launch took a slug")
	}
}

func TestSlugs(t *testing.T) {
	w := newWorld(t)
	services := []*commands.Service{w.service(), w.service()}
	g, ctx := errgroup.WithContext(t.Context())
	slugs := make([]string, 12)
	for i := range slugs {
		g.Go(func() error {
			l, err := services[i%2].LaunchCampaign(ctx, w.env(), commands.LaunchCampaign{Owner: owner, Content: content()})
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
	if l := w.launch(services[0], func(c *commands.Content) { c.Title = "École d’été – Łódź!" }); l.Slug != "ecole-dete-lodz" {
		t.Errorf("the slug is %s", l.Slug)
	}
	if l := w.launch(services[0], func(c *commands.Content) { c.Title = "水" }); l.Slug != "campaign" {
		t.Errorf("the slug is %s", l.Slug)
	}
}

func TestRefusedLaunchesLeaveNothing(t *testing.T) {
	w := newWorld(t)
	s := w.service()
	for name, change := range map[string]func(*commands.Content){
		"required":          func(c *commands.Content) { c.Title = "\x00 \u200b"[:2] },
		"unknown_time_zone": func(c *commands.Content) { c.EndDate, c.TimeZone = "2027-01-01", "Mars" },
		"malformed_date":    func(c *commands.Content) { c.EndDate, c.TimeZone = "tomorrow", "UTC" },
		"end_date_past":     func(c *commands.Content) { c.EndDate, c.TimeZone = "2026-11-19", "UTC" },
		"consent_required":  func(c *commands.Content) { c.ForName = "Bo" },
	} {
		c := content()
		change(&c)
		_, err := s.LaunchCampaign(t.Context(), w.env(), commands.LaunchCampaign{Owner: owner, Content: c})
		refused(t, err, name)
	}
	var all domain.Refusals
	_, err := s.LaunchCampaign(t.Context(), w.env(), commands.LaunchCampaign{Owner: owner})
	if !errors.As(err, &all) || len(all) < 5 {
		t.Errorf("not all faults at once: %v", err)
	}
	var keys int
	must(t, w.pool.QueryRow(t.Context(), `SELECT count(*) FROM subject_keys`).Scan(&keys))
	if w.events() != 0 || keys != 0 {
		t.Errorf("%d events and %d keys", w.events(), keys)
	}
}

func TestALife(t *testing.T) {
	w := newWorld(t)
	s := w.service()
	ctx := t.Context()
	l := w.launch(s, func(c *commands.Content) { c.ForName, c.Relationship, c.Consent = "Bo", "friend", true })
	change := commands.ChangeCampaign{Campaign: l.Campaign, Actor: owner}
	pause := w.env()
	at, err := s.PauseCampaign(ctx, pause, change)
	must(t, err)
	again, err := s.PauseCampaign(ctx, pause, change)
	if must(t, err); again != at {
		t.Errorf("paused at %s, and again at %s", at, again)
	}
	_, err = s.DonateMoney(ctx, w.env(), gift(l.Campaign, 500))
	refused(t, err, "campaign_paused")
	_, err = s.ResumeCampaign(ctx, w.env(), change)
	must(t, err)
	c := content()
	c.Title, c.ForName, c.Consent = "Wells for all", "Bo Ek", true
	_, err = s.ReviseCampaign(ctx, w.env(), commands.ReviseCampaign{Campaign: l.Campaign, Actor: owner, Content: c})
	must(t, err)
	if title, err := s.TitleOf(ctx, l.Campaign); err != nil || title != "Wells for all" {
		t.Errorf("%q, %v", title, err)
	}
	_, err = s.FeatureCampaign(ctx, w.env(), l.Campaign, true)
	must(t, err)
	if o, err := s.OwnerOf(ctx, l.Campaign); err != nil || o != owner {
		t.Errorf("%s, %v", o, err)
	}
	_, err = s.OwnerOf(ctx, ident.ID{0xff})
	refused(t, err, "campaign_not_found")
	_, err = s.CompleteCampaign(ctx, w.env(), commands.ChangeCampaign{Campaign: l.Campaign})
	refused(t, err, "campaign_not_due")
	_, err = s.CompleteCampaign(ctx, w.env(), change)
	must(t, err)
	w.wrote(campaign.Category, l.Campaign, "CampaignLaunched", "CampaignPaused", "CampaignResumed", "CampaignRevised",
		"CampaignFeatured", "CampaignCompleted")
	// nothing that anybody wrote stands in the log in the clear
	var plain int
	must(t, w.pool.QueryRow(ctx, `SELECT count(*) FROM events WHERE data::text ~* 'water|wells|long ago|Bo Ek'`).Scan(&plain))
	if plain != 0 {
		t.Errorf("%d events hold words in the clear", plain)
	}
}
