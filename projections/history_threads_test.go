package projections

import (
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/thread"
)

// aboutThreads has two sides write to one another, read, mute, accept, decline, or choose who may write to them.
func (h *history) aboutThreads(draw draw) {
	who, subject := someMember(draw)
	other, _ := someMember(draw)
	from := thread.Side{Kind: thread.Member, ID: who}
	to := thread.Side{Kind: thread.Member, ID: other}
	switch draw("with", 3) {
	case 0:
		to = thread.Side{Kind: thread.Page, ID: thing("page", draw("page", 2))}
	case 1:
		from = thread.Side{Kind: thread.Campaign, ID: thing("campaign", draw("campaign", 2))}
	}
	id := thread.Of(from, to)
	switch draw("what they do", 7) {
	case 0:
		take(h, thread.Decider, id, thread.Mute{Side: from, Muted: !statesOf(h, thread.Decider)[id].Party(from).Muted,
			Now: h.now}.Decide)
	case 1:
		take(h, thread.Decider, id, thread.Answer{Side: from, Accept: draw("accept", 1) == 0, Now: h.now}.Decide)
	case 2, 3:
		take(h, thread.Decider, id, thread.MarkRead{Side: from, UpTo: int64(draw("up to", 5)), Now: h.now}.Decide)
	case 4:
		all := []thread.Who{thread.Everybody, thread.Givers, thread.NoOne}
		take(h, thread.ChoiceDecider, thread.ChoiceOf(who), thread.Choose{
			Member: who, Subject: subject, Who: all[draw("who may write", 2)], Now: h.now,
		}.Decide)
	default:
		take(h, thread.Decider, id, thread.Send{
			From: from, To: to, Message: ident.Pair("message", id.String(), string(rune('a'+len(h.facts)))), Member: who, Author: subject,
			Text: text("Message", 1+draw("text", 2)), Lang: "en", Away: draw("away", 5) == 0, Unwelcome: draw("unwelcome", 5) == 0,
			Known: draw("known", 3) == 0, Now: h.now,
		}.Decide)
	}
	if draw("leaves", 20) == 0 {
		take(h, thread.Decider, id, thread.Close{Member: who, Now: h.now}.Decide)
	}
}
