package orgpage

import (
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/personal"
)

// Limits of a page's words, in characters.
const (
	MaxName        = 80
	MaxDescription = 1000
	MaxIndustry    = 60
	MaxLocation    = 100
	MaxWebsite     = 200
)

// State is what the rules need to know of a page.
type State struct {
	Owner    ident.ID  // the member whose page it is; nil before it is opened
	Times    int       // how often it said something
	Said     time.Time // when it did last
	Verified bool
	Collects bool // an administrator lets its campaigns collect money
	Closed   bool
	Logo     string   // the upload that is shown; empty without one
	LogoBy   ident.ID // who uploaded it

	Editors     []ident.ID // who edit it beside its owner, who joined first first
	Invitations []Invitation
}

// Open tells whether there is such a page, and it is not closed.
func (s State) Open() bool { return !s.Owner.IsNil() && !s.Closed }

// Decider folds the events of a page into its state.
var Decider = domain.Decider[State, Event]{
	Category: Category,
	Initial:  func() State { return State{} },
	Evolve: func(s State, e Event) State {
		switch e := e.(type) {
		case Opened:
			s.Owner, s.Times, s.Said = e.Member, 1, e.At
		case Revised:
			s.Times, s.Said = s.Times+1, e.At
		case LogoChanged:
			s.Logo, s.LogoBy = e.Upload, e.Member
		case Closed:
			s.Closed = true
		case Verified:
			s.Verified = true
		case Unverified:
			s.Verified = false
		case MoneyAllowed:
			s.Collects = true
		case MoneyWithdrawn:
			s.Collects = false
		case EditorInvited, EditorJoined, EditorDeclined, InvitationWithdrawn, EditorLeft, EditorRemoved, HandedOver:
			return evolveEditors(s, e)
		}
		return s
	},
}

// The refusals of a page.
var (
	ErrNotFound = domain.Refuse(domain.NotFound, "page_not_found", "there is no such page")
	ErrExists   = domain.Refuse(domain.Closed, "page_exists", "the page was made already")
	ErrNotYours = domain.Refuse(domain.Forbidden, "page_not_yours", "this page is somebody else's")
	ErrChanged  = domain.Refuse(domain.Stale, "page_changed", "somebody changed the page since you read it")
)

// Writing is what somebody says of an organization.
type Writing struct {
	Author                                         ident.ID // their subject
	Kind                                           Kind
	Name, Description, Industry, Location, Website string
	Lang                                           string
}

// words refuses a page without a name or a kind, words that are too long, and an address that is none of the web, all faults at
// once. A website may be given without its scheme.
func (w Writing) words() (Words, error) {
	var faults domain.Refusals
	line := func(field, words string, limit int) personal.Text {
		words = strings.TrimSpace(words)
		if utf8.RuneCountInString(words) > limit {
			faults = append(faults, domain.RefuseField(field, "too_long", "this is too long").With("max", limit))
		}
		return personal.Plain(words)
	}
	out := Words{
		Author: w.Author, Kind: w.Kind, Lang: w.Lang, Name: line("name", w.Name, MaxName),
		Description: line("description", w.Description, MaxDescription), Industry: line("industry", w.Industry, MaxIndustry),
		Location: line("location", w.Location, MaxLocation),
	}
	if out.Name.IsEmpty() {
		faults = append(faults, domain.RefuseField("name", "required", "this is needed"))
	}
	if r := domain.RefuseUnnamed("name", w.Name); r != nil {
		faults = append(faults, r)
	}
	if !slices.Contains(Kinds, w.Kind) {
		faults = append(faults, domain.RefuseField("kind", "required", "say what sort of organization it is"))
	}
	website := strings.TrimSpace(w.Website)
	if website != "" && !strings.Contains(website, "://") {
		website = "https://" + website
	}
	out.Website = line("website", website, MaxWebsite)
	if website != "" && !isWebsite(website) {
		faults = append(faults, domain.RefuseField("website", "malformed_address", "this must be an address of the web"))
	}
	return out, faults.OrNil()
}

// isWebsite tells whether an address leads into the web: to a named host, without anybody's name and password in it.
func isWebsite(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.User == nil &&
		strings.Contains(strings.Trim(u.Hostname(), "."), ".") && !strings.ContainsAny(address, " \t\"<>\\")
}

// Make opens a page.
type Make struct {
	Page, Member ident.ID
	Writing
	Now time.Time
}

// Decide refuses what Writing does, and a page that was made before.
func (c Make) Decide(s State) ([]Event, error) {
	if !s.Owner.IsNil() {
		return nil, ErrExists
	}
	words, err := c.words()
	if err != nil {
		return nil, err
	}
	return []Event{Opened{c.Page, c.Member, words, c.Now}}, nil
}

// OwnedBy refuses everybody but the owner of a page that is open.
func (s State) OwnedBy(actor ident.ID) error {
	switch {
	case !s.Open():
		return ErrNotFound
	case s.Owner != actor:
		return ErrNotYours
	}
	return nil
}

// Revise replaces what a page says.
type Revise struct {
	Page, Actor   ident.ID
	Name, Website string // what the page says so far, opened
	Writing       Writing
	BuildsOn      time.Time // when the page said what the actor read, to the microsecond; zero: they did not tell
	Now           time.Time
}

// Decide refuses others than the owner and the editors, words that the actor has not read, and what Writing does. Another name or
// address was checked by nobody.
func (c Revise) Decide(s State) ([]Event, error) {
	if err := s.EditedBy(c.Actor); err != nil {
		return nil, err
	}
	if !domain.IsNewest(c.BuildsOn, s.Said) {
		return nil, ErrChanged
	}
	c.Writing.Author = member.SubjectOf(s.Owner)
	words, err := c.Writing.words()
	if err != nil {
		return nil, err
	}
	out := []Event{Revised{c.Page, words, c.Now}}
	if s.Verified && (words.Name.String() != c.Name || words.Website.String() != c.Website) {
		out = append(out, Unverified{c.Page, c.Now})
	}
	return out, nil
}

// ChangeLogo shows another picture of a page, or none.
type ChangeLogo struct {
	Page, Actor ident.ID
	Upload      string // an upload of the actor's; empty: none
	Now         time.Time
}

// Decide refuses others than the owner and the editors, and changes nothing where the picture is shown.
func (c ChangeLogo) Decide(s State) ([]Event, error) {
	if err := s.EditedBy(c.Actor); err != nil {
		return nil, err
	}
	if c.Upload == s.Logo {
		return nil, nil
	}
	return []Event{LogoChanged{c.Page, c.Actor, c.Upload, c.Now}}, nil
}

// Close takes a page off for good.
type Close struct {
	Page, Actor ident.ID
	Now         time.Time
}

// Decide refuses others than the owner, and changes nothing where the page is closed.
func (c Close) Decide(s State) ([]Event, error) {
	if s.Closed && s.Owner == c.Actor {
		return nil, nil
	}
	if err := s.OwnedBy(c.Actor); err != nil {
		return nil, err
	}
	return []Event{Closed{c.Page, c.Now}}, nil
}

// Verify says whether a moderator has checked whom a page speaks for.
type Verify struct {
	Page     ident.ID
	Verified bool
	Now      time.Time
}

// Decide changes nothing where it is so.
func (c Verify) Decide(s State) ([]Event, error) {
	switch {
	case !s.Open():
		return nil, ErrNotFound
	case s.Verified == c.Verified:
		return nil, nil
	case c.Verified:
		return []Event{Verified{c.Page, c.Now}}, nil
	default:
		return []Event{Unverified{c.Page, c.Now}}, nil
	}
}

// AllowMoney says whether the campaigns that go in the name of a page may collect money. The caller has checked that By is an
// administrator.
type AllowMoney struct {
	Page, By ident.ID
	Allowed  bool
	Now      time.Time
}

// Decide changes nothing where it is so.
func (c AllowMoney) Decide(s State) ([]Event, error) {
	switch {
	case !s.Open():
		return nil, ErrNotFound
	case s.Collects == c.Allowed:
		return nil, nil
	case c.Allowed:
		return []Event{MoneyAllowed{c.Page, c.By, c.Now}}, nil
	default:
		return []Event{MoneyWithdrawn{c.Page, c.By, c.Now}}, nil
	}
}

// CollectsFor tells whether a campaign of a member's that goes in the name of the page may collect money by that alone: while the
// page is open, and the member owns or edits it.
func (s State) CollectsFor(owner ident.ID) bool { return s.Collects && s.EditedBy(owner) == nil }
