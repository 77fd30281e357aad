package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/problem"
	"github.com/callup/callup/internal/visits"
	"github.com/callup/callup/readapi/campaigns"
	"github.com/callup/callup/readapi/read"
)

// VisitBody says that a member looks at a campaign.
type VisitBody struct {
	Campaign ident.ID `json:"campaign_id" format:"uuid"`
	Seen     bool     `json:"seen" required:"false" doc:"The member has seen what changed: it is not told again on this visit"`
}

type visitInput struct{ Body VisitBody }

type visitOutput struct {
	NoStore string `header:"Cache-Control" hidden:"true"`
	Body    campaigns.Since
}

// registerVisits declares how a member learns what changed of a campaign since they last looked at it. Looking is remembered by
// the same request, so that what is told and what is remembered are of one reading.
func registerVisits(api huma.API, queries *read.Service, v *visits.Service) {
	problem.Register(api, huma.Operation{
		OperationID: "visit-campaign", Method: http.MethodPost, Path: "/api/visits", Tags: []string{"visits"},
		Summary:       "What changed of a campaign that the member supports or follows since they last looked at it",
		DefaultStatus: http.StatusOK, Security: []map[string][]string{{problem.Bearer: {}}},
	}, func(ctx context.Context, in *visitInput) (*visitOutput, error) {
		p, err := auth.Require(ctx)
		if err != nil {
			return nil, err
		}
		since, err := visit(ctx, queries, v, p.Member, in.Body)
		return &visitOutput{NoStore: "no-store", Body: since}, err
	})
}

func visit(
	ctx context.Context, queries *read.Service, v *visits.Service, member ident.ID, in VisitBody,
) (campaigns.Since, error) {
	none := campaigns.Since{Milestones: []campaigns.Milestone{}, Updates: []campaigns.NewUpdate{}, Changes: []campaigns.Change{}}
	now, known, err := campaigns.PresentTo(ctx, queries, member, in.Campaign, Now())
	if err != nil {
		return none, err
	}
	if !known {
		return none, v.Leave(ctx, member, in.Campaign)
	}
	seen, err := json.Marshal(now.Seen)
	if err != nil {
		return none, fmt.Errorf("remember what is seen: %w", err)
	}
	before, err := v.Visit(ctx, member, in.Campaign, seen, in.Seen)
	if err != nil || before.At.IsZero() {
		return none, err
	}
	var then campaigns.Seen
	if err := json.Unmarshal(before.Seen, &then); err != nil {
		return none, fmt.Errorf("read what was seen: %w", err)
	}
	return campaigns.SinceVisit(ctx, queries, in.Campaign, now, then, before.At)
}
