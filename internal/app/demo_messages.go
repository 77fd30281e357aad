package app

import (
	"context"

	"github.com/callup/callup/commands/messages"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/thread"
	"github.com/callup/callup/internal/demo"
)

// messagesDemo has members write to one another and to the team of a campaign.
func messagesDemo(p *demo.Plan) (deeds []deed) {
	for n, talk := range p.Talks() {
		for i, line := range talk.Lines {
			deeds = append(deeds, deed{line.At, p.ID("message", n, i), says(talk, line)})
		}
		if talk.Read {
			deeds = append(deeds, deed{p.Now(), p.ID("message read", n, 0), readsAll(talk)})
		}
	}
	return deeds
}

// sides are those of a talk, with who writes for the second.
func sides(w *seeder, t demo.Talk) (first, second thread.Side, answers ident.ID) {
	first = thread.Side{Kind: thread.Member, ID: w.members[t.Member]}
	if t.Team >= 0 {
		of := w.launched[t.Team]
		return first, thread.Side{Kind: thread.Campaign, ID: of.campaign}, of.owner
	}
	return first, thread.Side{Kind: thread.Member, ID: w.members[t.Other]}, w.members[t.Other]
}

func says(t demo.Talk, l demo.Line) doing {
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		from, to, answers := sides(w, t)
		by := from.ID
		if l.Answer {
			from, to, by = to, from, answers
		}
		_, err := messages.SendMessage.Run(ctx, w.commands, as(by, key), messages.SendMessageBody{
			FromKind: from.Kind, FromID: from.ID, ToKind: to.Kind, ToID: to.ID, Text: l.Text, Lang: l.Lang,
		})
		return err
	}
}

func readsAll(t demo.Talk) doing {
	return func(ctx context.Context, w *seeder, key ident.ID) error {
		first, second, _ := sides(w, t)
		_, err := messages.ReadThread.Run(ctx, w.commands, as(first.ID, key), messages.ReadThreadBody{
			ThreadBody: messages.ThreadBody{ThreadID: thread.Of(first, second), SideID: first.ID}, UpTo: int64(len(t.Lines)),
		})
		return err
	}
}
