package command

import (
	"context"
	"fmt"

	"github.com/callup/callup/domain"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/personal"
	"github.com/callup/callup/eventstore"
)

// textCacheSize is of how many things the present texts are kept in memory.
const textCacheSize = 4096

// sealedText is a present text. It is kept sealed: what is erased must not live on here.
type sealedText struct {
	event    ident.ID // that holds it
	subject  ident.ID
	sealed   personal.Text
	revision eventstore.Revision
}

// RecentText opens a thing's present text, that of 100 ms ago at the earliest, for somebody who names the thing outside of
// Callup. Find gives the text that an event sets, and whose it is; field is its name in the event. It is empty once its
// subject is erased.
func RecentText[S, E any](
	ctx context.Context, h *Handler, d domain.Decider[S, E], id ident.ID, field string,
	find func(E) (subject ident.ID, text personal.Text, sets bool),
) (string, error) {
	_, text, err := RecentWords(ctx, h, d, id, field, find)
	return text, err
}

// RecentWords is RecentText that also tells whose words they are.
func RecentWords[S, E any](
	ctx context.Context, h *Handler, d domain.Decider[S, E], id ident.ID, field string,
	find func(E) (subject ident.ID, text personal.Text, sets bool),
) (ident.ID, string, error) {
	_, revision, err := Recent(ctx, h, d, id)
	if err != nil {
		return ident.Nil, "", err
	}
	return wordsAt(ctx, h, d, id, revision, field, find)
}

// TextAt is RecentText as it was at a revision of the thing's stream.
func TextAt[S, E any](
	ctx context.Context, h *Handler, d domain.Decider[S, E], id ident.ID, revision eventstore.Revision, field string,
	find func(E) (subject ident.ID, text personal.Text, sets bool),
) (string, error) {
	_, text, err := wordsAt(ctx, h, d, id, revision, field, find)
	return text, err
}

func wordsAt[S, E any](
	ctx context.Context, h *Handler, d domain.Decider[S, E], id ident.ID, revision eventstore.Revision, field string,
	find func(E) (subject ident.ID, text personal.Text, sets bool),
) (ident.ID, string, error) {
	name := eventstore.StreamName(d.Category, id) + " " + field
	t, cached := h.texts.Get(name)
	if !cached || t.revision != revision {
		before := t.revision
		t = sealedText{revision: revision}
		for r, err := range h.Events(ctx, d.Category, id) {
			if err != nil {
				return ident.Nil, "", fmt.Errorf("read the %s of %s %s: %w", field, d.Category, id, err)
			}
			if r.Revision > revision {
				break
			}
			if e, ok := r.Event.(E); ok {
				if subject, text, sets := find(e); sets {
					t.event, t.subject, t.sealed = r.ID, subject, text
				}
			}
		}
		if !cached || before < revision { // a look at an older one leaves the present text where it is
			h.texts.Add(name, t)
		}
	}
	text, err := h.OpenText(ctx, t.event, t.subject, field, t.sealed)
	if err != nil {
		return ident.Nil, "", fmt.Errorf("open the %s of %s %s: %w", field, d.Category, id, err)
	}
	return t.subject, text.String(), nil
}
