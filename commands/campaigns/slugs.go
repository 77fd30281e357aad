package campaigns

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/textfold"
)

const (
	// maxSlugs are there of one title: title, title-2, title-3, …, and one with the campaign's id.
	maxSlugs = 1000
	// slugsInTurn are looked at one after the other where slugs begin, and again where those that were taken end.
	slugsInTurn = 4
)

// slugSearch looks for a slug among those of one title, for one campaign.
type slugSearch struct {
	c    *command.Call
	id   ident.ID
	base string
	// gaveUp tells whether the campaign gave up the slug that a stream reserves: it is as if others held it
	gaveUp func(ident.ID) bool
	seen   map[int]bool // whether a slug ever was taken, by number
	mine   int          // the slug that the campaign holds; 0 while none is found
	free   int          // the first that was found free; 0 while none is found
}

// reserveSlug takes a slug that is free: with few titles alike the first one, with many the one after those that ever were
// taken, or one that was found to be released meanwhile. A repeated launch goes on with the slug it took before, unless many
// others came in between: that one is then released with the launch's timer, as the slug of a launch that was sent twice.
func reserveSlug(
	ctx context.Context, c *command.Call, id ident.ID, of campaign.State, title string,
) (string, error) {
	s := &slugSearch{c: c, id: id, gaveUp: of.GaveUp, base: campaign.Slugify(textfold.Latin(title)), seen: map[int]bool{}}
	if err := s.run(ctx); err != nil {
		return "", err
	}
	if s.mine > 0 {
		return s.nth(s.mine), nil
	}
	for n := s.free; 0 < n && n <= maxSlugs; n++ {
		if of.GaveUp(ident.Pair(campaign.SlugCategory, s.nth(n))) {
			continue
		}
		reserve := campaign.ReserveSlug{Campaign: id, Subject: of.Subject, Slug: s.nth(n)}
		_, err := command.Execute(ctx, c.Handler, campaign.SlugDecider, ident.Pair(campaign.SlugCategory, s.nth(n)),
			c.Child("slug "+s.nth(n)+" of "+id.String()), reserve.Decide)
		if !errors.Is(err, campaign.ErrSlugTaken) {
			return s.nth(n), err
		}
	}
	return "", fmt.Errorf("no slug is free for %q", s.base)
}

func (s *slugSearch) nth(n int) string {
	switch n {
	case 1:
		return s.base
	case maxSlugs:
		return s.base + "-" + s.id.String()[:8]
	}
	return s.base + "-" + strconv.Itoa(n)
}

// look reads who holds a slug, and tells whether it ever was taken.
func (s *slugSearch) look(ctx context.Context, n int) (taken bool, err error) {
	if taken, known := s.seen[n]; known {
		return taken, nil
	}
	stream := ident.Pair(campaign.SlugCategory, s.nth(n))
	if s.gaveUp(stream) {
		s.seen[n] = true
		return true, nil
	}
	holder, revision, err := command.Load(ctx, s.c.Handler, campaign.SlugDecider, stream)
	if err != nil {
		return false, err
	}
	if holder == s.id {
		s.mine = n
	}
	if holder.IsNil() && (s.free == 0 || n < s.free) {
		s.free = n
	}
	s.seen[n] = revision != eventstore.NoStream
	return s.seen[n], nil
}

// run looks at slugs until the campaign's own is found or one that never was taken. Slugs are taken in order, so where many
// are taken their end lies between a taken and an untaken one, and is found in as many steps as its number has digits in
// binary. Titles that end in a number leave gaps: an end is found then, whichever.
func (s *slugSearch) run(ctx context.Context) error {
	last, next := 0, 1 // the last one known to be taken, the next one to look at
	for {
		taken, err := s.look(ctx, next)
		if err != nil || s.mine > 0 {
			return err
		}
		if !taken || next == maxSlugs {
			break
		}
		last = next
		if next < slugsInTurn {
			next++
		} else {
			next = min(2*next, maxSlugs)
		}
	}
	for next-last > 1 && s.mine == 0 {
		middle := (last + next) / 2
		taken, err := s.look(ctx, middle)
		if err != nil {
			return err
		}
		if taken {
			last = middle
		} else {
			next = middle
		}
	}
	for n := last; n > max(0, last-slugsInTurn) && s.mine == 0; n-- {
		if _, err := s.look(ctx, n); err != nil {
			return err
		}
	}
	return nil
}
