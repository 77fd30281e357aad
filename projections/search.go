package projections

import (
	"slices"
	"time"

	"github.com/callup/callup/domain/campaign"
	"github.com/callup/callup/domain/ident"
	"github.com/callup/callup/domain/member"
	"github.com/callup/callup/domain/orgpage"
	"github.com/callup/callup/domain/post"
	"github.com/callup/callup/internal/textfold"
	"github.com/callup/callup/projections/projector"
	"github.com/callup/callup/projections/readmodel"
)

// States of documents that are no campaigns'.
const (
	documentOpen   = "open"
	documentClosed = "closed"
)

// searchTables are what is searched: a row for each campaign, page, post and member, and one for each word that documents
// have which anybody may find.
type searchTables struct {
	documents projector.Table[ident.ID, readmodel.SearchDocument]
	words     projector.Table[string, readmodel.SearchWord]
}

// found tells whether a document is to be found: drafts are no documents, and a campaign whose words were erased has no title.
func found(d *readmodel.SearchDocument) bool {
	if d.Suspended {
		return false
	}
	switch d.Kind {
	case readmodel.FoundCampaign:
		return d.Title != "" && slices.Contains(
			[]campaign.Status{campaign.Active, campaign.OnHold, campaign.Ended}, campaign.Status(d.Status))
	case readmodel.FoundPage:
		return d.Title != "" && d.Status == documentOpen
	case readmodel.FoundMember:
		return d.Title != "" && d.Status == documentOpen && !d.Unnamed
	}
	return d.Text != "" && d.Status == documentOpen
}

// change changes a document, and counts the words that it is found by anew.
func (s searchTables) change(r *projector.Rows, d *readmodel.SearchDocument, by func(*readmodel.SearchDocument)) {
	before := d.Words
	by(d)
	d.TitleWords, d.Words = []string{}, []string{}
	if found(d) {
		d.TitleWords, d.Words = append(d.TitleWords, textfold.Words(d.Title)...), append(d.Words, textfold.Words(d.Title+" "+d.Text)...)
	}
	s.count(r, before, d.Words)
}

// count notes that a document has other words than before.
func (s searchTables) count(r *projector.Rows, before, now []string) {
	had, has := map[string]bool{}, map[string]bool{}
	for _, w := range before {
		had[w] = true
	}
	for _, w := range now {
		has[w] = true
		if !had[w] {
			s.words.Edit(r, w).Documents++
		}
	}
	for _, w := range before {
		if has[w] {
			continue
		}
		if row := s.words.Edit(r, w); row.Documents > 1 {
			row.Documents--
		} else {
			s.words.Delete(r, w)
		}
	}
}

// wordsOf is the index of the words of one kind: in one of all kinds a search would gather each of its words once a kind.
func wordsOf(vector, kind string) projector.TableOption {
	return projector.Index("USING gin ((" + vector + ")) WITH (fastupdate = off) WHERE " + readmodel.OfKind(kind))
}

// searchProjection keeps what campaigns, pages, posts and members are found by, written as it is searched for: lower-case,
// without accents.
func searchProjection() *projector.Projection {
	s := searchTables{
		words: projector.NewTable[string, readmodel.SearchWord](readmodel.SearchWords, "word",
			// without waiting entries, which a search would read from end to end
			projector.Index("USING gin (word gin_trgm_ops) WITH (fastupdate = off)"),
			projector.OwnedThrough(readmodel.SearchDocuments),
			// a word is what somebody wrote: no news carries it
			projector.Shown(func(*readmodel.SearchWord) bool { return false })),
	}
	s.documents = projector.NewTable[ident.ID, readmodel.SearchDocument](readmodel.SearchDocuments, "id",
		// a post has no title
		wordsOf(readmodel.TitleVector, readmodel.FoundCampaign), wordsOf(readmodel.TitleVector, readmodel.FoundPage),
		wordsOf(readmodel.TitleVector, readmodel.FoundMember),
		wordsOf(readmodel.WordsVector, readmodel.FoundCampaign), wordsOf(readmodel.WordsVector, readmodel.FoundPage),
		wordsOf(readmodel.WordsVector, readmodel.FoundPost),
		projector.Index("(kind, at DESC)"),
		projector.Lookup("subject", func(d *readmodel.SearchDocument) ident.ID { return d.Subject }),
		projector.Lookup("page", func(d *readmodel.SearchDocument) ident.ID { return d.Page }),
		projector.OwnedBy("subject", projector.Erase("blanks its words, by which nobody finds it any more",
			func(r *projector.Rows, d *readmodel.SearchDocument) {
				s.change(r, d, func(d *readmodel.SearchDocument) { d.Title, d.Text = "", "" })
			})))

	said := projector.New(readmodel.SearchDocuments, 8, s.documents, s.words).Personal().
		InvariantSince(8, "documents", "SELECT concat_ws(' ', kind, status), concat_ws(' ', count(*), sum(cardinality(words))) "+
			"FROM {search_documents} GROUP BY kind, status").
		Invariant("words", "SELECT 'words', concat_ws(' ', count(*), sum(documents)) FROM {search_words}")
	return s.members(s.posts(s.pages(s.campaigns(said))))
}

// campaigns folds what campaigns are found by.
func (s searchTables) campaigns(p *projector.Projection) *projector.Projection {
	change := func(r *projector.Rows, id ident.ID, by func(*readmodel.SearchDocument)) {
		s.change(r, s.documents.Edit(r, id), by)
	}
	say := func(d *readmodel.SearchDocument, c campaign.Content) {
		d.Title = textfold.Fold(c.Title.String())
		d.Text = textfold.Fold(c.Description.String() + " " + c.Location.String())
	}
	status := func(r *projector.Rows, id ident.ID, is campaign.Status) {
		change(r, id, func(d *readmodel.SearchDocument) {
			d.Status, d.Standing = string(is), 1
			if is == campaign.Active {
				d.Standing = 0
			}
		})
	}
	begin := func(r *projector.Rows, e campaign.Launched, is campaign.Status) {
		change(r, e.Campaign, func(d *readmodel.SearchDocument) {
			d.Kind, d.Subject, d.At = readmodel.FoundCampaign, e.Subject, e.At
			say(d, e.Content)
		})
		status(r, e.Campaign, is)
	}
	suspend := func(r *projector.Rows, id ident.ID, is bool) {
		change(r, id, func(d *readmodel.SearchDocument) { d.Suspended = is })
	}
	return p.
		On(projector.Fold(func(r *projector.Rows, e campaign.Launched, _ projector.Meta) { begin(r, e, campaign.Active) })).
		On(projector.Fold(func(r *projector.Rows, e campaign.Submitted, _ projector.Meta) {
			begin(r, campaign.Launched(e), campaign.Waits)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Approved, _ projector.Meta) {
			change(r, e.Campaign, func(d *readmodel.SearchDocument) { d.At = e.At })
			status(r, e.Campaign, campaign.Active)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.ChangesRequested, _ projector.Meta) {
			status(r, e.Campaign, campaign.ChangesAsked)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Resubmitted, _ projector.Meta) {
			status(r, e.Campaign, campaign.Waits)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Rejected, _ projector.Meta) {
			status(r, e.Campaign, campaign.TurnedDown)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Withdrawn, _ projector.Meta) {
			status(r, e.Campaign, campaign.TakenBack)
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Suspended, _ projector.Meta) { suspend(r, e.Campaign, true) })).
		On(projector.Fold(func(r *projector.Rows, e campaign.Reinstated, _ projector.Meta) { suspend(r, e.Campaign, false) })).
		On(projector.Fold(func(r *projector.Rows, e campaign.Revised, _ projector.Meta) {
			change(r, e.Campaign, func(d *readmodel.SearchDocument) { say(d, e.Content) })
		})).
		On(projector.Fold(func(r *projector.Rows, e campaign.Paused, _ projector.Meta) { status(r, e.Campaign, campaign.OnHold) })).
		On(projector.Fold(func(r *projector.Rows, e campaign.Resumed, _ projector.Meta) { status(r, e.Campaign, campaign.Active) })).
		On(projector.Fold(func(r *projector.Rows, e campaign.Completed, _ projector.Meta) { status(r, e.Campaign, campaign.Ended) })).
		On(projector.Fold(func(r *projector.Rows, e campaign.Cancelled, _ projector.Meta) {
			status(r, e.Campaign, campaign.CalledOff)
		}))
}

// pages folds what pages are found by.
func (s searchTables) pages(p *projector.Projection) *projector.Projection {
	change := func(r *projector.Rows, id ident.ID, by func(*readmodel.SearchDocument)) {
		s.change(r, s.documents.Edit(r, id), by)
	}
	say := func(d *readmodel.SearchDocument, w orgpage.Words) {
		d.Subject, d.Title = w.Author, textfold.Fold(w.Name.String())
		d.Text = textfold.Fold(w.Description.String() + " " + w.Industry.String() + " " + w.Location.String())
	}
	return p.
		On(projector.Fold(func(r *projector.Rows, e orgpage.Opened, _ projector.Meta) {
			change(r, e.Page, func(d *readmodel.SearchDocument) {
				d.Kind, d.Status, d.Standing, d.At = readmodel.FoundPage, documentOpen, 1, e.At
				say(d, e.Words)
			})
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.Revised, _ projector.Meta) {
			change(r, e.Page, func(d *readmodel.SearchDocument) { say(d, e.Words) })
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.Closed, _ projector.Meta) {
			closed := func(d *readmodel.SearchDocument) { d.Status = documentClosed }
			change(r, e.Page, closed)
			for d := range s.documents.By(r, "page", e.Page) { // nothing that it published is shown any more
				s.change(r, d, closed)
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.Verified, _ projector.Meta) {
			s.documents.Edit(r, e.Page).Standing = 0
		})).
		On(projector.Fold(func(r *projector.Rows, e orgpage.Unverified, _ projector.Meta) {
			s.documents.Edit(r, e.Page).Standing = 1
		}))
}

// posts folds what posts are found by.
func (s searchTables) posts(p *projector.Projection) *projector.Projection {
	written := func(r *projector.Rows, id, page ident.ID, w post.Words, at time.Time) {
		status := documentOpen
		if of := s.documents.Get(r, page); of != nil { // it may be closed meanwhile
			status = of.Status
		}
		s.change(r, s.documents.Begin(r, id), func(d *readmodel.SearchDocument) {
			d.Kind, d.Status, d.Page, d.Subject, d.At = readmodel.FoundPost, status, page, w.Author, at
			d.Text = textfold.Fold(w.Text.String())
		})
	}
	gone := func(r *projector.Rows, id ident.ID) {
		if d := s.documents.Get(r, id); d != nil {
			s.count(r, d.Words, nil)
			s.documents.Delete(r, id)
		}
	}
	return p.
		On(projector.Fold(func(r *projector.Rows, e post.Posted, _ projector.Meta) {
			written(r, e.Post, ident.Nil, e.Words, e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e post.Published, _ projector.Meta) {
			written(r, e.Post, e.Page, e.Words, e.At)
		})).
		On(projector.Fold(func(r *projector.Rows, e post.Edited, _ projector.Meta) {
			if s.documents.Get(r, e.Post) != nil {
				s.change(r, s.documents.Edit(r, e.Post), func(d *readmodel.SearchDocument) { d.Text = textfold.Fold(e.Text.String()) })
			}
		})).
		On(projector.Fold(func(r *projector.Rows, e post.Deleted, _ projector.Meta) { gone(r, e.Post) })).
		On(projector.Fold(func(r *projector.Rows, e post.Removed, _ projector.Meta) { gone(r, e.Post) }))
}

// members folds what members are found by, if they want to be: their names.
func (s searchTables) members(p *projector.Projection) *projector.Projection {
	change := func(r *projector.Rows, id ident.ID, by func(*readmodel.SearchDocument)) {
		s.change(r, s.documents.Edit(r, id), by)
	}
	show := func(d *readmodel.SearchDocument, v member.Visibility) {
		d.Status, d.Unnamed = documentClosed, !v.Name
		if v.Listed {
			d.Status = documentOpen
		}
	}
	return p.
		On(projector.Fold(func(r *projector.Rows, e member.Registered, _ projector.Meta) {
			change(r, e.Member, func(d *readmodel.SearchDocument) {
				d.Kind, d.Subject, d.At, d.Title = readmodel.FoundMember, e.Subject, e.At, textfold.Fold(e.Name.String())
				show(d, member.VisibilityAt(e))
			})
		})).
		On(projector.Fold(func(r *projector.Rows, e member.ProfileRevised, _ projector.Meta) {
			change(r, e.Member, func(d *readmodel.SearchDocument) { d.Title = textfold.Fold(e.Name.String()) })
		})).
		On(projector.Fold(func(r *projector.Rows, e member.VisibilityChosen, _ projector.Meta) {
			change(r, e.Member, func(d *readmodel.SearchDocument) {
				is := member.Visibility{Name: !d.Unnamed, Listed: d.Status == documentOpen}
				show(d, is.With(e.Part, e.Shown))
			})
		}))
}
