package campaigns

import (
	"time"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// Reviewed is a campaign as moderators decide about it: all that strangers will see, and where it stands.
type Reviewed struct {
	CampaignCard
	Story           string           `json:"story"`
	Needs           []Need           `json:"needs"`
	BeneficiaryName string           `json:"beneficiary_name"`
	Relationship    string           `json:"beneficiary_relationship"`
	Revision        int64            `json:"revision" doc:"To be sent with a decision, which is refused where the campaign has changed since"`
	StopReason      string           `json:"stop_reason" doc:"What a moderator last asked for, or why one rejected or suspended it"`
	Since           time.Time        `json:"since" doc:"When it was sent to the moderators or, unless it waits, when one decided about it"`
	Earlier         int64            `json:"earlier" doc:"How many public campaigns its organizer has or had"`
	Money           *MoneyPermission `json:"money,omitempty" db:"-" doc:"Whether it may collect the money that it asks for; absent where it needs no permission"`
	Approved        *Approved        `json:"approved,omitempty" db:"-" doc:"What a moderator approved, where the campaign has changed since; only in state changed"`
}

// Approved is what of a campaign a moderator approved.
type Approved struct {
	Title           string `json:"title"`
	Description     string `json:"description"`
	Story           string `json:"story"`
	BeneficiaryName string `json:"beneficiary_name"`
	NewPhoto        bool   `json:"new_photo" doc:"The photograph was replaced, added or removed"`
	NewBeneficiary  bool   `json:"new_beneficiary"`
}

// ReviewInput asks for a page of the campaigns in one state.
type ReviewInput struct {
	read.ReadAfter
	read.Paging
	State string `query:"state" enum:",in_review,changed,changes_requested,rejected,suspended,money,money_refused" doc:"Empty: wait for a moderator; changed: public and changed since approved; money: ask to collect it; money_refused: may not"`
}

// Review are the campaigns that wait for a moderator, or that one stopped: what waits longest comes first. Errors: bad_cursor.
var Review = read.Define(read.Query[ReviewInput, read.List[Reviewed]]{
	ID: "review", Path: "/api/admin/review", Summary: "Campaigns that wait for a moderator, longest first, or were stopped by one",
	May: read.Moderator, Sees: read.Alike,
	SQL: []*read.Statement{reviewOldest, changedOldest, moneyWaitsOldest, moneyRefusedOldest}, Answer: reviewed,
	Live: &read.Live[ReviewInput]{
		Topic: "review", Refetch: true, On: []read.On{read.ByKey(readmodel.Campaigns)},
		Quiet: []read.Quiet{
			{Table: readmodel.Progress, Because: "what a campaign raised is no matter of its review"},
			quietHours, quietPages, quietEditors,
			{Table: readmodel.Members, Because: "a new name shows at the next reading"},
		},
	},
})

const reviewSince = `coalesce(c.waits_since, c.decided_at, c.launched_at)`

var (
	reviewOldest  = reviewSQL(reviewSince, countOf(`a.status = $2`), `c.status = $2`)
	changedOldest = reviewSQL(`c.changed_at`, countOf(`a.changed_at IS NOT NULL AND a.status IN ('active', 'paused', 'completed')`),
		`$2 = 'changed' AND c.changed_at IS NOT NULL AND `+readmodel.IsPublic)
)

// countOf counts the campaigns a that are in a state.
func countOf(counted string) string {
	return `(SELECT count(*) FROM {campaigns} a WHERE ` + counted + `)`
}

// reviewSQL lists the campaigns c of one state, the oldest first, with how many are in it.
func reviewSQL(since, counted, listed string) *read.Statement {
	return read.SQL(`SELECT ` + cardColumns + `, c.story, c.needs, c.for_name AS beneficiary_name,
	c.relationship AS beneficiary_relationship, c.revision,
	c.stop_reason, ` + since + ` AS since,
	(SELECT count(*) FROM {campaigns} o WHERE o.owner = c.owner AND o.id <> c.id
		AND o.standing IN ('active', 'paused', 'completed', 'cancelled')) AS earlier,
	c.approved_title AS "approved.title", c.approved_description AS "approved.description",
	c.approved_story AS "approved.story", c.approved_name AS "approved.beneficiary_name",
	c.approved_photo <> c.photo AS "approved.new_photo",
	c.approved_for <> c.beneficiary AS "approved.new_beneficiary", ` + read.Micros(since) + ` AS list_micros,
	` + counted + ` AS list_total, ` + permissionColumns + `
	FROM ` + cardSource + ` WHERE ` + listed + `
		AND (NOT $3::boolean OR ` + since + ` > $4 OR ` + since + ` = $4 AND c.id > $5::uuid)
	ORDER BY ` + since + `, c.id LIMIT $6`)
}

// reviewedRow is a campaign with what was approved of it, whether or not it has changed since.
type reviewedRow struct {
	Reviewed
	Approved Approved      `db:"approved"`
	Money    permissionRow `db:"money"`
}

func reviewed(c *read.Call, in ReviewInput) (read.List[Reviewed], error) {
	statement := reviewOldest
	switch in.State {
	case "":
		in.State = "in_review"
	case "changed":
		statement = changedOldest
	case "money":
		statement = moneyWaitsOldest
	case "money_refused":
		statement = moneyRefusedOldest
	}
	list, err := read.Newest(c, []any{"review", in.State}, in.Paging, statement, func(r *reviewedRow) ident.ID {
		r.normalize()
		r.Since = r.Since.UTC()
		r.Reviewed.Money = r.Money.permission()
		if r.Needs == nil {
			r.Needs = []Need{}
		}
		if in.State == "changed" {
			r.Reviewed.Approved = &r.Approved
		}
		return r.ID
	}, c.Now(), in.State)
	return read.Map(list, func(r reviewedRow) Reviewed { return r.Reviewed }), err
}
