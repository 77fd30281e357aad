package messages

import (
	"context"
	"time"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/thread"
)

// Holdings are the threads of a person and what they wrote in them, also for a page or a campaign. Their own threads end with
// them; what they wrote goes with their key. What others wrote to them is the others'.
func Holdings() erasing.Holdings {
	threads := func(b *erasing.Belongings) []ident.ID { return b.All(thread.Category) }
	return erasing.Holdings{
		Area:   "messages",
		Events: []any{thread.Begun{}, thread.Sent{}, thread.WriterChosen{}},
		Others: []any{
			thread.Read{}, thread.Muted{}, thread.Unmuted{}, thread.Accepted{}, thread.Declined{}, thread.Closed{},
		},
		See: func(b *erasing.Belongings, event any) {
			switch e := event.(type) {
			case thread.Begun:
				for _, p := range e.Parties {
					if b.IsMember(p.ID) {
						b.Add(thread.Category, thread.PartOf(e.Thread, e.Part))
					}
				}
			case thread.Sent:
				if b.Wrote(e.Author) {
					b.Add(thread.Category, thread.PartOf(e.Thread, e.Part))
				}
			case thread.WriterChosen:
				if b.IsMember(e.Member) {
					b.Add(thread.ChoiceCategory, thread.ChoiceOf(e.Member))
				}
			}
		},
		Ends: []erasing.Ending{{
			What: "threads", Things: threads,
			EndOf: func(ctx context.Context, s *command.Service, b *erasing.Belongings, id ident.ID) (bool, error) {
				_, err := command.Execute(ctx, s.Handler, thread.Decider, id, erasing.Envelope("close thread", id),
					thread.Close{Member: b.Member, Now: s.Now()}.Decide)
				return err == nil, err
			},
		}},
		Export: export,
	}
}

// Exported is what a person is given of their messages.
type Exported struct {
	Written []ExportedMessage `json:"written"`
	Threads []ExportedThread  `json:"threads"`
	Writers []ExportedChoice  `json:"who_may_write"`
}

// ExportedMessage is a message that the person wrote, as whom, and in which thread.
type ExportedMessage struct {
	Thread ident.ID  `json:"thread"`
	As     string    `json:"as"` // member, page or campaign
	At     time.Time `json:"at"`
	Text   string    `json:"text"`
}

// ExportedThread is what the person did in a thread of their own.
type ExportedThread struct {
	Thread ident.ID  `json:"thread"`
	Did    string    `json:"did"` // began, read, muted, unmuted, accepted, declined
	With   ident.ID  `json:"with,omitzero"`
	At     time.Time `json:"at"`
}

// ExportedChoice is who may write to the person from a moment on.
type ExportedChoice struct {
	Who string    `json:"who"`
	At  time.Time `json:"at"`
}

func export(ctx context.Context, s *command.Service, p erasing.Person) (any, error) {
	out := Exported{Written: []ExportedMessage{}, Threads: []ExportedThread{}, Writers: []ExportedChoice{}}
	for _, category := range []string{thread.Category, thread.ChoiceCategory} {
		for _, id := range p.All(category) {
			for r, err := range s.OpenedEvents(ctx, category, id) {
				if err != nil {
					return nil, err
				}
				out.add(p, r.Event)
			}
		}
	}
	return out, nil
}

func (x *Exported) add(p erasing.Person, event any) {
	did := func(of, with ident.ID, by thread.Side, what string, at time.Time) {
		if by.ID == p.Member {
			x.Threads = append(x.Threads, ExportedThread{of, what, with, at})
		}
	}
	switch e := event.(type) {
	case thread.Begun:
		if e.Part > 0 {
			return
		}
		for i, party := range e.Parties {
			did(e.Thread, e.Parties[1-i].ID, party.Side, "began", e.At)
		}
	case thread.Sent:
		if p.Wrote(e.Author) {
			x.Written = append(x.Written, ExportedMessage{e.Thread, string(e.From.Kind), e.At, e.Text.String()})
		}
	case thread.Read:
		did(e.Thread, ident.Nil, e.Side, "read", e.At)
	case thread.Muted:
		did(e.Thread, ident.Nil, e.Side, "muted", e.At)
	case thread.Unmuted:
		did(e.Thread, ident.Nil, e.Side, "unmuted", e.At)
	case thread.Accepted:
		did(e.Thread, ident.Nil, e.Side, "accepted", e.At)
	case thread.Declined:
		did(e.Thread, ident.Nil, e.Side, "declined", e.At)
	case thread.WriterChosen:
		x.Writers = append(x.Writers, ExportedChoice{string(e.Who), e.At})
	}
}
