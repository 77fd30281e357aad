package member

import (
	"time"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

// Part is a part of a member's page that they show to members, or to nobody.
type Part string

// Parts of a member's page. What they gave money to is none: it is shown to nobody.
const (
	PartName      Part = "name" // with the picture; without it nobody can open the page
	PartBio       Part = "bio"
	PartLocation  Part = "location"
	PartSkills    Part = "skills"
	PartPages     Part = "pages"     // that they own or edit
	PartCampaigns Part = "campaigns" // that they run
	PartGiven     Part = "given"     // what they gave time and things to
	PartFollowing Part = "following" // the campaigns and pages that they follow
	PartListed    Part = "listed"    // the page itself, in the directory and in the search
)

// shownAtFirst are the parts that whoever registers shows until they choose. Name and picture are shown by everybody who has
// not chosen, those who registered before there were parts included; these show nothing else.
var shownAtFirst = []Part{PartBio, PartLocation, PartSkills, PartPages, PartCampaigns}

// Visibility is which parts of their page a member shows to members.
type Visibility struct {
	Name, Bio, Location, Skills, Pages, Campaigns, Given, Following, Listed bool
}

// part gives the place of a part; nil for one that there is not.
func (v *Visibility) part(p Part) *bool {
	switch p {
	case PartName:
		return &v.Name
	case PartBio:
		return &v.Bio
	case PartLocation:
		return &v.Location
	case PartSkills:
		return &v.Skills
	case PartPages:
		return &v.Pages
	case PartCampaigns:
		return &v.Campaigns
	case PartGiven:
		return &v.Given
	case PartFollowing:
		return &v.Following
	case PartListed:
		return &v.Listed
	}
	return nil
}

// With is the visibility after a part was shown or hidden; a part that there is not changes nothing.
func (v Visibility) With(p Part, shown bool) Visibility {
	if is := v.part(p); is != nil {
		*is = shown
	}
	return v
}

// Parts are the parts that are shown.
func (v Visibility) Parts() []Part {
	shown := []Part{}
	for _, p := range []Part{
		PartName, PartBio, PartLocation, PartSkills, PartPages, PartCampaigns, PartGiven, PartFollowing, PartListed,
	} {
		if *v.part(p) {
			shown = append(shown, p)
		}
	}
	return shown
}

// VisibilityAt is what a member shows from their registration on, until they choose.
func VisibilityAt(e Registered) Visibility {
	v := Visibility{Name: true}
	for _, p := range e.Shows {
		v = v.With(p, true)
	}
	return v
}

// VisibilityChosen says whether a member shows a part of their page to members from now on, or to nobody.
type VisibilityChosen struct {
	Member ident.ID  `json:"member"`
	Part   Part      `json:"part"`
	Shown  bool      `json:"shown"`
	At     time.Time `json:"at"`
}

func (VisibilityChosen) memberEvent() {}

// ChooseVisibility shows a part of a member's page to members, or to nobody.
type ChooseVisibility struct {
	Part  Part
	Shown bool
	Now   time.Time
}

// Decide refuses a part that there is not; choosing the same again changes nothing.
func (c ChooseVisibility) Decide(s State) ([]Event, error) {
	if !s.Exists {
		return nil, ErrNotFound
	}
	is := s.Shows.part(c.Part)
	if is == nil {
		return nil, domain.RefuseField("part", "not_one_of", "this is no part of a profile")
	}
	if *is == c.Shown {
		return nil, nil
	}
	return []Event{VisibilityChosen{Member: s.ID, Part: c.Part, Shown: c.Shown, At: c.Now}}, nil
}
