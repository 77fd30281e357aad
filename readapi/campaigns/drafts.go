package campaigns

import (
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/internal/rowscan"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// DraftCard is a campaign that a member is writing, as their list shows it.
type DraftCard struct {
	ID       ident.ID  `json:"id" format:"uuid" doc:"Of the campaign, too, once it is launched"`
	Number   int64     `json:"number" doc:"Of the times it was saved; what changes it says that it builds on this"`
	Title    string    `json:"title" doc:"Empty where none is written yet"`
	Lang     string    `json:"lang" doc:"BCP 47 tag of the words"`
	Category string    `json:"category" doc:"Empty until chosen"`
	BegunAt  time.Time `json:"begun_at"`
	SavedAt  time.Time `json:"saved_at"`
}

// Drafts are the campaigns that a member is writing, the one that was saved last first.
type Drafts struct {
	Items []DraftCard `json:"items"`
}

// DraftNeed is one kind of thing that a draft asks for.
type DraftNeed struct {
	Item     string `json:"item"`
	Quantity int64  `json:"quantity" doc:"0 until it is said"`
	Unit     string `json:"unit"`
	Note     string `json:"note"`
}

// Draft is all that a member has written so far of a campaign.
type Draft struct {
	DraftCard
	Description     string         `json:"description"`
	Story           string         `json:"story"`
	Resources       []string       `json:"resource_types"`
	Currency        money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	MoneyPurpose    string         `json:"money_purpose" doc:"What the money is for; empty until it is said"`
	Goal            int64          `json:"goal_amount" doc:"Minor units of currency; 0 until it is said"`
	TimeGoal        int64          `json:"time_goal_minutes" doc:"0 until it is said"`
	Needs           []DraftNeed    `json:"needs" db:"-"`
	Location        string         `json:"location"`
	EndDate         string         `json:"end_date" doc:"ISO 8601 day, which may have passed; empty without deadline"`
	BeneficiaryName string         `json:"beneficiary_name"`
	Relationship    string         `json:"beneficiary_relationship"`
	Consent         bool           `json:"beneficiary_consent"`
	Page            ident.ID       `json:"page_id,omitzero" format:"uuid" doc:"The page in whose name it is to go, unless it is closed or no more the member's to speak for; absent: in the member's"`
	Photo           string         `json:"photo" doc:"The upload of its photograph; empty without one"`
	PhotoAlt        string         `json:"photo_alt"`
	Video           string         `json:"video" doc:"The upload of its video; empty without one"`
}

// MyDrafts are the campaigns that the member who asks is writing. A member has a few of them, so that they are one page.
var MyDrafts = read.Define(read.Query[read.ReadAfter, Drafts]{
	ID: "my-drafts", Path: "/api/me/drafts", Summary: "The campaigns that the member is writing, saved last first",
	May: read.Member, Sees: read.EachMember,
	SQL: []*read.Statement{draftsNewest}, Answer: myDrafts,
	Live: &read.Live[read.ReadAfter]{Topic: "drafts", Own: true, On: []read.On{read.ByKey(readmodel.CampaignDrafts)}},
})

// ErrNoDraft refuses a draft that there is none of, or that is somebody else's.
var ErrNoDraft = domain.Refuse(domain.NotFound, "draft_not_found", "There is no such draft.")

// MyDraft is one campaign that the member who asks is writing. Errors: draft_not_found, also where it is somebody else's.
var MyDraft = read.Define(read.Query[read.ByID, Draft]{
	ID: "my-draft", Path: "/api/me/drafts/{id}", Summary: "A campaign that the member is writing",
	May: read.Holder, Sees: read.EachMember, SQL: []*read.Statement{draftByID}, Answer: myDraft,
})

const draftColumns = `d.id, d.number, d.title, d.lang, d.category, d.begun_at, d.saved_at`

var (
	draftsNewest = read.SQL(`SELECT ` + draftColumns + ` FROM {campaign_drafts} d
	WHERE d.owner = {viewer} ORDER BY d.saved_at DESC, d.id`)

	draftByID = read.SQL(`SELECT ` + draftColumns + `, d.description, d.story, d.resources AS resource_types,
	d.money_purpose, d.currency, d.goal AS goal_amount,
	d.time_goal AS time_goal_minutes, d.needs, d.location, d.end_date, d.for_name AS beneficiary_name,
	d.relationship AS beneficiary_relationship, d.consent AS beneficiary_consent, d.photo, d.photo_alt, d.video,
	coalesce(g.id, {nobody}) AS page_id
	FROM {campaign_drafts} d LEFT JOIN {pages} g ON g.id = d.page AND g.closed_at IS NULL
		AND (g.owner = {viewer} OR EXISTS (SELECT FROM {page_editors:own} e WHERE e.page = g.id))
	WHERE d.owner = {viewer} AND d.id = $1`)
)

func (d *DraftCard) normalize() {
	d.BegunAt, d.SavedAt = d.BegunAt.UTC(), d.SavedAt.UTC()
}

func myDrafts(c *read.Call, _ read.ReadAfter) (out Drafts, err error) {
	out.Items, err = read.Rows(c, draftsNewest, rowscan.Then((*DraftCard).normalize))
	return out, err
}

// draftRow is a draft with what it asks for.
type draftRow struct {
	Draft
	Asked []readmodel.Need `db:"needs"`
}

func myDraft(c *read.Call, in read.ByID) (Draft, error) {
	found, err := read.Row(c, draftByID, rowscan.Row[draftRow], in.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Draft{}, ErrNoDraft
	}
	d := found.Draft
	d.normalize()
	d.Needs = make([]DraftNeed, len(found.Asked))
	for i, n := range found.Asked {
		d.Needs[i] = DraftNeed{n.Item, n.Quantity, n.Unit, n.Note}
	}
	return d, err
}
