package messages

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/commands/erasing"
	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/erasure"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/memberblock"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/thread"
	"github.com/callup/callup/internal/ports"
	"github.com/callup/callup/internal/textfold"
)

// SendMessageBody is a message, from whom and to whom.
type SendMessageBody struct {
	FromKind  thread.Kind    `json:"from_kind" enum:"member,page,campaign" doc:"As whom: oneself, a page that one edits, a campaign that one runs"`
	FromID    ident.ID       `json:"from_id,omitzero" format:"uuid" doc:"The page or campaign; absent for oneself"`
	ToKind    thread.Kind    `json:"to_kind" enum:"member,page,campaign"`
	ToID      ident.ID       `json:"to_id,omitzero" format:"uuid" doc:"Absent where what the message is about says who it is"`
	AboutKind thread.Subject `json:"about_kind,omitempty" enum:"time,thing,shift,gift" doc:"What somebody offered, joined or gave"`
	AboutID   ident.ID       `json:"about_id,omitzero" format:"uuid" doc:"Absent for a gift"`
	Text      string         `json:"text" maxLength:"20000" doc:"Up to 4000 characters, without markup"`
	Lang      string         `json:"lang" enum:"en,fr,es" doc:"Of the text"`
}

// SendMessageAnswer names the thread and the message.
type SendMessageAnswer struct {
	command.Done
	ThreadID  ident.ID `json:"thread_id" format:"uuid"`
	MessageID ident.ID `json:"message_id" format:"uuid"`
}

var (
	errYouBlock = domain.Refuse(domain.Closed, "you_block_them", "unblock this person before you write to them")
	errNoReason = domain.Refuse(domain.Forbidden, "not_a_contributor",
		"a team writes to people who offered, joined or gave by name")
	errNoAnswer  = domain.Refuse(domain.Forbidden, "page_answers_only", "a page answers people who wrote to it")
	errTwoOfThem = domain.RefuseField("to_kind", "required", "one of the two is a member")
)

// SendMessage writes to somebody. A message to a member is answered alike whether it lands, waits as a request or never arrives.
// Errors: page_not_found, campaign_not_found, not_page_editor, not_campaign_owner, you_block_them, not_a_contributor,
// page_answers_only, too_many_requests and what thread.Send refuses.
var SendMessage = command.Define("send-message", "Write to a member, a page or the team of a campaign", command.Member,
	func(ctx context.Context, c *command.Call, in SendMessageBody) (none SendMessageAnswer, _ error) {
		text, err := thread.Text(textfold.Clean(in.Text))
		if err != nil {
			return none, err
		}
		send := thread.Send{
			From: side(in.FromKind, in.FromID, c.Member), To: thread.Side{Kind: in.ToKind, ID: in.ToID},
			Message: ident.Thing("message", c.ID), Member: c.Member, Author: member.SubjectOf(c.Member), Text: text, Lang: in.Lang,
			About: thread.About{Kind: in.AboutKind, ID: in.AboutID}, Now: c.Now(),
		}
		if err := acts(ctx, c, send.From); err != nil {
			return none, err
		}
		tie, err := find(ctx, c, &send)
		if err != nil {
			return none, err
		}
		id := thread.Of(send.From, send.To)
		at, done, err := current(ctx, c, id)
		if done != nil || err != nil {
			return SendMessageAnswer{value(done), id, send.Message}, err
		}
		if err := flood(c, at.Count == 0); err != nil {
			return none, err
		}
		if err := admit(ctx, c, &send, at, tie); err != nil {
			return none, err
		}
		part := at.Part
		if at.Full() {
			send.Before, part = at, at.Part+1
		}
		answer, err := command.On(ctx, c, thread.Decider, thread.PartOf(id, part), send.Decide)
		return SendMessageAnswer{answer, id, send.Message}, err
	})

func value(done *command.Done) command.Done {
	if done == nil {
		return command.Done{}
	}
	return *done
}

func side(kind thread.Kind, id, self ident.ID) thread.Side {
	if kind == thread.Member {
		id = self
	}
	return thread.Side{Kind: kind, ID: id}
}

func flood(c *command.Call, first bool) error {
	if c.Floods == nil {
		return nil
	}
	if err := c.Floods.Take(ports.FloodMessages, c.Member); err != nil || !first {
		return err
	}
	return c.Floods.Take(ports.FloodThreads, c.Member)
}

// acts refuses a member who may not write for a side.
func acts(ctx context.Context, c *command.Call, s thread.Side) error {
	switch s.Kind {
	case thread.Page:
		page, _, err := command.Recent(ctx, c.Handler, orgpage.Decider, s.ID)
		if err == nil && !page.Open() {
			err = orgpage.ErrNotFound
		}
		if err == nil {
			err = page.EditedBy(c.Member)
		}
		return err
	case thread.Campaign:
		to, _, err := command.Recent(ctx, c.Handler, campaign.Decider, s.ID)
		if err == nil && !to.Exists() {
			err = campaign.ErrNotFound
		}
		if err == nil {
			err = to.RunBy(c.Member)
		}
		return err
	case thread.Member:
		if s.ID == c.Member {
			return nil
		}
	}
	return thread.ErrNotFound
}

// current is the last stream of a thread. It gives an answer where an earlier one holds what the command wrote.
func current(ctx context.Context, c *command.Call, id ident.ID) (thread.State, *command.Done, error) {
	for part := 0; ; part++ {
		stream := thread.PartOf(id, part)
		s, _, err := command.Load(ctx, c.Handler, thread.Decider, stream)
		if err != nil || !s.Full() {
			return s, nil, err
		}
		before, again, err := command.Repeated(ctx, c.Handler, thread.Decider, stream, c.Envelope)
		if err != nil || again {
			return s, &command.Done{Position: before.Position}, err
		}
		next, _, err := command.Load(ctx, c.Handler, thread.Decider, thread.PartOf(id, part+1))
		if err != nil || next.Thread.IsNil() {
			return s, nil, err
		}
	}
}

// admit refuses what a page, a team or whoever writes to them may not send, and looks up how a member may be reached.
func admit(ctx context.Context, c *command.Call, send *thread.Send, at thread.State, tie tie) error {
	if send.To.Kind != thread.Member {
		return receives(ctx, c, send.To, at.Count == 0)
	}
	switch {
	case send.From.Kind == thread.Page && at.Count == 0:
		return errNoAnswer
	case send.From.Kind == thread.Campaign && at.Count == 0 && (!tie.found || tie.over):
		return errNoReason
	}
	return reach(ctx, c, send, at, tie)
}

// receives refuses a page that is closed, or that the member edits, and the same of a campaign. A campaign that is over or
// suspended goes on with the threads that it has.
func receives(ctx context.Context, c *command.Call, to thread.Side, first bool) error {
	if to.Kind == thread.Page {
		page, _, err := command.Recent(ctx, c.Handler, orgpage.Decider, to.ID)
		switch {
		case err != nil:
			return err
		case !page.Open():
			return orgpage.ErrNotFound
		case page.EditedBy(c.Member) == nil:
			return thread.ErrSelf
		}
		return nil
	}
	of, _, err := command.Recent(ctx, c.Handler, campaign.Decider, to.ID)
	switch {
	case err != nil:
		return err
	case !of.Exists() || first && (!of.WasPublic() || !of.SuspendedAt.IsZero()):
		return campaign.ErrNotFound
	case of.RunBy(c.Member) == nil:
		return thread.ErrSelf
	}
	return nil
}

// reach looks up how a member may be reached. Everything is looked up, whatever the first answers are: how long it takes
// tells nothing.
func reach(ctx context.Context, c *command.Call, send *thread.Send, at thread.State, tie tie) error {
	to := send.To.ID
	who, _, err := command.Load(ctx, c.Handler, member.Decider, to)
	if err != nil {
		return err
	}
	erased, _, err := command.Load(ctx, c.Handler, erasure.Decider, erasing.ErasureOf(member.SubjectOf(to)))
	if err != nil {
		return err
	}
	choice, _, err := command.Load(ctx, c.Handler, thread.ChoiceDecider, thread.ChoiceOf(to))
	if err != nil {
		return err
	}
	blocks, _, err := command.Load(ctx, c.Handler, memberblock.Decider, memberblock.Of(c.Member, to))
	if err != nil {
		return err
	}
	send.Away = !who.Exists || erased.Underway() || erased.Status == erasure.Done
	if send.From.Kind != thread.Member {
		send.Tied, send.Unwelcome = tie.accepted, choice.Who == thread.NoOne
		return nil
	}
	if blocks.By(c.Member) {
		return errYouBlock
	}
	send.Away = send.Away || blocks.Hides()
	send.Known = at.Known
	if at.Count == 0 {
		if send.Known, err = gave(ctx, c, c.Member, to); err == nil && !send.Known {
			send.Known, err = gave(ctx, c, to, c.Member)
		}
	}
	send.Unwelcome = choice.Who == thread.NoOne || choice.Who == thread.Givers && !send.Known
	return err
}
