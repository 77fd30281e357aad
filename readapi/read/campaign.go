package read

import (
	"github.com/jackc/pgx/v5"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
)

// ErrNoCampaign refuses a campaign that does not exist, and one that the viewer does not run, as if it did not exist.
var ErrNoCampaign = domain.Refuse(domain.NotFound, "campaign_not_found", "There is no such campaign.")

// Runs asks whether the viewer runs campaign $1. A query that calls MustRun declares it.
var Runs = SQL(`SELECT EXISTS (SELECT FROM {campaign_team:own} t WHERE t.campaign = $1)`)

// MustRun lets only those go on who run a campaign. Errors: ErrNoCampaign.
func MustRun(c *Call, campaign ident.ID) error {
	runs, err := Row(c, Runs, pgx.RowTo[bool], campaign)
	if err == nil && !runs {
		err = ErrNoCampaign
	}
	return err
}
