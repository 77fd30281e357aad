package app

import (
	"context"
	"time"

	"github.com/callup/callup/commands/reports"
	"github.com/callup/callup/domain/comment"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/report"
	"github.com/callup/callup/internal/demo"
)

// reportsDemo has two members report one campaign, which the administrator finds harmless, and one report another, and a comment.
func reportsDemo(p *demo.Plan) (deeds []deed) {
	if p.Members() <= demo.Administrator || len(p.Campaigns()) < 2 {
		return nil
	}
	owners := map[int]bool{p.Campaigns()[0].Owner: true, p.Campaigns()[1].Owner: true}
	var members []int
	for n := 0; n < p.Members() && len(members) < 2; n++ {
		if !owners[n] {
			members = append(members, n)
		}
	}
	file := func(of, by int, ago time.Duration, reason report.Reason, words string) {
		do := func(ctx context.Context, w *seeder, key ident.ID) error {
			_, err := reports.FileReport.Run(ctx, w.commands, as(w.members[by], key), reports.FileReportBody{
				Kind: report.Campaign, ThingID: w.launched[of].campaign, Reason: reason, Words: words,
			})
			return err
		}
		deeds = append(deeds, deed{p.Now().Add(-ago), p.ID("report", of, by), do})
	}
	if len(members) < 2 {
		return nil
	}
	file(0, members[0], 40*time.Hour, "spam", demo.Complaints[p.Lang(members[0])].Spam)
	file(0, members[1], 39*time.Hour, "other", "")
	dismiss := func(ctx context.Context, w *seeder, key ident.ID) error {
		_, err := reports.DismissReports.Run(ctx, w.commands, as(w.members[demo.Administrator], key), reports.DismissReportsBody{
			Kind: report.Campaign, ThingID: w.launched[0].campaign, UpTo: p.Now().Add(-39 * time.Hour),
		})
		return err
	}
	deeds = append(deeds, deed{p.Now().Add(-30 * time.Hour), p.ID("reports dismissed", 0, 0), dismiss})
	file(1, members[0], 5*time.Hour, "copyright", demo.Complaints[p.Lang(members[0])].Copied)
	if id, by, ok := saidInDemo(p); ok {
		do := func(ctx context.Context, w *seeder, key ident.ID) error {
			_, err := reports.FileReport.Run(ctx, w.commands, as(w.member(by), key), reports.FileReportBody{
				Kind: report.Comment, ThingID: id, Reason: "other", Words: demo.Complaints[p.Lang(by)].Elsewhere,
			})
			return err
		}
		deeds = append(deeds, deed{p.Now().Add(-time.Hour), p.ID("comment reported", 0, 0), do})
	}
	return deeds
}

// saidInDemo is the first comment on a post, and a member who did not write it: the post's author.
func saidInDemo(p *demo.Plan) (id ident.ID, by int, ok bool) {
	for n, w := range p.Posts() {
		if len(w.Comments) > 0 && p.Members() > 1 {
			return ident.Thing(comment.Category, p.ID("post comment", n, 0)), w.Author, true
		}
	}
	return id, 0, false
}
