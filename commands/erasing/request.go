package erasing

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/eventstore"
	"github.com/callup/callup/internal/auth"
)

// ErasableKeys are keys that can be destroyed.
type ErasableKeys interface {
	command.Keys
	// FindGuest finds the subject of a guest's address; false when there is none.
	FindGuest(ctx context.Context, email string) (ident.ID, bool, error)
	// Lingering is how long processes may still hold copies of destroyed keys.
	Lingering(ctx context.Context, subjects ...ident.ID) (time.Duration, error)
}

// Accounts are who can sign in.
type Accounts interface {
	// Contact gives a member's address; auth.ErrNoMember when there is no account.
	Contact(ctx context.Context, member ident.ID) (auth.Contact, error)
	// Address tells who an address belongs to.
	Address(ctx context.Context, email string) (auth.Address, error)
	// Close ends a member's sessions and lets nobody sign in again.
	Close(ctx context.Context, member ident.ID) error
	// Stay lets a member sign in again who had deleted their account.
	Stay(ctx context.Context, member ident.ID) error
}

// Builds are the tables that were folded from the log.
type Builds interface {
	// Behind names the builds to wait for that have not reached a position.
	Behind(ctx context.Context, at eventstore.Position) ([]string, error)
	// DropBelow drops all others that stand below it, and tells how many.
	DropBelow(ctx context.Context, at eventstore.Position) (int, error)
}

// Config is what erasing people is given.
type Config struct {
	Service  *command.Service
	Keys     ErasableKeys
	Accounts Accounts
	Builds   Builds
	Holdings []Holdings    // in the order in which things are ended, and purges recorded
	Grace    time.Duration // in which a request can be undone
}

// Process erases people. An erasure is a process: each step is recorded in its stream, and Advance goes on from there.
type Process struct {
	c      Config
	s      *command.Service
	owners *Owners
	mu     sync.Mutex
	found  map[ident.ID]found           // by erasure under way: what the log was searched for so far
	ended  map[glance]map[ident.ID]bool // by look at what a person runs that is under way: campaigns and payments that were ended
}

// New makes the service.
func New(c Config) *Process {
	return &Process{
		c: c, s: c.Service, owners: NewOwners(c.Holdings), found: map[ident.ID]found{}, ended: map[glance]map[ident.ID]bool{},
	}
}

// The refusals of asking for an erasure.
var (
	ErrNobody   = domain.Refuse(domain.NotFound, "person_unknown", "nothing is kept of this person")
	ErrIsMember = domain.Refuse(domain.Closed, "person_is_member", "this address belongs to a member, who is erased as one")
)

// ErasureOf names the erasure of a person, by the subject of what they wrote of themselves.
func ErasureOf(subject ident.ID) ident.ID { return ident.Pair(erasure.Category, subject.String()) }

// EraseMember asks for a member to be erased after the grace period, with what they gave as a guest under the same
// address. Asked again while that waits or is under way, it changes nothing. Errors: member.ErrNotFound,
// erasure.ErrErased.
func (e *Process) EraseMember(
	ctx context.Context, env command.Envelope, id ident.ID, by erasure.Requester,
) (erasure.State, eventstore.Position, error) {
	return e.ask(ctx, eraseMember, env, func(ctx context.Context) (erasure.Request, error) {
		subject := member.SubjectOf(id)
		r := erasure.Request{Kind: erasure.Member, Member: id, Subject: subject, By: by}
		contact, err := e.c.Accounts.Contact(ctx, id)
		switch {
		case err == nil:
			r.Email = contact.Email
			return r, nil
		case !errors.Is(err, auth.ErrNoMember):
			return r, err
		}
		email, known, err := e.address(ctx, Whose{Member: id, Subject: subject})
		if err == nil && !known {
			err = member.ErrNotFound
		}
		r.Email = email
		return r, err
	})
}

// address finds the address of a person in the log.
func (e *Process) address(ctx context.Context, who Whose) (email string, known bool, err error) {
	for _, h := range e.c.Holdings {
		if h.Address == nil || email != "" {
			continue
		}
		var here bool
		if email, here, err = h.Address(ctx, e.s, who); err != nil {
			return "", known, err
		}
		known = known || here
	}
	return email, known, nil
}

// EraseGuest asks for a guest to be erased after the grace period, found by the address they gave with, or signed up
// with and never confirmed. Errors: ErrNobody, ErrIsMember, a refusal of what is no address.
func (e *Process) EraseGuest(
	ctx context.Context, env command.Envelope, email string, by erasure.Requester,
) (erasure.State, eventstore.Position, error) {
	return e.ask(ctx, eraseGuest, env, func(ctx context.Context) (erasure.Request, error) {
		r := erasure.Request{Kind: erasure.Guest, By: by}
		a, err := e.c.Accounts.Address(ctx, email)
		if err != nil {
			return r, err
		}
		if !a.Member.IsNil() {
			return r, ErrIsMember
		}
		r.Email = a.Normal
		subject, found, err := e.c.Keys.FindGuest(ctx, a.Normal)
		if err == nil && !found {
			if !a.Waiting {
				return r, ErrNobody
			}
			subject, err = e.c.Keys.Guest(ctx, a.Normal)
		}
		r.Subject = subject
		return r, err
	})
}

func (e *Process) ask(
	ctx context.Context, c command.Command[asked, answered], env command.Envelope,
	who func(context.Context) (erasure.Request, error),
) (erasure.State, eventstore.Position, error) {
	a, err := c.Run(ctx, e.s, env, asked{e, who})
	return a.state, a.Position, err
}

// asked is somebody who asks for a person to be erased.
type asked struct {
	e   *Process
	who func(context.Context) (erasure.Request, error)
}

// answered is where an erasure stands after it was asked for.
type answered struct {
	command.Done
	state erasure.State
}

var (
	eraseMember = command.Define("erase-member", "Ask for a member to be erased", command.Operator, request)
	eraseGuest  = command.Define("erase-guest", "Ask for a guest to be erased", command.Operator, request)
)

func request(ctx context.Context, c *command.Call, in asked) (answered, error) {
	r, err := in.who(ctx)
	if err != nil {
		return answered{}, err
	}
	r.Erasure, r.Words = ErasureOf(r.Subject), ident.Thing("erasure-words", c.ID)
	r.Now = c.Now()
	r.DueAt = r.Now.Add(in.e.c.Grace)
	s, _, err := command.Load(ctx, c.Handler, erasure.Decider, r.Erasure)
	if err != nil {
		return answered{state: s}, err
	}
	if decided, err := r.Decide(s); err != nil || len(decided) == 0 {
		return answered{state: s}, err
	}
	if err := in.e.c.Keys.Ensure(ctx, r.Words, "erasure"); err != nil {
		return answered{state: s}, err
	}
	res, err := command.Execute(ctx, c.Handler, erasure.Decider, r.Erasure, c.Envelope, r.Decide)
	return answered{command.Done{Position: res.Position}, res.State}, err
}

// named is an erasure that something is to become of.
type named struct {
	e  *Process
	id ident.ID
}

var undoErasure = command.Define("undo-erasure", "Take the request for an erasure back", command.Operator,
	func(ctx context.Context, c *command.Call, in named) (command.Done, error) {
		res, err := command.Execute(ctx, c.Handler, erasure.Decider, in.id, c.Envelope, erasure.Undo{Now: c.Now()}.Decide)
		if err == nil {
			err = in.e.c.Keys.Destroy(ctx, "erasure", res.State.Words)
		}
		if err == nil && !res.State.Member.IsNil() {
			err = in.e.c.Accounts.Stay(ctx, res.State.Member)
		}
		return command.Done{Position: res.Position}, err
	})

var beginErasure = command.Define("begin-erasure", "Begin an erasure before it is due", command.Operator,
	func(ctx context.Context, c *command.Call, in named) (command.Done, error) {
		return command.On(ctx, c, erasure.Decider, in.id, erasure.Begin{AtOnce: true, Now: c.Now()}.Decide)
	})

// Undo takes the request for an erasure back. Errors: erasure.ErrNotFound, erasure.ErrTooLate.
func (e *Process) Undo(ctx context.Context, env command.Envelope, id ident.ID) (command.Done, error) {
	return undoErasure.Run(ctx, e.s, env, named{e, id})
}

// Begin starts what can't be undone, before it is due. Errors: erasure.ErrNotFound, erasure.ErrUndone.
func (e *Process) Begin(ctx context.Context, env command.Envelope, id ident.ID) (command.Done, error) {
	return beginErasure.Run(ctx, e.s, env, named{e, id})
}

// State tells where an erasure stands; erasure.ErrNotFound when nobody asked for it.
func (e *Process) State(ctx context.Context, id ident.ID) (erasure.State, error) {
	s, _, err := command.Load(ctx, e.s.Handler, erasure.Decider, id)
	if err == nil && s.Status == erasure.None {
		err = erasure.ErrNotFound
	}
	return s, err
}

// All lists every erasure anybody ever asked for, in the order of their last requests.
func (e *Process) All(ctx context.Context) ([]erasure.State, error) {
	streams, err := e.s.Belongings.Streams(ctx, []ident.ID{Everybody}, erasure.Category)
	if err != nil {
		return nil, err
	}
	out := make([]erasure.State, 0, len(streams))
	for _, stream := range streams {
		s, err := e.State(ctx, stream.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b erasure.State) int { return a.Since.Compare(b.Since) })
	return out, nil
}

// requestedEmail opens the address of the person to be erased; it is empty once nothing needs it any more.
func (e *Process) requestedEmail(ctx context.Context, id ident.ID) (string, error) {
	email := ""
	err := e.open(ctx, erasure.Category, id, func(event any, _ eventstore.Position) {
		if r, ok := event.(erasure.Requested); ok {
			email = r.Email.String()
		}
	})
	return email, err
}

// erasedAt is the position of the last PersonErased of an erasure.
func (e *Process) erasedAt(ctx context.Context, id ident.ID) (at eventstore.Position, err error) {
	err = e.open(ctx, erasure.Category, id, func(event any, p eventstore.Position) {
		if _, ok := event.(erasure.PersonErased); ok {
			at = p
		}
	})
	return at, err
}

func (e *Process) open(ctx context.Context, category string, id ident.ID, each func(any, eventstore.Position)) error {
	for r, err := range e.s.OpenedEvents(ctx, category, id) {
		if err != nil {
			return err
		}
		each(r.Event, r.Position)
	}
	return nil
}

// CompletedSince tells whether erasures were completed after a position, and up to where it looked.
func (e *Process) CompletedSince(ctx context.Context, after eventstore.Position) (
	upto eventstore.Position, some bool, err error,
) {
	upto, err = e.s.Search(ctx, after, []any{erasure.Completed{}}, func(command.Read) error {
		some = true
		return nil
	})
	return upto, some, err
}

// CompletedAt is the position at which an erasure was completed; zero when it is not.
func (e *Process) CompletedAt(ctx context.Context, id ident.ID) (at eventstore.Position, err error) {
	err = e.open(ctx, erasure.Category, id, func(event any, p eventstore.Position) {
		if _, ok := event.(erasure.Completed); ok {
			at = p
		}
	})
	return at, err
}
