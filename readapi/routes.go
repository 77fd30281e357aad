package readapi

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/problem"
)

// ReadAfter is sent by a client that has seen a position: the answer reflects at least that, or says it is behind.
type ReadAfter struct {
	After string `header:"Read-After" doc:"The highest position seen so far" maxLength:"64"`
}

// Answer is a body with the position it reflects.
type Answer[T any] struct {
	Position string `header:"Callup-Position" doc:"The position of the log this answer reflects"`
	Behind   string `header:"Callup-Behind" doc:"Present when the answer does not yet reflect Read-After"`
	Cache    string `header:"Cache-Control"`
	Body     T
}

// List is one page of a list.
type List[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next" doc:"The cursor of the next page; empty at the end"`
	Total int64  `json:"total" doc:"How many there are over all pages"`
}

// CampaignsInput asks for campaigns.
type CampaignsInput struct {
	ReadAfter
	Tab      string `query:"tab" enum:"popular,push,inactive" doc:"The landing page's lists; without it all active campaigns"`
	Category string `query:"category" enum:"medical,education,emergency,community,environment,health,sports,animals,business,nonprofit,other"`
	Need     string `query:"need" enum:"money,time,materials" doc:"Only campaigns that ask for this"`
	Search   string `query:"q" maxLength:"120" doc:"Words in title, description, place or organizer; accents do not matter"`
	Place    string `query:"place" maxLength:"120"`
	Featured bool   `query:"featured"`
	Trending bool   `query:"trending" doc:"Only campaigns that received gifts within the last 72 hours"`
	Sort     string `query:"sort" enum:"newest,ending,nearly" default:"newest"`
	Limit    int    `query:"limit" minimum:"1" maximum:"48" default:"12"`
	Cursor   string `query:"cursor" maxLength:"400"`
}

// SlugInput names a campaign by its slug or its id.
type SlugInput struct {
	ReadAfter
	Slug string `path:"slug" maxLength:"80"`
}

// IDInput names a thing by its id.
type IDInput struct {
	ReadAfter
	ID ident.ID `path:"id" format:"uuid"`
}

// SupportersInput asks for a campaign's contributions.
type SupportersInput struct {
	IDInput
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	Cursor string `query:"cursor" maxLength:"400"`
}

// PageInput asks for a page of a list.
type PageInput struct {
	ReadAfter
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	Cursor string `query:"cursor" maxLength:"400"`
}

// Register declares the operations of the read API.
func Register(api huma.API, s *Service) {
	get := func(id, path, summary string) huma.Operation {
		return huma.Operation{OperationID: id, Method: http.MethodGet, Path: path, Summary: summary, Tags: []string{"read"}}
	}
	problem.Register(api, get("campaigns", "/api/campaigns", "Campaigns, filtered, sorted and paged"), s.campaigns)
	problem.Register(api, get("campaign", "/api/campaigns/{slug}", "One campaign by slug or id"), s.campaign)
	problem.Register(api, get("campaign-supporters", "/api/campaigns/{id}/supporters", "A campaign's contributions, newest first"), s.supporters)
	problem.Register(api, get("categories", "/api/categories", "The categories and how many active campaigns each has"), s.categories)
	problem.Register(api, get("platform-totals", "/api/platform/totals", "What the whole installation has gathered"), s.totals)
	problem.Register(api, get("platform-recent", "/api/platform/recent", "The latest contributions anywhere"), s.recent)
	problem.Register(api, get("donation", "/api/donations/{id}", "One gift, for whoever knows its id"), s.donation)
	problem.Register(api, get("settings", "/api/settings", "What the web app needs to know of the installation"), s.settings)
	me := func(o huma.Operation) huma.Operation {
		o.Security = []map[string][]string{{"bearer": {}}}
		return o
	}
	problem.Register(api, me(get("me", "/api/me", "The signed-in member")), s.me)
	problem.Register(api, me(get("my-transactions", "/api/me/transactions", "The member's gifts, newest first")), s.transactions)
	problem.Register(api, me(get("my-campaigns", "/api/me/campaigns", "The member's campaigns, newest first")), s.myCampaigns)
}
