package campaign

import (
	"slices"
	"strings"
	"unicode"

	"github.com/callup/callup/domain/ident"
)

// Kind is the category a campaign is listed under.
type Kind string

// Kinds is the one taxonomy of the product.
var Kinds = []Kind{
	"medical", "education", "emergency", "community", "environment", "health", "sports", "animals", "business",
	"nonprofit", "other",
}

// Valid tells whether k is one of Kinds.
func (k Kind) Valid() bool {
	return slices.Contains(Kinds, k)
}

// Resource is a kind of contribution.
type Resource string

// The three strands, in the order they are shown.
const (
	Money     Resource = "money"
	Time      Resource = "time"
	Materials Resource = "materials"
)

// Relationships are how the organizer knows the beneficiary.
var Relationships = []string{"myself", "family", "friend", "colleague", "community", "other"}

// Status is where a campaign stands.
type Status string

// The states of this version; a campaign that does not exist has none.
const (
	None      Status = ""
	Active    Status = "active"
	OnHold    Status = "paused"
	Ended     Status = "completed"
	CalledOff Status = "cancelled"
	Draft     Status = "draft"
	Discarded Status = "discarded" // a draft that was thrown away
	Lapsed    Status = "lapsed"    // never launched, and never will be

	Waits        Status = "in_review"         // for a moderator
	ChangesAsked Status = "changes_requested" // by a moderator: it waits for its owner
	TurnedDown   Status = "rejected"          // by a moderator, for good
	TakenBack    Status = "withdrawn"         // by its owner, before it was public
)

// Decision is what the staff decided about a campaign, as its organizer is told. The names are stored.
type Decision string

// The decisions.
const (
	IsApproved   Decision = "approved"
	IsToChange   Decision = "changes_requested"
	IsRejected   Decision = "rejected"
	IsSuspended  Decision = "suspended"
	IsReinstated Decision = "reinstated"
	IsNotUrgent  Decision = "not_urgent"

	MayCollect    Decision = "money_allowed" // by an administrator
	MayNotCollect Decision = "money_refused" // by an administrator
)

// EndReason says why a campaign completed.
type EndReason string

// The reasons.
const (
	ByOwner   EndReason = "owner"
	ByEndDate EndReason = "end_date"
)

// Limits of a campaign's words, in characters, and of its figures.
const (
	MaxTitle       = 120
	MaxDescription = 300
	MaxStory       = 20_000
	MaxLocation    = 120
	MaxName        = 120
	MaxItem        = 120
	MaxNote        = 300
	MaxUnit        = 40
	MaxReason      = 500
	MaxUrgent      = 200
	MaxAlt         = 250
	MaxNeeds       = 50
	MaxQuantity    = 1_000_000
	MaxTimeGoal    = 1_000_000 * 60 // minutes
	MaxGoal        = 100_000_000_00 // minor units
	maxSlug        = 60
)

// Slugify makes the address of a title: lower-case ASCII letters and digits joined by dashes, at most 60 bytes. The
// title must have been spelled in Latin letters without accents before. One without any such letter gives "campaign".
func Slugify(latin string) string {
	var b strings.Builder
	dash := false
	for _, r := range strings.ToLower(latin) {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			if dash && b.Len() > 0 {
				b.WriteByte('-')
			}
			dash = false
			b.WriteRune(r)
			continue
		}
		if r == '\'' || r == '’' {
			continue
		}
		dash = true
	}
	s := b.String()
	if len(s) > maxSlug {
		s = s[:maxSlug]
		if i := strings.LastIndexByte(s, '-'); i > maxSlug/2 {
			s = s[:i]
		}
		s = strings.Trim(s, "-")
	}
	if s == "" {
		return "campaign"
	}
	if _, err := ident.Parse(s); err == nil { // an address of that form is read as a campaign's id
		return "campaign-" + s
	}
	return s
}
