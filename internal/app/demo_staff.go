package app

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/staff"
	"github.com/callup/callup/commands/support"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/inquiry"
	roles "github.com/callup/callup/domain/staff"
	"github.com/callup/callup/internal/demo"
)

// staffDemo has the operator name an administrator, and one who was a moderator for a day.
func staffDemo(p *demo.Plan) (deeds []deed) {
	change := func(member int, role, why string, ago time.Duration, with command.Command[staff.RoleBody, command.Done]) {
		do := func(ctx context.Context, w *seeder, key ident.ID) error {
			_, err := with.Run(ctx, w.commands, command.Envelope{ID: key, Actor: "operator"},
				staff.RoleBody{MemberID: w.members[member], Role: role, Why: why})
			return err
		}
		deeds = append(deeds, deed{p.Now().Add(-ago), p.ID(with.Name()+" "+role, member, 0), do})
	}
	if p.Members() > demo.Administrator {
		change(demo.Administrator, roles.Administrator, "Runs the demonstration", 60*24*time.Hour, staff.GrantRole)
	}
	if p.Members() > demo.Helper {
		change(demo.Helper, roles.Moderator, "Stood in for a day", 30*24*time.Hour, staff.GrantRole)
		change(demo.Helper, roles.Moderator, "The day is over", 29*24*time.Hour, staff.TakeRoleBack)
	}
	return deeds
}

// inquiriesDemo has people write to support; the administrator has answered the first.
func inquiriesDemo(p *demo.Plan) (deeds []deed) {
	if p.Members() <= demo.Administrator {
		return nil
	}
	for n, m := range demo.Inquiries() {
		at, sent := p.Now().Add(-m.Ago), p.ID("inquiry", n, 0)
		write := func(ctx context.Context, w *seeder, key ident.ID) error {
			env := command.Envelope{ID: key, Actor: "guest"}
			if m.Member >= 0 {
				env = as(w.members[m.Member], key)
			}
			_, err := support.WriteToSupport.Run(ctx, w.commands, env, support.WriteToSupportBody{
				Name: m.From.Name, Email: m.From.Email, Subject: m.Subject, Message: m.Message, Lang: m.From.Lang,
			})
			return err
		}
		deeds = append(deeds, deed{at, sent, write})
		if !m.Answered {
			continue
		}
		answer := func(ctx context.Context, w *seeder, key ident.ID) error {
			_, err := support.MarkInquiryAnswered.Run(ctx, w.commands, as(w.members[demo.Administrator], key),
				support.InquiryBody{InquiryID: ident.Thing(inquiry.Category, sent)})
			return err
		}
		deeds = append(deeds, deed{at.Add(3 * time.Hour), p.ID("inquiry answered", n, 0), answer})
	}
	return deeds
}
