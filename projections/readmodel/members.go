package readmodel

import (
	"time"

	"github.com/callup/callup/domain/ident"
)

// Tables of this area.
const (
	Members    = "members"
	StaffRoles = "staff_roles"
)

// AvatarAddress is SQL for where the picture of a member m lies: below it are the files of each size. It is empty without a
// picture, and where there is no member.
const AvatarAddress = `coalesce('/media/avatar/' || nullif(m.avatar, ''), '')`

// Member is what a member shows; the e-mail address is shown to themselves only.
type Member struct {
	ID        ident.ID  `db:"id"`
	Subject   ident.ID  `db:"subject"`
	Name      string    `db:"name"`
	Email     string    `db:"email"`
	Bio       string    `db:"bio"`
	Location  string    `db:"location"`
	Lang      string    `db:"lang"`
	Theme     string    `db:"theme"`    // empty until they choose one
	Tracking  bool      `db:"tracking"` // what they press may be counted
	Search    string    `db:"search"`   // name, lower-case, without accents
	CreatedAt time.Time `db:"created_at"`

	// Avatar names the upload with the picture the member shows of themselves; empty without one.
	Avatar string `db:"avatar"`

	OnboardingSkipped bool `db:"onboarding_skipped"` // the member wants to be shown no first steps

	Skills      string `db:"skills"`       // one a line
	PlaceSearch string `db:"place_search"` // the place, lower-case, without accents
	SkillSearch string `db:"skill_search"` // the skills, likewise

	// What of their page the member shows to members; without the name, nobody can open it.
	ShowsName      bool `db:"shows_name"`
	ShowsBio       bool `db:"shows_bio"`
	ShowsLocation  bool `db:"shows_location"`
	ShowsSkills    bool `db:"shows_skills"`
	ShowsPages     bool `db:"shows_pages"`
	ShowsCampaigns bool `db:"shows_campaigns"`
	ShowsGiven     bool `db:"shows_given"`
	ShowsFollowing bool `db:"shows_following"`
	Listed         bool `db:"listed"` // the page is in the directory and in the search
}

// StaffRole is which roles a member has who has, or had, any.
type StaffRole struct {
	Member        ident.ID `db:"member"`
	Subject       ident.ID `db:"subject"`
	Moderator     bool     `db:"moderator"`
	Auditor       bool     `db:"auditor"`
	Administrator bool     `db:"administrator"`
}
