package messages

import (
	"context"

	"github.com/callup/callup/commands/command"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/thread"
)

// ThreadBody names a thread, and the side of it for which somebody acts.
type ThreadBody struct {
	ThreadID ident.ID `json:"thread_id" format:"uuid"`
	SideID   ident.ID `json:"side_id" format:"uuid" doc:"The member, page or campaign"`
}

// ReadThreadBody says up to which message a side read.
type ReadThreadBody struct {
	ThreadBody
	UpTo int64 `json:"up_to" minimum:"1" doc:"The number of a message"`
}

// MuteThreadBody says whether a side is told of new messages.
type MuteThreadBody struct {
	ThreadBody
	Muted bool `json:"muted" doc:"What is to hold"`
}

// AnswerRequestBody accepts or declines a request.
type AnswerRequestBody struct {
	ThreadBody
	Accept bool `json:"accept"`
}

// ChooseWritersBody says who may write to the member.
type ChooseWritersBody struct {
	Who thread.Who `json:"who" enum:"everybody,givers,nobody" doc:"Givers: members they gave to, or who gave to them, by name"`
}

// ReadThread marks the messages of a thread as read, up to one. Errors: thread_not_found.
var ReadThread = command.Define("read-thread", "Mark messages as read", command.Holder,
	func(ctx context.Context, c *command.Call, in ReadThreadBody) (command.Done, error) {
		return onThread(ctx, c, in.ThreadBody, func(of thread.Side) func(thread.State) ([]thread.Event, error) {
			return thread.MarkRead{Side: of, UpTo: in.UpTo, Now: c.Now()}.Decide
		})
	})

// MuteThread has a side told of nothing new in a thread, or again. Errors: thread_not_found.
var MuteThread = command.Define("mute-thread", "Be told of nothing new in a conversation, or again", command.Holder,
	func(ctx context.Context, c *command.Call, in MuteThreadBody) (command.Done, error) {
		return onThread(ctx, c, in.ThreadBody, func(of thread.Side) func(thread.State) ([]thread.Event, error) {
			return thread.Mute{Side: of, Muted: in.Muted, Now: c.Now()}.Decide
		})
	})

// AnswerRequest accepts or declines a stranger's request. The other side is not told. Errors: thread_not_found.
var AnswerRequest = command.Define("answer-message-request", "Accept or decline a request to write", command.Holder,
	func(ctx context.Context, c *command.Call, in AnswerRequestBody) (command.Done, error) {
		return onThread(ctx, c, in.ThreadBody, func(of thread.Side) func(thread.State) ([]thread.Event, error) {
			return thread.Answer{Side: of, Accept: in.Accept, Now: c.Now()}.Decide
		})
	})

// ChooseWriters says who may write to the member.
var ChooseWriters = command.Define("choose-message-writers", "Choose who may write to you", command.Member,
	func(ctx context.Context, c *command.Call, in ChooseWritersBody) (command.Done, error) {
		return command.On(ctx, c, thread.ChoiceDecider, thread.ChoiceOf(c.Member), thread.Choose{
			Member: c.Member, Subject: member.SubjectOf(c.Member), Who: in.Who, Now: c.Now(),
		}.Decide)
	})

// onThread carries out a decision on the last stream of a thread, for a side that the member acts for. To everybody else there
// is no such thread.
func onThread(
	ctx context.Context, c *command.Call, in ThreadBody, decide func(thread.Side) func(thread.State) ([]thread.Event, error),
) (command.Done, error) {
	at, done, err := current(ctx, c, in.ThreadID)
	if done != nil || err != nil {
		return value(done), err
	}
	for _, p := range at.Parties {
		if p.ID == in.SideID && !at.Thread.IsNil() && acts(ctx, c, p.Side) == nil {
			return command.On(ctx, c, thread.Decider, thread.PartOf(in.ThreadID, at.Part), decide(p.Side))
		}
	}
	return command.Done{}, thread.ErrNotFound
}
