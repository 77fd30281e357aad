package auth

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/ports"
)

// standing is what the database says of a session.
type standing struct {
	alive   bool
	member  ident.ID
	roles   []string
	ways    ways      // what opens the account
	short   bool      // the password is too short for staff
	passkey bool      // a passkey opened the session: both factors at once
	proved  time.Time // when what the account wants was last shown; zero: never
}

// principal is who asks in a session. Staff who have no second factor, and did not sign in with a passkey, hold their roles, but
// can't use them; nor do those whose password is too short for staff.
func (st standing) principal(session ident.ID) Principal {
	p := Principal{Member: st.member, Session: session, Roles: st.roles, wanted: st.ways}
	if !st.ways.Codes && !st.passkey {
		p.Roles, p.Waiting = []string{}, st.roles
	} else if st.short {
		p.Roles, p.Waiting, p.ShortPassword = []string{}, st.roles, true
	}
	return p
}

const (
	maxCachedSessions = 20_000
	lookUpTimeout     = 5 * time.Second
)

// sessionCache remembers for a few seconds which sessions are alive, so that most requests cost no query.
type sessionCache struct {
	load  func(context.Context, ident.ID) (standing, error)
	now   ports.Clock
	group singleflight.Group

	mu      sync.Mutex
	entries map[ident.ID]cachedStanding
}

type cachedStanding struct {
	standing
	until time.Time
}

func newSessionCache(load func(context.Context, ident.ID) (standing, error), now ports.Clock) *sessionCache {
	return &sessionCache{load: load, now: now, entries: map[ident.ID]cachedStanding{}}
}

func (c *sessionCache) get(ctx context.Context, session ident.ID) (standing, error) {
	c.mu.Lock()
	e, ok := c.entries[session]
	c.mu.Unlock()
	asked := c.now()
	if ok && asked.Before(e.until) {
		return e.standing, nil
	}
	done := c.group.DoChan(session.String(), func() (any, error) {
		// others wait for the same answer: it must not depend on the first one's patience
		own, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookUpTimeout)
		defer cancel()
		s, err := c.load(own, session)
		if err == nil {
			c.put(session, cachedStanding{standing: s, until: asked.Add(sessionCacheLife)})
		}
		return s, err
	})
	select {
	case r := <-done:
		s, ok := r.Val.(standing)
		if r.Err != nil || !ok {
			return standing{}, r.Err
		}
		return s, nil
	case <-ctx.Done():
		return standing{}, fmt.Errorf("looking up a session: %w", ctx.Err())
	}
}

func (c *sessionCache) put(session ident.ID, e cachedStanding) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.entries) >= maxCachedSessions {
		now := c.now()
		for id, old := range c.entries {
			if !now.Before(old.until) {
				delete(c.entries, id)
			}
		}
	}
	if len(c.entries) >= maxCachedSessions {
		clear(c.entries)
	}
	c.entries[session] = e
}

// dropOf forgets the sessions of a member, whose roles were changed here.
func (c *sessionCache) dropOf(member ident.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for session, e := range c.entries {
		if e.member == member {
			c.group.Forget(session.String())
			delete(c.entries, session)
		}
	}
}

// drop forgets a session that was ended here. A lookup under way may still bring back the old answer; it lives no
// longer than sessionCacheLife.
func (c *sessionCache) drop(session ident.ID) {
	c.group.Forget(session.String())
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.entries, session)
}
