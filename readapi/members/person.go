package members

import (
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// PeopleQueries are those of members as others see them.
var PeopleQueries = read.Area{Name: "people", Queries: []read.Declared{Page, Directory}}

// PersonProfile is a member's page: what of themselves they show to members. What is hidden answers like what is not there.
type PersonProfile struct {
	ID       ident.ID  `json:"id" format:"uuid"`
	Name     string    `json:"name" doc:"Display name; empty without one"`
	Avatar   string    `json:"avatar" doc:"Where their picture lies; empty without one"`
	Bio      string    `json:"bio"`
	Location string    `json:"location"`
	Lang     string    `json:"lang" doc:"BCP 47 tag of their words"`
	Skills   []string  `json:"skills"`
	JoinedAt time.Time `json:"joined_at"`

	Own    bool `json:"own" doc:"It is the reader's own page"`
	Hidden bool `json:"hidden,omitempty" doc:"Of one's own page: nobody else can open it"`

	Campaigns int64        `json:"campaigns" doc:"How many public campaigns they run and show"`
	Pages     []PersonPage `json:"pages" doc:"That they own or edit, 50 at most" db:"-"`
	Given     *GivenByName `json:"given,omitempty" doc:"Time and things they gave under their name; absent without any" db:"-"`
	Following *Following   `json:"following,omitempty" doc:"Absent where they follow nothing" db:"-"`
	// Offers are what the reader knows of the person as an organizer.
	Offers []PersonOffer `json:"offers" doc:"What they offered to campaigns that the reader runs, the latest first, 50 at most" db:"-"`
}

// PersonPage is the page of an organization that a member owns or edits.
type PersonPage struct {
	ID        ident.ID `json:"id" format:"uuid"`
	Name      string   `json:"name"`
	Lang      string   `json:"lang" doc:"BCP 47 tag of the name"`
	Logo      string   `json:"logo" doc:"Where its picture lies; empty without one"`
	Owner     bool     `json:"owner" doc:"They own it; false: they edit it"`
	Followers int64    `json:"followers"`
	Verified  bool     `json:"verified" doc:"A moderator has checked whom it speaks for"`
}

// GivenByName is what a member gave time and things to.
type GivenByName struct {
	Minutes         int64           `json:"minutes" doc:"Confirmed"`
	TimeCampaigns   int64           `json:"time_campaigns" doc:"How many campaigns received the time"`
	Things          int64           `json:"things" doc:"Received"`
	ThingsCampaigns int64           `json:"things_campaigns" doc:"How many campaigns received the things"`
	Campaigns       []GivenCampaign `json:"campaigns" doc:"The latest first, 50 at most" db:"-"`
}

// Titled is a public campaign that a page names.
type Titled struct {
	ID       ident.ID `json:"id" format:"uuid"`
	Slug     string   `json:"slug"`
	Title    string   `json:"title"`
	Lang     string   `json:"lang" doc:"BCP 47 tag of title"`
	Category string   `json:"category"`
	Photo    string   `json:"photo" doc:"Where its photograph lies; empty without one"`
}

// GivenCampaign is what a member gave to a campaign.
type GivenCampaign struct {
	Campaign Titled    `json:"campaign"`
	Minutes  int64     `json:"minutes" doc:"Confirmed"`
	Things   int64     `json:"things" doc:"Received"`
	LastAt   time.Time `json:"last_at" doc:"When the last of it was confirmed or received"`
}

// Following is what a member follows.
type Following struct {
	Campaigns []Titled     `json:"campaigns" doc:"The latest first, 50 at most"`
	Pages     []PersonPage `json:"pages" doc:"By their names, 50 at most"`
}

// PersonOffer is an offer of time or things that a member made to a campaign.
type PersonOffer struct {
	ID        ident.ID  `json:"id" format:"uuid"`
	Campaign  Titled    `json:"campaign"`
	Kind      string    `json:"kind" enum:"time,materials"`
	Status    string    `json:"status" enum:"pledged,accepted,completed,no_show,received,returned,declined,withdrawn"`
	Minutes   int64     `json:"minutes" doc:"Offered; 0 for things"`
	Item      string    `json:"item" doc:"What it is; empty for hours"`
	Quantity  int64     `json:"quantity" doc:"Offered; 0 for hours"`
	Lang      string    `json:"lang" doc:"BCP 47 tag of item"`
	PledgedAt time.Time `json:"pledged_at"`
}

// PageInput asks for a member's page.
type PageInput struct {
	read.ByID
	As string `query:"as" enum:",organizer" doc:"Of one's own page: as an organizer whom one offered something sees it, not as any member does"`
}

// Page is a member's page. Whoever hides their name, is blocked by the reader or blocks them, or was erased answers like
// nobody. Errors: member_not_found.
var Page = read.Define(read.Query[PageInput, PersonProfile]{
	ID: "person", Path: "/api/people/{id}", Summary: "A member, as they show themselves to members",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{
		personByID, pagesOfPerson, givenTotals, givenTo, followedCampaigns, followedPages, offersToViewer, offersOfViewer,
	},
	Answer: person,
	Live: &read.Live[PageInput]{
		Topic: "person/{id}", Refetch: true,
		On: []read.On{
			read.ByKey(readmodel.Members), read.By(giversOnPages, readmodel.Pledges), read.ByKey(readmodel.CampaignTeam),
			read.ByKey(readmodel.CampaignFollowers),
		},
		Quiet: []read.Quiet{
			{Table: readmodel.Pages, Because: "a new name or logo, and a page that is opened, show at the next reading"},
			{Table: readmodel.PageEditors, Because: "whoever comes to edit a page, or does no more, shows it at the next reading"},
			{Table: readmodel.PageFollowers, Because: "a page that is followed shows at the next reading"},
			{Table: readmodel.Campaigns, Because: "a new title or state shows at the next reading"},
		},
	},
})

// ofCampaign are the columns of a Titled, of a campaign c; named says under which name.
func ofCampaign(named string) string {
	return `c.id AS "` + named + `id", c.slug AS "` + named + `slug", c.title AS "` + named + `title", c.lang AS "` + named + `lang",
	c.category AS "` + named + `category", ` + readmodel.PhotoAddress + ` AS "` + named + `photo"`
}

const (
	isTitled = readmodel.IsPublic + ` AND c.title <> ''`

	// mostShown is how many campaigns, pages and offers a page lists of each.
	mostShown = `50`

	pageFacts = `p.id, p.name, p.lang, ` + readmodel.LogoAddress + ` AS logo, p.followers, p.verified_at IS NOT NULL AS verified`

	offerColumns = `o.id, o.kind, o.status, o.minutes,
	CASE WHEN o.item <> '' THEN o.item ELSE coalesce(n.item, '') END AS item, o.quantity, o.lang, o.pledged_at, `
	offerSource = `o JOIN {campaigns} c ON c.id = o.campaign AND c.title <> ''
	LEFT JOIN LATERAL (SELECT e->>'item' AS item FROM jsonb_array_elements(c.needs) e WHERE e->>'id' = o.need::text
		LIMIT 1) n ON true`
)

var (
	personByID = read.SQL(`SELECT m.id, m.name, ` + readmodel.AvatarAddress + ` AS avatar,
	CASE WHEN m.shows_bio THEN m.bio ELSE '' END AS bio, CASE WHEN m.shows_location THEN m.location ELSE '' END AS location, m.lang,
	CASE WHEN m.shows_skills THEN ` + skillsOf + ` ELSE '{}' END AS skills, m.created_at AS joined_at,
	m.id = {viewer} AS own, NOT m.shows_name AS hidden,
	(SELECT count(*) FROM {campaign_team:shown} t JOIN {campaigns} c ON c.id = t.campaign AND ` + isTitled + `
		WHERE t.member = m.id) AS campaigns
	FROM {members:shown} m WHERE m.id = $1`)

	pagesOfPerson = read.SQL(`SELECT ` + pageFacts + `, p.owner = $1 AS owner FROM {pages} p
	JOIN {members:shown} m ON m.id = $1 AND m.shows_pages
	WHERE p.closed_at IS NULL AND p.name <> '' AND (p.owner = $1
		OR p.id IN (SELECT e.page FROM {page_editors:shown} e WHERE e.member = $1))
	ORDER BY p.owner = $1 DESC, p.followers DESC, p.id LIMIT ` + mostShown)

	givenTotals = read.SQL(`SELECT coalesce(sum(g.confirmed), 0)::bigint AS minutes,
	count(DISTINCT g.campaign) FILTER (WHERE g.confirmed > 0) AS time_campaigns,
	coalesce(sum(g.received), 0)::bigint AS things, count(DISTINCT g.campaign) FILTER (WHERE g.received > 0) AS things_campaigns
	FROM {pledges:shown} g JOIN {campaigns} c ON c.id = g.campaign AND ` + isTitled + ` WHERE g.member = $1`)

	givenTo = read.SQL(`SELECT ` + ofCampaign("campaign.") + `, g.minutes, g.things, g.last_at FROM (
		SELECT campaign, sum(confirmed)::bigint AS minutes, sum(received)::bigint AS things,
			max(coalesce(ended_at, changed_at)) AS last_at
		FROM {pledges:shown} s WHERE s.member = $1 GROUP BY campaign) g
	JOIN {campaigns} c ON c.id = g.campaign AND ` + isTitled + `
	WHERE g.minutes > 0 OR g.things > 0 ORDER BY g.last_at DESC, c.id LIMIT ` + mostShown)

	followedCampaigns = read.SQL(`SELECT ` + ofCampaign("") + ` FROM {campaign_followers:shown} f
	JOIN {campaigns} c ON c.id = f.campaign AND ` + isTitled + `
	WHERE f.member = $1 ORDER BY f.followed_at DESC, c.id LIMIT ` + mostShown)

	followedPages = read.SQL(`SELECT ` + pageFacts + `, false AS owner FROM {page_followers:shown} f
	JOIN {pages} p ON p.id = f.page AND p.closed_at IS NULL AND p.name <> ''
	WHERE f.member = $1 ORDER BY p.name, p.id LIMIT ` + mostShown)

	offersToViewer = read.SQL(`SELECT ` + offerColumns + ofCampaign("campaign.") + ` FROM {pledges:readable} ` + offerSource + `
	WHERE o.member = $1 ORDER BY o.pledged_at DESC, o.id LIMIT ` + mostShown)

	offersOfViewer = read.SQL(`SELECT ` + offerColumns + ofCampaign("campaign.") + ` FROM {pledges:own} ` + offerSource + `
	ORDER BY o.pledged_at DESC, o.id LIMIT ` + mostShown)

	// giversOnPages are those who show what they gave, of pledges that are shown: news of any other would tell who made it.
	giversOnPages = read.Replanned(`SELECT DISTINCT m.id::text FROM {pledges:lookup} p
	JOIN {members} m ON m.id = p.member AND m.shows_given AND m.shows_name
	WHERE p.id = ANY ($1::text[]::uuid[]) AND NOT p.anonymous AND p.status IN ('completed', 'received', 'returned')`)
)

func person(c *read.Call, in PageInput) (PersonProfile, error) {
	out, err := read.Row(c, personByID, rowscan.Then(func(p *PersonProfile) { p.JoinedAt = p.JoinedAt.UTC() }), in.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return PersonProfile{}, errNoMember
	}
	if err != nil {
		return PersonProfile{}, err
	}
	if out.Pages, err = read.Rows(c, pagesOfPerson, rowscan.Row[PersonPage], in.ID); err != nil {
		return out, err
	}
	given, err := givenBy(c, in.ID)
	if err != nil {
		return out, err
	}
	if len(given.Campaigns) > 0 {
		out.Given = &given
	}
	var follows Following
	if follows.Campaigns, err = read.Rows(c, followedCampaigns, rowscan.Row[Titled], in.ID); err != nil {
		return out, err
	}
	if follows.Pages, err = read.Rows(c, followedPages, rowscan.Row[PersonPage], in.ID); err != nil {
		return out, err
	}
	if len(follows.Campaigns)+len(follows.Pages) > 0 {
		out.Following = &follows
	}
	out.Offers, err = offers(c, in, out.Own)
	return out, err
}

// givenBy is what a member shows of what they gave.
func givenBy(c *read.Call, id ident.ID) (GivenByName, error) {
	given, err := read.Row(c, givenTotals, rowscan.Row[GivenByName], id)
	if err == nil {
		given.Campaigns, err = read.Rows(c, givenTo, rowscan.Then(func(g *GivenCampaign) { g.LastAt = g.LastAt.UTC() }), id)
	}
	return given, err
}

// offers are those that the viewer is shown as an organizer.
func offers(c *read.Call, in PageInput, own bool) ([]PersonOffer, error) {
	utc := rowscan.Then(func(o *PersonOffer) { o.PledgedAt = o.PledgedAt.UTC() })
	switch {
	case !own:
		return read.Rows(c, offersToViewer, utc, in.ID)
	case in.As == "organizer":
		return read.Rows(c, offersOfViewer, utc)
	}
	return []PersonOffer{}, nil
}

// ListedPerson is a member in the directory.
type ListedPerson struct {
	ID       ident.ID  `json:"id" format:"uuid"`
	Name     string    `json:"name" doc:"Display name"`
	Avatar   string    `json:"avatar" doc:"Where their picture lies; empty without one"`
	Bio      string    `json:"bio"`
	Location string    `json:"location"`
	Lang     string    `json:"lang" doc:"BCP 47 tag of their words"`
	Skills   []string  `json:"skills"`
	JoinedAt time.Time `json:"joined_at"`
}

// DirectoryInput asks for members.
type DirectoryInput struct {
	read.ReadAfter
	read.Paging
	Search string `query:"q" maxLength:"120" doc:"Words in name, place or skills, as far as these are shown; accents do not matter"`
}

// Directory are the members who want to be listed, the newest first. Errors: bad_cursor.
var Directory = read.Define(read.Query[DirectoryInput, read.List[ListedPerson]]{
	ID: "people", Path: "/api/people", Summary: "Members who want to be listed, newest first",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{peopleNewest, peopleCounted}, Answer: directory,
})

// isListed are the members who want to be listed and whose names, places and skills have all the words $1.
const isListed = `m.listed AND m.shows_name AND m.name <> '' AND concat_ws(' ', m.search,
	CASE WHEN m.shows_location THEN m.place_search END, CASE WHEN m.shows_skills THEN m.skill_search END) LIKE ALL ($1::text[])`

var (
	peopleNewest = read.SQL(`SELECT m.id, m.name, ` + readmodel.AvatarAddress + ` AS avatar,
	CASE WHEN m.shows_bio THEN m.bio ELSE '' END AS bio, CASE WHEN m.shows_location THEN m.location ELSE '' END AS location, m.lang,
	CASE WHEN m.shows_skills THEN ` + skillsOf + ` ELSE '{}' END AS skills, m.created_at AS joined_at,
	` + read.Micros("m.created_at") + ` AS list_micros, 0::bigint AS list_total
	FROM {members:shown} m WHERE ` + isListed + `
		AND (NOT $2::boolean OR m.created_at < $3 OR m.created_at = $3 AND m.id > $4::uuid)
	ORDER BY m.created_at DESC, m.id LIMIT $5`)

	peopleCounted = read.SQL(`SELECT count(*) FROM {members:shown} m WHERE ` + isListed)
)

func directory(c *read.Call, in DirectoryInput) (read.List[ListedPerson], error) {
	words := read.Patterns(in.Search)
	out, err := read.Newest(c, []any{"people", c.Viewer.Member, in.Search}, in.Paging, peopleNewest,
		func(p *ListedPerson) ident.ID { p.JoinedAt = p.JoinedAt.UTC(); return p.ID }, words)
	if err != nil {
		return out, err
	}
	out.Total, err = read.Row(c, peopleCounted, pgx.RowTo[int64], words)
	return out, err
}
