package reaction_test

import (
	"testing"
	"time"

	"github.com/callup/callup/domain/domaintest"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/reaction"
)

var (
	at      = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	post    = reaction.About{Thing: ident.ID{1}, On: reaction.Post, Member: ident.ID{2}, Subject: ident.ID{3}}
	comment = reaction.About{Thing: ident.ID{4}, On: reaction.Comment, Member: ident.ID{2}, Subject: ident.ID{3}}
	unknown = "reaction_unknown kind"
)

func toggle(about reaction.About, kind reaction.Kind) func(reaction.State) ([]reaction.Event, error) {
	return reaction.Toggle{About: about, Kind: kind, Now: at}.Decide
}

func TestToggle_SaysWhatHolds(t *testing.T) {
	h := domaintest.Given(t, reaction.Decider)
	h.When(toggle(post, reaction.None)).ThenNothing()
	h.When(reaction.Drop{Now: at}.Decide).ThenNothing()
	h.When(toggle(post, "grin")).ThenRefused(unknown)
	liked := h.When(toggle(post, reaction.Like)).Then(reaction.Chosen{About: post, Kind: reaction.Like, At: at})
	liked.When(toggle(post, reaction.Like)).ThenNothing()
	loved := liked.When(toggle(post, reaction.Love)).
		Then(reaction.Chosen{About: post, Kind: reaction.Love, Before: reaction.Like, At: at})
	loved.When(reaction.Drop{Now: at}.Decide).Then(reaction.TakenBack{About: post, Before: reaction.Love, At: at})
	back := loved.When(toggle(post, reaction.None)).Then(reaction.TakenBack{About: post, Before: reaction.Love, At: at})
	back.When(toggle(post, reaction.None)).ThenNothing()
	back.When(toggle(post, reaction.Laugh)).Then(reaction.Chosen{About: post, Kind: reaction.Laugh, At: at})
}

func TestToggle_CommentsAreLikedAlone(t *testing.T) {
	h := domaintest.Given(t, reaction.Decider)
	h.When(toggle(comment, reaction.Love)).ThenRefused(unknown)
	h.When(toggle(comment, reaction.Like)).Then(reaction.Chosen{About: comment, Kind: reaction.Like, At: at}).
		When(toggle(comment, reaction.None)).Then(reaction.TakenBack{About: comment, Before: reaction.Like, At: at})
}
