package campaigns

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Runner is a member who runs a campaign.
type Runner struct {
	Person
	Owner     bool       `json:"owner"`
	Since     time.Time  `json:"since"`
	OfferedAt *time.Time `json:"offered_at,omitempty" doc:"When the owner offered the campaign to them; left out where they did not"`
}

// OpenInvitation waits for whoever has an address.
type OpenInvitation struct {
	ID        ident.ID  `json:"id" format:"uuid"`
	Email     string    `json:"email" doc:"Empty for everybody but the owner"`
	InvitedAt time.Time `json:"invited_at"`
}

// Team are those who run a campaign, and who is asked to.
type Team struct {
	Members     []Runner         `json:"members" doc:"The owner first"`
	Invitations []OpenInvitation `json:"invitations" doc:"Those that wait for an answer; none for a co-organizer"`
}

// TeamOf are those who run a campaign, for whoever does. Errors: campaign_not_found.
var TeamOf = read.Define(read.Query[read.ByID, Team]{
	ID: "campaign-team", Path: "/api/campaigns/{id}/team", Summary: "Who runs a campaign, for whoever does",
	May: read.Holder, Sees: read.EachMember,
	SQL: []*read.Statement{teamMembers, teamInvitations}, Answer: teamOf,
	Live: &read.Live[read.ByID]{
		Topic: "campaign-team/{id}", On: []read.On{read.ByKey(readmodel.Campaigns)},
		Quiet: []read.Quiet{
			quietTeam, {Table: readmodel.CampaignInvitations, Because: "the campaign's own row changes with it"},
			{Table: readmodel.Members, Because: "a new name shows at the next reading"},
		},
		Ask: func(key []string) (read.ByID, error) {
			id, err := ident.Parse(key[0])
			return read.ByID{ID: id}, err
		},
	},
})

var (
	// teamMembers gives no row to whoever does not run the campaign
	teamMembers = read.SQL(`SELECT t.member AS id, coalesce(m.name, '') AS name, ` + readmodel.AvatarAddress + ` AS avatar,
	t.owns AS owner,
	t.since, t.offered_at
	FROM {campaign_team:readable} t LEFT JOIN {members} m ON m.id = t.member WHERE t.campaign = $1
	ORDER BY t.owns DESC, t.since, t.member`)

	teamInvitations = read.SQL(`SELECT i.id, i.email, i.invited_at FROM {campaign_invitations:readable} i
	WHERE i.campaign = $1 AND NOT i.over ORDER BY i.invited_at, i.id`)
)

func teamOf(c *read.Call, in read.ByID) (out Team, err error) {
	out.Members, err = read.Rows(c, teamMembers, rowscan.Then(func(m *Runner) {
		m.Since = m.Since.UTC()
		read.UTC(&m.OfferedAt)
	}), in.ID)
	if err != nil {
		return out, err
	}
	if len(out.Members) == 0 {
		return out, ErrNoCampaign
	}
	out.Invitations, err = read.Rows(c, teamInvitations, rowscan.Then(func(i *OpenInvitation) {
		i.InvitedAt =
			i.InvitedAt.UTC()
	}), in.ID)
	return out, err
}

// Invited asks a member to run a campaign, or to own one that they run.
type Invited struct {
	Invitation    ident.ID  `json:"invitation_id" format:"uuid" doc:"Zero where the campaign is offered to a co-organizer"`
	CampaignID    ident.ID  `json:"campaign_id" format:"uuid"`
	CampaignTitle string    `json:"campaign_title"`
	CampaignLang  string    `json:"campaign_lang"`
	Owner         string    `json:"owner" doc:"Their name"`
	At            time.Time `json:"at"`
}

// Invitations are what a member is asked.
type Invitations struct {
	Items []Invited `json:"items"`
}

// mostInvited is how many are answered at once: whoever has more sees the next when they have answered one.
const mostInvited = 20

// MyInvitations are the campaigns that the member who asks is invited to run, by their address, and those that they are offered
// to own. Errors: none of its own.
var MyInvitations = read.Define(read.Query[read.ReadAfter, Invitations]{
	ID: "my-invitations", Path: "/api/me/invitations", Summary: "The campaigns that the member is asked to run, or to own",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{invitedTo}, Answer: myInvitations,
	Live: &read.Live[read.ReadAfter]{
		Topic: "invitations", Own: true,
		On: []read.On{
			read.ByKey(readmodel.CampaignTeam), read.ByKey(readmodel.MemberBlocks),
			read.By(invitedBy, readmodel.CampaignInvitations),
		},
		Quiet: []read.Quiet{
			{Table: readmodel.Campaigns, Because: "a new title shows at the next reading"},
			{Table: readmodel.Members, Because: "a new name shows at the next reading"},
		},
	},
})

var (
	// invitedBy are the members whose addresses invitations went to, also such as are over.
	invitedBy = read.Replanned(`SELECT m.id::text FROM {campaign_invitations:lookup} i
	JOIN {members} m ON lower(m.email) = i.address
	WHERE i.id = ANY ($1::text[]::uuid[])`)

	invitedTo = read.SQL(`SELECT a.id AS invitation_id, a.campaign AS campaign_id, c.title AS campaign_title,
	c.lang AS campaign_lang,
	coalesce(o.name, '') AS owner, a.at FROM (
		SELECT i.id, i.campaign, i.invited_at AS at FROM {campaign_invitations:own} i
		JOIN {campaigns} d ON d.id = i.campaign AND ` + readmodel.TakesTeam + ` JOIN {members:readable} w ON w.id = d.owner
		WHERE NOT i.over
		UNION ALL
		SELECT {nobody}, t.campaign, t.offered_at FROM {campaign_team:own} t
		JOIN {campaigns} d ON d.id = t.campaign AND ` + readmodel.TakesTeam + ` WHERE t.offered_at IS NOT NULL
	) a JOIN {campaigns} c ON c.id = a.campaign LEFT JOIN {members} o ON o.id = c.owner
	ORDER BY a.at, a.campaign, a.id LIMIT $1`)
)

func myInvitations(c *read.Call, _ read.ReadAfter) (out Invitations, err error) {
	out.Items, err = read.Rows(c, invitedTo, rowscan.Then(func(i *Invited) { i.At = i.At.UTC() }), mostInvited)
	return out, err
}
