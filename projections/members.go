package projections

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/staff"
	"github.com/callup/callup/internal/textfold"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// membersProjection keeps what each member shows.
func membersProjection() *projector.Projection {
	members := projector.NewTable[ident.ID, readmodel.Member](readmodel.Members, "id",
		projector.Index("(lower(email))"),
		projector.Index("(created_at DESC, id) WHERE listed AND shows_name"), projector.Index("USING gin (search gin_trgm_ops)"),
		projector.Lookup("subject", func(m *readmodel.Member) ident.ID { return m.Subject }),
		projector.OwnedBy("subject", projector.Blank("name", "email", "bio", "location", "skills", "search", "place_search",
			"skill_search", "avatar")))

	return projector.New("members", 14, members).Personal().
		Invariant("members", "SELECT 'members', count(*)::text FROM {members}").
		On(projector.Fold(func(r *projector.Rows, e member.Registered, _ projector.Meta) {
			m := members.Begin(r, e.Member)
			m.Subject, m.Name, m.Email, m.Lang, m.CreatedAt = e.Subject, e.Name.String(), e.Email.String(), e.Lang, e.At
			m.Search = textfold.Fold(m.Name)
			showParts(m, member.VisibilityAt(e))
		})).
		On(projector.Fold(func(r *projector.Rows, e member.VisibilityChosen, _ projector.Meta) {
			m := members.Edit(r, e.Member)
			showParts(m, shownParts(m).With(e.Part, e.Shown))
		})).
		On(projector.Fold(func(r *projector.Rows, e member.ProfileRevised, _ projector.Meta) {
			m := members.Edit(r, e.Member)
			m.Name, m.Bio, m.Location, m.Lang = e.Name.String(), e.Bio.String(), e.Location.String(), e.Lang
			m.Skills = e.Skills.String()
			m.Search, m.PlaceSearch, m.SkillSearch = textfold.Fold(m.Name), textfold.Fold(m.Location), textfold.Fold(m.Skills)
		})).
		On(projector.Fold(func(r *projector.Rows, e member.EmailChanged, _ projector.Meta) {
			members.Edit(r, e.Member).Email = e.Email.String()
		})).
		On(projector.Fold(func(r *projector.Rows, e member.AvatarChanged, _ projector.Meta) {
			members.Edit(r, e.Member).Avatar = e.Upload
		})).
		On(projector.Fold(func(r *projector.Rows, e member.LanguageChosen, _ projector.Meta) {
			members.Edit(r, e.Member).Lang = e.Lang
		})).
		On(projector.Fold(func(r *projector.Rows, e member.ThemeChosen, _ projector.Meta) {
			members.Edit(r, e.Member).Theme = e.Theme
		})).
		On(projector.Fold(func(r *projector.Rows, e member.TrackingChosen, _ projector.Meta) {
			members.Edit(r, e.Member).Tracking = e.Allowed
		})).
		On(projector.Fold(func(r *projector.Rows, e member.OnboardingSkipped, _ projector.Meta) {
			members.Edit(r, e.Member).OnboardingSkipped = e.Skipped
		}))
}

// showParts notes what a member shows of their page.
func showParts(m *readmodel.Member, v member.Visibility) {
	m.ShowsName, m.ShowsBio, m.ShowsLocation, m.ShowsSkills = v.Name, v.Bio, v.Location, v.Skills
	m.ShowsPages, m.ShowsCampaigns, m.ShowsGiven, m.ShowsFollowing = v.Pages, v.Campaigns, v.Given, v.Following
	m.Listed = v.Listed
}

// shownParts is what a member shows of their page.
func shownParts(m *readmodel.Member) member.Visibility {
	return member.Visibility{
		Name: m.ShowsName, Bio: m.ShowsBio, Location: m.ShowsLocation, Skills: m.ShowsSkills,
		Pages: m.ShowsPages, Campaigns: m.ShowsCampaigns, Given: m.ShowsGiven, Following: m.ShowsFollowing,
		Listed: m.Listed,
	}
}

// staffRolesProjection keeps which roles members have.
func staffRolesProjection() *projector.Projection {
	rows := projector.NewTable[ident.ID, readmodel.StaffRole](readmodel.StaffRoles, "member",
		projector.Lookup("subject", func(r *readmodel.StaffRole) ident.ID { return r.Subject }),
		projector.OwnedBy("subject", projector.Remove()))

	return projector.New("staff_roles", 1, rows).
		Invariant("staff_roles", "SELECT 'staff_roles', count(*)::text FROM {staff_roles}").
		On(projector.Fold(func(r *projector.Rows, e staff.RoleGranted, _ projector.Meta) {
			row := rows.Edit(r, e.Member)
			row.Subject = e.Subject
			setRole(row, e.Role, true)
		})).
		On(projector.Fold(func(r *projector.Rows, e staff.RoleTakenBack, _ projector.Meta) {
			row := rows.Edit(r, e.Member)
			row.Subject = e.Subject
			setRole(row, e.Role, false)
		}))
}

// setRole says whether a member has a role.
func setRole(row *readmodel.StaffRole, role string, has bool) {
	switch role {
	case staff.Moderator:
		row.Moderator = has
	case staff.Auditor:
		row.Auditor = has
	case staff.Administrator:
		row.Administrator = has
	}
}
