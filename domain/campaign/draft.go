package campaign

import (
	"slices"
	"strconv"
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
)

// Limits of drafts.
const (
	// MaxDrafts a member has at once.
	MaxDrafts = 20
	// MaxDraftSaves of one draft: each is kept in the log for ever.
	MaxDraftSaves = 2000
)

// DraftSaved keeps what a member has written so far of a campaign that is not launched yet. Only they are shown it.
type DraftSaved struct {
	Campaign ident.ID `json:"campaign"`
	Subject  ident.ID `json:"subject"` // whose key seals the words, those of the campaign once it is launched too
	Owner    ident.ID `json:"owner"`
	Number   int64    `json:"number"`            // of the times it was saved, from 1
	Consent  bool     `json:"consent,omitempty"` // the beneficiary was said to have agreed to be named
	Content
	At time.Time `json:"at"`
}

// DraftMediaKept says which photograph and which video a draft keeps from now on.
type DraftMediaKept MediaShown

// DraftDiscarded throws a draft away for good.
type DraftDiscarded struct {
	Campaign ident.ID  `json:"campaign"`
	Owner    ident.ID  `json:"owner"`
	At       time.Time `json:"at"`
}

// SlugGivenUp says that a campaign will never use a slug that it reserved: the slug may go to others.
type SlugGivenUp struct {
	Campaign ident.ID  `json:"campaign"`
	Slug     ident.ID  `json:"slug"` // of the stream that reserves it
	At       time.Time `json:"at"`
}

func (DraftSaved) campaignEvent()     {}
func (DraftMediaKept) campaignEvent() {}
func (DraftDiscarded) campaignEvent() {}
func (SlugGivenUp) campaignEvent()    {}

// The refusals of a draft.
var (
	ErrDraftNotFound = domain.Refuse(domain.NotFound, "draft_not_found", "there is no such draft")
	// ErrDraftConflict tells that a draft was saved since its sender read it: on another device, say.
	ErrDraftConflict = domain.Refuse(domain.Stale, "draft_conflict", "the draft was saved elsewhere since you read it")
	ErrDraftLaunched = domain.Refuse(domain.Closed, "draft_launched", "the campaign was launched already")
	ErrDraftFull     = domain.Refuse(domain.Closed, "draft_saved_too_often", "the draft was saved too often").
				With("max", MaxDraftSaves)
	ErrTooManyDrafts = domain.Refuse(domain.Closed, "too_many_drafts", "there are too many drafts").With("max", MaxDrafts)
)

// SaveDraft keeps what a member has written. Number is that of the save it builds on, 0 for a draft that begins.
type SaveDraft struct {
	Campaign, Subject, Owner ident.ID
	Number                   int64
	Content                  Content
	Media                    Media
	Kept                     Media // what the draft keeps now: the caller opened it: a state holds nothing that is sealed
	Consent                  bool
	Page                     ident.ID // in whose name it is to go, which the caller has checked; nil: in its owner's
	Purpose, PurposeKept     string   // what the money is for, and what the draft says of that now, opened
	Now                      time.Time
}

// Decide refuses words that are too long, figures and choices that there are none of, somebody else's draft, and one that was
// saved since, launched or discarded.
// What is missing yet is no fault.
func (c SaveDraft) Decide(s State) ([]Event, error) {
	if c.Number > 0 || s.Status != None {
		if err := s.DraftOf(c.Owner, c.Number); err != nil {
			return nil, err
		}
		c.Campaign, c.Subject = s.ID, s.Subject
	}
	if s.Saves >= MaxDraftSaves {
		return nil, ErrDraftFull
	}
	if err := c.Content.checkDraft(); err != nil {
		return nil, err
	}
	if err := c.Media.check().OrNil(); err != nil {
		return nil, err
	}
	if chars(c.Purpose) > MaxReason {
		return nil, domain.RefuseField("money_purpose", "too_long", "this is too long").With("max", MaxReason)
	}
	said := c.Content.trimmed()
	if said.EndDate == "" {
		said.TimeZone = ""
	}
	out := []Event{DraftSaved{
		Campaign: c.Campaign, Subject: c.Subject, Owner: c.Owner, Number: s.Saves + 1, Consent: c.Consent,
		Content: said, At: c.Now,
	}}
	out = append(out, s.named(c.Campaign, c.Page, c.Owner, c.Now)...)
	for _, e := range c.Media.shown(c.Campaign, c.Subject, c.Kept, c.Now) {
		if shown, ok := e.(MediaShown); ok {
			out = append(out, DraftMediaKept(shown))
		}
	}
	if purpose := plainText(c.Purpose); purpose.String() != c.PurposeKept {
		out = append(out, MoneyPurposeKept{Campaign: c.Campaign, Subject: c.Subject, Purpose: purpose, At: c.Now})
	}
	return out, nil
}

// DiscardDraft throws a draft away, as its owner read it last.
type DiscardDraft struct {
	Actor  ident.ID
	Number int64
	Now    time.Time
}

// Decide refuses somebody else's draft, and one that was saved since or launched. Doing so twice changes nothing.
func (c DiscardDraft) Decide(s State) ([]Event, error) {
	if s.Status == Discarded && s.Owner == c.Actor {
		return nil, nil
	}
	if err := s.DraftOf(c.Actor, c.Number); err != nil {
		return nil, err
	}
	return []Event{DraftDiscarded{Campaign: s.ID, Owner: s.Owner, At: c.Now}}, nil
}

// DraftOf refuses whoever is not a draft's owner, as if there was none, and a draft that is not what they read last: what they
// send is not even looked at.
func (s State) DraftOf(actor ident.ID, number int64) error {
	switch {
	case s.Status == None, s.Status == Lapsed, s.Status == Discarded, actor.IsNil(), s.Owner != actor:
		return ErrDraftNotFound
	case s.Status != Draft:
		return ErrDraftLaunched
	case s.Saves != number:
		return ErrDraftConflict.With("number", s.Saves)
	}
	return nil
}

// GaveUp tells whether the campaign will never use the slug that a stream reserves.
func (s State) GaveUp(slug ident.ID) bool { return slices.Contains(s.GivenUp, slug) }

// checkDraft finds what no campaign could say, however much is missing yet: words, figures and choices out of bounds.
func (c Content) checkDraft() error {
	var faults domain.Refusals
	refuse := func(is bool, r *domain.Refusal) {
		if is {
			faults = append(faults, r)
		}
	}
	refuse(c.Category != "" && !c.Category.Valid(),
		domain.RefuseField("category", "unknown_category", "the category is not known"))
	refuse(c.Relationship != "" && !slices.Contains(Relationships, c.Relationship),
		domain.RefuseField("beneficiary_relationship", "unknown_relationship", "the relationship is not known"))
	refuse(slices.ContainsFunc(c.Resources, func(r Resource) bool { return r != Money && r != Time && r != Materials }),
		domain.RefuseField("resource_types", "unknown_resource", "a resource type is not known"))
	refuse(!c.Goal.Currency.Valid(), domain.RefuseField("currency", "unknown_currency", "the currency must be EUR, USD or GBP"))
	refuse(c.Goal.Minor < 0 || c.Goal.Minor > MaxGoal,
		domain.RefuseField("goal_amount", "out_of_range", "the goal is out of range").With("max", MaxGoal))
	refuse(c.TimeGoal < 0 || c.TimeGoal > MaxTimeGoal,
		domain.RefuseField("time_goal_hours", "out_of_range", "the goal is out of range").With("max", MaxTimeGoal/60))
	text := func(field string, t personal.Text, limit int) {
		if chars(t.String()) > limit {
			faults = append(faults, domain.RefuseField(field, "too_long", "this is too long").With("max", limit))
		}
	}
	text("title", c.Title, MaxTitle)
	text("description", c.Description, MaxDescription)
	text("story", c.Story, MaxStory)
	text("location", c.Location, MaxLocation)
	text("beneficiary_name", c.ForName, MaxName)
	if len(c.Needs) > MaxNeeds {
		faults = append(faults, domain.RefuseField("needs", "too_many_items", "there are too many needs").With("max", MaxNeeds))
	}
	for i, n := range c.Needs {
		at := "needs." + strconv.Itoa(i) + "."
		text(at+"item", n.Item, MaxItem)
		text(at+"unit", n.Unit, MaxUnit)
		text(at+"note", n.Note, MaxNote)
		refuse(n.Quantity < 0 || n.Quantity > MaxQuantity,
			domain.RefuseField(at+"quantity", "out_of_range", "the quantity is out of range").With("max", MaxQuantity))
	}
	return faults.OrNil()
}

// DraftsCategory of the streams that list a member's drafts, one a member.
const DraftsCategory = "drafts"

// DraftsEvent is what happened to the list of a member's drafts.
//
//sumtype:decl
type DraftsEvent interface{ draftsEvent() }

// DraftsListed says which drafts a member has begun, as far as they are known to be drafts still.
type DraftsListed struct {
	Member ident.ID   `json:"member"`
	Drafts []ident.ID `json:"drafts"`
	At     time.Time  `json:"at"`
}

func (DraftsListed) draftsEvent() {}

// DraftsDecider folds a member's list into the drafts on it.
var DraftsDecider = domain.Decider[[]ident.ID, DraftsEvent]{
	Category: DraftsCategory,
	Initial:  func() []ident.ID { return nil },
	Evolve: func(_ []ident.ID, e DraftsEvent) []ident.ID {
		switch e := e.(type) {
		case DraftsListed:
			return e.Drafts
		}
		return nil
	},
}

// ListDraft puts a draft on its owner's list. Over are those on it that were found to be drafts no more.
type ListDraft struct {
	Member, Draft ident.ID
	Over          []ident.ID
	Now           time.Time
}

// Decide refuses a draft too many; one that is listed changes nothing.
func (c ListDraft) Decide(listed []ident.ID) ([]DraftsEvent, error) {
	if slices.Contains(listed, c.Draft) {
		return nil, nil
	}
	left := slices.DeleteFunc(slices.Clone(listed), func(id ident.ID) bool { return slices.Contains(c.Over, id) })
	if len(left) >= MaxDrafts {
		return nil, ErrTooManyDrafts
	}
	return []DraftsEvent{DraftsListed{Member: c.Member, Drafts: append(left, c.Draft), At: c.Now}}, nil
}
