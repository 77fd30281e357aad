// Package campaigns answers what people read of campaigns: lists, a campaign's own document, who supported it.
package campaigns

import (
	"strconv"

	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Queries are this area's.
var Queries = read.Area{Name: "campaigns", Queries: []read.Declared{
	List, Detail, Supporters, Categories, Mine, Count, Addresses, Updates,
}}

// TeamQueries are those of who runs campaigns.
var TeamQueries = read.Area{Name: "team", Queries: []read.Declared{TeamOf, MyInvitations}}

// PageQueries are those of campaigns that go in the names of pages.
var PageQueries = read.Area{Name: "pagecampaigns", Queries: []read.Declared{OfPage, MyPages}}

// Moderation are the queries of moderators.
var Moderation = read.Area{Name: "moderation", Queries: []read.Declared{Review}}

// DraftQueries are those of campaigns that are being written.
var DraftQueries = read.Area{Name: "drafts", Queries: []read.Declared{MyDrafts, MyDraft}}

// NamedCampaigns is how many campaigns show a member's new name at once; others do when they are next read.
const NamedCampaigns = 100

var (
	// team are the members who see more of a campaign than a visitor: those who run it, and the staff.
	team = read.SQL(`SELECT member FROM {campaign_team:lookup} WHERE campaign = $1
		UNION SELECT member FROM {staff_roles} WHERE moderator OR auditor OR administrator`)

	// campaignsOfOwners are the newest campaigns of members.
	campaignsOfOwners = read.SQL(`SELECT id::text FROM {campaigns} WHERE owner = ANY ($1::text[]::uuid[])
		ORDER BY launched_at DESC, id LIMIT ` + strconv.Itoa(NamedCampaigns))

	// campaignsOfPages are the newest campaigns that are to go in the names of pages.
	campaignsOfPages = read.SQL(`SELECT id::text FROM {campaigns} WHERE page = ANY ($1::text[]::uuid[])
		ORDER BY launched_at DESC, id LIMIT ` + strconv.Itoa(NamedCampaigns))

	// campaignsOfContributions are those that contributions were made to. What is not listed yet may be left out.
	campaignsOfContributions = read.Replanned(`SELECT DISTINCT campaign::text FROM {campaign_supporters:lookup}
		WHERE contribution = ANY ($1::text[]::uuid[])`)

	// campaignsNaming are those whose lists of supporters name members, those they gave to last. Where somebody gave
	// anonymously only, they are not named.
	campaignsNaming = read.SQL(`SELECT s.campaign::text FROM {members} m
		JOIN {campaign_supporters:lookup} s ON s.supporter = m.subject AND s.member = m.id AND s.state = 'listed' AND NOT s.anonymous
		WHERE m.id = ANY ($1::text[]::uuid[]) GROUP BY s.campaign ORDER BY max(s.at) DESC, s.campaign
		LIMIT ` + strconv.Itoa(NamedCampaigns))
)

// onCard are the changes of what a card shows. A name is joined from members alone: a new one is followed to the
// campaigns that show it and were begun last, and shows elsewhere at the next reading.
var onCard = []read.On{
	read.ByKey(readmodel.Campaigns), read.ByKey(readmodel.Progress), read.By(campaignsOfOwners, readmodel.Members),
	read.By(campaignsOfPages, readmodel.Pages),
}

var quietEditors = read.Quiet{Table: readmodel.PageEditors, Because: "the page's own row changes with how many edit it"}

var quietPages = read.Quiet{Table: readmodel.Pages, Because: "a page's new name, or that it is closed, shows at the next reading"}

var quietNeeds = read.Quiet{
	Table: readmodel.ProgressNeeds, Because: "it changes together with campaign_progress, which is pushed",
}

var quietTeam = read.Quiet{Table: readmodel.CampaignTeam, Because: "the campaign's own row changes with it"}

var quietHours = read.Quiet{
	Table: readmodel.ProgressHours, Because: "it changes together with campaign_progress, which is pushed",
}
