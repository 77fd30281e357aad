package campaign

import (
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
)

// State is what the rules need to know of a campaign.
type State struct {
	Status        Status
	ID            ident.ID
	Subject       ident.ID
	Owner         ident.ID
	Lang          string // of its words
	Resources     []Resource
	Currency      money.Currency
	CurrencyFixed bool
	EndsAt        time.Time // zero without deadline
	Beneficiary   ident.ID
	Needs         []ident.ID // what it asks for now
	ClosedAt      time.Time  // when it last stopped taking contributions; zero while active
	Featured      bool
	SuspendedAt   time.Time  // zero unless it is suspended, which it may be whatever its status
	MoneyClosedAt time.Time  // when it was kept from collecting money; zero unless it was
	Approved      bool       // by a moderator, before it became public
	Unchecked     bool       // it has changed since a moderator approved it, or last checked its changes
	Saves         int64      // how often it was saved as a draft
	GivenUp       []ident.ID // the streams of slugs that it will never use
	Slugs         []ident.ID // the streams of slugs that it was renamed to
	Slug          ident.ID   // the last of them; nil until it is renamed
	WasUrgent     bool       // it is so once
	UrgentUntil   time.Time  // zero when it is not
	Asked         Asked
	Team          Team
	Page          ident.ID   // in whose name it goes; nil: in its owner's
	Permission    Permission // to collect money
	Held          bool       // it waited for the permission alone before it is public, when it asked for it
}

// Asked is what of a campaign's content its owner alone changes, but for its beneficiary.
type Asked struct {
	Goal, TimeGoal    int64
	EndDate, TimeZone string
	Relationship      string
}

// Decider folds a campaign's events into its state.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve:   evolve,
}

func evolve(s State, e Event) State {
	switch e := e.(type) {
	case Launched:
		s = State{Status: Active, ID: e.Campaign, Subject: e.Subject, Owner: e.Owner, Saves: s.Saves, GivenUp: s.GivenUp}
		s = s.with(e.Content)
	case Submitted:
		s = State{
			Status: Waits, ID: e.Campaign, Subject: e.Subject, Owner: e.Owner, ClosedAt: e.At, Saves: s.Saves, GivenUp: s.GivenUp,
		}
		s = s.with(e.Content)
	case Approved:
		s.Status, s.ClosedAt, s.Approved, s.Held = Active, time.Time{}, true, false
	case ChangesChecked:
		s.Unchecked = false
	case ChangesRequested:
		s.Status = ChangesAsked
	case Resubmitted:
		s.Status = Waits
	case Rejected:
		s.Status = TurnedDown
	case Withdrawn:
		s.Status = TakenBack
	case Suspended:
		s.SuspendedAt = e.At
	case Reinstated:
		s.SuspendedAt = time.Time{}
	case LaunchLapsed:
		s.Status = Lapsed
	case DraftSaved:
		s.Status, s.ID, s.Subject, s.Owner, s.Saves = Draft, e.Campaign, e.Subject, e.Owner, e.Number
		if !e.Beneficiary.IsNil() { // a name that comes back has the key it had
			s.Beneficiary = e.Beneficiary
		}
	case DraftDiscarded:
		s.Status = Discarded
	case SlugGivenUp:
		s.GivenUp = append(slices.Clip(s.GivenUp), e.Slug)
	case Revised:
		s = s.with(e.Content)
		s.Unchecked = s.Approved
	case MediaShown: // it is sealed: its readers open it
		s.Unchecked = s.Approved
	case DraftMediaKept, MoneyPurposeKept:
	case CurrencyFixed:
		s.Currency, s.CurrencyFixed = e.Currency, true
	case Paused:
		s.Status, s.ClosedAt = OnHold, e.At
	case Resumed:
		s.Status, s.ClosedAt = Active, time.Time{}
	case Completed:
		// the clock may have been late: gifts were not taken any more from the end date on
		if s.Status == Active {
			s.ClosedAt = e.At
			if !s.EndsAt.IsZero() && s.EndsAt.Before(e.At) {
				s.ClosedAt = s.EndsAt
			}
		}
		s.Status = Ended
	case Cancelled:
		if s.Status == Active {
			s.ClosedAt = e.At
		}
		s.Status = CalledOff
	case Featured:
		s.Featured = true
	case Unfeatured:
		s.Featured = false
	case CoOrganizerInvited, InvitationAccepted, InvitationDeclined, InvitationWithdrawn, CoOrganizerLeft, CoOrganizerRemoved,
		HandOverOffered, HandOverWithdrawn, HandOverDeclined, HandedOver:
		s = evolveTeam(s, e)
	case MarkedUrgent:
		s.WasUrgent, s.UrgentUntil = true, e.Until
	case UrgencyLapsed, UrgencyRemoved:
		s.UrgentUntil = time.Time{}
	case MoneyAsked:
		s.Permission, s.Held = PermissionAsked, e.Holds
	case MoneyAllowed:
		s.Permission, s.MoneyClosedAt = PermissionAllowed, time.Time{}
	case MoneyRefused:
		s.Permission, s.MoneyClosedAt = PermissionRefused, e.At
	case PageSet:
		s.Page = e.Page
	case PageTakenOff:
		s.Page = ident.Nil
	case Renamed:
		s.Slug = e.Stream
		if !s.Bears(e.Stream) {
			s.Slugs = append(slices.Clip(s.Slugs), e.Stream)
		}
	}
	return s
}

func (s State) with(c Content) State {
	s.Lang, s.Resources, s.Currency, s.EndsAt, s.Beneficiary = c.Lang, c.Resources, c.Goal.Currency, c.EndsAt, c.Beneficiary
	s.Asked = c.asked()
	s.Needs = make([]ident.ID, len(c.Needs))
	for i, n := range c.Needs {
		s.Needs[i] = n.ID
	}
	return s
}

func (c Content) asked() Asked {
	return Asked{c.Goal.Minor, c.TimeGoal, c.EndDate, c.TimeZone, c.Relationship}
}

// Exists tells whether the campaign was launched.
func (s State) Exists() bool {
	switch s.Status {
	case None, Lapsed, Draft, Discarded:
		return false
	case Active, OnHold, Ended, CalledOff, Waits, ChangesAsked, TurnedDown, TakenBack:
	}
	return true
}

// Takes tells whether a kind of contribution is among those the campaign asks for.
func (s State) Takes(r Resource) bool { return slices.Contains(s.Resources, r) }

// The refusals of a campaign.
var (
	ErrNotFound    = domain.Refuse(domain.NotFound, "campaign_not_found", "there is no such campaign")
	ErrNotYours    = domain.Refuse(domain.Forbidden, "not_campaign_owner", "only the campaign's owner may do this")
	ErrPaused      = domain.Refuse(domain.Closed, "campaign_paused", "the campaign is paused and takes no contributions now")
	ErrCompleted   = domain.Refuse(domain.Closed, "campaign_completed", "the campaign has ended")
	ErrCancelled   = domain.Refuse(domain.Closed, "campaign_cancelled", "the campaign was cancelled")
	ErrNotPaused   = domain.Refuse(domain.Closed, "campaign_not_paused", "the campaign is not paused")
	ErrNoTime      = domain.Refuse(domain.Closed, "time_not_asked", "the campaign does not ask for time")
	ErrNoThings    = domain.Refuse(domain.Closed, "things_not_asked", "the campaign does not ask for things")
	ErrOwnCampaign = domain.Refuse(domain.Forbidden, "own_campaign",
		"you run this campaign: nobody can accept a pledge of their own")
	ErrNoMoney       = domain.Refuse(domain.Closed, "money_not_asked", "the campaign does not ask for money")
	ErrCurrencyFixed = domain.RefuseField("currency", "currency_fixed", "the currency is fixed since the first gift")
	ErrNotEnded      = domain.Refuse(domain.Closed, "campaign_not_due", "the campaign's end date has not passed")
	ErrConsent       = domain.RefuseField("beneficiary_consent", "consent_required", "the beneficiary must have agreed to be named")
)

// Launch opens a campaign, or puts it before a moderator: a new one, or one that was kept as a draft.
type Launch struct {
	Campaign           ident.ID
	Subject            ident.ID
	Owner              ident.ID
	Slug               string
	Content            Content
	Media              Media
	BeneficiaryConsent bool
	Page               ident.ID // in whose name it goes, which the caller has checked; nil: in its owner's
	Review             bool     // a moderator sees it before the public does
	Permit             Permit   // to collect money
	Draft              int64    // the number of the save it builds on; 0 for what was no draft
	Now                time.Time
}

// ErrLapsed tells that a launch was given up: its campaign is launched under another id, or not at all.
var ErrLapsed = errors.New("the launch has lapsed")

// ErrGaveUpSlug tells that the campaign gave up the slug that it is to be launched under: it is launched under another.
var ErrGaveUpSlug = errors.New("the campaign gave up the slug")

// Decide refuses incomplete content, all faults at once, and a draft as saving it does. Errors: ErrLapsed, ErrGaveUpSlug.
func (c Launch) Decide(s State) ([]Event, error) {
	switch {
	case c.Draft > 0:
		if err := s.DraftOf(c.Owner, c.Draft); err != nil {
			return nil, err
		}
		if s.GaveUp(ident.Pair(SlugCategory, c.Slug)) {
			return nil, ErrGaveUpSlug
		}
	case s.Status == Lapsed:
		return nil, ErrLapsed
	case s.Status != None:
		return nil, domain.Refuse(domain.Closed, "campaign_exists", "the campaign exists already")
	}
	if err := c.Content.check(c.Media, c.BeneficiaryConsent, c.Now); err != nil {
		return nil, err
	}
	launched := Launched{
		Campaign: c.Campaign, Subject: c.Subject, Owner: c.Owner, Slug: plainText(c.Slug), Content: c.Content.tidy(), At: c.Now,
	}
	shown := c.Media.shown(c.Campaign, c.Subject, Media{}, c.Now)
	shown = append(shown, State{}.named(c.Campaign, c.Page, c.Owner, c.Now)...)
	asked, held, err := c.askMoney()
	if err != nil {
		return nil, err
	}
	shown = append(shown, asked...)
	if c.Review || held {
		return append([]Event{Submitted(launched)}, shown...), nil
	}
	return append([]Event{launched}, shown...), nil
}

// LapseLaunch gives up a launch that was cut off, so that the slug which was reserved for it can go to others.
type LapseLaunch struct {
	Campaign ident.ID
	Slug     ident.ID // of the stream that reserves it
	Now      time.Time
}

// Decide leaves a campaign that was launched, or given up, as it is. A draft stays one, and gives up the slug alone.
func (c LapseLaunch) Decide(s State) ([]Event, error) {
	if s.Status == Draft && !s.GaveUp(c.Slug) {
		return []Event{SlugGivenUp{Campaign: c.Campaign, Slug: c.Slug, At: c.Now}}, nil
	}
	if s.Status != None {
		return nil, nil
	}
	return []Event{LaunchLapsed{Campaign: c.Campaign, At: c.Now}}, nil
}

// Revise changes a campaign's content. The currency can't change once fixed; a campaign that is over can't be revised.
type Revise struct {
	Actor              ident.ID
	Content            Content
	Media              Media
	Shown              Media // what it shows now: the caller opened it: a state holds nothing that is sealed
	BeneficiaryConsent bool
	Page               ident.ID // in whose name it goes, which the caller has checked; nil: in its owner's
	Permit             Permit   // to collect money
	Resubmit           bool     // before a moderator, who asked for changes
	Slug               string   // another slug, which is reserved for it; empty to keep the one it has
	Now                time.Time
}

// Decide refuses others than those who run it, campaigns that are over and incomplete content. A co-organizer changes its words
// and what things it needs; the rest is its owner's. Error: ErrGaveUpSlug.
func (c Revise) Decide(s State) ([]Event, error) {
	if err := s.revisable(c.Actor, c.Now); err != nil {
		return nil, err
	}
	if s.Owner != c.Actor {
		if err := c.wordsAlone(s); err != nil {
			return nil, err
		}
	}
	if err := c.Content.check(c.Media, c.BeneficiaryConsent, c.Now); err != nil {
		return nil, err
	}
	if c.Page != s.Page && !c.Page.IsNil() && s.WasPublic() {
		return nil, ErrPageFixed
	}
	if s.CurrencyFixed && c.Content.Goal.Currency != s.Currency {
		return nil, ErrCurrencyFixed
	}
	out := append([]Event{Revised{Campaign: s.ID, Subject: s.Subject, Content: c.Content.tidy(), At: c.Now}},
		c.Media.shown(s.ID, s.Subject, c.Shown, c.Now)...)
	out = append(out, s.named(s.ID, c.Page, c.Actor, c.Now)...)
	if c.Slug != "" {
		stream := ident.Pair(SlugCategory, c.Slug)
		if s.GaveUp(stream) {
			return nil, ErrGaveUpSlug
		}
		out = append(out, Renamed{Campaign: s.ID, Subject: s.Subject, Slug: plainText(c.Slug), Stream: stream, At: c.Now})
	}
	asked, err := c.askAgain(s)
	if err != nil {
		return nil, err
	}
	out = append(out, asked...)
	if c.Resubmit && s.Status == ChangesAsked {
		out = append(out, Resubmitted{Campaign: s.ID, At: c.Now})
	}
	return out, nil
}

// wordsAlone refuses, at their fields, changes that are the owner's.
func (c Revise) wordsAlone(s State) error {
	said := c.Content.tidy()
	was, is := s.Asked, said.asked()
	var faults domain.Refusals
	owners := func(field string, changed bool) {
		if changed {
			faults = append(faults, domain.RefuseField(field, "owner_only", "only the campaign's owner changes this"))
		}
	}
	owners("goal_amount", was.Goal != is.Goal)
	owners("currency", s.Currency != said.Goal.Currency)
	owners("time_goal_hours", was.TimeGoal != is.TimeGoal)
	owners("end_date", was.EndDate != is.EndDate || is.EndDate != "" && was.TimeZone != is.TimeZone)
	owners("beneficiary_name", s.Beneficiary != said.Beneficiary || was.Relationship != is.Relationship)
	owners("resource_types", !slices.Equal(s.Resources, said.Resources))
	media := c.Media.tidy()
	owners("photo", c.Shown.Photo != media.Photo)
	owners("video", c.Shown.Video != media.Video)
	owners("page_id", c.Page != s.Page)
	if s.Status == ChangesAsked {
		return ErrNotYours // what a moderator asks for is asked of the owner
	}
	return faults.OrNil()
}

// Pause stops contributions; doing so twice changes nothing.
type Pause struct {
	Actor ident.ID
	Now   time.Time
}

// Decide refuses others than the owner, and campaigns that are over.
func (c Pause) Decide(s State) ([]Event, error) {
	if err := s.running(c.Actor, c.Now); err != nil {
		return nil, err
	}
	if s.Status == OnHold {
		return nil, nil
	}
	return []Event{Paused{Campaign: s.ID, At: c.Now}}, nil
}

// Resume takes contributions again.
type Resume struct {
	Actor ident.ID
	Now   time.Time
}

// Decide refuses others than the owner and campaigns that are over; an active one stays as it is.
func (c Resume) Decide(s State) ([]Event, error) {
	if err := s.running(c.Actor, c.Now); err != nil {
		return nil, err
	}
	if s.Status == Active {
		return nil, nil
	}
	return []Event{Resumed{Campaign: s.ID, At: c.Now}}, nil
}

// Complete ends a campaign for good: asked by its owner, or by the clock when Actor is nil.
type Complete struct {
	Actor ident.ID
	Now   time.Time
}

// Decide refuses others than the owner, campaigns that were cancelled, and the clock before the end date. Ending twice
// changes nothing, and the clock leaves what was cancelled as it is.
func (c Complete) Decide(s State) ([]Event, error) {
	reason := ByOwner
	if c.Actor.IsNil() {
		if !s.Exists() {
			return nil, ErrNotFound
		}
		if s.Status == CalledOff || !s.WasPublic() { // what waits for a moderator has its clock set when it is approved
			return nil, nil
		}
		if s.EndsAt.IsZero() || c.Now.Before(s.EndsAt) {
			return nil, ErrNotEnded
		}
		reason = ByEndDate
	} else if err := s.owned(c.Actor); err != nil {
		return nil, err
	} else if s.Status == CalledOff {
		return nil, ErrCancelled
	} else if err := s.public(); err != nil {
		return nil, err
	}
	if s.Status == Ended {
		return nil, nil
	}
	return []Event{Completed{Campaign: s.ID, Reason: reason, At: c.Now}}, nil
}

// Cancel ends a campaign for good before it reached what it was for, and says why.
type Cancel struct {
	Actor  ident.ID
	Reason string
	Now    time.Time
}

// Decide refuses others than the owner, campaigns that ended, and a reason that is missing or too long. Cancelling twice
// changes nothing: the reason given first stays.
func (c Cancel) Decide(s State) ([]Event, error) {
	if s.Status == CalledOff {
		return nil, s.owned(c.Actor)
	}
	if err := s.running(c.Actor, c.Now); err != nil {
		return nil, err
	}
	switch n := chars(c.Reason); {
	case n == 0:
		return nil, domain.RefuseField("reason", "cancel_reason_required", "say why: everybody who comes to its address is shown it")
	case n > MaxReason:
		return nil, domain.RefuseField("reason", "too_long", "this is too long").With("max", MaxReason)
	}
	return []Event{Cancelled{Campaign: s.ID, Subject: s.Subject, Reason: plainText(c.Reason), At: c.Now}}, nil
}

// Feature puts a campaign among the featured, or takes it out. The caller has checked that the actor is staff.
type Feature struct {
	On  bool
	Now time.Time
}

// Decide refuses an unknown campaign; what is so already changes nothing.
func (c Feature) Decide(s State) ([]Event, error) {
	switch {
	case !s.Exists():
		return nil, ErrNotFound
	case c.On && !s.WasPublic():
		return nil, s.public()
	case s.Featured == c.On:
		return nil, nil
	case c.On:
		return []Event{Featured{Campaign: s.ID, At: c.Now}}, nil
	}
	return []Event{Unfeatured{Campaign: s.ID, At: c.Now}}, nil
}

// AdmitsGift refuses a gift of money to a campaign that takes none now. byPage says whether the page in whose name it goes is
// allowed to collect money.
func (s State) AdmitsGift(byPage bool, now time.Time) error {
	if err := s.open(now); err != nil {
		return err
	}
	if !s.Takes(Money) {
		return ErrNoMoney
	}
	if !s.CollectsMoney(byPage) {
		return ErrMoneyNotAllowed
	}
	return nil
}

// AdmitsPledge refuses a pledge of time or things, by a member, to a campaign that takes none now: one it did not ask for, or
// of somebody who would have to accept it themselves.
func (s State) AdmitsPledge(r Resource, by ident.ID, now time.Time) error {
	if err := s.open(now); err != nil {
		return err
	}
	switch {
	case r == Time && !s.Takes(Time):
		return ErrNoTime
	case r == Materials && !s.Takes(Materials):
		return ErrNoThings
	case s.RunBy(by) == nil:
		return ErrOwnCampaign
	}
	return nil
}

// FixCurrency binds the campaign to its currency, because its first gift is about to count. The campaign may have ended
// meanwhile: what was paid counts all the same.
type FixCurrency struct{}

// Decide refuses an unknown campaign; a currency that is fixed stays as it is.
func (FixCurrency) Decide(s State) ([]Event, error) {
	switch {
	case !s.Exists():
		return nil, ErrNotFound
	case s.CurrencyFixed:
		return nil, nil
	}
	return []Event{CurrencyFixed{Campaign: s.ID, Currency: s.Currency}}, nil
}

func (s State) open(now time.Time) error {
	switch {
	case !s.Exists() || !s.WasPublic():
		return ErrNotFound
	case !s.SuspendedAt.IsZero():
		return ErrSuspended
	case s.Status == CalledOff:
		return ErrCancelled
	case s.over(now):
		return ErrCompleted
	case s.Status == OnHold:
		return ErrPaused
	}
	return nil
}

// over tells whether the campaign has ended, also when its end date passed and the clock has not said so yet.
func (s State) over(now time.Time) bool {
	return s.Status == Ended || !s.EndsAt.IsZero() && !now.Before(s.EndsAt)
}

// ClosedSince tells since when the campaign takes no gifts of money; zero while it does.
func (s State) ClosedSince(now time.Time) time.Time {
	closed := s.ClosedAt
	if s.Status == Active && !s.EndsAt.IsZero() && !now.Before(s.EndsAt) {
		closed = s.EndsAt
	}
	for _, at := range []time.Time{s.SuspendedAt, s.MoneyClosedAt} {
		if !at.IsZero() && (closed.IsZero() || at.Before(closed)) {
			closed = at
		}
	}
	return closed
}

// running refuses whoever does not run the campaign, and campaigns that are over.
func (s State) running(actor ident.ID, now time.Time) error {
	if err := s.owned(actor); err != nil {
		return err
	}
	switch {
	case s.Status == CalledOff:
		return ErrCancelled
	case !s.WasPublic():
		return s.public()
	case s.over(now):
		return ErrCompleted
	}
	return nil
}

func (s State) owned(actor ident.ID) error {
	if !s.Exists() {
		return ErrNotFound
	}
	if actor.IsNil() || s.Owner != actor {
		return ErrNotYours
	}
	return nil
}

func chars(s string) int { return utf8.RuneCountInString(strings.TrimSpace(s)) }
