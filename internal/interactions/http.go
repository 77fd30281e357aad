package interactions

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/callup/callup/internal/auth"
	"github.com/callup/callup/internal/problem"
)

// Pressed is something that a member pressed.
type Pressed struct {
	Action string          `json:"action_type" enum:"create_callup_hero,onboarding"`
	Page   string          `json:"page_url" pattern:"^/" maxLength:"2000" doc:"The path of the page; what names a campaign or a person is not kept"`
	Data   InteractionData `json:"additional_data" required:"false"`
}

// RecordBody is what a member pressed, in its order.
type RecordBody struct {
	Interactions []Pressed `json:"interactions" minItems:"1" maxItems:"50"`
}

// Recorded tells how much was kept.
type Recorded struct {
	Recorded int `json:"recorded" doc:"0 where the member did not agree"`
}

// SummaryAnswer is what members press, without telling who.
type SummaryAnswer struct {
	Days   int           `json:"days" doc:"How many days were counted, up to now"`
	Counts []ActionCount `json:"counts" doc:"What at least five members pressed, the most frequent first"`
	Rest   int           `json:"rest" doc:"How often anything else was pressed"`
}

type recordInput struct{ Body RecordBody }
type recordOutput struct{ Body Recorded }
type summaryInput struct {
	Days int `query:"days" minimum:"1" maximum:"365" default:"30"`
}
type summaryOutput struct {
	NoStore string `header:"Cache-Control" hidden:"true"`
	Body    SummaryAnswer
}

// Register declares the operations on an API made by problem.NewAPI.
func Register(api huma.API, s *Service) {
	signedIn := []map[string][]string{{problem.Bearer: {}}}
	problem.Register(api, huma.Operation{
		OperationID: "record-interactions", Method: http.MethodPost, Path: "/api/interactions", Tags: []string{"interactions"},
		Summary: "Keep what a member pressed who agreed to it", DefaultStatus: http.StatusOK, Security: signedIn,
	}, s.record)
	problem.Register(api, huma.Operation{
		OperationID: "interactions", Method: http.MethodGet, Path: "/api/admin/interactions", Tags: []string{"interactions"},
		Summary: "How often members press what, for staff", DefaultStatus: http.StatusOK, Security: signedIn,
	}, s.summary)
}

func (s *Service) record(ctx context.Context, in *recordInput) (*recordOutput, error) {
	p, err := auth.Require(ctx)
	if err != nil {
		return nil, err
	}
	all := make([]Interaction, len(in.Body.Interactions))
	for i, one := range in.Body.Interactions {
		all[i] = Interaction{Action: one.Action, Page: one.Page, Data: one.Data}
	}
	count, err := s.Record(ctx, p.Member, all)
	return &recordOutput{Recorded{count}}, err
}

func (s *Service) summary(ctx context.Context, in *summaryInput) (*summaryOutput, error) {
	if _, err := auth.RequireRole(ctx, auth.Moderator, auth.Auditor); err != nil {
		return nil, err
	}
	counts, rest, err := s.Summary(ctx, s.c.Now().Add(-time.Duration(in.Days)*24*time.Hour))
	return &summaryOutput{NoStore: "no-store", Body: SummaryAnswer{Days: in.Days, Counts: counts, Rest: rest}}, err
}
