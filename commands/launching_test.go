package commands_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/giving"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// interrupted is a log to which something happens right before an append.
type interrupted struct {
	eventstore.Store
	before func(stream string) error
}

func (i *interrupted) Append(ctx context.Context, stream string, at eventstore.Revision,
	events []eventstore.Event) (eventstore.Appended, error) {
	if err := i.before(stream); err != nil {
		return eventstore.Appended{}, err
	}
	return i.Store.Append(ctx, stream, at, events)
}

var errCutOff = errors.New("the process died")

// once lets something happen before the first append to a category, and nothing afterwards.
func (w *world) once(category string, happen func()) *command.Service {
	var done atomic.Bool
	return w.serviceOn(&interrupted{w.store, func(stream string) error {
		if strings.HasPrefix(stream, category+"-") && !done.Swap(true) {
			happen()
		}
		return nil
	}})
}

// dying is a process that dies right before its first append to a category.
func (w *world) dying(category string) *command.Service {
	return w.serviceOn(&interrupted{w.store, func(stream string) error {
		if strings.HasPrefix(stream, category+"-") {
			return errCutOff
		}
		return nil
	}})
}

// cutOff begins a launch whose process dies between its slug and its campaign, and gives its command.
func (w *world) cutOff() (command.Envelope, campaigns.ContentBody) {
	w.t.Helper()
	env, c := w.env().For(owner), content()
	_, err := campaigns.LaunchCampaign.Run(w.t.Context(), w.dying(campaign.Category), env, c)
	if !errors.Is(err, errCutOff) {
		w.t.Fatalf("the process did not die: %v", err)
	}
	return env, c
}

func slugStream(slug string) ident.ID { return ident.Pair(campaign.SlugCategory, slug) }

func (w *world) settle(s *command.Service, slug string) {
	w.t.Helper()
	_, err := campaigns.ReleaseSlug.Run(w.t.Context(), s, named("settle "+slug), slugStream(slug))
	must(w.t, err)
}

// launches carries out a command and checks under which slug, and that it answers the same again.
func (w *world) launches(s *command.Service, env command.Envelope, c campaigns.ContentBody, slug string) ident.ID {
	w.t.Helper()
	first, err := campaigns.LaunchCampaign.Run(w.t.Context(), s, env, c)
	must(w.t, err)
	again, err := campaigns.LaunchCampaign.Run(w.t.Context(), w.service(), env, c)
	must(w.t, err)
	if first.Slug != slug || again != first {
		w.t.Errorf("launched as %+v and again as %+v, not under %s", first, again, slug)
	}
	w.holds(slug, first.CampaignID)
	return first.CampaignID
}

func (w *world) holds(slug string, want ident.ID) {
	w.t.Helper()
	holder, _, err := command.Load(w.t.Context(), w.handler(), campaign.SlugDecider, slugStream(slug))
	must(w.t, err)
	if holder != want {
		w.t.Errorf("%s is held by %s, not by %s", slug, holder, want)
	}
}

// everySlugHasOneOwner checks that every campaign holds the slug it was launched under, and gives how many there are.
func (w *world) everySlugHasOneOwner() int {
	w.t.Helper()
	ctx, n := w.t.Context(), 0
	for at := (eventstore.Position{}); ; {
		page, err := w.store.ReadAll(ctx, at, 100, eventstore.Filter{})
		must(w.t, err)
		for _, r := range page.Events {
			e, err := w.cat.Open(ctx, w.keys, r)
			must(w.t, err)
			if l, ok := e.(campaign.Launched); ok {
				n++
				w.holds(l.Slug.String(), l.Campaign)
			}
		}
		if at = page.Next; page.End {
			return n
		}
	}
}

func TestALaunchCutOffIsRepeatedInTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	env, c := w.cutOff()
	id := w.launches(w.service(), env, c, "water-for-all")
	if id != ident.Thing(campaign.Category, env.ID) {
		t.Error("it has another id")
	}
	w.settle(w.service(), "water-for-all")
	w.settle(w.service(), "water-for-all")
	w.holds("water-for-all", id)
	w.wrote(campaign.SlugCategory, slugStream("water-for-all"), "SlugReserved")
	w.wrote(campaign.Category, id, "CampaignLaunched")
}

func TestALaunchCutOffLosesItsSlug(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	env, c := w.cutOff()
	gone := ident.Thing(campaign.Category, env.ID)
	s := w.service()
	w.settle(s, "water-for-all")
	w.settle(s, "water-for-all")
	w.holds("water-for-all", ident.Nil)
	w.wrote(campaign.Category, gone, "CampaignLaunchLapsed")
	_, err := giving.DonateMoney.Run(t.Context(), s, w.env(), gift(gone, 500))
	refused(t, err, "campaign_not_found")
	var words int
	must(t, w.pool.QueryRow(t.Context(), `SELECT count(*) FROM subject_keys WHERE wrapped IS NOT NULL`).Scan(&words))
	if words != 0 {
		t.Error("its words can still be read")
	}

	other := w.launches(s, w.env(), c, "water-for-all")
	late := w.launches(w.service(), env, c, "water-for-all-2")
	if late == other || late == gone {
		t.Error("the late one has no id of its own")
	}
	w.settle(s, "water-for-all")
	w.settle(s, "water-for-all-2")
	w.wrote(campaign.SlugCategory, slugStream("water-for-all"), "SlugReserved", "SlugReleased", "SlugReserved")
	if n := w.everySlugHasOneOwner(); n != 2 {
		t.Errorf("%d campaigns", n)
	}
}

func TestALapsedLaunchMayHaveItsSlugAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	env, c := w.cutOff()
	w.settle(w.service(), "water-for-all")
	w.launches(w.service(), env, c, "water-for-all")

	// it lapses as often as it is cut off
	env, c = w.cutOff()
	for range 2 {
		w.settle(w.service(), "water-for-all-2")
		_, err := campaigns.LaunchCampaign.Run(t.Context(), w.dying(campaign.Category), env, c)
		if !errors.Is(err, errCutOff) {
			t.Fatal(err)
		}
	}
	w.settle(w.service(), "water-for-all-2")
	w.launches(w.service(), env, c, "water-for-all-2")
	w.everySlugHasOneOwner()
}

// The launch is under way, its slug reserved, when it is given up and another campaign takes the slug.
func TestALaunchGivenUpWhileUnderWay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	other := w.service()
	slow := w.once(campaign.Category, func() {
		w.settle(other, "water-for-all")
		w.launches(other, w.env().For(owner), content(), "water-for-all")
	})
	w.launches(slow, w.env().For(owner), content(), "water-for-all-2")
	if n := w.everySlugHasOneOwner(); n != 2 {
		t.Errorf("%d campaigns", n)
	}
}

// The campaign is launched between the look at it and its being given up.
func TestALaunchThatComesRightBeforeItIsGivenUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	env, c := w.cutOff()
	var id ident.ID
	w.settle(w.once(campaign.Category, func() {
		id = w.launches(w.service(), env, c, "water-for-all")
	}), "water-for-all")
	w.wrote(campaign.Category, id, "CampaignLaunched")
	w.wrote(campaign.SlugCategory, slugStream("water-for-all"), "SlugReserved")
}

// Giving up is itself cut off, before the slug is released; the client repeats the launch before it goes on, and after.
func TestGivingUpIsCutOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	env, c := w.cutOff()
	_, err := campaigns.ReleaseSlug.Run(t.Context(), w.dying(campaign.SlugCategory), w.env(), slugStream("water-for-all"))
	if !errors.Is(err, errCutOff) {
		t.Fatal(err)
	}
	gone := ident.Thing(campaign.Category, env.ID)
	w.holds("water-for-all", gone)
	late := w.launches(w.service(), env, c, "water-for-all-2")
	w.settle(w.service(), "water-for-all")
	w.holds("water-for-all", ident.Nil)
	w.holds("water-for-all-2", late)
	w.launches(w.service(), w.env(), c, "water-for-all")
	w.settle(w.service(), "water-for-all-2")
	w.everySlugHasOneOwner()
}

// A launch that was cut off goes on with the slug it has, whichever has become free meanwhile.
func TestALaunchKeepsTheSlugItReserved(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.cutOff()
	env, c := w.cutOff()
	w.settle(w.service(), "water-for-all")
	w.launches(w.service(), env, c, "water-for-all-2")
	w.holds("water-for-all", ident.Nil)
}

// One command, sent twice at once, finds two slugs when another is released in between: one is used, one let go.
func TestALaunchSentTwiceAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.cutOff()
	env, c := w.env().For(owner), content()
	slow := w.once(campaign.SlugCategory, func() {
		w.settle(w.service(), "water-for-all")
		w.launches(w.service(), env, c, "water-for-all")
	})
	id := w.launches(slow, env, c, "water-for-all")
	w.holds("water-for-all-2", id)
	w.settle(w.service(), "water-for-all-2")
	w.settle(w.service(), "water-for-all")
	w.holds("water-for-all-2", ident.Nil)
	w.holds("water-for-all", id)
}

// Many launches of one title, some dying, some repeated, while launches are given up without any patience.
func TestNoTwoCampaignsEverHaveOneSlug(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	working, stop := context.WithCancel(t.Context())
	var giving, launching errgroup.Group
	for n := range 2 {
		s := w.service()
		giving.Go(func() error {
			for i := n; working.Err() == nil; i++ {
				slug := "water-for-all"
				if i%4 > 0 {
					slug += "-" + string(rune('1'+i%4))
				}
				_, err := campaigns.ReleaseSlug.Run(working, s, w.env(), slugStream(slug))
				if err != nil && working.Err() == nil {
					return err
				}
			}
			return nil
		})
	}
	const clients = 8
	for range clients {
		launching.Go(func() error {
			env, c := w.env().For(owner), content()
			_, err := campaigns.LaunchCampaign.Run(t.Context(), w.dying(campaign.Category), env, c)
			if !errors.Is(err, errCutOff) {
				return err
			}
			_, err = campaigns.LaunchCampaign.Run(t.Context(), w.service(), env, c)
			return err
		})
	}
	must(t, launching.Wait())
	stop()
	must(t, giving.Wait())
	if n := w.everySlugHasOneOwner(); n != clients {
		t.Errorf("%d campaigns of %d clients", n, clients)
	}
}
