package materialpledge

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/domain/personal"
)

// Limits of a pledge: of its words in characters, of the number of things, and of how long they are lent.
const (
	MaxItem     = 120
	MaxWords    = 500
	MaxQuantity = 10_000
	MaxLoan     = 5 * 366 * 24 * time.Hour
)

// Status is where a pledge stands.
type Status string

// The states.
const (
	None      Status = ""
	Offered   Status = "pledged"
	Expected  Status = "accepted"
	Arrived   Status = "received"
	GivenBack Status = "returned"
	TurnedOff Status = "declined"
	TakenBack Status = "withdrawn"
)

// State is what the rules need to know of a pledge.
type State struct {
	Parties
	Status     Status
	Lent       bool
	Taken      int64
	Received   int64
	Condition  Condition // in which it was received
	AcceptedAt time.Time
}

// Decider folds a pledge's events into its state.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve:   evolve,
}

func evolve(s State, e Event) State {
	switch e := e.(type) {
	case Pledged:
		s = State{Parties: e.Parties, Status: Offered, Lent: e.Lent}
	case Accepted:
		s.Status, s.Taken, s.AcceptedAt = Expected, e.Taken, e.At
	case Received:
		s.Received, s.Condition = e.Received, e.Condition
		if s.Status != GivenBack {
			s.Status = Arrived
		}
	case Returned:
		s.Status = GivenBack
	case Declined:
		s.Status = TurnedOff
	case Withdrawn:
		s.Status = TakenBack
	}
	return s
}

// The refusals of a pledge of things.
var (
	ErrNotFound    = domain.Refuse(domain.NotFound, "pledge_not_found", "there is no such pledge")
	ErrNotYours    = domain.Refuse(domain.Forbidden, "not_your_pledge", "only whoever pledged may do this")
	ErrExists      = domain.Refuse(domain.Closed, "pledge_exists", "the pledge exists already")
	ErrOver        = domain.Refuse(domain.Closed, "pledge_over", "the pledge was declined or withdrawn")
	ErrDone        = domain.Refuse(domain.Closed, "pledge_done", "the pledge is completed")
	ErrNotAccepted = domain.Refuse(domain.Closed, "pledge_not_accepted", "the pledge was not accepted yet")
	ErrNotLent     = domain.Refuse(domain.Closed, "pledge_not_lent", "this was given, not lent")
	ErrNotReceived = domain.Refuse(domain.Closed, "pledge_not_received", "this has not been received yet")
)

// Pledge offers things.
type Pledge struct {
	Parties
	Item             string
	Condition        Condition
	Value            money.Amount
	Delivery         Delivery
	Lent             bool
	Until            string
	Address, Message string
	Lang             string
	Now              time.Time
}

// Decide refuses a pledge of nothing or of too much, or one that is not described, all faults at once.
func (c Pledge) Decide(s State) ([]Event, error) {
	if s.Status != None {
		return nil, ErrExists
	}
	var faults domain.Refusals
	if strings.TrimSpace(c.Item) == "" && c.Need.IsNil() {
		faults = append(faults, domain.RefuseField("item", "item_required", "say what it is"))
	}
	faults = append(faults, checkWords("item", c.Item, MaxItem)...)
	faults = append(faults, checkQuantity("quantity", c.Quantity)...)
	faults = append(faults, checkCondition(c.Condition)...)
	if c.Value.Minor != 0 {
		if r := c.Value.Check("value"); r != nil {
			faults = append(faults, r)
		}
	}
	if !slices.Contains(Deliveries, c.Delivery) {
		faults = append(faults, domain.RefuseField("delivery", "unknown_delivery", "say how it comes"))
	}
	if c.Lent {
		faults = append(faults, c.checkLoan()...)
	}
	faults = append(faults, checkWords("address", c.Address, MaxWords)...)
	faults = append(faults, checkWords("message", c.Message, MaxWords)...)
	if err := faults.OrNil(); err != nil {
		return nil, err
	}
	e := Pledged{
		Parties: c.Parties, Item: words(c.Item), Condition: c.Condition, Value: c.Value, Delivery: c.Delivery, Lent: c.Lent,
		Address: words(c.Address), Message: words(c.Message), Lang: c.Lang, At: c.Now,
	}
	if c.Lent {
		e.Until = c.Until
	}
	return []Event{e}, nil
}

func (c Pledge) checkLoan() domain.Refusals {
	day, err := time.Parse(time.DateOnly, c.Until)
	switch {
	case err != nil:
		return domain.Refusals{domain.RefuseField("until", "return_date_required", "say until when it is lent")}
	case day.Before(c.Now.UTC().Truncate(24 * time.Hour)):
		return domain.Refusals{domain.RefuseField("until", "return_date_past", "that day has passed")}
	case day.After(c.Now.Add(MaxLoan)):
		return domain.Refusals{domain.RefuseField("until", "return_date_far", "that day is too far away")}
	}
	return nil
}

func checkQuantity(field string, n int64) domain.Refusals {
	switch {
	case n <= 0:
		return domain.Refusals{domain.RefuseField(field, "quantity_required", "say how many")}
	case n > MaxQuantity:
		return domain.Refusals{domain.RefuseField(field, "quantity_too_large", "these are too many").With("max", MaxQuantity)}
	}
	return nil
}

func checkCondition(c Condition) domain.Refusals {
	if !slices.Contains(Conditions, c) {
		return domain.Refusals{domain.RefuseField("condition", "unknown_condition", "say how good it is")}
	}
	return nil
}

func checkWords(field, text string, limit int) domain.Refusals {
	if utf8.RuneCountInString(strings.TrimSpace(text)) > limit {
		return domain.Refusals{domain.RefuseField(field, "too_long", "this is too long").With("max", limit)}
	}
	return nil
}

func words(text string) personal.Text { return personal.Plain(strings.TrimSpace(text)) }

// Accept takes a pledge up, or a part of it. The caller has checked that the organizer runs the campaign.
type Accept struct {
	Organizer   ident.ID // the organizer's subject
	Quantity    int64    // 0: all of it
	Place, Note string
	Now         time.Time
}

// Decide refuses what is over, and more than was pledged. What was accepted stays so.
func (c Accept) Decide(s State) ([]Event, error) {
	if err := s.known(); err != nil {
		return nil, err
	}
	if s.Status != Offered {
		return nil, nil
	}
	taken := c.Quantity
	if taken == 0 {
		taken = s.Quantity
	}
	var faults domain.Refusals
	if taken < 0 || taken > s.Quantity {
		faults = append(faults, domain.RefuseField("quantity", "more_than_pledged", "fewer were pledged").With("max", s.Quantity))
	}
	faults = append(faults, checkWords("place", c.Place, MaxWords)...)
	faults = append(faults, checkWords("note", c.Note, MaxWords)...)
	if err := faults.OrNil(); err != nil {
		return nil, err
	}
	return []Event{Accepted{
		Parties: s.Parties, Taken: taken, Organizer: c.Organizer, Place: words(c.Place), Note: words(c.Note), At: c.Now,
	}}, nil
}

// known refuses a pledge that does not exist or is over.
func (s State) known() error {
	switch s.Status {
	case None:
		return ErrNotFound
	case TurnedOff, TakenBack:
		return ErrOver
	case Offered, Expected, Arrived, GivenBack:
	}
	return nil
}

// Receive has things arrive, or corrects what arrived. The caller has checked that the organizer runs the campaign.
type Receive struct {
	Quantity  int64
	Condition Condition
	Now       time.Time
}

// Decide refuses what was not accepted. More than was pledged may arrive. What is so already changes nothing.
func (c Receive) Decide(s State) ([]Event, error) {
	if err := s.known(); err != nil {
		return nil, err
	}
	if s.Status == Offered {
		return nil, ErrNotAccepted
	}
	if err := append(checkQuantity("quantity", c.Quantity), checkCondition(c.Condition)...).OrNil(); err != nil {
		return nil, err
	}
	if s.Received == c.Quantity && s.Condition == c.Condition {
		return nil, nil
	}
	return []Event{Received{
		Parties: s.Parties, Taken: s.Taken, Received: c.Quantity, Before: s.Received, Condition: c.Condition, At: c.Now,
	}}, nil
}

// Return has what was lent go back. The caller has checked that the actor is one of both sides.
type Return struct{ Now time.Time }

// Decide refuses what was given, and what has not arrived.
func (c Return) Decide(s State) ([]Event, error) {
	if err := s.known(); err != nil {
		return nil, err
	}
	switch {
	case !s.Lent:
		return nil, ErrNotLent
	case s.Status == GivenBack:
		return nil, nil
	case s.Status != Arrived:
		return nil, ErrNotReceived
	}
	return []Event{Returned{Pledge: s.Pledge, Campaign: s.Campaign, At: c.Now}}, nil
}

// open refuses a pledge of which nothing is open.
func (s State) open() error {
	if err := s.known(); err != nil {
		return err
	}
	if s.Status == Arrived || s.Status == GivenBack {
		return ErrDone
	}
	return nil
}

// Decline turns a pledge down, or calls off one that was accepted. The caller has checked that the organizer runs the campaign.
type Decline struct {
	Organizer ident.ID // the organizer's subject
	Reason    string
	Now       time.Time
}

// Decide wants a reason, which the person is shown. What was declined stays so.
func (c Decline) Decide(s State) ([]Event, error) {
	if s.Status == TurnedOff {
		return nil, nil
	}
	if err := s.open(); err != nil {
		return nil, err
	}
	if strings.TrimSpace(c.Reason) == "" {
		return nil, domain.RefuseField("reason", "reason_required", "say why: the person is shown it")
	}
	if err := checkWords("reason", c.Reason, MaxWords).OrNil(); err != nil {
		return nil, err
	}
	return []Event{Declined{
		Parties: s.Parties, Taken: s.Taken, Organizer: c.Organizer, Reason: words(c.Reason), Cause: ByOrganizer,
		AcceptedAt: s.AcceptedAt, At: c.Now,
	}}, nil
}

// Close declines what nobody had answered when the campaign ended.
type Close struct{ Now time.Time }

// Decide leaves every other pledge as it is: what was accepted may still arrive.
func (c Close) Decide(s State) ([]Event, error) {
	if s.Status != Offered {
		return nil, nil
	}
	return []Event{Declined{Parties: s.Parties, Cause: CampaignEnded, At: c.Now}}, nil
}

// Withdraw takes a pledge back.
type Withdraw struct {
	Actor ident.ID // the member
	Now   time.Time
}

// Decide refuses others than whoever pledged, and what has arrived. What was withdrawn stays so.
func (c Withdraw) Decide(s State) ([]Event, error) {
	switch {
	case s.Status == None:
		return nil, ErrNotFound
	case c.Actor.IsNil() || s.Member != c.Actor:
		return nil, ErrNotYours
	case s.Status == TakenBack:
		return nil, nil
	}
	if err := s.open(); err != nil {
		return nil, err
	}
	return []Event{Withdrawn{Parties: s.Parties, Taken: s.Taken, AcceptedAt: s.AcceptedAt, At: c.Now}}, nil
}

// ItemIn finds what a pledge says its things are, and whose words these are.
func ItemIn(e Event) (subject ident.ID, item personal.Text, sets bool) {
	if e, ok := e.(Pledged); ok {
		return e.Supporter, e.Item, true
	}
	return ident.Nil, personal.Text{}, false
}
