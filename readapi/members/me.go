// Package members answers what members read of themselves.
package members

import (
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Queries are this area's.
var Queries = read.Area{Name: "members", Queries: []read.Declared{Self, FirstSteps}}

var errNoMember = domain.Refuse(domain.NotFound, "member_not_found", "There is no such member.")

// Me is the signed-in member as they see themselves.
type Me struct {
	ID       ident.ID `json:"id" format:"uuid"`
	Name     string   `json:"name"`
	Email    string   `json:"email"`
	Bio      string   `json:"bio"`
	Location string   `json:"location"`
	Avatar   string   `json:"avatar" doc:"Below it lie 64.jpg, 128.jpg and 256.jpg, squares of so many pixels; empty without a picture"`
	Lang     string   `json:"lang" enum:"en,fr,es"`
	// Absent until the member chose one: each browser shows its own.
	Theme     string    `json:"theme,omitempty" enum:"light,dark,system"`
	Tracking  bool      `json:"tracking" doc:"Whether the member agrees that what they press is counted"`
	Roles     []string  `json:"roles" enum:"moderator,auditor,administrator"`
	CreatedAt time.Time `json:"created_at"`

	Skills []string `json:"skills"`
	Shows  []string `json:"shows" enum:"name,bio,location,skills,pages,campaigns,given,following,listed" doc:"The parts of their page that members see; without the name nobody can open it"`
}

// Self is the member who asks, as they see themselves. Errors: member_not_found.
var Self = read.Define(read.Query[read.ReadAfter, Me]{
	ID: "me", Path: "/api/me", Summary: "The signed-in member",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{memberByID}, Answer: self,
	Live: &read.Live[read.ReadAfter]{
		Topic: "me", Own: true, On: []read.On{read.ByKey(readmodel.Members), read.ByKey(readmodel.StaffRoles)},
	},
})

// skillsOf is SQL for the skills of a member m.
const skillsOf = `coalesce(string_to_array(nullif(m.skills, ''), E'\n'), '{}')`

var memberByID = read.SQL(`SELECT m.id, m.name, m.email, m.bio, m.location, m.lang, m.theme, m.tracking, m.created_at,
	` + readmodel.AvatarAddress + ` AS avatar, array_remove(ARRAY[
		CASE WHEN r.administrator THEN 'administrator' END, CASE WHEN r.auditor THEN 'auditor' END,
		CASE WHEN r.moderator THEN 'moderator' END], NULL) AS roles,
	` + skillsOf + ` AS skills, array_remove(ARRAY[
		CASE WHEN m.shows_name THEN 'name' END, CASE WHEN m.shows_bio THEN 'bio' END, CASE WHEN m.shows_location THEN 'location' END,
		CASE WHEN m.shows_skills THEN 'skills' END, CASE WHEN m.shows_pages THEN 'pages' END,
		CASE WHEN m.shows_campaigns THEN 'campaigns' END, CASE WHEN m.shows_given THEN 'given' END,
		CASE WHEN m.shows_following THEN 'following' END, CASE WHEN m.listed THEN 'listed' END], NULL) AS shows
	FROM {members} m LEFT JOIN {staff_roles} r ON r.member = m.id WHERE m.id = $1`)

func self(c *read.Call, _ read.ReadAfter) (Me, error) {
	me, err := read.Row(c, memberByID, rowscan.Then(func(me *Me) { me.CreatedAt = me.CreatedAt.UTC() }), c.Viewer.Member)
	if errors.Is(err, pgx.ErrNoRows) {
		return Me{}, errNoMember
	}
	return me, err
}
