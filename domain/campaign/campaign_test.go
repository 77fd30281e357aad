package campaign_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
)

type history = domaintest.History[campaign.State, campaign.Event]

var (
	id       = ident.ID{1}
	subject  = ident.ID{2}
	owner    = ident.ID{3}
	stranger = ident.ID{4}
	now      = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	later    = now.Add(time.Hour)
	ends     = now.Add(48 * time.Hour)
	after    = ends.Add(time.Hour)
)

func content() campaign.Content {
	return campaign.Content{
		Title: personal.Plain("Water"), Description: personal.Plain("A well"), Story: personal.Plain("Long ago"),
		Category: "community", Resources: []campaign.Resource{campaign.Money}, Goal: money.Of(100_000, money.EUR), Lang: "en",
		Needs: []campaign.Need{},
	}
}

func ending() campaign.Content {
	c := content()
	c.EndDate, c.TimeZone, c.EndsAt = "2026-11-21", "UTC", ends
	return c
}

func launched(c campaign.Content) campaign.Launched {
	return campaign.Launched{Campaign: id, Subject: subject, Owner: owner, Slug: personal.Plain("water"), Content: c, At: now}
}

func launch(c campaign.Content) campaign.Launch {
	return campaign.Launch{Campaign: id, Subject: subject, Owner: owner, Slug: "water", Content: c, Now: now}
}

var (
	fixed     = campaign.CurrencyFixed{Campaign: id, Currency: money.EUR}
	paused    = campaign.Paused{Campaign: id, At: later}
	resumed   = campaign.Resumed{Campaign: id, At: later}
	called    = campaign.Cancelled{Campaign: id, Subject: subject, Reason: personal.Plain("The roof fell in"), At: later}
	byOwner   = campaign.Completed{Campaign: id, Reason: campaign.ByOwner, At: later}
	byEndDate = campaign.Completed{Campaign: id, Reason: campaign.ByEndDate, At: after}
)

func given(t *testing.T, events ...campaign.Event) history {
	t.Helper()
	return domaintest.Given(t, campaign.Decider, events...)
}

func TestLaunch(t *testing.T) {
	given(t).When(launch(content()).Decide).Then(launched(content())).When(launch(content()).Decide).ThenRefused("campaign_exists")
}

func TestMedia(t *testing.T) {
	shown := func(m campaign.Media, at time.Time) campaign.MediaShown {
		return campaign.MediaShown{
			Campaign: id, Subject: subject, Photo: personal.Plain(m.Photo), PhotoBlur: personal.Plain(m.PhotoBlur),
			PhotoAlt: personal.Plain(m.PhotoAlt), Video: personal.Plain(m.Video), At: at,
		}
	}
	full := campaign.Media{Photo: "p", PhotoBlur: "data:,", PhotoAlt: "A well", Video: "v"}
	with := launch(content())
	with.Media = full
	with.Media.PhotoAlt = " A well "
	given(t).When(with.Decide).Then(launched(content()), shown(full, now))
	with.Media.PhotoAlt = strings.Repeat("é", campaign.MaxAlt+1)
	given(t).When(with.Decide).ThenRefused("too_long photo_alt")

	revised := campaign.Revised{Campaign: id, Subject: subject, Content: content(), At: later}
	revise := func(m campaign.Media) func(campaign.State) ([]campaign.Event, error) {
		return campaign.Revise{Actor: owner, Content: content(), Media: m, Shown: full, Now: later}.Decide
	}
	h := given(t, launched(content()), shown(full, now))
	h.When(revise(full)).Then(revised)
	film := campaign.Media{Video: "v"}
	// what is said of a photograph goes with it
	h.When(revise(campaign.Media{PhotoBlur: "data:,", PhotoAlt: "A well", Video: "v"})).Then(revised, shown(film, later))
	h.When(revise(campaign.Media{})).Then(revised, shown(campaign.Media{}, later))

	if m := shown(full, now).Media(); m != full || !m.Shows("p") || !m.Shows("v") || m.Shows("") || m.Shows("data:,") {
		t.Errorf("it shows %+v", m)
	}
}

func TestRevise(t *testing.T) {
	revise := campaign.Revise{Actor: owner, Content: content(), Now: later}
	revised := campaign.Revised{Campaign: id, Subject: subject, Content: content(), At: later}
	given(t).When(revise.Decide).ThenRefused("campaign_not_found")
	h := given(t, launched(content()))
	h.When(revise.Decide).Then(revised)
	given(t, launched(content()), paused).When(revise.Decide).Then(revised)
	given(t, launched(content()), byOwner).When(revise.Decide).ThenRefused("campaign_completed")
	h.When(campaign.Revise{Actor: stranger, Content: content(), Now: later}.Decide).ThenRefused("not_campaign_owner")
	h.When(campaign.Revise{Content: content(), Now: later}.Decide).ThenRefused("not_campaign_owner")
	h.When(campaign.Revise{Actor: owner, Now: later}.Decide).ThenRefused("required title", "required description", "required story",
		"unknown_category", "unknown_language", "resource_required", "unknown_currency")

	dollars := content()
	dollars.Goal.Currency = money.USD
	inDollars := revised
	inDollars.Content = dollars
	change := campaign.Revise{Actor: owner, Content: dollars, Now: later}
	h.When(change.Decide).Then(inDollars)
	given(t, launched(content()), fixed).When(change.Decide).ThenRefused("currency_fixed currency")
	given(t, launched(content()), fixed).When(revise.Decide).Then(revised)
	// the end date has passed and the clock has not said so yet: a new date does not bring the campaign back
	prolong := ending()
	prolong.EndDate, prolong.EndsAt = "2026-12-31", ends.Add(999*time.Hour)
	given(t, launched(ending())).When(campaign.Revise{Actor: owner, Content: prolong,
		Now: after}.Decide).ThenRefused("campaign_completed")
}

func TestCancel(t *testing.T) {
	cancel := campaign.Cancel{Actor: owner, Reason: " The roof fell in ", Now: later}
	h := given(t, launched(ending()))
	h.When(cancel.Decide).Then(called)
	given(t, launched(ending()), paused).When(cancel.Decide).Then(called)
	h.When(campaign.Cancel{Actor: stranger, Reason: "Mine", Now: later}.Decide).ThenRefused("not_campaign_owner")
	h.When(campaign.Cancel{Actor: owner, Reason: " ", Now: later}.Decide).ThenRefused("cancel_reason_required reason")
	longest := strings.Repeat("é", campaign.MaxReason)
	h.When(campaign.Cancel{Actor: owner, Reason: longest, Now: later}.Decide).
		Then(campaign.Cancelled{Campaign: id, Subject: subject, Reason: personal.Plain(longest), At: later})
	h.When(campaign.Cancel{Actor: owner, Reason: longest + "é", Now: later}.Decide).ThenRefused("too_long reason")
	h.When(campaign.Cancel{Actor: owner, Reason: "Late", Now: after}.Decide).ThenRefused("campaign_completed")
	given(t, launched(content()), byOwner).When(cancel.Decide).ThenRefused("campaign_completed")
	given(t).When(cancel.Decide).ThenRefused("campaign_not_found")

	// For good: the reason given first stays, and neither its owner nor the clock brings it back.
	h = given(t, launched(ending()), called)
	h.When(campaign.Cancel{Actor: owner, Reason: "Another", Now: later}.Decide).ThenNothing()
	h.When(campaign.Cancel{Actor: stranger, Reason: "Another", Now: later}.Decide).ThenRefused("not_campaign_owner")
	h.When(campaign.Resume{Actor: owner, Now: later}.Decide).ThenRefused("campaign_cancelled")
	h.When(campaign.Pause{Actor: owner, Now: later}.Decide).ThenRefused("campaign_cancelled")
	h.When(campaign.Complete{Actor: owner, Now: later}.Decide).ThenRefused("campaign_cancelled")
	h.When(campaign.Revise{Actor: owner, Content: content(), Now: later}.Decide).ThenRefused("campaign_cancelled")
	h.When(campaign.Complete{Now: after}.Decide).ThenNothing()
}

func TestPauseAndResume(t *testing.T) {
	pause, resume := campaign.Pause{Actor: owner, Now: later}, campaign.Resume{Actor: owner, Now: later}
	given(t).When(pause.Decide).ThenRefused("campaign_not_found")
	given(t).When(resume.Decide).ThenRefused("campaign_not_found")
	h := given(t, launched(content()))
	h.When(resume.Decide).ThenNothing()
	h.When(campaign.Pause{Actor: stranger, Now: later}.Decide).ThenRefused("not_campaign_owner")
	h = h.When(pause.Decide).Then(paused)
	h.When(pause.Decide).ThenNothing()
	h.When(campaign.Resume{Actor: stranger, Now: later}.Decide).ThenRefused("not_campaign_owner")
	h.When(resume.Decide).Then(resumed).When(pause.Decide).Then(paused)
	h = h.And(byOwner)
	h.When(pause.Decide).ThenRefused("campaign_completed")
	h.When(resume.Decide).ThenRefused("campaign_completed")
	given(t, launched(ending())).When(campaign.Pause{Actor: owner, Now: after}.Decide).ThenRefused("campaign_completed")
	given(t, launched(ending()), paused).When(campaign.Resume{Actor: owner, Now: after}.Decide).ThenRefused("campaign_completed")
}

func TestComplete(t *testing.T) {
	own, clock := campaign.Complete{Actor: owner, Now: later}, campaign.Complete{Now: after}
	given(t).When(own.Decide).ThenRefused("campaign_not_found")
	given(t).When(clock.Decide).ThenRefused("campaign_not_found")
	h := given(t, launched(content()))
	h.When(clock.Decide).ThenRefused("campaign_not_due")
	h.When(campaign.Complete{Actor: stranger, Now: later}.Decide).ThenRefused("not_campaign_owner")
	h.When(own.Decide).Then(byOwner).When(own.Decide).ThenNothing()
	given(t, launched(content()), paused).When(own.Decide).Then(byOwner)

	h = given(t, launched(ending()))
	h.When(campaign.Complete{Now: ends.Add(-1)}.Decide).ThenRefused("campaign_not_due")
	h.When(clock.Decide).Then(byEndDate).When(clock.Decide).ThenNothing()
	given(t, launched(ending()), paused).When(clock.Decide).Then(byEndDate)
	given(t, launched(ending()), byOwner).When(clock.Decide).ThenNothing()
	// the end date moved
	given(t, launched(ending()), campaign.Revised{Campaign: id, Subject: subject, Content: content(), At: later}).
		When(clock.Decide).ThenRefused("campaign_not_due")
}

func TestFeature(t *testing.T) {
	on, off := campaign.Feature{On: true, Now: later}, campaign.Feature{Now: later}
	given(t).When(on.Decide).ThenRefused("campaign_not_found")
	h := given(t, launched(content()))
	h.When(off.Decide).ThenNothing()
	h = h.When(on.Decide).Then(campaign.Featured{Campaign: id, At: later})
	h.When(on.Decide).ThenNothing()
	h.When(off.Decide).Then(campaign.Unfeatured{Campaign: id, At: later}).When(off.Decide).ThenNothing()
}

func TestAdmitsGift(t *testing.T) {
	hours := content()
	hours.Resources, hours.TimeGoal = []campaign.Resource{campaign.Time}, 60
	for name, c := range map[string]struct {
		events []campaign.Event
		now    time.Time
		want   error
	}{
		"unknown":            {nil, later, campaign.ErrNotFound},
		"active":             {[]campaign.Event{launched(content())}, later, nil},
		"paused":             {[]campaign.Event{launched(content()), paused}, later, campaign.ErrPaused},
		"resumed":            {[]campaign.Event{launched(content()), paused, resumed}, later, nil},
		"cancelled":          {[]campaign.Event{launched(content()), called}, later, campaign.ErrCancelled},
		"ended":              {[]campaign.Event{launched(content()), byOwner}, later, campaign.ErrCompleted},
		"before its end":     {[]campaign.Event{launched(ending())}, ends.Add(-1), nil},
		"at its end":         {[]campaign.Event{launched(ending())}, ends, campaign.ErrCompleted},
		"paused, at its end": {[]campaign.Event{launched(ending()), paused}, ends, campaign.ErrCompleted},
		"of time only":       {[]campaign.Event{launched(hours)}, later, campaign.ErrNoMoney},
	} {
		t.Run(name, func(t *testing.T) {
			if err := given(t, c.events...).State().AdmitsGift(false, c.now); !errors.Is(err, c.want) {
				t.Errorf("%v, not %v", err, c.want)
			}
		})
	}
}

func TestFixCurrency(t *testing.T) {
	fix := campaign.FixCurrency{}
	given(t).When(fix.Decide).ThenRefused("campaign_not_found")
	given(t, launched(content())).When(fix.Decide).Then(fixed).When(fix.Decide).ThenNothing()
	// what was paid counts, although the campaign has ended since
	given(t, launched(content()), byOwner).When(fix.Decide).Then(fixed)
}

// Since when gifts were not taken decides which payments go back.
func TestClosedSince(t *testing.T) {
	for name, c := range map[string]struct {
		events []campaign.Event
		now    time.Time
		want   time.Time
	}{
		"active":                      {[]campaign.Event{launched(ending())}, later, time.Time{}},
		"past its end":                {[]campaign.Event{launched(ending())}, after, ends},
		"completed late by the clock": {[]campaign.Event{launched(ending()), byEndDate}, after.Add(1), ends},
		"completed by the owner":      {[]campaign.Event{launched(ending()), byOwner}, after, later},
		"paused":                      {[]campaign.Event{launched(ending()), paused}, after, later},
		"paused, then past its end":   {[]campaign.Event{launched(ending()), paused, byEndDate}, after, later},
		"paused and resumed":          {[]campaign.Event{launched(ending()), paused, resumed}, later, time.Time{}},
		"resumed and past its end":    {[]campaign.Event{launched(ending()), paused, resumed}, after, ends},
		"without deadline":            {[]campaign.Event{launched(content())}, after, time.Time{}},
		"the deadline was taken away": {[]campaign.Event{launched(ending()), campaign.Revised{Campaign: id, Content: content()}},
			after, time.Time{}},
		"a deadline was given it later": {[]campaign.Event{launched(content()), campaign.Revised{Campaign: id, Content: ending()}},
			after, ends},
	} {
		if got := given(t, c.events...).State().ClosedSince(c.now); !got.Equal(c.want) {
			t.Errorf("%s: closed since %s, not %s", name, got, c.want)
		}
	}
}
