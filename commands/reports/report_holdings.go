package reports

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/report"
)

// ReportHoldings are what a person reported. Their words are sealed with the person's own key.
func ReportHoldings() erasing.Holdings {
	return erasing.Holdings{
		Area:   "reports",
		Events: []any{report.Filed{}, report.Below{}},
		See: func(b *erasing.Belongings, event any) {
			switch e := event.(type) {
			case report.Filed:
				if b.IsMember(e.Member) {
					b.Add(report.Category, e.Report)
				}
			case report.Below:
				if b.IsMember(e.Member) {
					b.Add(report.Category, e.Report)
				}
			}
		},
		Named:  func(b *erasing.Belongings) []ident.ID { return b.All(report.Category) },
		Export: exportReports,
	}
}

// ExportedReport is what somebody reported, as they are given it.
type ExportedReport struct {
	At     time.Time `json:"at"`
	Kind   string    `json:"kind"`
	Thing  ident.ID  `json:"thing"`
	Reason string    `json:"what"` // a report.Reason
	Words  string    `json:"words,omitempty"`
}

func exportReports(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
	all := []ExportedReport{}
	for _, id := range p.All(report.Category) {
		for r, err := range s.OpenedEvents(ctx, report.Category, id) {
			if err != nil {
				return nil, err
			}
			if e, ok := r.Event.(report.Filed); ok {
				all = append(all, ExportedReport{e.At, string(e.Kind), e.Thing, string(e.Reason), e.Words.String()})
			}
		}
	}
	return all, nil
}
