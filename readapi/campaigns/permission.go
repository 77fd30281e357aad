package campaigns

import (
	"time"

	"github.com/callup/callup/domain/money"
	"github.com/callup/callup/projections/readmodel"
	"github.com/callup/callup/readapi/read"
)

// MoneyPermission is where a campaign that asks for money stands with an administrator's permission to collect it.
type MoneyPermission struct {
	State      string         `json:"state" enum:"asked,allowed,refused"`
	ByPage     bool           `json:"by_page,omitempty" doc:"The page in whose name it goes is allowed to: nobody needs to decide"`
	Holds      bool           `json:"holds,omitempty" doc:"The campaign waits for this decision alone before it is public"`
	GoalAmount int64          `json:"goal_amount" doc:"Minor units of currency: what it asks for, also while nobody else is shown it"`
	Currency   money.Currency `json:"currency" enum:"EUR,USD,GBP"`
	Purpose    string         `json:"purpose" doc:"What the money is for, in the owner's words; empty where nobody asked"`
	Reason     string         `json:"reason" doc:"Why an administrator refused it, in their words; empty where none did"`
	At         time.Time      `json:"at" doc:"When it was asked for or, once that is decided, when it was"`
}

// permissionRow is a campaign's permission with whether it asks for money at all.
type permissionRow struct {
	MoneyPermission
	Asks bool `db:"asks"`
}

// permissionColumns are those of a permissionRow, of c in the name of g.
const permissionColumns = `c.permission AS "money.state",
	c.permission = 'asked' AND g.collects IS TRUE AS "money.by_page",
	c.money_holds AND c.status IN ('in_review', 'changes_requested') AS "money.holds",
	c.goal AS "money.goal_amount", c.currency AS "money.currency", c.money_purpose AS "money.purpose",
	c.money_reason AS "money.reason", coalesce(c.money_at, c.launched_at) AS "money.at", 'money' = ANY (c.resources) AS "money.asks"`

// permission is what of the row is told; nil where no permission is needed.
func (r permissionRow) permission() *MoneyPermission {
	if !r.Asks || r.State == "" {
		return nil
	}
	p := r.MoneyPermission
	p.At = p.At.UTC()
	return &p
}

// asksMoney is the condition that c asks for money, and that what becomes of it still matters.
const asksMoney = `'money' = ANY (c.resources) AND c.status IN ('in_review', 'active', 'paused')
	AND (c.ends_at IS NULL OR c.ends_at > $1 OR c.status = 'in_review')`

// What administrators decide about: campaigns that ask to collect money, and whose page does not let them, and those that one
// refused.
const (
	moneyWaits   = `c.permission = 'asked' AND ` + asksMoney + ` AND NOT (g.collects IS TRUE AND ` + readmodel.IsPublic + `)`
	moneyRefused = `c.permission = 'refused' AND ` + asksMoney
)

var (
	moneyWaitsOldest   = moneySQL(moneyWaits)
	moneyRefusedOldest = moneySQL(moneyRefused)
)

func moneySQL(listed string) *read.Statement {
	return reviewSQL(`coalesce(c.money_at, c.launched_at)`,
		`(SELECT count(*) FROM {campaigns} c `+readmodel.InNameOf+` WHERE `+listed+`)`, `$2 <> '' AND `+listed)
}
