package commands_test

import (
	"context"
	"iter"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/callup/callup/commands/campaigns"
	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
)

// counted is a log that counts the slugs that are looked at.
type counted struct {
	eventstore.Store
	slugs atomic.Int64
}

func (c *counted) ReadStream(ctx context.Context, stream string, from eventstore.Revision) iter.Seq2[eventstore.Recorded, error] {
	if strings.HasPrefix(stream, campaign.SlugCategory+"-") {
		c.slugs.Add(1)
	}
	return c.Store.ReadStream(ctx, stream, from)
}

func numbered(n int) string {
	if n == 1 {
		return "water-for-all"
	}
	return "water-for-all-" + strconv.Itoa(n)
}

// firstTaken has campaigns hold the first slugs of a title, and others by number.
func (w *world) firstTaken(slugs int, others ...int) {
	w.t.Helper()
	subject := ident.ID{9}
	must(w.t, w.keys.Ensure(w.t.Context(), subject, "campaign"))
	var all errgroup.Group
	all.SetLimit(8)
	h := w.handler()
	for n := range slugs {
		others = append(others, n+1)
	}
	for _, n := range others {
		env := w.env()
		reserve := campaign.ReserveSlug{Campaign: ident.Thing(campaign.Category, env.ID), Subject: subject, Slug: numbered(n)}
		all.Go(func() error {
			_, err := command.Execute(w.t.Context(), h, campaign.SlugDecider, slugStream(numbered(n)), env, reserve.Decide)
			return err
		})
	}
	must(w.t, all.Wait())
}

// A title in another script is spelled in Latin letters: its campaign had the address "campaign".
func TestLaunchCampaign_SpellsOtherScripts_Found52(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := content()
	c.Title = "🏠 Новый дом для школы"
	w.launches(w.service(), w.env().For(owner), c, "novyi-dom-dlia-shkoly")
}

// However many campaigns have a title, launching one more reads few of their slugs, and launched again it finds its own.
func TestLaunchCampaign_ReadsFewSlugsOfManyLikeIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.firstTaken(299)
	log := &counted{Store: w.store}
	s := w.serviceOn(log)
	w.launches(s, w.env().For(owner), content(), numbered(300))
	if n := log.slugs.Swap(0); n > 30 {
		t.Errorf("the 300th of a title read %d slugs", n)
	}
	env, c := w.cutOff()
	w.holds(numbered(301), ident.Thing(campaign.Category, env.ID))
	w.launches(s, env, c, numbered(301))

	// several at once find the same end, and share nothing
	var all errgroup.Group
	for range 4 {
		env := w.env().For(owner)
		all.Go(func() error {
			_, err := campaigns.LaunchCampaign.Run(t.Context(), w.service(), env, content())
			return err
		})
	}
	must(t, all.Wait())
	if n := w.everySlugHasOneOwner(); n != 6 {
		t.Errorf("%d campaigns are launched", n)
	}
	for n := 302; n <= 305; n++ {
		w.wrote(campaign.SlugCategory, slugStream(numbered(n)), "SlugReserved")
	}
}

// Titles that end in numbers leave gaps among the slugs: whichever is found is free.
func TestLaunchCampaign_FindsAFreeSlugAmongGaps(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.firstTaken(5, 8, 9, 16, 17, 33)
	for range 6 {
		w.launch(w.service())
	}
	if n := w.everySlugHasOneOwner(); n != 6 {
		t.Errorf("%d campaigns are launched", n)
	}
}

// Where all the numbers of a title are taken, a slug ends in the campaign's id.
func TestLaunchCampaign_EndsASlugInItsIDAfterTheLastNumber(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	// the search comes by these alone
	w.firstTaken(4, 8, 16, 32, 64, 128, 256, 512, 756, 878, 939, 969, 984, 992, 996, 997, 998, 999)
	env := w.env().For(owner)
	id := ident.Thing(campaign.Category, env.ID)
	w.launches(w.service(), env, content(), "water-for-all-"+id.String()[:8])
}
